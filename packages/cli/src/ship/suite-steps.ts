import path from 'node:path';
import type { ShipSuite } from '@flow/hooks/program';
import { FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { execLine } from '../exec-line.js';
import { judged } from './evidence-step.js';
import { type Facts, takeFacts } from './facts.js';
import type { Shipping } from './shipping.js';
import type { Step } from './step.js';

/** Steps that run suites: the program that captures exactly runs them, so that each leaves a receipt. */

type Questions = readonly ShipSuite['question'][];

export const build = suiteStep('build', 'Build', ['build']);
export const lint = suiteStep('lint', 'Lint', ['lint', 'types', 'format', 'analysis']);
export const test = suiteStep('test', 'Test', ['test']);

function suiteStep(id: Step['id'], title: string, questions: Questions): Step {
  return {
    id,
    title,
    isDone({ suites }) {
      const mine = suites.filter(({ question }) => questions.includes(question));
      if (mine.length === 0) return 'this change has none';
      if (mine.some(isOpen)) return null;
      return mine.map((suite) => `${suite.id} ${wordOf(suite)}`).join(', ');
    },
    plan: (facts, { root }) =>
      openOf(facts, questions).map(({ directory, command }) => `run ${at(root, directory)}${command}`),
    async run(facts, shipping) {
      for (const { id: suite } of openOf(facts, questions)) {
        // A run of one may have shown another, too.
        const open = openOf(await takeFacts(shipping), questions).find((one) => one.id === suite);
        if (open) await runSuite(open, shipping);
      }
    },
  };
}

const openOf = ({ suites }: Facts, questions: Questions) =>
  suites.filter((suite) => questions.includes(suite.question) && isOpen(suite));

/** Tells whether a suite has to run. A suite that is red on this content, and may be, is not run again and again. */
const isOpen = ({ state, severity }: ShipSuite) =>
  !(state === 'tested' || state === 'no-tests' || (severity === 'warn' && (state === 'red' || state === 'unknown')));

function wordOf({ state }: ShipSuite): string {
  if (state === 'tested') return 'is green on this content';
  return state === 'no-tests' ? 'has no tests' : `is ${state}, which only warns`;
}

/** Returns a folder as the beginning of a command line. */
function at(root: string, directory: string): string {
  const inside = path.relative(root, directory);
  return inside === '' ? '' : `cd ${inside} && `;
}

async function runSuite(suite: ShipSuite, shipping: Shipping): Promise<void> {
  const { call, progress, root } = shipping;
  const { clean } = await hooks();
  progress.say(`running ${clean(at(root, suite.directory) + suite.command, 200)}`);
  const { remarks } = await execLine(call, suite.directory, suite.command);
  for (const remark of remarks) progress.say(clean(remark, 1000));
  const facts = await takeFacts(shipping);
  const after = facts.suites.find(({ id }) => id === suite.id);
  if (!after || !isOpen(after)) return;
  if (await isLetThrough(after, facts)) return progress.say(`${clean(after.id, 100)} is ${after.state}: allowed.`);
  if (after.severity === 'warn') return progress.say(`${clean(after.id, 100)} is ${after.state}: only a warning here.`);
  const failing = after.failing.slice(0, 5).map((name) => clean(name, 120));
  const more = after.failing.length > failing.length ? ` and ${after.failing.length - failing.length} more` : '';
  const names = failing.length > 0 ? ` (${failing.join(', ')}${more})` : '';
  throw new FlowError(
    'finding',
    'SHIP_SUITE_NOT_GREEN',
    `${clean(after.id, 100)} is ${after.state}${after.outcome ? `, its last run ${after.outcome}` : ''}${names}.`,
    `Fix it, then run ${clean(at(root, after.directory) + after.command, 200)}`,
  );
}

/**
 * Tells whether the guard of pushes lets this content pass without the suite, by a person's word or an exception of the
 * project.
 */
async function isLetThrough({ id }: ShipSuite, facts: Facts): Promise<boolean> {
  return (await judged(facts)).some(({ suite, answer }) => suite === id && answer === 'excepted');
}
