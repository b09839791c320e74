import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, repository, start } from './kit.js';

const PUSH = 'git push -q -u origin HEAD';

/**
 * A repository whose branch has added files, and whose base branch has got others since, as the last fetch has seen it.
 */
function diverged(
  ours: Record<string, string>,
  theirs: Record<string, string>,
  before: Record<string, string> = {},
): TempRepo {
  const repo = repository({ files: { 'README.md': 'x\n', ...before } });
  repo.git('switch', '-q', 'main');
  for (const [file, text] of Object.entries(theirs)) repo.write(file, text);
  repo.commit('theirs');
  repo.git('push', '-q', 'origin', 'main');
  repo.git('switch', '-q', 'feature/login');
  for (const [file, text] of Object.entries(ours)) repo.write(file, text);
  repo.commit('ours');
  return repo;
}

const ours = { 'migrations/002_score.up.sql': '1;', 'migrations/002_score.down.sql': '2;' };
const before = { 'migrations/001_init.up.sql': '0;', 'migrations/001_init.down.sql': '0;' };

describe('D38 a migration whose number the base branch has taken since', () => {
  test('is refused with the next free number, and the command that it names unblocks the push', () => {
    const repo = diverged(ours, { 'migrations/002_price.up.sql': '3;' }, before);
    const it = start(repo);
    const { refused } = it.bash(PUSH);
    expect(refused).toContain(
      'PUSH_MIGRATION_CONFLICT: `migrations/002_score.down.sql` has number 002, and so does `migrations/002_price.up.sql` on main.',
    );
    const [, moves = ''] = /`(git mv [^`]+)`/.exec(refused ?? '') ?? [];
    expect(moves).toBe(
      'git mv migrations/002_score.down.sql migrations/003_score.down.sql && git mv migrations/002_score.up.sql migrations/003_score.up.sql',
    );
    expect(it.bash(moves)).toMatchObject({ refused: null, exit: 0 });
    it.bash('git commit -qam "another number"');
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });

  test('D38 CI says the same', () => {
    const repo = diverged(ours, { 'migrations/002_price.up.sql': '3;' }, before);
    const verified = cli(repo, ['verify', 'HEAD']);
    expect([verified.status, verified.stdout.includes('PUSH_MIGRATION_CONFLICT')]).toEqual([1, true]);
  });

  test('two of one number in what is pushed, however they came there', () => {
    const it = start(diverged({ 'db/migrate/2_a.rb': '', 'db/migrate/02_b.rb': '' }, { 'x.txt': '' }));
    expect(it.bash(PUSH).refused).toMatch(
      /PUSH_MIGRATION_CONFLICT.*`git mv db\/migrate\/\S+ db\/migrate\/0?3_[ab]\.rb`/,
    );
  });

  test.each<[string, Record<string, string>, Record<string, string>, Record<string, string>?]>([
    ['the next number, up and down', ours, { 'README.md': 'y\n' }, before],
    ['numbers in other folders', { 'shop/migrations/0002_a.py': '' }, { 'cart/migrations/0002_b.py': '' }],
    ['the very same migration on both sides', ours, ours, before],
    ['times', { 'migrations/20260102000000_a.sql': '' }, { 'migrations/20260101000000_b.sql': '' }],
    ['fixtures of tests', { 'pkg/testdata/migrations/1_a.sql': '' }, { 'pkg/testdata/migrations/1_b.sql': '' }],
    [
      'a change beside old ones of one number',
      { 'a.txt': '' },
      { 'b.txt': '' },
      { 'migrations/1_a.sql': '', 'migrations/1_b.sql': '' },
    ],
    [
      'an edit of an old one',
      { 'migrations/1_a.sql': '2' },
      { 'b.txt': '' },
      { 'migrations/1_a.sql': '', 'migrations/1_b.sql': '' },
    ],
    [
      'numbered files that are no migrations',
      { 'docs/1_a.md': '', 'chapters/1_a.sql': '' },
      { 'chapters/1_b.sql': '' },
    ],
    [
      'off',
      { ...ours, 'flow.config.yaml': '' },
      { 'migrations/002_x.sql': '' },
      { 'flow.config.yaml': 'migrations: []\n' },
    ],
  ])('passes: %s', (_what, added, theirs, first = {}) => {
    const { 'flow.config.yaml': _gone, ...files } = added;
    expect(start(diverged(files, theirs, first)).bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });

  test('folders of the project, and a severity of its own', () => {
    const config = "migrations: ['schema/*.sql']\nrules: { PUSH_MIGRATION_CONFLICT: warn }\n";
    const it = start(diverged({ 'schema/1-a.sql': '' }, { 'schema/1-b.sql': '' }, { 'flow.config.yaml': config }));
    const pushed = it.bash(PUSH);
    expect([pushed.refused, pushed.exit]).toEqual([null, 0]);
    expect(pushed.told.join()).toContain(
      '`schema/1-a.sql` has number 1, and so does `schema/1-b.sql` on main. `git mv schema/1-a.sql schema/2-a.sql`',
    );
  });
});

const revision = (id: string, follows: string) =>
  `"""x"""\nrevision = '${id}'\ndown_revision: str | None = ${follows}\n`;

describe('D38 revisions of Alembic that would have two heads', () => {
  const first = { 'app/versions/a1_init.py': revision('a1', 'None') };
  const b1 = { 'app/versions/b1_score.py': revision('b1', "'a1'") };

  test('are refused, and pass once the new one follows the other', () => {
    const repo = diverged(b1, { 'app/versions/c1_price.py': revision('c1', "'a1'") }, first);
    const it = start(repo);
    const { refused } = it.bash(PUSH);
    expect(refused).toContain(
      '`app/versions/b1_score.py` and `app/versions/c1_price.py` on main both follow revision a1, which would create two heads. Merge the base branch with `git merge origin/main`',
    );
    expect(it.bash('git merge -q --no-edit origin/main')).toMatchObject({ refused: null, exit: 0 });
    expect(it.bash(PUSH).refused).toContain('both follow revision a1');
    repo.write('app/versions/b1_score.py', revision('b1', "'c1'"));
    repo.commit('behind theirs');
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['one behind the other', b1, { 'a.txt': '' }],
    [
      'a revision that brings two together',
      { ...b1, 'app/versions/m.py': revision('m', "('b1', 'c1')") },
      { 'app/versions/c1.py': revision('c1', "'a1'") },
    ],
    [
      'what cannot be read',
      { ...b1, 'app/versions/m.py': revision('m', 'parents()') },
      { 'app/versions/c1.py': revision('c1', "'a1'") },
    ],
    [
      'a folder of that name without revisions',
      { 'app/versions/v2.py': 'x = 1\n' },
      { 'app/versions/v3.py': 'x = 1\n' },
    ],
  ])('pass: %s', (_what, added, theirs) => {
    expect(start(diverged(added, theirs, first)).bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });
});
