import { FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import type { CiReport } from '../forge/forge.js';
import { pauseOf, sleep } from '../forge/sending.js';
import { count } from '../report/words.js';
import type { Facts } from './facts.js';
import { keep } from './pull-request-step.js';
import type { Shipping } from './shipping.js';
import type { Step } from './step.js';

/** A forge needs a moment until the first check is there; until then, no check at all is no answer. In first pauses. */
const GRACE = 12;

export const ci: Step = {
  id: 'ci',
  title: 'CI',
  isDone: ({ told, changes }) => (changes.length === 0 && told.ci?.state === 'passed' ? 'has passed' : null),
  plan: (_facts, { options }) => [options.wait ? 'wait for the checks of the commit' : 'check once'],
  left: ({ told }) => (told.ci?.state === 'running' ? 'is still running' : null),
  async run(facts, shipping) {
    const report = await watch(facts, shipping);
    const { program } = shipping.call;
    const { clean } = await hooks();
    if (report.state === 'passed') return shipping.progress.say(`CI passed: ${count(report.total, 'check')}`);
    if (report.state === 'failed') {
      const named = report.failing.map(({ name, url }) => `${clean(name, 120)}${url ? `: ${url}` : ''}`);
      throw new FlowError(
        'finding',
        'SHIP_CI_RED',
        `CI failed:\n  ${named.slice(0, 20).join('\n  ')}`,
        `Fix it, then ${shipping.again}`,
      );
    }
    if (report.state === 'unknown')
      throw new FlowError(
        'finding',
        'SHIP_CI_UNKNOWN',
        report.total === 0
          ? 'the forge has no checks for this commit, so CI cannot be called green.'
          : `none of the ${report.total} checks passed the commit.`,
        `Add a CI workflow to the repository; until then a person decides: ${program} waive ship.ci '<why>'`,
      );
    if (shipping.options.wait)
      throw new FlowError('finding', 'SHIP_CI_TIMEOUT', await stillOf(report), `Later: ${shipping.again}`);
    shipping.progress.say(await stillOf(report));
  },
};

/** The codes with which a forge answers that is down for a moment. */
const PASSING = new Set(['FORGE_DOWN', 'FORGE_UNREACHABLE', 'FORGE_LIMITED']);

/** Looks at the checks until they are over; keeps what it sees when it has changed. */
async function watch(facts: Facts, { patience, options, progress, forge }: Shipping): Promise<CiReport> {
  const { branch, head } = facts;
  const there = await forge(branch);
  const settled = Date.now() + GRACE * patience.pause;
  const base = (await facts.pull())?.base ?? facts.base?.branch;
  let required: string[] | null = null;
  const look = async () => {
    required ??= base === undefined ? [] : await there.requiredChecks(base);
    return there.ciOf(head, required);
  };
  let before = '';
  for (let looks = 0; ; looks++) {
    const wait = pauseOf(looks, patience.pause);
    const isLate = Date.now() + wait >= patience.until;
    const report = await look().catch((error: unknown) => {
      if (error instanceof FlowError && PASSING.has(error.problem.code) && options.wait && !isLate) return null;
      throw error;
    });
    if (report) {
      const { state, total, failing } = report;
      const now = JSON.stringify([state, total, failing]);
      // Green is believed when two looks agree: a slow check may not have been there at the first.
      const isGreen = state === 'passed' && now === before;
      if (state === 'passed' ? isGreen : now !== before)
        await keep(facts, there, { branch, head, ci: { state, total, failing } });
      before = now;
      if (isGreen || state === 'failed' || (state === 'unknown' && Date.now() > settled)) return report;
      if (isLate) return state === 'passed' ? { ...report, state: 'running' } : report;
      if (!options.wait && state !== 'passed') return report;
    }
    progress.turn(await lineOf(report));
    await sleep(wait);
  }
}

async function stillOf({ running, expected }: CiReport): Promise<string> {
  const { clean } = await hooks();
  const named = (names: readonly string[]) =>
    names
      .slice(0, 5)
      .map((name) => clean(name, 80))
      .join(', ');
  const open = expected.length > 0 ? `not reported yet, but required for merging: ${named(expected)}` : '';
  const runs = running.length > 0 ? `CI is still running: ${named(running)}` : '';
  return `${[runs, open].filter(Boolean).join('; ')}.`;
}

async function lineOf(report: CiReport | null): Promise<string> {
  if (!report) return 'CI: the forge does not answer; retrying';
  const { clean } = await hooks();
  const { total, running, expected } = report;
  const names = [...running, ...expected].slice(0, 3).map((name) => clean(name, 60));
  const waiting = names.length > 0 ? `, waiting for ${names.join(', ')}` : '';
  if (expected.length > 0)
    return `CI: ${total - running.length} of ${total + expected.length} checks finished${waiting}`;
  return total === 0 ? 'CI: no checks yet' : `CI: ${total - running.length} of ${total} checks finished${waiting}`;
}
