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
import { drive, type Outcome } from '../../src/drive.js';
import type { House, Reading, Refused, Told } from '../../src/house.js';
import type { World } from '../../src/world.js';
import { BRANCH, fileOf, HOME, type Scene } from './scene.js';

/** Thrown within a driver that is killed: nothing that comes behind it happens. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

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

  #house(): House {
    const scene = this.#scene;
    const begin = (item: string, worktree: string, pid: number, session: string | null): Refused | null => {
      const { status, items } = scene;
      const start = startsOf(status.items, items).find(({ id }) => id === item);
      const hindrance = start?.hindrance ?? null;
      if (!start || (hindrance !== null && (hindrance.why !== 'running' || hindrance.lease)))
        return { why: `${item} cannot begin: ${hindrance?.why}`, isHeld: true };
      const lease = scene.leaseFor(item, { worktree, pid, session });
      scene.record({ type: 'item', item, state: 'running', reason: '', lease });
      return null;
    };
    return {
      read: async () => this.#look(() => readingOf(scene)),
      stamp: () => this.#look(() => `${scene.events.length} ${scene.ends.length}`),
      begin: async ({ item, worktree, pid, session }) => this.#act(() => begin(item, worktree, pid, session)),
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
        const refused = this.#act(() => begin(item, worktree, pid, null));
        if (refused !== null) return refused;
        this.#act(() => {
          const pass = (scene.repository.trees.get(worktree)!.files.get(fileOf(item)) ?? '').includes('done');
          scene.record({ type: 'command', command: 'build', pass, subject: item }, scene.leaseOf(item), item);
        });
        this.#act(() => scene.record({ type: 'item', item, state: 'open', reason: '' }, scene.leaseOf(item), item));
        this.#act(() => scene.kill(pid));
        return null;
      },
      broke: async (item, reason) =>
        this.#act(() =>
          scene.record({ type: 'failure', failure: 'infra', reason, ...(item !== null && { item }) } as never),
        ),
      commitOf: async (item, changed) => this.#look(() => ({ files: changed, message: `${item} is done` })),
      proofsOf: async (items) => this.#look(() => items.map((command) => ({ command, isSuite: false }))),
      run: async ({ command }, worktree) => this.#act(() => scene.holds(command, worktree)),
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
    ...{ status, items, run: scene.run, branch: BRANCH, root: HOME, isPersons: false, retries },
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
