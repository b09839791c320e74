import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { coordinatorContract } from '../src/coordinate/contract.js';
import { type Coordinator, CoordinatorUnknown, gitCoordinator, machineCoordinator } from '../src/coordinate/index.js';

/* What every coordinator holds, and what is so of a git remote alone: real repositories, real git. */

const area = realpathSync(mkdtempSync(path.join(tmpdir(), 'flow-coordinate-')));
afterAll(() => rmSync(area, { recursive: true, force: true, maxRetries: 3 }));

let count = 0;
const folder = (name: string) => path.join(area, `${++count}-${name}`);
const git = (cwd: string, ...words: string[]) => execFileSync('git', words, { cwd, encoding: 'utf8' }).trim();

/** A bare remote, and clones of it that have nothing checked out. */
class Remote {
  readonly root = folder('remote.git');

  constructor() {
    git(area, 'init', '--quiet', '--bare', this.root);
  }

  clone(machine: string): Coordinator & { folder: string } {
    const clone = folder(machine);
    git(area, 'init', '--quiet', clone);
    return { ...gitCoordinator({ folder: clone, remote: this.root, machine }), folder: clone };
  }

  refs(prefix = 'refs/flow'): string[] {
    return git(this.root, 'for-each-ref', '--format=%(refname)', prefix).split('\n').filter(Boolean);
  }

  forget(): void {
    for (const ref of this.refs()) git(this.root, 'update-ref', '-d', ref);
  }
}

describe('a git remote', () => {
  const world = () => {
    const remote = new Remote();
    return { open: (machine: string) => remote.clone(machine), forget: async () => remote.forget() };
  };
  test.each(coordinatorContract(world))('$name', ({ run }) => run());
});

describe('one machine', () => {
  const world = () => {
    const root = folder('repository');
    git(area, 'init', '--quiet', root);
    const environment = { ...process.env, XDG_STATE_HOME: folder('state'), HOME: area };
    return { open: () => machineCoordinator({ folder: root, environment }) };
  };
  test.each(coordinatorContract(world))('$name', ({ run }) => run());
});

const RUN = 'run-1';
const wanted = { item: 'A', base: null, time: 60_000 };

describe('what anybody can write to a remote', () => {
  test('R50 a remote that cannot be reached is neither a yes nor a no', async () => {
    const remote = new Remote();
    const one = remote.clone('a');
    rmSync(remote.root, { recursive: true });
    await expect(one.claim(RUN, { id: 'w', machine: 'a' }, wanted)).rejects.toThrow(CoordinatorUnknown);
    await expect(one.read(RUN, null)).rejects.toMatchObject({ code: 'COORDINATOR_UNKNOWN' });
    expect(() => gitCoordinator({ folder: area, remote: '--upload-pack=x', machine: 'a' })).toThrow(TypeError);
  });

  test('R50 a remote that refuses to write is told, and no item is begun', async () => {
    const remote = new Remote();
    execFileSync('sh', ['-c', 'printf "#!/bin/sh\\nexit 1\\n" > hooks/pre-receive; chmod +x hooks/pre-receive'], {
      cwd: remote.root,
    });
    const claim = remote.clone('a').claim(RUN, { id: 'w', machine: 'a' }, wanted);
    await expect(claim).rejects.toThrow(/A could not be claimed/);
  });

  test.each([
    ['what is no lease', 'hello', {}],
    ['one that begins in the future', null, { since: Date.now() + 48 * 3_600_000, until: Date.now() + 96 * 3_600_000 }],
    ['one that lasts for ever, and is a day old', null, { since: Date.now() - 25 * 3_600_000, until: 9e15 }],
    ['one of another item', null, { item: 'B' }],
  ])('a lease ref that holds %s keeps nobody from the item', async (_, text, more) => {
    const remote = new Remote();
    const lease = { id: 'x', run: RUN, item: 'A', token: 3, machine: 'm', base: null, since: Date.now(), ...more };
    const content = text ?? JSON.stringify({ v: 1, lease: { until: Date.now() + 60_000, ...lease }, end: null });
    const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: remote.root, input: content });
    git(remote.root, 'update-ref', `refs/flow/lease/${RUN}/A`, String(blob).trim());
    expect(await remote.clone('a').claim(RUN, { id: 'w', machine: 'a' }, wanted)).toMatchObject({ kind: 'lease' });
  });

  test('items whose names look alike, or are no names for git, have a lease each', async () => {
    const remote = new Remote();
    const one = remote.clone('a');
    const items = ['A', 'A.lock', 'A/B', 'a..b', '@{', '', 'ä', 'x'.repeat(500), '%41'];
    for (const item of items)
      expect(await one.claim(RUN, { id: item || 'none', machine: 'a' }, { ...wanted, item })).toMatchObject({
        kind: 'lease',
      });
    expect(remote.refs('refs/flow/lease')).toHaveLength(items.length);
  });

  test('a segment that somebody rewrites or deletes is told, and comes back with what its machine says next', async () => {
    const remote = new Remote();
    const [a, b] = [remote.clone('a'), remote.clone('b')];
    await a.append(RUN, [{ first: 1 }]);
    const seen = await b.read(RUN, null);
    const ref = `refs/flow/run/${RUN}/a`;
    const forger = remote.clone('forger');
    await forger.append(RUN, [{ forged: 1 }]);
    git(remote.root, 'update-ref', ref, git(remote.root, 'rev-parse', `refs/flow/run/${RUN}/forger`));
    const rewritten = await b.read(RUN, seen.cursor);
    expect(rewritten.broken).toEqual([{ machine: 'a', how: 'rewritten' }]);
    git(remote.root, 'update-ref', '-d', ref);
    expect((await b.read(RUN, rewritten.cursor)).broken).toEqual([{ machine: 'a', how: 'deleted' }]);
    git(remote.root, 'update-ref', ref, git(remote.root, 'rev-parse', `refs/flow/run/${RUN}/forger`));
    await a.append(RUN, [{ second: 2 }]);
    const { entries } = await b.read(RUN, null);
    const said = entries.flatMap(({ machine, what }) => (machine === 'a' && what.kind === 'event' ? [what.event] : []));
    expect(said).toEqual([{ first: 1 }, { second: 2 }]);
  });

  test('a hold that somebody forges for ever ends within a day', async () => {
    const remote = new Remote();
    const [a, forger] = [remote.clone('a'), remote.clone('forger')];
    await forger.hold(RUN, { scope: 'run', name: '', until: 9e15, why: 'never' });
    const claim = await a.claim(RUN, { id: 'w', machine: 'a' }, wanted);
    expect(claim).toMatchObject({ kind: 'held' });
    expect(claim.kind === 'held' && claim.hold.until).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000);
  });

  test('what is no segment is read as nothing', async () => {
    const remote = new Remote();
    const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: remote.root, input: 'x' });
    git(remote.root, 'update-ref', `refs/flow/run/${RUN}/blob`, String(blob).trim());
    const a = remote.clone('a');
    await a.append(RUN, [{ good: 1 }]);
    expect((await remote.clone('b').read(RUN, null)).entries).toHaveLength(1);
  });
});
