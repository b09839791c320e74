import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effectsOf } from '../../src/index.js';
import { OTHERS, type Program, type ProgramLanguage, PUSHES, program } from './programs.js';
import { carryOut, contextOf, hasBash } from './world.js';

/*
 * Programs that are put together, carried out with a git that only notes what it was asked: whatever pushes in a way that is
 * followed has to be told, and nothing that does not push may be, in whatever way. A few at a fixed seed; hundreds on purpose: FLOW_TEST_SEED=7 FLOW_PROGRAM_RUNS=500.
 */
const RUNS = Number(process.env.FLOW_PROGRAM_RUNS ?? 30);
const SEED = Number(process.env.FLOW_TEST_SEED ?? 20261127);

const found = (name: string) =>
  spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim() || null;
const INTERPRETERS: Readonly<Record<ProgramLanguage, string | null>> = {
  python: found('python3'),
  node: process.execPath,
};

/** A program on standard input, or in a file that the same line writes. */
const commandOf = ({ language, code }: Program, at: number) => {
  const file = language === 'python' ? 'made.py' : 'made.cjs';
  const path = INTERPRETERS[language];
  return at % 2 === 0 ? `${path} - <<'EOF'\n${code}EOF` : `cat > ${file} <<'EOF'\n${code}EOF\n${path} ${file}`;
};

/** The programs that really started git with their words, and whether the analysis tells of a push. */
function carriedOut(programs: readonly Program[]) {
  const commands = programs.map(commandOf);
  return carryOut(commands).flatMap(({ root, started }, at) => {
    const { words } = programs[at]!;
    const isDone = started.some((one) => one.program === 'git' && one.words.join(' ') === words.join(' '));
    const { effects } = effectsOf(commands[at]!, contextOf(root));
    const isTold = effects.some(
      (one) => one.kind === 'push' || one.kind === 'publish' || (one.kind === 'opaque' && one.what === 'execution'),
    );
    return isDone ? [{ command: commands[at], isTold }] : [];
  });
}

/** The programs whose verdict is another than whether they push. */
function wronglyTold(language: ProgramLanguage, calls: typeof PUSHES, isPush: boolean) {
  const all = carriedOut(fc.sample(program(language, calls, isPush), { seed: SEED, numRuns: RUNS }));
  expect(all.length).toBeGreaterThan(RUNS * 0.9);
  return all.filter(({ isTold }) => isTold !== isPush).map(({ command }) => command);
}

const LANGUAGES = (['python', 'node'] as const).filter((language) => INTERPRETERS[language] !== null);
const TIME = 600_000;

test.skipIf(!hasBash).each(LANGUAGES)(
  'D100 a push by a program that is put together is told: %s',
  (language) => expect(wronglyTold(language, PUSHES, true)).toEqual([]),
  TIME,
);

test.skipIf(!hasBash).each(LANGUAGES)(
  'D100 a program that starts git for something else is read: %s',
  (language) => expect(wronglyTold(language, OTHERS, false)).toEqual([]),
  TIME,
);
