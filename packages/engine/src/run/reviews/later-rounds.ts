import { agentOf } from '@flow/agents';
import type { RaisedFinding, Seat } from '@flow/core/workflow';
import { git } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import type { Standing } from '../index.js';
import type { Weighed } from './quotes.js';

/*
 * From its second round on a judge that says so in its pack may block only by what it or its panel has found before, and by
 * lines that changed since its last word: else each round finds something else, and none ends (R77). Anything new elsewhere is
 * kept as a note.
 */

/** The word of a judge before, with the content that it was about; null in the first round, or where that cannot be told. */
export function lastWordOf(
  { judge }: Seat,
  item: string | null,
  { facts }: Standing,
): { n: number; tree: string } | null {
  const said = facts.events.findLast(
    (one) =>
      one.type === 'verdict' && one.judge === judge && one.failure === undefined && (one.subject ?? null) === item,
  );
  if (said?.type !== 'verdict') return null;
  // What changed while it looked, it has not seen.
  const begun = facts.events.findLast(
    (one) =>
      one.type === 'reviewing' &&
      one.state === 'started' &&
      one.agent === said.agent &&
      one.judge === judge &&
      one.n < said.n,
  );
  const tree = facts.moments[(begun ?? said).at]?.contents.tree;
  return tree !== undefined ? { n: said.n, tree } : null;
}

/** Tells whether a judge narrows from its second round on. */
export const narrows = ({ judge }: Pick<Seat, 'judge'>): boolean => agentOf(judge)?.later === 'changed';

/** Makes notes of must-fixes that are new and not about what changed since the judge's last word. */
export function narrowed(
  weighed: Weighed,
  seat: Seat,
  item: string | null,
  around: Surroundings,
  standing: Standing,
): Weighed & { late: number } {
  const last = narrows(seat) ? lastWordOf(seat, item, standing) : null;
  const now = standing.facts.present.contents.tree;
  if (last === null || now === undefined) return { ...weighed, late: 0 };
  const known = raisedBefore(seat, item, standing);
  const changed = new Map<string, readonly Lines[] | null>();
  const linesIn = (file: string) => {
    if (!changed.has(file)) changed.set(file, changedLines(file, last.tree, now, around));
    return changed.get(file)!;
  };
  const isBlocking = (finding: RaisedFinding) => known.some((one) => isSame(one, finding)) || touches(finding, linesIn);
  const [findings, late] = [weighed.findings.filter(isBlocking), weighed.findings.filter((one) => !isBlocking(one))];
  const notes = late.map((one) => ({ ...one, severity: 'note' as const }));
  return { ...weighed, findings, notes: [...weighed.notes, ...notes], late: late.length };
}

function raisedBefore({ judge }: Seat, item: string | null, { facts }: Standing): RaisedFinding[] {
  return facts.events.flatMap((one) =>
    one.type === 'verdict' && one.judge === judge && (one.subject ?? null) === item ? [...one.findings] : [],
  );
}

/**
 * Tells whether two rounds found one fault: it stands in one file, and its quote, its claim or its words are the same.
 */
const isSame = (one: RaisedFinding, other: RaisedFinding): boolean =>
  one.file === other.file &&
  ((one.quote !== undefined && plain(one.quote) === plain(other.quote ?? '')) ||
    (one.claim !== undefined && one.claim === other.claim) ||
    plain(one.title) === plain(other.title));

const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

interface Lines {
  from: number;
  to: number;
}

/** Lines around a change that belong to it. */
const NEAR = 3;

/** A finding without a file, or about a file of which the change cannot be told, blocks: what is unknown is never green. */
function touches({ file, line, quote }: RaisedFinding, linesIn: (file: string) => readonly Lines[] | null): boolean {
  const lines = file === undefined ? null : linesIn(file);
  if (lines === null) return true;
  if (line === undefined) return lines.length > 0;
  const last = line + (quote?.split('\n').length ?? 1) - 1;
  return lines.some(({ from, to }) => line <= to + NEAR && last >= from - NEAR);
}

/** Lines of a file that are new since then; null where git cannot tell. */
function changedLines(file: string, then: string, now: string, { repository, start }: Surroundings): Lines[] | null {
  const flags = ['-p', '-U0', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv', '--end-of-options'];
  const words = ['--literal-pathspecs', 'diff-tree', '-r', ...flags, then, now, '--', file];
  const answer = git(repository, words, { deadline: start.deadline });
  if (answer.status !== 0) return null;
  const heads = answer.stdout.toString('utf8').matchAll(/^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/gm);
  return [...heads].map(([, at, count]) => ({
    from: Number(at),
    to: Number(at) + Math.max(Number(count ?? 1), 1) - 1,
  }));
}
