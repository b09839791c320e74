import { debtName } from '@flow/core/workflow';
import type { Judged } from '@flow/hooks/program';
import { FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import type { Standing } from '../workflow/place.js';
import type { Facts } from './facts.js';
import type { Shipping } from './shipping.js';
import type { Step } from './step.js';

/** Checks that shipping itself makes true. */
const SHIPPED = new Set(['committed', 'pushed', 'pull-request', 'ci']);

/** The codes that hold up a run and that the steps before this one may still mend. */
const MENDED = new Set(['SUITE_NOT_GREEN']);

/**
 * The step that asks whether what would be published is proven: by the guard of pushes, and by the workflow that runs
 * here.
 */
export const evidence: Step = {
  id: 'evidence',
  title: 'Evidence',
  async isDone(facts) {
    if (await earlyOf(facts.standing, false)) return null;
    const said = await judged(facts);
    return said.some(({ answer }) => answer === 'refuse') ? null : wordOf(facts, said);
  },
  async plan(facts) {
    const early = await earlyOf(facts.standing, false);
    const refused = (await judged(facts)).filter(({ answer }) => answer === 'refuse');
    const texts = [...(early ? [early.problem.message] : []), ...refused.map(({ code, text }) => `${code}: ${text}`)];
    return texts.map((text) => `stop: ${text.replaceAll('\n', ' ')}`);
  },
  async run(facts) {
    const early = await earlyOf(facts.standing, false);
    if (early) throw early;
    await throwRefused(await judged(facts));
  },
};

/** Returns the tree that is judged: what the commit will hold, where there is something to commit. */
export async function judged(facts: Facts): Promise<Judged[]> {
  const { judgeShip } = await hooks();
  return judgeShip(facts.around, facts.branch, facts.head, facts.changes.length > 0 ? facts.tree : null);
}

const wordOf = ({ standing }: Facts, said: readonly Judged[]) => {
  const warned = said.filter(({ answer }) => answer === 'tell' || answer === 'monitor').map(({ code }) => code);
  const warnings = warned.length > 0 ? `, with warnings: ${[...new Set(warned)].join(', ')}` : '';
  return `the push guard allows it${standing ? `, and the run is at ${standing.status.position}` : ''}${warnings}`;
};

/**
 * Stops shipping where the guard of pushes refuses.
 * @throws FlowError SHIP_REFUSED, with all that the guard of pushes says
 */
export async function throwRefused(said: readonly Judged[]): Promise<void> {
  const refused = said.filter(({ answer }) => answer === 'refuse');
  if (refused.length === 0) return;
  const texts = refused.map(({ code, text }) => `${code}: ${text}`);
  throw new FlowError(
    'finding',
    'SHIP_REFUSED',
    `the evidence is not sufficient for a push.\n  ${texts.join('\n  ')}`,
    'Do what it says, then ship again',
  );
}

/**
 * Tells whether the run of the branch has not come to shipping yet.
 * @param isBeforeSuites what the suites may still prove holds nothing up
 */
export async function earlyOf(standing: Standing | null, isBeforeSuites: boolean): Promise<FlowError | null> {
  if (!standing) return null;
  const { status, workflow } = standing;
  const open = status.open.filter(({ finding }) => !isBeforeSuites || !MENDED.has(finding.code));
  if (isBeforeSuites && open.length === 0) return null;
  const at = workflow.phases.findIndex(({ id }) => id === status.phase);
  const first = workflow.phases.findIndex(({ exit }) => exit.some(({ check }) => SHIPPED.has(check)));
  if (status.phase === 'done' || status.phase === 'ended' || (first >= 0 && at >= first)) return null;
  const { openWords, clean } = await hooks();
  const [next] = open;
  const why = next ? `: ${next.finding.code}: ${openWords(next.finding)}` : '';
  return new FlowError(
    'finding',
    'SHIP_EARLY',
    `${clean(workflow.id, 60)} is at ${clean(status.position, 60)}, not ready to ship yet${why}.`,
    'flow next',
  );
}

/** The debts and warnings of a run, which whoever ships is to know (features D66, X48). */
export async function remarksOf(standing: Standing | null, { room }: Pick<Shipping, 'room'>): Promise<string[]> {
  if (!standing) return [];
  const { clean } = await hooks();
  const { warnings, debts } = standing.status;
  return [
    ...warnings.map((one) => `Warning: ${one.code}: ${room.openWords(one)}`),
    ...debts.map(({ why, reason, ...one }) => `Debt: ${clean(debtName(one), 100)} (${why}): ${clean(reason, 200)}`),
  ];
}
