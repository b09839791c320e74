import { describe, expect, test } from 'vitest';
import { Life } from './simulation/life.js';
import { BRANCH, type Cast, type Ending, fileOf, HOME, Scene } from './simulation/scene.js';

/*
 * A driver in a world that is data: journal, git, work trees, sessions and the clock. It is killed behind its acts, and the next
 * one goes on from what is there.
 */

/** A sequence of numbers below 1 that is the same for one seed. */
function randomOf(seed: number): (below: number) => number {
  let state = (seed + 1) * 0x9e3779b9;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const ENDINGS: readonly Ending[] = ['crash', 'api', 'quota', 'still', 'unarmed', 'twice', 'mute'];

function castOf(random: (below: number) => number): Cast[] {
  const count = 1 + random(3);
  const isByCommand = random(12) === 0;
  return Array.from({ length: count }, (_, at): Cast => {
    const before = Array.from({ length: at }, (_, earlier) => `I${earlier}`);
    const failing = [0, 0, 1, 2][random(4)]!;
    return {
      id: `I${at}`,
      after: before.filter(() => random(4) === 0),
      endings: Array.from({ length: failing }, () => ENDINGS[random(ENDINGS.length)]!),
      commits: random(2) === 0,
      shares: random(3) === 0,
      clashes: !isByCommand && at > 0 && random(4) === 0 ? `I${random(at)}` : null,
      holds: isByCommand,
    };
  });
}

/** Leads a run to its end, with drivers that are killed. @param nextKill acts that each driver may still do */
async function play(
  cast: readonly Cast[],
  nextKill: (life: number) => number,
): Promise<{ scene: Scene; acts: number }> {
  const scene = new Scene(cast);
  let acts = 0;
  for (let count = 0; count < 400; count += 1) {
    const life = new Life(scene, nextKill(count));
    const outcome = await life.run();
    acts += life.acts;
    if (outcome === null) continue;
    expect([cast, outcome]).toEqual([cast, { how: 'done' }]);
    return { scene, acts };
  }
  throw new Error('no driver came to the end');
}

/** What is the same however often a driver was killed. */
function endOf(scene: Scene) {
  const { repository, status, begun, ends, items } = scene;
  const { files } = repository.commits.get(repository.refs.get(`refs/heads/${BRANCH}`)!)!;
  return {
    over: [...status.over].sort(),
    phase: status.phase,
    begun: begun.filter((name) => name.endsWith('work')).sort(),
    ends: ends.filter(({ task }) => task === 'work').length,
    done: items.filter(({ id }) => files.get(fileOf(id))?.includes('done')).map(({ id }) => id),
  };
}

/** Nothing that was ever committed or written is gone. */
function expectNothingLost({ repository, written }: Scene): void {
  const known = new Set([...repository.refs.values()].flatMap((ref) => [...repository.history(ref)]));
  for (const { folder } of [...repository.trees].map(([folder]) => ({ folder })))
    for (const commit of repository.history(repository.headOf(folder))) known.add(commit);
  const landing = new Set([...repository.commits].flatMap(([id, { parents }]) => (parents.length > 1 ? [id] : [])));
  // What a merge tries in the driver's own work tree is made again at any time.
  expect([...repository.commits.keys()].filter((id) => !known.has(id) && !landing.has(id))).toEqual([]);
  const kept = new Set(
    [...known].flatMap((id) => [...repository.commits.get(id)!.files].map((one) => JSON.stringify(one))),
  );
  const lost = new Map(
    written.map(({ folder, file, text }) => [JSON.stringify([folder, file]), { folder, file, text }]),
  );
  for (const { folder, file, text } of lost.values())
    expect([
      repository.trees.get(folder)?.files.get(file) === text || kept.has(JSON.stringify([file, text])),
      file,
    ]).toEqual([true, file]);
}

/** Nothing was done twice: each item is submitted once, and its work merged once as long as it stays as it is. */
function expectOnce({ events, items, repository, ends }: Scene): void {
  for (const { id } of items) {
    const said = events.filter((one) => one.type === 'submission' && one.subject === id);
    expect([id, said.length <= 1]).toEqual([id, true]);
  }
  expect(new Set(ends.map(({ session }) => session)).size).toBe(ends.length);
  const merged = [...repository.history(repository.headOf(HOME))].flatMap((commit) => {
    const { parents, message } = repository.commits.get(commit)!;
    return message.startsWith('Title of') ? [parents[1]] : [];
  });
  expect(new Set(merged).size).toBe(merged.length);
}

/** How a run of these items ends, whoever is killed: each is worked on once more than it fails, and none once it is done. */
const endFor = (cast: readonly Cast[]): ReturnType<typeof endOf> => {
  const sessions = cast.flatMap(({ id, endings, holds }) =>
    holds ? [] : [...endings, 'honest'].map(() => `${id}: work`),
  );
  const ids = cast.map(({ id }) => id);
  return { over: ids, phase: 'done', begun: sessions.sort(), ends: sessions.length, done: ids };
};

const NEVER = () => Number.POSITIVE_INFINITY;

describe('R6 R36 R44 R58 M1 a driver that is killed', () => {
  test('R28 behind every single act leads on to the same end, with nothing done twice and nothing lost', async () => {
    const item = (id: string, rest: Partial<Cast> = {}): Cast => ({
      ...{ id, after: [], endings: [], commits: false, shares: true, clashes: null, holds: false },
      ...rest,
    });
    const cast = [
      item('I0', { endings: ['still', 'still'] }),
      item('I1', { commits: true, endings: ['quota'], clashes: 'I0' }),
      item('I2', { after: ['I0'] }),
    ];
    const { acts } = await play(cast, NEVER);
    expect(acts).toBeGreaterThan(60);
    for (let at = 1; at <= acts; at += 1) {
      const { scene } = await play(cast, (life) => (life === 0 ? at : NEVER()));
      expect([at, endOf(scene)]).toEqual([at, endFor(cast)]);
      expectOnce(scene);
      expectNothingLost(scene);
    }
  });

  test('again and again, in 500 worlds', async () => {
    for (let seed = 0; seed < 500; seed += 1) {
      const random = randomOf(seed);
      const cast = castOf(random);
      const { scene } = await play(cast, () => 4 + random(25));
      expect([seed, endOf(scene)]).toEqual([seed, endFor(cast)]);
      expectOnce(scene);
      expectNothingLost(scene);
    }
  });
});

describe('R13 R15 sessions that lead nowhere', () => {
  test('X66 are paid for four times, and pause the run; a person lets it go on', async () => {
    const cast: Cast = {
      ...{ id: 'I0', after: [], commits: false, shares: false, clashes: null, holds: false },
      endings: ['still', 'still', 'still', 'still', 'still'],
    };
    const scene = new Scene([cast]);
    expect(await new Life(scene).run()).toEqual({ how: 'paused', why: 'standstill' });
    expect(scene.begun).toEqual(['I0: work', 'I0: work', 'I0: analysis', 'I0: work', 'I0: analysis', 'I0: work']);
    expect(await new Life(scene).run()).toMatchObject({ how: 'waiting', for: 'person' });
    scene.resume();
    expect(await new Life(scene).run()).toEqual({ how: 'done' });
  });
});

describe('R37 what holds on the present base', () => {
  test('is shown by its commands, and no session is started for it', async () => {
    const cast: Cast = {
      ...{ id: 'I0', after: [], commits: false, shares: false, clashes: null, endings: [] },
      holds: true,
    };
    const { scene } = await play([cast], NEVER);
    expect(scene.begun).toEqual([]);
    expect(scene.status.over).toEqual(['I0']);
    // One that does not hold there is worked on.
    expect((await play([{ ...cast, holds: false }], NEVER)).scene.begun).toEqual(['I0: work']);
  });
});
