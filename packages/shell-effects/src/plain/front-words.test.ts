import { expect, test } from 'vitest';
import { effectsOf } from '../effects-of.js';
import { type FrontProgram, frontWords } from './front-words.js';
import { mayMatter } from './may-matter.js';

const context = { cwd: '/r', home: '/home/dev', env: {}, readFile: () => undefined };
const { programs, git } = frontWords();
const all: [start: string, program: FrontProgram][] = [
  ...programs.map((one): [string, FrontProgram] => [one.name, one]),
  ...git.map((one): [string, FrontProgram] => [`git ${one.name}`, one]),
];

test.each(all)('35.1 %s is taken with options of which none matters to the reader, alone or together', (start, one) => {
  const { short, long, writes } = one;
  const lines = [
    start,
    ...[...short].map((letter) => `${start} -${letter} x`),
    ...long.map((word) => `${start} --${word}=x x`),
  ];
  for (const line of [...lines, `${start} -${short || '-'} ${long.map((word) => `--${word}`).join(' ')} x`]) {
    expect(mayMatter(line), line).toBe(false);
    if (!writes)
      expect(
        effectsOf(line, context).effects.filter(({ kind }) => kind === 'write'),
        line,
      ).toEqual([]);
  }
});

test('35.1 what the reader would look at is left out of the table, also where somebody wrote it there', () => {
  const sort = all.find(([start]) => start === 'sort');
  expect(sort).toBeUndefined();
  for (const [start, { long }] of all) expect(long.filter((word) => mayMatter(`${start} --${word}`))).toEqual([]);
  expect(git.filter(({ writes }) => !writes).map(({ name }) => name)).toEqual(['status', 'rev-parse', 'ls-files']);
});
