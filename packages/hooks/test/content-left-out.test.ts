import { mkdirSync, writeFileSync } from 'node:fs';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { repository, start } from './kit.js';

const MEGABYTE = 1024 * 1024;
const RIGHT = 'exports.rate = 1;\n';
const FILES = {
  'package.json': '{ "name": "cart", "scripts": { "test": "node --test" } }\n',
  'total.js': 'exports.total = (a, b) => a + b;\n',
  'total.test.js':
    "const { total } = require('./total.js');\nrequire('node:test')('adds', () => require('node:assert').equal(total(1, 2), 3));\n",
};
/** Every outcome depends on a file that nobody commits. */
const needs = (file: string) => `const { rate } = require('${file}');\nexports.total = (a, b) => (a + b) * rate;\n`;

/** A work tree whose tests are green by an untracked file that the recorded content lacks, and its commit without that file. */
function greenBy(file: string, prepare: (repo: TempRepo) => void): { repo: TempRepo; it: ReturnType<typeof start> } {
  const repo = repository({ files: FILES });
  prepare(repo);
  repo.write('total.js', needs(file));
  return { repo, it: start(repo) };
}

function commitAndPush(repo: TempRepo, it: ReturnType<typeof start>): string | null {
  repo.git('add', 'total.js');
  repo.git('commit', '-qm', 'only what is tracked');
  return it.bash('git push -q origin HEAD').refused;
}

describe('content that a run reads and its record lacks', () => {
  const large = (repo: TempRepo) => repo.write('rate.js', `${RIGHT}/*${'x'.repeat(21 * MEGABYTE)}*/\n`);

  test('E3: an untracked file of 21 MB that decides the outcome: no proof, and each remedy leads on', () => {
    const { repo, it } = greenBy('./rate.js', large);
    const run = it.bash('node --test');
    expect(run.exit).toBe(0);
    expect(run.told.join('\n')).toMatch(
      /`node --test` cannot count as a result: untracked files .*\(`rate\.js`\).*`git add rate\.js`.*`echo rate\.js >> \.gitignore`/,
    );
    expect(commitAndPush(repo, it)).toMatch(
      /PUSH_UNKNOWN: .*untracked files are too large.*add the others to \.gitignore/,
    );
    repo.git('add', 'rate.js');
    repo.git('commit', '-qm', 'what the tests need');
    expect(it.bash('node --test').exit).toBe(0);
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });

  test('E3: a repository without a commit in a folder that decides the outcome', () => {
    const { repo, it } = greenBy('./inner/rate.js', (one) => {
      mkdirSync(one.path('inner'));
      one.git('-C', 'inner', 'init', '-q');
      one.write('inner/rate.js', RIGHT);
    });
    expect(it.bash('node --test').told.join('\n')).toContain('`git add inner/`');
    expect(commitAndPush(repo, it)).toContain('PUSH_UNKNOWN');
  });

  test('E3: more than 5,000 untracked files, one of which decides the outcome', () => {
    const { repo, it } = greenBy('./z/rate.js', (one) => {
      mkdirSync(one.path('a'));
      for (let at = 0; at < 5000; at += 1) writeFileSync(one.path('a', `${at}.txt`), '');
      one.write('z/rate.js', RIGHT);
    });
    expect(it.bash('node --test').told.join('\n')).toContain('`git add z/rate.js`');
    expect(commitAndPush(repo, it)).toContain('PUSH_UNKNOWN');
  });

  test('E3: what no test can depend on takes nothing away, however much there is of it', () => {
    const repo = repository({ files: FILES });
    mkdirSync(repo.path('notes'));
    for (let at = 0; at < 5001; at += 1) writeFileSync(repo.path('notes', `${at}.md`), '');
    repo.write('README.md', 'x'.repeat(21 * MEGABYTE));
    repo.write('total.js', 'exports.total = (a, b) => b + a;\n');
    const it = start(repo);
    expect(it.bash('node --test')).toMatchObject({ exit: 0, told: [] });
    expect(commitAndPush(repo, it)).toBeNull();
  });

  test('E3: an ignored file of that size is nobody’s content', () => {
    const repo = repository({ files: { ...FILES, '.gitignore': 'rate.js\n' } });
    large(repo);
    repo.write('total.js', 'exports.total = (a, b) => b + a;\n');
    const it = start(repo);
    expect(it.bash('node --test')).toMatchObject({ exit: 0, told: [] });
    expect(commitAndPush(repo, it)).toBeNull();
  });
});
