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
  /** Everything else that is open, in words. */
  open: readonly string[];
}

const MAX_REASONS = 40;

/** The one line, and what stands against it. */
export function verdictOf(known: Known, { status }: Standing, tidy: Tidy): ReportVerdict {
  const { claims, damaged } = known;
  const held = claims.filter(isHeld).length;
  const failed = claims.filter(({ state }) => state === 'failed');
  const red = redSuites(known);
  const must = mustFix(known);
  const isOver = status.phase === 'done' || status.ended?.how === 'complete' || status.ended?.how === 'merged';
  const all = claims.length > 0 && held === claims.length;
  const fails = damaged || failed.length > 0 || red.length > 0 || must.some(({ fate }) => fate === 'open');
  return {
    state: fails ? 'fails' : all && isOver ? 'holds' : 'open',
    line: lineOf({
      all: claims.length,
      held,
      failed: failed.length,
      must: must.length,
      title: isOver ? null : status.title,
    }),
    reasons: [...new Set(reasonsAgainst(known, status, tidy))].slice(0, MAX_REASONS),
  };
}

const isHeld = ({ state }: ReportClaim): boolean => state === 'passed' || state === 'suite';

const redSuites = ({ suites }: Known): ReportSuite[] =>
  suites.filter(({ state, question }) => state === 'red' && question === 'test');

const mustFix = ({ findings }: Known): ReportFinding[] =>
  findings.filter(({ fate, severity }) => severity === 'must-fix' && (fate === 'open' || fate === 'disputed'));

/** Collects what stands against the claims. Evidence that does not verify comes before all else. */
function reasonsAgainst(known: Known, { debts }: Standing['status'], tidy: Tidy): string[] {
  const { claims, gates, damaged, open } = known;
  const told = ({ name, because }: ReportClaim) => `${name}: ${because}`;
  return [
    ...(damaged ? ['the evidence does not verify, so earlier records do not count'] : []),
    ...claims.filter(({ state }) => state === 'failed').map(told),
    ...redSuites(known).map(({ id }) => `${id} is red`),
    ...mustFix(known).map(({ title, fate }) => `must-fix ${fate}: ${title}`),
    ...claims.filter((claim) => !isHeld(claim) && claim.state !== 'failed').map(told),
    ...gates.filter(({ state }) => state === 'lapsed').map(({ gate }) => `what gate ${gate} approved has changed`),
    ...debts.map(
      ({ reason, ...one }) => `debt: ${tidy(debtName(one), 120)}${reason === '' ? '' : ` (${tidy(reason, 100)})`}`,
    ),
    ...open,
  ];
}

/** The numbers of a verdict. */
interface Counted {
  all: number;
  held: number;
  failed: number;
  /** Must-fix findings that are open or disputed. */
  must: number;
  /** The title of the phase that the run is in; null when the run is over. */
  title: string | null;
}

/** Words the verdict in one line. */
function lineOf({ all, held, failed, must, title }: Counted): string {
  if (all === 0) return 'No claims yet: the specification is not written.';
  const findings = must > 0 ? `; ${count(must, 'finding')} open` : '';
  const place = title === null || must > 0 ? '' : `; the run is at ${title}`;
  if (held === all)
    return `${all === 1 ? 'The claim holds' : `All ${all} claims hold`} on this content${findings}${place}.`;
  const rest = [
    failed > 0 && `${failed} ${failed === 1 ? 'fails' : 'fail'}`,
    all - held > failed && `${all - held - failed} open`,
  ];
  return `${held} of ${count(all, 'claim')} ${held === 1 ? 'holds' : 'hold'}, ${rest.filter(Boolean).join(', ')}${findings}.`;
}
