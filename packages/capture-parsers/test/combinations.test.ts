import { describe, expect, test } from 'vitest';
import { allGreen, type ParseInput, parse } from '../src/everything.js';
import { casesOf } from './cases.js';

/**
 * Real outputs in the wrappers, cuts, trailers and neighbours that people put around them: each line, its output and its
 * exit code as a shell gives them, so that the truth is known without a parser.
 */
/** How a single run ended, as it was captured. */
interface Ended {
  readonly name: string;
  readonly command: string;
  readonly output: string;
  readonly code: number;
  readonly good: boolean;
}

const LONGEST = 4_000;

/** Runs of one runner by itself, whose exit code is their own. */
const runs: readonly Ended[] = casesOf('fixtures').flatMap(
  ({ name, runner, input: { command, output, exitCode: code = Number.NaN }, result }): Ended[] => {
    const { green } = result as { green: string };
    const isAlone = !/[|;&<>\n(){}$`]|\b(?:make|npm|pnpm|yarn|tox|nox|turbo|bash|sh|cat|echo|just|task)\b/.test(
      command,
    );
    // What ended well without a test, or only printed, is no red run.
    const isSaid = /^printf\b|--help\b|--version\b/.test(command);
    const isRun =
      isAlone && !isSaid && Number.isInteger(code) && output.length < LONGEST && !/truncated|omitted/i.test(output);
    if (!isRun || green === 'may' || runner === 'multi') return [];
    const end = output === '' || output.endsWith('\n') ? '' : '\n';
    return [{ name, command, output: output + end, code, good: green === 'must' && code === 0 }];
  },
);

/** Of two runs one that ended well and ran no test is no failure. */
const NEIGHBOURS = runs.filter(({ good, code }) => good || code !== 0);

type Random = () => number;

/** mulberry32. */
function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = <T>(from: readonly T[], random: Random): T => from[Math.floor(random() * from.length)]!;

/** A line that was typed, with what it printed and how it ended. */
interface Shell {
  readonly command: string;
  readonly output: string;
  readonly code: number;
  readonly good: boolean;
  /** Nothing hides how it ended, so that it must be seen to be green where it is. */
  readonly honest: boolean;
}

type Wrap = (run: Shell, random: Random) => Shell;

const DIED = 'bash: line 1:  3533 Segmentation fault      (core dumped) ';

const lastLines = (text: string, count: number) =>
  text.replace(/\n$/, '').split('\n').slice(-count).join('\n').concat('\n');

/** What shells and task runners print below a command that failed. */
const SCRIPTS: readonly {
  readonly front: (run: Shell) => string;
  readonly behind: (run: Shell) => string;
  readonly line: string;
}[] = [
  {
    line: 'make test',
    front: ({ command }) => `${command}\n`,
    behind: ({ code }) => (code ? `make: *** [Makefile:2: test] Error ${code}\n` : ''),
  },
  {
    line: 'npm test',
    front: ({ command }) => `\n> shop@1.0.0 test\n> ${command}\n\n`,
    behind: ({ code, command }) =>
      code
        ? `npm error Lifecycle script \`test\` failed with error:\nnpm error code ${code}\nnpm error path /repo\nnpm error command failed\nnpm error command sh -c ${command}\n`
        : '',
  },
  {
    line: 'pnpm test',
    front: ({ command }) => `\n> shop@1.0.0 test /repo\n> ${command}\n\n`,
    behind: ({ code }) => (code ? ` ELIFECYCLE  Test failed. See above for more details.\n` : ''),
  },
  {
    line: 'yarn test',
    front: ({ command }) => `yarn run v1.22.22\n$ ${command}\n`,
    behind: ({ code }) =>
      code
        ? `error Command failed with exit code ${code}.\ninfo Visit https://yarnpkg.com/en/docs/cli/run for documentation about this command.\n`
        : 'Done in 0.52s.\n',
  },
  {
    line: 'bun run test',
    front: ({ command }) => `$ ${command}\n`,
    behind: ({ code }) => (code ? `error: script "test" exited with code ${code}\n` : ''),
  },
  {
    line: 'just test',
    front: ({ command }) => `${command}\n`,
    behind: ({ code }) => (code ? `error: Recipe \`test\` failed on line 2 with exit code ${code}\n` : ''),
  },
];

const hidden = (run: Shell, command: string, output: string): Shell => ({
  ...run,
  command,
  output,
  code: 0,
  honest: false,
});

/** Each as a shell would do it. A filter's line is read with its own code, 0. */
const WRAPS: readonly Wrap[] = [
  (run) => run,
  (run) => ({ ...run, command: `cd app && ${run.command}` }),
  (run) => ({ ...run, command: `export CI=1 && ${run.command}` }),
  (run) => ({ ...run, command: `bash -c '${run.command.replaceAll("'", `'\\''`)}'` }),
  (run) => ({ ...run, command: `${run.command} || exit 1`, code: run.code ? 1 : 0 }),
  (run) => ({ ...run, command: `${run.command} && echo ok`, output: run.code ? run.output : `${run.output}ok\n` }),
  (run, random) => {
    const [front, back] = pick(
      [
        ['EXIT=', ''],
        ['exit: ', ''],
        ['[rc ', ']'],
        ['', ''],
      ],
      random,
    ) as [string, string];
    const line = `${run.command}; echo "${front}$?${back}"`;
    return { ...run, command: line, output: `${run.output}${front}${run.code}${back}\n`, code: 0 };
  },
  (run) => ({ ...run, command: `${run.command}; r=$?; echo done; exit $r`, output: `${run.output}done\n` }),
  (run) => hidden(run, `${run.command} || echo 'tests failed'`, run.code ? `${run.output}tests failed\n` : run.output),
  (run, random) => {
    const script = pick(SCRIPTS, random);
    const output = script.front(run) + run.output + script.behind(run);
    return {
      ...run,
      command: script.line,
      output,
      code: run.code && script.line === 'make test' ? 2 : run.code,
      honest: false,
    };
  },
];

/** Wrappers that show less of a failure than the run's own words: only for runs whose words tell it. */
const HIDING: readonly Wrap[] = [
  (run) => hidden(run, `${run.command} | tee log; echo "EXIT=$?"`, `${run.output}EXIT=0\n`),
  (run) => hidden(run, `${run.command} || true`, run.output),
  (run) => hidden(run, `${run.command}; true`, run.output),
  (run) => hidden(run, `${run.command} 2>&1 | tee build.log`, run.output),
  (run, random) => {
    const count = pick([3, 5, 8, 20, 40], random);
    return hidden(run, `${run.command} 2>&1 | tail -${count}`, lastLines(run.output, count));
  },
];

/** Neighbours whose own end nobody reads, and that of which the parser has to tell. */
const BESIDE: readonly ((run: Shell, other: Shell) => Shell)[] = [
  (run, other) => ({ ...both(run, other, ';'), code: other.code }),
  (run, other) =>
    run.code
      ? { ...run, command: `${run.command} && ${other.command}`, honest: false }
      : { ...both(run, other, '&&'), code: other.code },
  (run) => ({
    ...run,
    command: `${run.command}; ./deploy.sh; echo done`,
    output: `${run.output}deploying\ndone\n`,
    code: 0,
    good: false,
    honest: false,
  }),
  (run) => ({
    ...run,
    command: `./unit-tests.sh; ${run.command}`,
    output: `unit tests\n${run.output}`,
    good: false,
    honest: false,
  }),
  (run) => ({
    ...run,
    command: `(${run.command}) && ./deploy.sh`,
    output: run.code ? run.output : `${run.output}no\n`,
    code: run.code || 1,
    good: false,
    honest: false,
  }),
];

function both(run: Shell, other: Shell, operator: string): Shell {
  return {
    command: `${run.command}${operator === ';' ? ';' : ' &&'} ${other.command}`,
    output: run.output + other.output,
    code: 0,
    good: run.good && other.good,
    honest: false,
  };
}

/** A run that looked green and then died: its code is the only trace, apart from what the shell says. */
function died(run: Shell, random: Random): Shell {
  const code = pick([1, 3, 139], random);
  return {
    ...run,
    code,
    good: false,
    honest: false,
    output: code === 139 ? `${run.output}${DIED}${run.command}\n` : run.output,
  };
}

function cutOf(run: Shell, random: Random): Shell {
  const lines = run.output.split('\n');
  const from = Math.floor(random() * lines.length);
  const to = from + 1 + Math.floor(random() * (lines.length - from));
  const marker = `... [${to - from} lines truncated] ...`;
  return { ...run, output: [...lines.slice(0, from), marker, ...lines.slice(to)].join('\n'), honest: false };
}

/** One combination; which it is follows from the random numbers alone. */
function combined(random: Random): Shell & { readonly names: readonly string[] } {
  const one = pick(runs, random);
  const other = pick(NEIGHBOURS, random);
  const shellOf = ({ command, output, code, good }: Ended): Shell => ({ command, output, code, good, honest: true });
  const kind = random();
  const names = [one.name];
  let run = shellOf(one);
  // Where the exit code alone tells, nothing may hide it.
  if (one.good && random() < 0.3) run = pick(WRAPS, random)(died(run, random), random);
  else if (kind < 0.45) run = pick(WRAPS, random)(run, random);
  else if (kind < 0.6) run = pick(HIDING, random)(run, random);
  else if (kind < 0.85) {
    const first = pick(NEIGHBOURS, random);
    names.splice(0, 1, first.name, other.name);
    run = pick(BESIDE, random)(shellOf(first), shellOf(other));
  } else run = cutOf(pick(WRAPS, random)(run, random), random);
  return { ...run, names };
}

/** Of what CI tries, the core (test/core.ts) tries a third, as of each property. */
const IN_CI = process.env.FLOW_PLAYS === 'core' ? 6_667 : 20_000;
const COUNT = Number(process.env.FLOW_COMBINATIONS ?? (process.env.CI ? IN_CI : 2_000));
const SEED = process.env.FLOW_SEED === undefined ? 32 : Number(process.env.FLOW_SEED);

describe('D22 D27 real outputs with what people put around them', () => {
  test('there are runs of both kinds', () => {
    expect(runs.filter(({ good }) => good).length).toBeGreaterThan(100);
    expect(runs.filter(({ good }) => !good).length).toBeGreaterThan(100);
  });

  test(`none of ${COUNT} combinations is falsely green, and no honest one is refused`, {
    timeout: COUNT * 30 + 20_000,
  }, () => {
    const random = randomOf(SEED);
    const alone = new Map<string, boolean>();
    const wrong: unknown[] = [];
    for (let count = 0; count < COUNT; count++) {
      const { names, command, output, code, good, honest } = combined(random);
      const input: ParseInput = { command, output, exitCode: code };
      const green = allGreen(parse(input));
      if (green && !good) wrong.push({ falselyGreen: names, command, code, end: output.slice(-300) });
      const [one] = runs.filter(({ name }) => name === names[0]);
      if (good && honest && !green) {
        const known =
          alone.get(names[0]!) ?? allGreen(parse({ command: one!.command, output: one!.output, exitCode: 0 }));
        alone.set(names[0]!, known);
        if (known) wrong.push({ refused: names, command, code, end: output.slice(-300) });
      }
    }
    expect(wrong.slice(0, Number(process.env.FLOW_SHOWN ?? 5))).toEqual([]);
  });
});
