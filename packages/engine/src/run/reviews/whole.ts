import { criteriaOf } from '@flow/core/items';
import { type CriterionEvidence, type ItemFact, isTurned, type Seat, writersFor } from '@flow/core/workflow';
import { readJournal, receiptReader } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import { clean } from '../../text/clean.js';
import type { Standing } from '../index.js';
import { itemsOfRun } from '../runs/items-of-run.js';
import { evidenceAt, type Library } from './quotes.js';

/*
 * What a verdict has to say besides its findings, held against the run: phases that it sends findings to are there, and where tests
 * are off each criterion is answered by evidence that is there, too (features X37, V22).
 */

/** Criteria of an answer that are listed one by one. */
const MOST = 20;

/** What a verdict says, as far as it is held against the run. */
interface Said {
  pass: boolean;
  findings: readonly { to?: string }[];
  criteria?: readonly CriterionEvidence[];
}

/** Says in words what a verdict lacks; null where it is whole. */
export function lackIn(
  verdict: Said,
  seat: Seat,
  item: ItemFact | null,
  around: Surroundings,
  standing: Standing,
  library: Library,
): string | null {
  const writers = writersFor(seat, standing.workflow, standing.status.dials);
  const astray = verdict.findings.find(({ to }) => to !== undefined && !writers.includes(to));
  if (astray)
    return `A finding names \`to\` ${clean(astray.to, 60)}: ${writers.length > 0 ? `of this run it may name ${writers.join(', ')}, or leave it out` : 'leave it out'}.`;
  if (!verdict.pass) return null;
  const criteria = unshown(verdict.criteria ?? [], seat, item, around, standing, library);
  if (criteria.length === 0) return null;
  const lines = criteria.slice(0, MOST).map(({ id, why }) => `- ${clean(id, 120)}: ${why}`);
  if (criteria.length > MOST) lines.push(`- and ${criteria.length - MOST} more`);
  return [
    'Tests are off here, so a pass names evidence for each criterion:',
    ...lines,
    'Add `"criteria": [{"id": "…", "file": "…", "quote": "…"}]` to the verdict: a `quote` that stands in its `file`, a `file` that is there, or the `receipt` of a recorded run. What has no evidence is a must-fix.',
  ].join('\n');
}

/** Lists the criteria that a pass has to name evidence for: those of work whose tests are off. */
export function criteriaToShow(seat: Seat, item: ItemFact | null, standing: Standing): string[] {
  if (!seat.evidence) return [];
  const { workflow, status } = standing;
  const all = itemsOfRun(standing);
  const isOff = workflow.untested !== undefined && isTurned(workflow.untested, status.dials);
  const isUntested = (one: ItemFact) => isOff || one.testsOff !== undefined;
  const parts = (item === null ? all : all.filter(({ parent }) => parent === item.id)).filter(isUntested);
  const own = item !== null && isUntested(item) ? item : null;
  return criteriaOf(own, parts).flatMap(({ id, manual }) => (manual ? [] : [id]));
}

function unshown(
  given: readonly CriterionEvidence[],
  seat: Seat,
  item: ItemFact | null,
  around: Surroundings,
  standing: Standing,
  library: Library,
): { id: string; why: string }[] {
  const receipts = receiptsHere(around);
  return criteriaToShow(seat, item, standing).flatMap((id) => {
    const answers = given.filter((one) => one.id === id);
    if (answers.length === 0) return [{ id, why: 'it is not answered' }];
    const faults = answers.map((one) => faultOf(one, receipts, library));
    const [fault] = faults;
    return faults.includes(null) ? [] : [{ id, why: fault! }];
  });
}

/** Says in words why evidence shows nothing; null where it is there. */
function faultOf(
  { receipt, file, quote, line }: CriterionEvidence,
  isRecorded: (receipt: string) => boolean,
  library: Library,
): string | null {
  if (receipt !== undefined) return isRecorded(receipt) ? null : `there is no receipt ${clean(receipt, 120)}`;
  return evidenceAt(
    { file: file ?? '', ...(quote !== undefined && { quote }), ...(line !== undefined && { line }) },
    library,
  );
}

/** Tells of receipts whether the journal has their run, and they are as they were written. */
function receiptsHere({ repository, start }: Surroundings): (receipt: string) => boolean {
  let digests: Map<string, string> | undefined;
  const read = receiptReader(repository, start.environment);
  return (receipt) => {
    digests ??= new Map(
      readJournal(repository, start.environment).events.flatMap(({ type, data }) =>
        type === 'run' ? [[String(data.receipt), String(data.digest)] as const] : [],
      ),
    );
    const digest = digests.get(receipt);
    return digest !== undefined && read(receipt, digest).kind === 'ok';
  };
}
