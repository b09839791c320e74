import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandLine, isConcurrent, PRELUDE, sweep } from './grammar.js';
import { carryOut, compare, hasBash, type Verdict } from './world.js';

/*
 * Carries generated lines out with the real shell and holds what ran and what was written against the prediction. A few at
 * a fixed seed each time; thousands on purpose: FLOW_TEST_SEED=7 FLOW_DIFFERENTIAL_RUNS=5000.
 */
const RUNS = Number(process.env.FLOW_DIFFERENTIAL_RUNS ?? 120);
const SEED = Number(process.env.FLOW_TEST_SEED ?? 20261121);

function verdicts(commands: readonly string[]): Verdict[] {
  const happened = carryOut(commands);
  return commands.map((command, index) => {
    const one = happened[index];
    if (one === undefined) throw new Error('a command has no world');
    return compare(command, one, !isConcurrent(command.slice(PRELUDE.length)));
  });
}

test.skipIf(!hasBash)(
  'D100 differential: what the real shell runs and writes was predicted, or was said to be unreadable',
  () => {
    const all = verdicts([...sweep(), ...fc.sample(commandLine, { seed: SEED, numRuns: RUNS })]);
    const missed = all.filter((one) => one.missed.length > 0).sort((a, b) => a.command.length - b.command.length);
    expect(missed.map(({ command, missed }) => ({ command: command.slice(PRELUDE.length), missed }))).toEqual([]);
    // Unknown words and unreadable code excuse what they cover: most lines have to be told without either.
    expect(all.filter((one) => one.exact).length / all.length).toBeGreaterThan(0.75);
  },
  600_000,
);

test.skipIf(!hasBash)('D100 differential: the comparison finds what a prediction leaves out', () => {
  const [happened] = carryOut(['rec a; echo x > made; tool b']);
  if (happened === undefined) throw new Error('nothing happened');
  const { missed } = compare('rec a', happened, true);
  expect(missed).toEqual(['ran ["tool","b"] in @/there', 'wrote @/there/made']);
  expect(compare('tool b; rec a; echo x > made', happened, true).missed).toHaveLength(1);
  expect(compare('rec "$unknown"; echo x > made; tool b', happened, true)).toMatchObject({ missed: [], exact: false });
});
