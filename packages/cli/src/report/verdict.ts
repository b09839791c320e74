import { documentOfKind } from '@flow/core/documents';
import type { ItemCounts } from '@flow/core/items';
import { debtName } from '@flow/core/workflow';
import type { Standing } from '../workflow/place.js';
import type { ReportClaim, ReportFinding, ReportGate, ReportSuite, ReportVerdict } from './model.js';
import { count, type Tidy } from './words.js';

/** The facts of a run on which the verdict rests. */
interface Known {
  claims: readonly ReportClaim[];
  suites: readonly ReportSuite[];
  findings: readonly ReportFinding[];
  gates: readonly ReportGate[];
  /** The evidence does not verify. */
  damaged: boolean;
  /** Says that nobody looked whether tests lost strength; null where there is nothing to say. */
  weakened: string | null;
  /** Everything else that is open, in words. */
  open: readonly string[];
  /** Items by where they stand. */
  counts: ItemCounts;
}

const MAX_REASONS = 40;

/** The one line, and what stands against it. */
export function verdictOf(known: Known, { status, workflow }: Standing, tidy: Tidy): ReportVerdict {
  const { claims, damaged, counts } = known;
  const held = claims.filter(isHeld).length;
  const failed = claims.filter(({ state }) => state === 'failed');
  const red = redSuites(known);
  const must = mustFix(known);
  const isOver = status.phase === 'done' || status.ended?.how === 'complete' || status.ended?.how === 'merged';
  // A workflow without claims proves its items: what it asks for besides is met where it is over.
  const all = held === claims.length && (claims.length > 0 || counts.total > 0);
  const fails = damaged || failed.length > 0 || red.length > 0 || must.some(({ fate }) => fate === 'open');
  return {
    state: fails ? 'fails' : all && isOver ? 'holds' : 'open',
    line: lineOf({
      hasClaims: documentOfKind(workflow, 'spec') !== null,
      counts,
      all: claims.length,
      held,
      failed: failed.length,
      must: must.length,
      title: isOver ? null : status.title,
    }),
    reasons: [...new Set(reasonsAgainst(known, status, tidy))].slice(0, MAX_REASONS),
  };
}

/** Tells whether a claim is proven by its own tests, or by the suite. */
export const isHeld = ({ state }: ReportClaim): boolean => state === 'passed' || state === 'suite';

const redSuites = ({ suites }: Known): ReportSuite[] =>
  suites.filter(({ state, question }) => state === 'red' && question === 'test');

const mustFix = ({ findings }: Known): ReportFinding[] =>
  findings.filter(({ fate, severity }) => severity === 'must-fix' && (fate === 'open' || fate === 'disputed'));

/** Collects what stands against the claims. Evidence that does not verify comes before all else. */
function reasonsAgainst(known: Known, { debts }: Standing['status'], tidy: Tidy): string[] {
  const { claims, gates, damaged, weakened, open } = known;
  const told = ({ name, because }: ReportClaim) => `${name}: ${because}`;
  return [
    ...(damaged ? ['the evidence does not verify, so earlier records do not count'] : []),
    ...claims.filter(({ state }) => state === 'failed').map(told),
    ...redSuites(known).map(({ id }) => `${id} is red`),
    ...mustFix(known).map(({ title, fate }) => `must-fix ${fate}: ${title}`),
    ...claims.filter((claim) => !isHeld(claim) && claim.state !== 'failed').map(told),
    ...gates.filter(({ state }) => state === 'lapsed').map(({ gate }) => `what gate ${gate} approved has changed`),
    ...(weakened === null ? [] : [tidy(weakened, 400)]),
    ...debts.map(
      ({ reason, ...one }) => `debt: ${tidy(debtName(one), 120)}${reason === '' ? '' : ` (${tidy(reason, 100)})`}`,
    ),
    ...open,
  ];
}

/** `Counted` holds the numbers of a verdict. */
interface Counted {
  /** The workflow has a document whose entries are claims. */
  hasClaims: boolean;
  counts: ItemCounts;
  all: number;
  held: number;
  failed: number;
  /** Must-fix findings that are open or disputed. */
  must: number;
  /** The title of the phase that the run is in; null when the run is over. */
  title: string | null;
}

/** `lineOf` words the verdict in one line. */
function lineOf({ hasClaims, counts, all, held, failed, must, title }: Counted): string {
  const findings = must > 0 ? `; ${count(must, 'finding')} open` : '';
  const place = title === null || must > 0 ? '' : `; the run is at ${title}`;
  if (all === 0) return `${itemsLine(counts, hasClaims)}${counts.total === 0 ? '' : `${findings}${place}.`}`;
  if (held === all)
    return `${all === 1 ? 'The claim holds' : `All ${all} claims hold`} on this content${findings}${place}.`;
  const rest = [
    failed > 0 && `${failed} ${failed === 1 ? 'fails' : 'fail'}`,
    all - held > failed && `${all - held - failed} open`,
  ];
  return `${held} of ${count(all, 'claim')} ${held === 1 ? 'holds' : 'hold'}, ${rest.filter(Boolean).join(', ')}${findings}.`;
}

function itemsLine({ total, done, skipped, blocked }: ItemCounts, hasClaims: boolean): string {
  if (total === 0) return hasClaims ? 'No claims yet: the specification is not written.' : 'No items are listed yet.';
  const over = done + skipped;
  const rest = [skipped > 0 && `${skipped} of them skipped`, blocked > 0 && `${blocked} blocked`].filter(Boolean);
  const which =
    over === total
      ? total === 1
        ? 'The item is done'
        : `All ${total} items are done`
      : `${over} of ${count(total, 'item')} ${over === 1 ? 'is' : 'are'} done`;
  return [which, ...rest].join(', ');
}
