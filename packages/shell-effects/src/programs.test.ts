import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ProgramFile, tableOf } from './program.js';
import * as all from './programs/all.js';
import { programOf } from './table.js';

const folder = path.join(import.meta.dirname, 'programs');
const files = readdirSync(folder).filter((name) => name !== 'all.ts');

/** The parts that the entries of a file tell of each name. */
const partsOf = (file: ProgramFile) =>
  Object.entries(file).flatMap(([names, program]) =>
    names.split(', ').flatMap((name) => Object.keys(program).map((part) => `${name}: ${part}`)),
  );

const twice = (list: readonly string[]) => list.filter((one, at) => list.indexOf(one) !== at);

describe('what a program does stands in one file, found by one table', () => {
  test('each file has one line in all.ts, in the order of the names', () => {
    const lines = readFileSync(path.join(folder, 'all.ts'), 'utf8').trim().split('\n');
    expect(lines.map((line) => /^export \{ \w+ \} from '\.\/([\w-]+)\.js';$/.exec(line)?.[1])).toEqual(
      files.map((name) => name.replace(/\.ts$/, '')).toSorted(),
    );
  });

  test('no program stands in two files, whatever its subcommands', () => {
    const names = Object.values(all).map((file: ProgramFile) => [
      ...new Set(Object.keys(file).flatMap((keys) => keys.split(', ').map((key) => key.split(' ')[0] as string))),
    ]);
    expect(twice(names.flat())).toEqual([]);
  });

  test.each(Object.entries(all))('%s tells no part of a program twice', (_name, file: ProgramFile) => {
    expect(twice(partsOf(file))).toEqual([]);
  });

  test.each(['git', 'npm', 'docker', 'find', 'tar', 'make', 'ssh', 'bash', 'env', 'xargs', 'cp', 'sed', 'gh', 'cargo'])(
    '%s is known by the table',
    (name) => expect(Object.keys(programOf(name))).not.toEqual([]),
  );

  test('entries of a file add to one another, and a version belongs to a name that may have one', () => {
    const table = tableOf([{ 'a, b': { valued: '-x' }, a: { moves: /^up/ } }]);
    expect([...table]).toEqual([
      ['a', { valued: '-x', moves: /^up/ }],
      ['b', { valued: '-x' }],
    ]);
    expect(programOf('python3.12')).toBe(programOf('python'));
    expect(programOf('tar1.35')).toEqual({});
    expect(programOf('constructor')).toEqual({});
  });
});
