import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { attemptsOf } from '@flow/core/items';
import { appendEvent, findRepository, readJournal } from '@flow/evidence';
import { describe, expect, test } from 'vitest';
import { GitUnknown } from '../src/git.js';
import { LIMITS, Life } from './simulation/life.js';
import { BRANCH, type Cast, type Ending, fileOf, HOME, MAIN, RUN, Scene } from './simulation/scene.js';

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

const FAILING: readonly Ending[] = ['crash', 'api', 'quota', 'still', 'unarmed', 'twice', 'mute'];

function castOf(random: (below: number) => number): Cast[] {
  const count = 1 + random(3);
  const isByCommand = random(12) === 0;
  return Array.from({ length: count }, (_, at): Cast => {
    const before = Array.from({ length: at }, (_, earlier) => `I${earlier}`);
    const failing = [0, 0, 1, 2][random(4)]!;
    return {
      id: `I${at}`,
      after: before.filter(() => random(4) === 0),
      endings: Array.from({ length: failing }, () => FAILING[random(FAILING.length)]!),
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
  const landing = new Set(
    [...repository.commits].flatMap(([id, { parents, message }]) =>
      parents.length > 1 || message === 'kept' ? [id] : [],
    ),
  );
  // What a merge tries in the driver's own work tree is made again at any time; so is a copy of what lies in a work tree.
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

/** An item that is done by its first session, unless something else is said. */
const item = (id: string, rest: Partial<Cast> = {}): Cast => ({
  ...{ id, after: [], endings: [], commits: true, shares: false, clashes: null, holds: false },
  ...rest,
});

/** The name of a content. */
const TREE = 'a'.repeat(40);

/** No limit of one item. */
const UNLIMITED = { sessions: null, turns: null, tokens: null, money: null, time: null };

const NEVER = () => Number.POSITIVE_INFINITY;

describe('R6 R36 R44 R58 M1 a driver that is killed', () => {
  test('R28 behind every single act leads on to the same end, with nothing done twice and nothing lost', async () => {
    const cast = [
      item('I0', { endings: ['still', 'still'], commits: false, shares: true }),
      item('I1', { endings: ['quota'], shares: true, clashes: 'I0' }),
      item('I2', { after: ['I0'], commits: false }),
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
    const scene = new Scene([item('I0', { endings: ['still', 'still', 'still', 'still', 'still'] })]);
    expect(await new Life(scene).run()).toEqual({ how: 'paused', why: 'standstill' });
    expect(scene.begun).toEqual(['I0: work', 'I0: work', 'I0: analysis', 'I0: work', 'I0: analysis', 'I0: work']);
    expect(await new Life(scene).run()).toMatchObject({ how: 'waiting', for: 'person' });
    scene.resume();
    expect(await new Life(scene).run()).toEqual({ how: 'done' });
  });
});

describe('R37 what holds on the present base', () => {
  test('is shown by its commands, and no session is started for it', async () => {
    const { scene } = await play([item('I0', { holds: true })], NEVER);
    expect(scene.begun).toEqual([]);
    expect(scene.status.over).toEqual(['I0']);
    // One that does not hold there is worked on.
    expect((await play([item('I0')], NEVER)).scene.begun).toEqual(['I0: work']);
  });
});

describe('R3 R19 R22 R23 a session counts by its whole end', () => {
  /* Every shape of an end of the client that reports name; the class that it has, and whether it is a try of the item. */
  test.each<[Ending, string, boolean]>([
    ['still', 'code', true],
    ['turns', 'limit', true],
    ['money', 'limit', true],
    ['quota', 'quota', false],
    ['limited', 'quota', false],
    ['unarmed', 'infra', false],
    ['others', 'infra', false],
    ['failed', 'infra', false],
    ['mute', 'infra', false],
    ['half', 'infra', false],
    ['twice', 'infra', false],
    ['gap', 'infra', false],
    ['api', 'infra', false],
    ['success', 'infra', false],
    ['login', 'infra', false],
    ['error', 'infra', false],
    ['startup', 'infra', false],
    ['overloaded', 'infra', false],
    ['crash', 'infra', false],
    ['silent', 'infra', false],
    ['vague', 'unknown', false],
    ['exit', 'unknown', false],
    ['refused', 'unknown', false],
  ])('%s is %s, and only the honest one behind it leads on', async (ending, failure, spends) => {
    const { scene } = await play([item('I0', { endings: [ending] })], NEVER);
    expect(scene.ends.map((end) => end.failure?.class ?? 'none')).toEqual([failure, 'none']);
    expect(scene.begun).toEqual(['I0: work', 'I0: work']);
    const [attempt] = attemptsOf(scene.events, 'I0');
    expect(attempt?.status).toBe(spends ? 'failed' : 'broke-down');
    // What an attempt left is kept, whatever its end (R55).
    const kept = [...scene.repository.refs.keys()].filter((ref) => ref.startsWith('refs/flow/attempts/'));
    expect(kept).toHaveLength(2);
  });

  test('R24 R33 of one that says nothing for long that is told once, well before it is ended; a new one follows it, and resumes nothing', async () => {
    const scene = new Scene([item('I0', { endings: ['silent'] })]);
    const life = new Life(scene);
    expect(await life.run()).toEqual({ how: 'done' });
    const said = life.told.filter(({ what }) => what === 'quiet' || what === 'settled');
    expect(said.map(({ what }) => what)).toEqual(['quiet', 'settled', 'settled']);
    const ids = scene.asked.map(({ words }) => words[words.indexOf('--session-id') + 1]);
    expect(new Set(ids).size).toBe(2);
    for (const { words } of scene.asked) expect(words.join(' ')).not.toMatch(/--(?:resume|continue|fork-session)/);
    expect(new Set(scene.places).size).toBe(1);
  });

  test('R54 three that break down in a row ask a person, and pay for no further one', async () => {
    const scene = new Scene([item('I0', { endings: ['api', 'login', 'startup', 'api'] })]);
    expect(await new Life(scene).run()).toEqual({ how: 'waiting', for: 'person', until: null });
    expect(scene.begun).toHaveLength(3);
  });

  test('R28 R29 a quota that is used up closes the account for all, and opens it behind its reset', async () => {
    const scene = new Scene([item('I0', { endings: ['quota'] }), item('I1'), item('I2'), item('I3')]);
    const life = new Life(scene);
    expect(await life.run({ ...LIMITS, atOnce: 2 })).toEqual({ how: 'done' });
    const reset = scene.ends.find(({ quotaUntil }) => quotaUntil !== null)!.quotaUntil!;
    // One ran already; those behind it wait, and not all come at the same moment as everybody else.
    expect(scene.startedAt.filter((time) => time > scene.startedAt[1]! && time < reset)).toEqual([]);
    expect(scene.startedAt).toHaveLength(5);
  });
});

describe('R34 a limit', () => {
  test('of money is each session given what is left of it', async () => {
    const scene = new Scene([item('I0', { endings: ['still'] })]);
    await new Life(scene).run({ ...LIMITS, atOnce: 1, money: 1 });
    expect(scene.asked.map(({ words }) => words[words.indexOf('--max-budget-usd') + 1])).toEqual(['1.00', '0.99']);
  });

  test('of one item is its own: it is paused behind it, and goes on with as much again', async () => {
    const scene = new Scene([item('I0', { endings: ['still', 'still'] }), item('I1')]);
    const limits = { ...LIMITS, atOnce: 1, money: 1, item: { ...UNLIMITED, money: 0.02 } };
    expect(await new Life(scene).run(limits)).toEqual({ how: 'paused', why: 'item' });
    const asked = scene.asked.map(({ words }) => words[words.indexOf('--max-budget-usd') + 1]);
    expect(asked).toEqual(['0.02', '0.01', '0.02']);
    expect(scene.status.over).toEqual(['I1']);
    scene.resume();
    expect(await new Life(scene).run(limits)).toEqual({ how: 'done' });
  });

  test.each([
    ['sessions', 2],
    ['turns', 6],
    ['tokens', 200],
    ['time', 2500],
  ])('of one item in %s counts all its sessions, of whichever driver, and stops no other item', async (kind, most) => {
    const scene = new Scene([item('I0', { endings: ['still', 'still', 'still'] }), item('I1')]);
    const limits = { ...LIMITS, atOnce: 1, item: { ...UNLIMITED, [kind]: most } };
    let outcome: Awaited<ReturnType<Life['run']>> = null;
    for (let killAt = 25; outcome === null; killAt += 7) outcome = await new Life(scene, killAt).run(limits);
    expect(outcome).toEqual({ how: 'paused', why: 'item' });
    expect([scene.begun.filter((one) => one.startsWith('I0')).length, scene.status.over]).toEqual([2, ['I1']]);
    // No session is asked to take more turns than its item has left.
    const turns = scene.asked.map(({ words }) => Number(words[words.indexOf('--max-turns') + 1]));
    if (kind === 'turns') expect(Math.min(...turns)).toBe(3);
    scene.resume();
    expect(await new Life(scene).run({ ...limits, item: null })).toEqual({ how: 'done' });
  });

  test('of time ends the session of an item that is at work when its time is over', async () => {
    const scene = new Scene([item('I0', { endings: ['silent'] })]);
    const limits = { ...LIMITS, item: { ...UNLIMITED, time: 60_000 } };
    const before = scene.now;
    expect(await new Life(scene).run(limits)).toEqual({ how: 'paused', why: 'item' });
    expect(scene.ends.map(({ failure }) => failure?.reason)).toEqual(['it took too long']);
    expect(scene.now - before).toBeLessThan(70_000);
  });
});

describe('R47 what an item is to land on', () => {
  const edits = (scene: Scene, file: string, text: string) => {
    const { repository } = scene;
    repository.trees.get(HOME)!.files.set(file, text);
    repository.commitAll(HOME, 'a person');
  };
  const landings = ({ told }: Life) =>
    told.flatMap((one) => (one.what === 'landed' || one.what === 'not-landed' ? [`${one.what} ${one.item}`] : []));

  test('may move while it is proven: it is proven again on what is there then, and lands behind that', async () => {
    const scene = new Scene([item('I0')]);
    scene.meanwhile = () => edits(scene, 'other.txt', 'a person was here');
    const life = new Life(scene);
    expect(await life.run()).toEqual({ how: 'done' });
    expect(landings(life)).toEqual(['not-landed I0', 'landed I0']);
    const { files } = scene.repository.commits.get(scene.repository.headOf(HOME))!;
    expect([files.get('other.txt'), files.get('i0.txt')]).toEqual(['a person was here', 'I0 done']);
    expect(scene.begun).toEqual(['I0: work']);
  });

  test('may move to what it does not hold on: nothing moves then, and it is mended first', async () => {
    const scene = new Scene([item('I0', { clashes: 'I1' }), item('I1', { after: ['I0'] })]);
    scene.meanwhile = () => edits(scene, fileOf('I1'), 'I1 done by hand');
    const life = new Life(scene);
    await life.run({ ...LIMITS, sessions: 1 });
    expect(landings(life)).toEqual(['not-landed I0', 'not-landed I0']);
    const { files } = scene.repository.commits.get(scene.repository.headOf(HOME))!;
    expect(files.get('i0.txt')).toBe('');
    expect(life.told).toContainEqual({ what: 'not-landed', item: 'I0', why: expect.stringContaining('fails on the') });
  });

  test.each(['set back', 'another branch'])('may be %s: that is neither undone nor moved', async (what) => {
    const scene = new Scene([item('I0')]);
    const { repository } = scene;
    edits(scene, 'other.txt', 'once');
    const first = repository.refs.get('refs/heads/main')!;
    scene.meanwhile = () => {
      if (what === 'set back') repository.refs.set(`refs/heads/${BRANCH}`, first);
      else {
        repository.refs.set('refs/heads/another', first);
        repository.trees.get(HOME)!.branch = 'another';
        scene.run = 'another';
      }
    };
    const before = repository.headOf(HOME);
    const life = new Life(scene);
    await life.run({ ...LIMITS, sessions: 1 });
    expect(landings(life)[0]).toBe('not-landed I0');
    if (what === 'another branch') expect(repository.headOf(HOME)).toBe(first);
    else expect(new Set(repository.history(repository.headOf(HOME))).has(before)).toBe(false);
  });

  test("R49 what has landed beside a person's checkout lands again on what the person has committed since", async () => {
    const scene = new Scene([item('I0'), item('I1', { after: ['I0'] })]);
    scene.isPersons = true;
    expect(await new Life(scene).run({ ...LIMITS, sessions: 1 })).toEqual({ how: 'paused', why: 'sessions' });
    edits(scene, 'other.txt', 'a person was here');
    scene.resume();
    const life = new Life(scene);
    expect(await life.run()).toMatchObject({ how: 'waiting', for: 'person' });
    expect(landings(life)).toEqual(['landed I0', 'landed I1']);
    const { commits, refs } = scene.repository;
    const { files } = commits.get(refs.get(`refs/flow/landed/${RUN}`)!)!;
    expect(['other.txt', 'i0.txt', 'i1.txt'].map((file) => files.get(file))).toEqual([
      ...['a person was here', 'I0 done', 'I1 done'],
    ]);
    expect(scene.begun).toEqual(['I0: work', 'I1: work']);
  });

  test("R56 beside a person's checkout is proven on what the person has there by then", async () => {
    const scene = new Scene([item('I0')]);
    scene.isPersons = true;
    scene.meanwhile = () => edits(scene, 'other.txt', 'a person was here');
    const life = new Life(scene);
    expect(await life.run()).toMatchObject({ how: 'waiting', for: 'person' });
    expect(landings(life)).toEqual(['not-landed I0', 'landed I0']);
    const { commits, refs } = scene.repository;
    const { files } = commits.get(refs.get(`refs/flow/landed/${RUN}`)!)!;
    expect([files.get('other.txt'), files.get('i0.txt')]).toEqual(['a person was here', 'I0 done']);
  });
});

describe('R11 R50 what cannot be known', () => {
  test('another run in the folder is no answer about this one, and nothing is done there', async () => {
    const scene = new Scene([item('I0')]);
    const life = new Life(scene);
    const driven = life.run();
    scene.run = 'another';
    expect(await driven).toEqual({ how: 'waiting', for: 'person', until: null });
    expect(life.told).toContainEqual(expect.objectContaining({ what: 'refused' }));
    expect(scene.begun).toEqual([]);
  });

  test.each(['merge-base', 'for-each-ref', 'rev-parse', 'status'])(
    'an answer of git %s that is none is neither yes nor no',
    async (verb) => {
      const scene = new Scene([item('I0', { commits: false })]);
      scene.repository.broken = verb;
      await expect(new Life(scene).run()).rejects.toThrow(GitUnknown);
      expect(scene.repository.headOf(HOME)).toBe(scene.repository.headOf(MAIN));
      // As soon as git answers, the run goes on.
      scene.repository.broken = null;
      expect(await new Life(scene).run()).toEqual({ how: 'done' });
    },
  );
});

describe('R51 R52 R53 work trees', () => {
  test('lie outside of the project and of every client, locked with a reason, one for each item, whoever works in it', async () => {
    const { scene } = await play([item('I0', { endings: ['still', 'api'] }), item('I1')], NEVER);
    const { trees } = scene.repository;
    const own = [...trees].filter(([, { reason }]) => reason?.startsWith('flow: I'));
    expect(own.map(([, { reason }]) => reason)).toEqual([`flow: I0 of run ${RUN}`, `flow: I1 of run ${RUN}`]);
    for (const [folder] of own) {
      expect(folder.startsWith(`${MAIN}/`) || folder.startsWith(HOME)).toBe(false);
      expect(folder).not.toContain('.claude');
    }
    const folders = [...scene.records.values()].map(({ item, worktree }) => `${item} ${worktree}`);
    expect(new Set(folders)).toEqual(new Set(own.map(([folder], at) => `I${at} ${folder}`)));
    // Each session is started in the folder of its item, the second and third of one as well.
    expect(scene.places).toHaveLength(4);
    expect(new Set(scene.places)).toEqual(new Set(own.map(([folder]) => folder)));
    // It is told which folder and branch are its own (R45), and ports and names that no other has (R60).
    for (const [at, { environment }] of scene.asked.entries()) {
      const branch = trees.get(scene.places[at]!)?.branch;
      expect(environment).toMatchObject({ FLOW_WORKTREE: scene.places[at], FLOW_BRANCH: branch });
    }
    const slots = new Set(
      scene.asked.map(
        ({ environment: { FLOW_SLOT, FLOW_PORT_BASE, FLOW_SUFFIX } }) =>
          `${FLOW_SLOT} ${FLOW_PORT_BASE} ${FLOW_SUFFIX}`,
      ),
    );
    expect(slots).toEqual(new Set(['1 20020 _flow1', '2 20040 _flow2']));
  });
});

describe('R35 M27 64 workers', () => {
  test('at once for an hour, whose driver is killed again and again, lose no event', async () => {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'flow-hour-')));
    try {
      execFileSync('git', ['init', '-q', folder]);
      const repository = findRepository(folder)!;
      const environment = { HOME: folder, PATH: process.env.PATH };
      const scene = new Scene(
        Array.from({ length: 72 }, (_, at) => item(`I${at}`, { endings: at % 5 === 0 ? ['crash'] : [] })),
      );
      scene.pace = 500_000;
      scene.hears = (event) => {
        const what = { type: event.type, mark: event.n } as const;
        appendEvent(repository, { type: 'flow', data: { run: RUN, tree: TREE, head: null, what } }, environment);
      };
      const limits = { ...LIMITS, atOnce: 64, until: scene.now + 3_600_000 };
      const random = randomOf(64);
      for (let outcome = null; outcome === null; ) {
        outcome = await new Life(scene, 200 + random(400)).run(limits);
      }
      expect(scene.most).toBe(64);
      expect(scene.ends).toHaveLength(scene.begun.length);
      expectOnce(scene);
      expectNothingLost(scene);
      const { events, damage } = readJournal(repository, environment);
      expect(damage ?? []).toEqual([]);
      const heard = events.flatMap(({ type, data }) =>
        type === 'flow' ? [(data as { what: { mark: number } }).what.mark] : [],
      );
      expect(heard).toEqual(scene.events.map(({ n }) => n));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
