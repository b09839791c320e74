import { symlinkSync } from 'node:fs';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { repository, start } from './kit.js';

const FILES = {
  'package.json': '{ "name": "cart", "scripts": { "test": "node --test" } }\n',
  'data.txt': 'one\n',
  'total.test.js':
    "const fs = require('node:fs');\nrequire('node:test')('link', () => require('node:assert').ok(fs.lstatSync('linked').isFile() || true));\n",
};

/** A green run beside what a prepared work tree has untracked, and its push. */
function pushed(prepare: (repo: TempRepo) => void) {
  const repo = repository({ files: FILES });
  const it = start(repo);
  repo.write('total.js', 'exports.total = 1;\n');
  repo.commit('work');
  prepare(repo);
  expect(it.bash('node --test')).toMatchObject({ exit: 0 });
  return { it, push: it.bash('git push -q origin HEAD') };
}

describe('untracked files of no class', () => {
  test('E3: one that the code names and the push lacks is told with the push, which passes', () => {
    const { it, push } = pushed((repo) => symlinkSync('data.txt', repo.path('linked')));
    expect(push).toMatchObject({ refused: null, exit: 0 });
    expect(push.told.join('\n')).toMatch(/untracked files that the code names and the push lacks: `linked`.*`git add`/);
    expect(it.bash('git add linked && git commit -qm link').exit).toBe(0);
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0, told: [] });
  });

  test('E3: scratch files that no code names are nobody’s business', () => {
    const { push } = pushed((repo) => {
      repo.write('linked', 'in place of a link\n');
      repo.git('add', 'linked');
      repo.git('commit', '-qm', 'linked');
      for (const file of ['notes', 'out.bin', 'plan.md', 'a/b/scratch']) repo.write(file, 'x\n');
    });
    expect(push).toMatchObject({ refused: null, exit: 0, told: [] });
  });
});
