import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { filesLeft, isLeft, TRIED } from './core.js';
import { fastFiles } from './fast-files.js';
import { JOURNEYS } from './journeys.js';

/* What `.ci/run` leaves to others is run by them, and is named with its number where people look. */

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const rows = TRIED.flatMap(({ suite, titles = {} }) =>
  Object.entries(titles).flatMap(([file, fronts]) => fronts.map((front) => ({ suite, file, front }))),
);

/** The suite in which a file of tests is run. */
const suiteOf = (file: string) =>
  /\.(?:client|walk)\.test\.ts$/.test(file)
    ? file.endsWith('.client.test.ts')
      ? 'client'
      : 'walks'
    : JOURNEYS.includes(file)
      ? 'journeys'
      : 'tests';

test('each file that is left is there, in its suite, and none starts no program', () => {
  const { fast } = fastFiles();
  for (const { suite, files = [], titles = {} } of TRIED)
    for (const file of [...files, ...Object.keys(titles)]) {
      expect(existsSync(path.join(root, file)), file).toBe(true);
      expect(suiteOf(file), file).toBe(suite);
      expect(fast).not.toContain(file);
    }
});

test('what stays of an idea is a file that is not left, or a step of `.ci/run`', () => {
  const steps = read('.ci/run');
  for (const { idea, stays } of TRIED)
    if (stays.includes('/')) {
      expect(existsSync(path.join(root, stays)), idea).toBe(true);
      expect(filesLeft(), idea).not.toContain(stays);
    } else expect(steps, idea).toMatch(new RegExp(`npx -y pnpm@12 ${stays}(?:\n| >)`));
});

test('the titles that are left begin as those of their file do, and leave some of it', () => {
  for (const { file, front } of rows) {
    const [word = ''] = front.split(' ');
    expect(read(file).includes(word), `${file}: ${front}`).toBe(true);
    expect(isLeft(file, `${front} and more`)).toBe(true);
    expect(isLeft(file, `another ${front}`)).toBe(false);
  }
  expect(isLeft('packages/hooks/test/known-red.test.ts', 'C73 tests that a person lets be red pytest: they')).toBe(
    false,
  );
});

test('a version that is left is the earlier one that the test kit installs', () => {
  const [, earlier] = /CLIENT_WITHOUT_SKILL_EVENT = '(.+)'/.exec(read('packages/test-kit/src/install-client.ts'))!;
  const versions = rows.flatMap(({ front }) => /Claude Code (\S+)/.exec(front)?.slice(1) ?? []);
  expect(versions).toEqual([earlier]);
});

test('`.ci/run` alone plays the core: a job of ci.yml or of the nightly has all of each suite', () => {
  interface Job {
    strategy?: { matrix: { suite?: string[] } };
    steps?: { run?: string; env?: Record<string, string> }[];
  }
  const stepsOf = (file: string) =>
    Object.values((parse(read(`.github/workflows/${file}`)) as { jobs: Record<string, Job> }).jobs).flatMap(
      ({ strategy, steps = [] }) =>
        steps.flatMap(({ run = '', env }) =>
          (strategy?.matrix.suite ?? ['']).map((suite) => ({ run: run.replace('${{ matrix.suite }}', suite), env })),
        ),
    );
  const whole = [...stepsOf('ci.yml'), ...stepsOf('nightly.yml')].filter(({ env }) => env?.FLOW_PLAYS === undefined);
  for (const suite of [
    'check',
    'journeys',
    'walks',
    'sequences',
    'demo',
    'test:bare',
    'test:client',
    'release --dry-run',
  ])
    expect(whole.map(({ run }) => run)).toContain(`npx -y pnpm@12 ${suite}`);
  for (const file of ['ci.yml', 'nightly.yml', 'release.yml'])
    expect(read(`.github/workflows/${file}`)).not.toMatch(/FLOW_PLAYS: *core/);
  expect(read('.ci/run')).toContain('export FLOW_PLAYS=core\n');
});

test.each(['CONTRIBUTING.md', 'docs/tested.md'])('%s says how much is left', (file) => {
  const count = (suite: string) => rows.filter((one) => one.suite === suite).length;
  expect(read(file)).toContain(
    `of \`check\` ${count('tests')} rows of tables, of \`journeys\` ${filesLeft('journeys').length} files and ${count('journeys')} rows, of \`walks\` ${filesLeft('walks').length} files, of \`test:client\` ${filesLeft('client').length} files and ${count('client')} rows`,
  );
});
