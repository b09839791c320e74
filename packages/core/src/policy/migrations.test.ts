import { describe, expect, test } from 'vitest';
import { migrationConflicts, migrationOf } from './migrations.js';

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

/** Conflicts of a change that adds files to a base that has others, told as `added < other > moves`. */
const conflicts = (added: string[], base: string[], more: { removed?: string[]; behind?: string[] } = {}) => {
  const { removed = [], behind = [] } = more;
  // What the base branch has got since is not in the content that is judged.
  const here = [...base.filter((path) => !removed.includes(path) && !behind.includes(path)), ...added];
  return migrationConflicts(here, [...added, ...removed], base, null).map(
    ({ added: one, other, moves }) => `${one.path} < ${other.path} > ${moves.map(({ to }) => to).join(' ')}`,
  );
};

describe('D38 two migrations of one number', () => {
  test('one that the base branch has got since', () => {
    const base = ['migrations/001_a.sql', 'migrations/002_theirs.sql'];
    expect(conflicts(['migrations/002_ours.sql'], base, { behind: ['migrations/002_theirs.sql'] })).toEqual([
      'migrations/002_ours.sql < migrations/002_theirs.sql > migrations/003_ours.sql',
    ]);
  });

  test('two of one number in what is pushed', () => {
    expect(conflicts(['migrations/5_b.sql', 'migrations/05_c.sql'], [])).toEqual([
      'migrations/05_c.sql < migrations/5_b.sql > migrations/6_b.sql',
    ]);
    expect(conflicts(['db/V2__b.sql'], ['db/V2.0__a.sql'])).toEqual(['db/V2__b.sql < db/V2.0__a.sql > db/V3__b.sql']);
  });

  test('with all that belongs to it', () => {
    const pair = ['m/migrations/7_b.up.sql', 'm/migrations/7_b.down.sql'];
    const found = migrationConflicts(pair, pair, ['m/migrations/7_a.up.sql'], null);
    expect(found.flatMap(({ moves }) => moves.map(({ to }) => to))).toEqual([
      'm/migrations/8_b.down.sql',
      'm/migrations/8_b.up.sql',
    ]);
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
    expect(conflicts([path], [`migrations/${time}_a.sql`])).toEqual([`${path} < migrations/${time}_a.sql > `]);
  });

  test('all that the change adds behind it keeps its order', () => {
    const ours = ['migrations/02_b.sql', 'migrations/03_c.sql', 'migrations/10_d.sql', 'migrations/01_a.sql'];
    const found = migrationConflicts(ours, ours, ['migrations/02_x.sql', 'migrations/03_y.sql'], null);
    expect(found.map(({ moves }) => moves)).toEqual([
      [
        { from: 'migrations/02_b.sql', to: 'migrations/04_b.sql' },
        { from: 'migrations/03_c.sql', to: 'migrations/05_c.sql' },
        { from: 'migrations/10_d.sql', to: 'migrations/06_d.sql' },
      ],
    ]);
  });

  test('a folder that is a migration is moved', () => {
    const path = 'hasura/migrations/default/17_init/up.sql';
    expect(conflicts([path], ['hasura/migrations/default/17_other/up.sql'])).toEqual([
      `${path} < hasura/migrations/default/17_other/up.sql > hasura/migrations/default/18_init/up.sql`,
    ]);
  });
});
