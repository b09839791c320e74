import { describe, expect, test } from 'vitest';
import { migrationConflicts, migrationOf, renumbered } from './migrations.js';

describe('D38 numbers of migrations', () => {
  test.each<[string, string, string]>([
    ['migrations/007_add_x.up.sql', '7', 'add_x'],
    ['migrations/007_add_x.down.sql', '7', 'add_x'],
    ['db/migrate/20260406120000_add_score.rb', '20260406120000', 'add_score'],
    ['shop/migrations/0003_price.py', '3', 'price'],
    ['db/migrations/3-price_down.js', '3', 'price'],
    ['src/main/resources/db/migration/V1_2__price.sql', '1.2', 'price'],
    ['prisma/migrations/20260101000000_init/migration.sql', '20260101000000', 'init'],
    ['hasura/migrations/default/17_init/down.sql', '17', 'init'],
    ['migrations/001.do.init.sql', '1', 'init'],
  ])('%s', (path, number, name) => {
    expect(migrationOf(path, null)).toMatchObject({ number, name });
  });

  test.each([
    'migrations/__init__.py',
    'migrations/README.md',
    'migrations/notes/1_a/readme.txt',
    'src/3_columns.ts',
    'docs/2026_plan.sql',
    'R__views.sql',
  ])('%s is none', (path) => {
    expect(migrationOf(path, null)).toBeNull();
  });

  test('folders of the project in place of the usual ones', () => {
    expect(migrationOf('schema/001_a.sql', ['schema/*.sql'])).toMatchObject({ number: '1' });
    expect(migrationOf('migrations/001_a.sql', ['schema/*.sql'])).toBeNull();
    expect(migrationOf('migrations/001_a.sql', [])).toBeNull();
  });
});

/** Conflicts of a change that adds files to a base that has others, told as `added < other > next`. */
const conflicts = (added: string[], base: string[], more: { removed?: string[]; behind?: string[] } = {}) => {
  const { removed = [], behind = [] } = more;
  // What the base branch has got since is not in the content that is judged.
  const here = [...base.filter((path) => !removed.includes(path) && !behind.includes(path)), ...added];
  return migrationConflicts(here, [...added, ...removed], base, null).map(
    ({ added: one, other, next }) => `${one.path} < ${other.path} > ${next}`,
  );
};

describe('D38 two migrations of one number', () => {
  test('one that the base branch has got since', () => {
    const base = ['migrations/001_a.sql', 'migrations/002_theirs.sql'];
    expect(conflicts(['migrations/002_ours.sql'], base, { behind: ['migrations/002_theirs.sql'] })).toEqual([
      'migrations/002_ours.sql < migrations/002_theirs.sql > 003',
    ]);
  });

  test('two of one number in what is pushed', () => {
    expect(conflicts(['migrations/1_b.sql', 'migrations/01_c.sql'], [])).toEqual([
      'migrations/1_b.sql < migrations/01_c.sql > 2',
    ]);
    expect(conflicts(['db/V2__b.sql'], ['db/V2.0__a.sql'])).toEqual(['db/V2__b.sql < db/V2.0__a.sql > 3']);
  });

  test('with all that belongs to it', () => {
    const pair = ['m/migrations/7_b.up.sql', 'm/migrations/7_b.down.sql'];
    const found = migrationConflicts([...pair, 'm/migrations/7_a.up.sql'], pair, ['m/migrations/7_a.up.sql'], null);
    expect(found).toMatchObject([{ files: [...pair].sort(), next: '8' }]);
  });

  test.each<[string, string[], string[], { removed?: string[]; behind?: string[] }]>([
    ['up and down', ['migrations/2_b.up.sql', 'migrations/2_b.down.sql'], ['migrations/1_a.up.sql'], {}],
    ['other folders', ['b/migrations/1_b.py'], ['a/migrations/1_a.py'], {}],
    ['two that were there before', ['migrations/3_c.sql'], ['migrations/1_a.sql', 'migrations/1_b.sql'], {}],
    ['another name for the same', ['migrations/1_b.sql'], ['migrations/1_a.sql'], { removed: ['migrations/1_a.sql'] }],
    ['the same file on both sides', ['migrations/1_a.sql'], ['migrations/1_a.sql'], {}],
    ['dialects of one', ['migrations/2_b.pg.sql', 'migrations/2_b.sqlite.sql'], [], {}],
    ['an undo of Flyway', ['db/U1__a.sql'], ['db/V1__a.sql'], {}],
    ['a merge of Django', ['m/migrations/0003_merge_a_b.py', 'm/migrations/0002_b.py'], ['m/migrations/0002_a.py'], {}],
    ['what Django squashed', ['m/migrations/0001_squashed_0002_b.py'], ['m/migrations/0001_initial.py'], {}],
    ['times that differ', ['migrations/20260102000000_b.sql'], ['migrations/20260101000000_a.sql'], {}],
  ])('not: %s', (_what, added, base, more) => {
    expect(conflicts(added, base, more)).toEqual([]);
  });

  test('times have no next one', () => {
    const [time, path] = ['20260101000000', 'migrations/20260101000000_b.sql'];
    expect(conflicts([path], [`migrations/${time}_a.sql`])).toEqual([`${path} < migrations/${time}_a.sql > null`]);
  });

  test('the same file under another number', () => {
    const to = (path: string, next: string) => renumbered(migrationOf(path, null)!, next);
    expect(to('migrations/007_x.up.sql', '008')).toBe('migrations/008_x.up.sql');
    expect(to('db/V7__x.sql', '8')).toBe('db/V8__x.sql');
    expect(to('hasura/migrations/17_init/up.sql', '18')).toBe('hasura/migrations/18_init/up.sql');
  });
});
