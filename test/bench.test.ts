import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TempRepo, tempRepo } from '@flow/test-kit';
import { afterEach, expect, test } from 'vitest';
import { benchArguments } from '../scripts/bench/arguments.js';
import { floorFiles } from '../scripts/bench/floor.js';
import { programs } from '../scripts/bench/parts.js';

/* The benchmark's words, and its floor; what it measures is in docs/benchmarks.md. */

const repos: TempRepo[] = [];
afterEach(() => {
  for (const repo of repos.splice(0)) repo.dispose();
});

test.each([
  [[], { rounds: 100, table: null, against: null }],
  [['15'], { rounds: 15, table: null, against: null }],
  [['--large', '8'], { rounds: 8, table: 'large', against: null }],
  [['--against', 'v1.2.0'], { rounds: 100, table: null, against: 'v1.2.0' }],
  [['30', '--against=v1.2.0'], { rounds: 30, table: null, against: 'v1.2.0' }],
])('35.6 the words of the benchmark: %j', (words, asked) => {
  expect(benchArguments(words)).toEqual(asked);
});

test.each([
  ...[['--against'], ['--against', ''], ['--against=--all'], ['--against', 'v1', '--large'], ['--large', '--peers']],
  ...[['0'], ['1.5'], ['many'], ['10', '20'], ['--unknown']],
])('35.6 words that say nothing, or two things, end with the usage: %j', (...words) => {
  expect(() => benchArguments(words)).toThrow('npx -y pnpm@12 bench [<rounds>]');
});

test('35.2 the floor of a push verifies a signature and asks git, or fails', () => {
  const repo = tempRepo();
  repos.push(repo);
  const { push: file } = floorFiles(path.join(repo.area, 'empty.cjs'), repo.area, 'a.txt');
  const run = (cwd: string) => spawnSync(process.execPath, [file], { cwd, input: '{}' }).status;
  expect(run(repo.root)).toBe(0);
  // Nothing is known of a commit where no repository is.
  expect(run(repo.area)).toBe(4);
  writeFileSync(file, readFileSync(file, 'utf8').replace("from('text')", "from('other')"));
  expect(run(repo.root)).toBe(3);
});

test('35.2 35.4 floors of what is built load it with kept code and ask git, and leave the index alone', () => {
  const repo = tempRepo({ files: { 'a.txt': 'a\n' } });
  repos.push(repo);
  for (const bundle of ['engine', 'run']) writeFileSync(path.join(repo.area, `${bundle}.cjs`), 'exports.a = 1;\n');
  const { engine, edit } = floorFiles(path.join(repo.area, 'empty.cjs'), repo.area, 'a.txt');
  const run = (file: string) => spawnSync(process.execPath, [file], { cwd: repo.root, input: '{}' }).status;
  repo.write('a.txt', 'b\n');
  for (const file of [engine, edit]) {
    expect(run(file)).toBe(0);
    expect(existsSync(`${file}.engine.cjs.kept`)).toBe(true);
    expect(run(file)).toBe(0);
  }
  expect(repo.git('diff', '--cached', '--name-only')).toBe('');
  writeFileSync(engine, readFileSync(engine, 'utf8').replace('diff-tree', 'no-such-word'));
  expect(run(engine)).toBe(5);
});

test('35.2 each program of parts does what the one before it does, and one part more', () => {
  const repo = tempRepo();
  repos.push(repo);
  const parts = ['a', 'b', 'c'].map((name) => [name, `process.stdout.write('${name}');`] as const);
  const written = programs(path.join(repo.area, 'empty.cjs'), 'event', 'const head = 1;', parts);
  const printed = written.map(([name, file]) => [
    name,
    spawnSync(process.execPath, [file], { encoding: 'utf8' }).stdout,
  ]);
  expect(printed).toEqual([
    ['a', 'a'],
    ['b', 'ab'],
    ['c', 'abc'],
  ]);
});
