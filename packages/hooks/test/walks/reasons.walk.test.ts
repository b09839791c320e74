import { afterAll, beforeAll, expect, test } from 'vitest';
import { REASONS, type ReasonWay } from '../remedy-table.js';
import { pytestWorld } from './pytest.js';
import { expectToStart, namedIn, type World } from './world.js';

/* Every way in which a run proves nothing, and from there, by what the refusal says, to a push that arrives. */

let world: World;
let rows = 0;
beforeAll(() => {
  world = pytestWorld();
}, 120_000);
afterAll(() => world?.dispose());

const ways = Object.entries(REASONS).filter((row): row is [string, ReasonWay] => 'run' in row[1]);

test.each(ways)('walk: %s', { timeout: 120_000 }, (_reason, way) => {
  const { repo, bash, opens, pushed } = world;
  opens(`git switch -qc row-${++rows} main`);
  for (const [file, text] of Object.entries(way.files ?? {})) repo.write(file, text);
  if (way.touch === undefined) repo.write('total.py', `def total(a, b):\n    return b + a\n\n\nROW = ${rows}\n`);
  else repo.write(way.touch, `${rows}\n`);
  repo.commit('Change');
  bash(way.run);
  const refused = bash('git push -q origin HEAD').refused ?? '';
  expect(refused).toMatch(way.says);
  const command = namedIn(refused);
  // What was refused would be refused again, unless the project itself was what had to change.
  if (!way.mend) expect(command).not.toBe(way.run);
  expect(command).not.toBe('');
  for (const file of way.mend ?? []) repo.git('rm', '-q', file);
  if (way.mend) repo.commit('Mend');
  opens(command);
  pushed();
});

test('every program of ours that these words name can be started here', () => {
  expectToStart(world);
});
