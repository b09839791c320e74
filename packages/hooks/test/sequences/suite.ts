import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { workspaceRoot } from '../kit.js';
import { type Count, holdsRule, letsThrough } from './play.js';
import { endings, type Kind, sequences } from './steps.js';
import { WORLDS } from './world.js';

/** What an honest agent does: nothing swapped, nothing that a run proves nothing with. */
const HONEST: Kind[] = ['edit', 'tests', 'others', 'run', 'commit', 'move'];

/** All kinds that the guards are to see through. */
const ALL: Kind[] = [...HONEST, 'push', 'swap', 'hidden', 'leftOut', 'ofDisk', 'ofRunners', 'ofBase', 'ofPlaces'];

const MINUTE = 60_000;

/** The seed, the number of sequences, or the minutes to go on for: of the fixed ones in CI, or of somebody who looks for more. */
const asked = {
  seed: Number(process.env.FLOW_SEQUENCES_SEED ?? 20261128),
  runs: Number(process.env.FLOW_SEQUENCES_RUNS ?? 0),
  minutes: Number(process.env.FLOW_SEQUENCES_MINUTES ?? 0),
};

export interface Amounts {
  /** Sequences of all kinds, and honest ones. */
  all: number;
  honest: number;
  /** Of all, those whose events each have a process of their own. */
  processes?: number;
}

/** The two rules in the worlds of these names, so many sequences each; what was seen is left for the script of the suite. */
export function sequencesIn(amounts: Readonly<Record<string, Amounts>>, name: string): void {
  const counts: Record<string, Count> = {};
  const worlds = WORLDS.filter((world) => Object.hasOwn(amounts, world.name));
  const counted = (rule: string): Count => {
    counts[rule] = { sequences: 0, passed: 0, refused: 0 };
    return counts[rule];
  };
  const holds = async <Value>(
    seed: number,
    runs: number,
    values: fc.Arbitrary<Value>,
    rule: (value: Value) => void,
  ) => {
    const limited = asked.minutes > 0 ? { interruptAfterTimeLimit: (asked.minutes * MINUTE) / worlds.length / 2 } : {};
    const numRuns = asked.minutes > 0 ? 1_000_000 : asked.runs || runs;
    const property = fc.asyncProperty(values, async (value) => {
      rule(value);
      keep(name, counts);
      // Sequences block: whoever waits for this process hears of it in between.
      await new Promise(setImmediate);
    });
    try {
      await fc.assert(property, { seed, numRuns, ...limited });
    } catch (error) {
      const { message, cause } = error as Error;
      throw new Error(`FLOW_SEQUENCES_SEED=${asked.seed}: ${(cause as Error)?.message}\n${message}`);
    }
  };

  describe.each(worlds)('$name', (world) => {
    const { all, honest, processes } = playedOf(amounts[world.name]!);
    // Other sequences in each world, and for each rule.
    const seed = asked.seed + 2 * WORLDS.indexOf(world);

    test('E1 E3 a push that passes is green in a clean clone of what was pushed', { timeout: timeout(all) }, () => {
      const count = counted(world.name);
      return holds(seed, all, sequences(world, ALL), (lines) =>
        holdsRule(world, lines, count.sequences < processes ? 'process' : 'here', count),
      );
    });

    test('E1 E3 honest work that ends in a green run of what is pushed passes', { timeout: timeout(honest) }, () => {
      const count = counted(`${world.name}, honest`);
      return holds(seed + 1, honest, fc.tuple(sequences(world, HONEST), endings(world)), ([lines, ending]) =>
        letsThrough(world, lines, ending, count),
      );
    });
  });
}

/** With `FLOW_PLAYS=core`, as in `.ci/run`, whose time is short, the first tenth of the fixed sequences is played. */
function playedOf({ all, honest, processes = 0 }: Amounts): Required<Amounts> {
  const played = (amount: number) => (process.env.FLOW_PLAYS === 'core' ? Math.ceil(amount / 10) : amount);
  return { all: played(all), honest: played(honest), processes: played(processes) };
}

const timeout = (runs: number) => (asked.minutes + 10) * MINUTE + runs * 20_000;

function keep(name: string, counts: Readonly<Record<string, Count>>): void {
  const folder = path.join(workspaceRoot, '.cache/sequences');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(counts));
}
