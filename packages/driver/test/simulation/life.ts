import { HEADLESS } from '@flow/clients/claude-code/headless';
import {
  closedUntilIn,
  fruitlessIn,
  type Limits,
  landingTries,
  largestIn,
  standsAt,
  usedByItem,
  usedIn,
} from '@flow/core/drive';
import { attemptsOf, type Retry, retryOf, spendsTry, startsOf } from '@flow/core/items';
import type { Lease as HeldLease } from '@flow/core/workflow';
import { Claims } from '../../src/coordinate/claims.js';
import type { Coordinator, Lease } from '../../src/coordinate/port.js';
import { drive, type Outcome } from '../../src/drive.js';
import type { House, Reading, Refused, Told } from '../../src/house.js';
import type { World } from '../../src/world.js';
import { BRANCH, fileOf, HOME, RUN, type Scene } from './scene.js';

/** Thrown within a driver that is killed: nothing that comes behind it happens. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** Milliseconds that a lease is given for. */
const LEASE = 30 * 60_000;

/** Milliseconds that an act takes. */
const ACT = 50;

export const LIMITS: Limits = { atOnce: 2, sessions: 500, tokens: null, money: null, until: null, item: null };

/** One driver from its start to its end, or to the act behind which it is killed. */
export class Life {
  readonly told: Told[] = [];
  acts = 0;
  readonly #scene: Scene;
  readonly #killAt: number;
  #isDead = false;

  constructor(scene: Scene, killAt = Number.POSITIVE_INFINITY) {
    this.#scene = scene;
    this.#killAt = killAt;
  }

  /** @returns null where it was killed */
  async run(limits: Limits = LIMITS): Promise<Outcome | null> {
    try {
      return await drive(this.#house(), this.#options(limits), this.#world());
    } catch (error) {
      if (error instanceof Killed) return null;
      throw error;
    }
  }

  #options(limits: Limits): Parameters<typeof drive>[1] {
    return {
      ...{ limits, environment: {}, signal: new AbortController().signal },
      client: { name: 'claude-code', start: ['claude'], headless: HEADLESS, unarmed: false },
      readerOf: () => HEADLESS,
      ...{ spec: { turns: 10, tools: [], form: '' }, silence: 1_200_000, whole: 7_200_000 },
      tell: (told) => void this.told.push(told),
    };
  }

  #look<T>(look: () => T): T {
    if (this.#isDead) throw new Killed();
    return look();
  }

  /** Does something that stays, and is killed behind it where that is its last act. */
  #act<T>(act: () => T): T {
    if (this.#isDead) throw new Killed();
    const answer = act();
    this.acts += 1;
    if (this.acts === this.#killAt) {
      this.#isDead = true;
      this.#scene.dies(this);
      throw new Killed();
    }
    this.#scene.advance(ACT);
    return answer;
  }

  #world(): World {
    const scene = this.#scene;
    const { repository, records } = scene;
    return {
      now: () => this.#look(() => scene.now),
      sleep: async (milliseconds) => this.#look(() => scene.advance(milliseconds)),
      newId: () => this.#look(() => scene.newId()),
      git: async (folder, ...words) => {
        const run = () => repository.run(folder, words);
        return repository.changes(words) ? this.#act(run) : this.#look(run);
      },
      slot: (worktree) => this.#look(() => scene.slotOf(worktree)),
      exists: (file) =>
        this.#look(() => scene.files.has(file) || repository.trees.has(file) || repository.trees.has(folderIn(file))),
      read: (file) => this.#look(() => scene.files.get(file) ?? null),
      write: (file, text) => this.#act(() => void scene.files.set(file, text)),
      alone: (_run, until) => this.#look(() => ({ until, leave: () => {} })),
      sessions: {
        of: () => this.#look(() => [...records.values()]),
        record: (record) => this.#act(() => void records.set(record.session, record)),
        lives: ({ pid }) => this.#look(() => scene.isAlive(pid)),
        heard: ({ pid }) => this.#look(() => scene.processes.get(pid)?.heard ?? 0),
        output: (session) =>
          this.#look(() => {
            const { text, exit, began } = scene.processes.get(records.get(session)!.pid)!;
            return { text, exit, began };
          }),
        open: async (_session, words, { worktree, environment }) => {
          const pid = this.#act(() => scene.open(this));
          scene.asked.push({ words, environment });
          const name = words[words.indexOf('--name') + 1] ?? '';
          return {
            ...{ pid, startedAt: String(pid) },
            go: () => this.#act(() => scene.begin(pid, name, worktree)),
            drop: () => this.#act(() => scene.kill(pid)),
          };
        },
        end: async ({ pid }) => this.#act(() => scene.kill(pid)),
        forget: (session) => this.#act(() => void records.delete(session)),
      },
    };
  }

  /** The journal of the scene as a coordinator. */
  #coordinator(): Coordinator {
    const scene = this.#scene;
    const told = (item: string, { id, token, machine, base, since, until }: HeldLease): Lease => ({
      ...{ id, run: RUN, item, token, machine, base, since, until },
    });
    const nothing = async () => {};
    return {
      claim: async (_run, { id, here }, { item, time }) =>
        this.#act(() => {
          const held = scene.leaseOf(item);
          if (held && scene.isAlive(held.pid ?? -1)) {
            if (held.id === id) return { kind: 'lease', lease: told(item, held) };
            return { kind: 'taken', by: held.id, machine: held.machine, until: held.until };
          }
          const lease = { ...scene.leaseFor(item, here!), id, until: scene.now + time };
          scene.record({ type: 'item', item, state: 'running', reason: '', lease });
          return { kind: 'lease', lease: told(item, lease) };
        }),
      renew: async (lease) => lease,
      settle: async ({ id, item }, { how }) => {
        const newest = this.#look(() => scene.leaseOf(item));
        if (newest?.id !== id) return 'stale';
        if (how === 'given-back')
          this.#act(() => scene.record({ type: 'item', item, state: 'open', reason: '' }, newest, item));
        return 'taken';
      },
      ...{ hold: nothing, signal: nothing, append: nothing },
      read: async () => ({ entries: [], cursor: {}, broken: [] }),
    };
  }

  #house(): House {
    const scene = this.#scene;
    const claims = new Claims(this.#coordinator(), 'here', LEASE);
    claims.close();
    const begin: House['begin'] = ({ item, worktree, pid, session }) => {
      const hindrance = async (): Promise<Refused | null> => {
        const { status, items } = this.#look(() => scene);
        const start = startsOf(status.items, items).find(({ id }) => id === item);
        const found = start?.hindrance ?? null;
        const isOwn = found?.why === 'running' && (!found.lease || found.lease.pid === pid);
        return start && (found === null || isOwn) ? null : { why: `${item} cannot begin: ${found?.why}`, isHeld: true };
      };
      const here = { pid, session, worktree, branch: null, apart: true };
      return claims.begin(RUN, item, { session, here }, hindrance);
    };
    return {
      read: async () => this.#look(() => readingOf(scene)),
      stamp: () => this.#look(() => `${scene.events.length} ${scene.ends.length}`),
      begin,
      judgeOf: async () => this.#look(() => null),
      promptFor: async () => this.#look(() => ''),
      answered: async () => this.#look(() => null),
      handIn: async () => this.#look(() => 'nothing is handed in here'),
      prove: async (item, worktree) => {
        if (item === null) {
          this.#act(() => {
            const isGreen = scene.items.every(({ id }) => scene.holds(id, HOME));
            scene.record({
              ...{ type: 'run', suite: 'go:.', question: 'test', subjects: {} },
              result: isGreen ? 'pass' : 'fail',
            });
          });
          return null;
        }
        // This driver's own process holds the lease, as long as it lives.
        const pid = this.#act(() => scene.open(this));
        const refused = await begin({ item, worktree, pid, session: null, unarmed: false });
        if (refused !== null) return refused;
        this.#act(() => {
          const pass = (scene.repository.trees.get(worktree)!.files.get(fileOf(item)) ?? '').includes('done');
          scene.record({ type: 'command', command: 'build', pass, subject: item }, scene.leaseOf(item), item);
        });
        this.#act(() => scene.kill(pid));
        await claims.giveBack(item, { how: 'waits', commit: null, why: '' });
        return null;
      },
      broke: async (item, reason) =>
        this.#act(() =>
          scene.record({ type: 'failure', failure: 'infra', reason, ...(item !== null && { item }) } as never),
        ),
      commitOf: async (item, changed) => this.#look(() => ({ files: changed, message: `${item} is done` })),
      proofsOf: async (items) => this.#look(() => items.map((command) => ({ command, isSuite: false }))),
      run: async ({ command }, worktree) =>
        this.#act(() => {
          const isTrue = scene.holds(command, worktree);
          scene.meanwhile?.();
          scene.meanwhile = null;
          return isTrue;
        }),
      notLanded: async (said) => this.#act(() => void scene.unlanded.push(said)),
      settle: async (end) => {
        if (this.#look(() => scene.ends.some(({ session }) => session === end.session))) return;
        const { failure, item, session } = end;
        const isKnown = this.#look(() => scene.events.some((one) => one.type === 'failure' && one.session === session));
        if (failure !== null && !(end.task === 'landing' && spendsTry(failure.class)) && !isKnown)
          this.#act(() =>
            scene.record({
              ...{ type: 'failure', failure: failure.class, reason: failure.reason, session },
              ...(item !== null && { item }),
            } as never),
          );
        this.#act(() => void scene.ends.push(end));
        if (item !== null) await claims.settle(session, item, { how: 'waits', commit: null, why: '' });
      },
      pause: async (reason) =>
        this.#act(() => {
          scene.record({ type: 'pause', reason });
        }),
      prepare: async () => this.#look(() => null),
    };
  }
}

const folderIn = (file: string) => file.replace(/\/\.git$/, '');

function readingOf(scene: Scene): Reading {
  const { status, items, ends, events } = scene;
  const retries = new Map<string, Retry>();
  const ids = ['', ...items.map(({ id }) => id)];
  const attempts = new Map(ids.map((id) => [id, attemptsOf(events, id === '' ? null : id)]));
  for (const id of ids) {
    const retry = retryOf(attempts.get(id)!, { now: scene.now });
    if (retry) retries.set(id, retry);
  }
  return {
    ...{ status, items, run: scene.run, branch: BRANCH, root: HOME, isPersons: scene.isPersons, retries },
    positionOf: (id) => standsAt(status, id, attempts.get(id)!),
    notLanded: [...new Map(scene.unlanded.map((said) => [said.item, said])).values()].map((said) => ({
      ...said,
      tries: landingTries(ends, said.item),
    })),
    settled: new Set(ends.map(({ session }) => session)),
    ...{ used: usedIn(ends), largest: largestIn(ends), closedUntil: closedUntilIn(ends) },
    fruitless: fruitlessIn(ends.slice(scene.resumedAt)),
    usedBy: usedByItem(ends.slice(scene.resumedAt)),
    isView: (file) => file === 'boxes.md',
    isDocument: () => false,
    worktreeOf: (id) => ({ item: id, title: items.find((one) => one.id === id)?.title ?? id }),
  };
}
