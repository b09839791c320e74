import { addEvent, makeMoment, type NewEvent } from '@flow/core/testing';
import {
  type CheckSpec,
  defineWorkflow,
  evaluate,
  type Facts,
  type FlowEvent,
  type ItemFact,
  type Lease,
  type Moment,
  type Phase,
  type Status,
} from '@flow/core/workflow';
import type { NotLanded, SettledEnd } from '../../src/house.js';
import type { SessionRecord } from '../../src/sessions/record.js';
import { Repository } from './repository.js';

/* What is there whoever is killed: a journal, a repository, records, processes and the time. */

export const RUN = '11111111-2222-4333-8444-555555555555';
export const MAIN = '/project';
export const HOME = '/tree';
export const BRANCH = 'feature/x';

/** How a played session ends. */
export type Ending = keyof typeof ENDINGS | 'honest' | 'crash' | 'quota' | 'silent' | 'half';

/** An item of a scene, with what its sessions do until one is honest. */
export interface Cast {
  id: string;
  after: readonly string[];
  endings: readonly Ending[];
  /** It commits its work itself; else the driver does. */
  commits: boolean;
  /** It writes into a file that others write into as well. */
  shares: boolean;
  /** It holds together with this one only when it says so. */
  clashes: string | null;
  /** Commands show that it holds before anybody works on it. */
  holds: boolean;
}

/** Milliseconds that a lease is given for. */
const LEASE = 30 * 60_000;

const phase = (id: string, exit: readonly CheckSpec[], rest: Partial<Phase> = {}): Phase => ({
  ...{ id, title: id, instruction: id, exit },
  ...rest,
});

const SUBMITTED: CheckSpec = { check: 'submitted', name: 'done', on: 'item' };
const BUILT: CheckSpec = { check: 'command', command: 'build', on: 'item' };

const WORKFLOW = defineWorkflow({
  ...{ id: 'played', title: 'Played', version: 1, dials: {}, documents: {}, rules: [] },
  phases: [
    phase('build', [], {
      each: { kind: 'task', isolated: true, phases: [phase('work', [SUBMITTED, BUILT])] },
    }),
    phase('whole', [{ check: 'green' }]),
  ],
});

/** Of items that only commands decide. */
const BY_COMMAND = defineWorkflow({
  ...WORKFLOW,
  phases: [
    phase('build', [], { each: { kind: 'task', isolated: true, phases: [phase('work', [BUILT])] } }),
    phase('whole', [{ check: 'green' }]),
  ],
});

interface Process {
  alive: boolean;
  /** The driver that holds its gate; null once it has begun. */
  gate: object | null;
  /** Steps that are left, each so many milliseconds behind the one before. */
  steps: { after: number; act: () => void }[];
  due: number;
  text: string;
  exit: number | null;
  began: boolean;
  heard: number;
}

/** A scene is a run as data, with what goes on in it while time goes by. */
export class Scene {
  now = 1_000_000_000;
  readonly repository: Repository;
  readonly cast: ReadonlyMap<string, Cast>;
  readonly items: readonly ItemFact[];
  readonly files = new Map<string, string>();
  readonly records = new Map<string, SessionRecord>();
  readonly processes = new Map<number, Process>();
  readonly ends: SettledEnd[] = [];
  readonly unlanded: NotLanded[] = [];
  /** Sessions that have begun, by name. */
  readonly begun: string[] = [];
  /** Texts that sessions wrote into their work trees, by file and work tree. */
  readonly written: { folder: string; file: string; text: string }[] = [];
  /** The run lives in a person's own checkout. */
  isPersons = false;
  /** Happens once, while what is to land is proven. */
  meanwhile: (() => void) | null = null;
  /** The run that the folder has. */
  run = RUN;
  /** Milliseconds that a step of a session takes. */
  pace = 1_500;
  /** Sessions that lived at the same time, at most. */
  most = 0;
  /** When sessions began, where, and with which words. */
  readonly startedAt: number[] = [];
  readonly places: string[] = [];
  readonly asked: {
    words: readonly string[];
    environment: Readonly<Record<string, string | undefined>>;
  }[] = [];
  readonly #slots: string[] = [];
  /** Hears of each event behind its record. */
  hears: (event: FlowEvent) => void = () => {};
  /** Ends of sessions before the last word of a person. */
  resumedAt = 0;
  #events: readonly FlowEvent[] = [];
  #moments: readonly Moment[] = [];
  #ids = 0;

  constructor(cast: readonly Cast[]) {
    this.cast = new Map(cast.map((one) => [one.id, one]));
    this.items = cast.map(({ id, after }) => ({
      ...{ id, digest: `text of ${id}`, title: `Title of ${id}`, kind: 'task', after: [...after] },
      files: [fileOf(id), 'shared.txt'].slice(0, 1),
    }));
    const files = cast.map(({ id, holds }) => [fileOf(id), holds ? `${id} done` : ''] as const);
    this.repository = new Repository(MAIN, HOME, BRANCH, {
      ...Object.fromEntries(files),
      'shared.txt': '',
      'boxes.md': 'none',
    });
  }

  get workflow() {
    return [...this.cast.values()].every(({ holds }) => holds) ? BY_COMMAND : WORKFLOW;
  }

  get events(): readonly FlowEvent[] {
    return this.#events;
  }

  slotOf(worktree: string): number {
    if (!this.#slots.includes(worktree)) this.#slots.push(worktree);
    return this.#slots.indexOf(worktree) + 1;
  }

  newId(): string {
    this.#ids += 1;
    return `00000000-0000-4000-8000-${String(this.#ids).padStart(12, '0')}`;
  }

  /** Records an event, in the run's own work tree or in that of a lease. */
  record(event: NewEvent, lease: Lease | null = null, item?: string): void {
    // Who begins an item stands in its work tree already.
    const own = event.type === 'item' ? event.lease : undefined;
    const present = this.#momentOf((lease ?? own)?.worktree ?? HOME);
    const origin = lease === null ? {} : { scopedTo: item, under: lease.id, by: lease.session ?? undefined };
    const facts: Facts = { now: this.now, dials: {}, events: this.#events, moments: this.#moments, present };
    const { events, moments } = addEvent(facts, { ...event, ...origin } as NewEvent);
    this.#events = events;
    this.#moments = moments;
    const last = this.#events.at(-1)! as { time: number };
    last.time = this.now;
    this.hears(this.#events.at(-1)!);
  }

  get facts(): Facts {
    const leases = this.#events.flatMap((one) => (one.type === 'item' && one.lease ? [one.lease] : []));
    const processes = Object.fromEntries(
      leases.map(({ id, pid }) => [id, this.isAlive(pid ?? -1) ? ('alive' as const) : ('gone' as const)]),
    );
    const present = this.#momentOf(HOME);
    return { now: this.now, dials: {}, events: this.#events, moments: this.#moments, present, processes };
  }

  get status(): Status {
    return evaluate(this.workflow, this.facts);
  }

  /** The newest lease of an item. */
  leaseOf(item: string): Lease | null {
    const event = this.#events.findLast((one) => one.type === 'item' && one.item === item && one.lease);
    return event?.type === 'item' ? (event.lease ?? null) : null;
  }

  leaseFor(item: string, asked: { worktree: string; pid: number; session: string | null }): Lease {
    const newest = this.leaseOf(item);
    return {
      ...{ id: this.newId(), token: (newest?.token ?? 0) + 1, session: asked.session, machine: 'here' },
      ...{ boot: 'b', pidNamespace: 'n', pid: asked.pid, startedAt: String(asked.pid), worktree: asked.worktree },
      ...{ branch: this.repository.trees.get(asked.worktree)?.branch ?? null, base: null },
      ...{ since: this.now, until: this.now + LEASE, driver: true, apart: true },
      ...(newest && { replaces: newest.id }),
    };
  }

  isAlive(pid: number): boolean {
    return this.processes.get(pid)?.alive === true;
  }

  /** Whether the proof of an item holds on the content of a work tree. */
  holds(item: string, folder: string): boolean {
    const { files } = this.repository.trees.get(folder)!;
    const text = files.get(fileOf(item)) ?? '';
    const { clashes } = this.cast.get(item)!;
    if (!text.includes('done')) return false;
    const other = clashes === null ? '' : (files.get(fileOf(clashes)) ?? '');
    return clashes === null || !other.includes('done') || text.includes('both') || other.includes('both');
  }

  /** Lets time go by, with all that happens meanwhile. */
  advance(milliseconds: number): void {
    const end = this.now + milliseconds;
    for (;;) {
      let next: Process | null = null;
      for (const one of this.processes.values())
        if (one.alive && one.gate === null && one.steps.length > 0 && one.due <= end)
          if (next === null || one.due < next.due) next = one;
      if (next === null) break;
      this.now = Math.max(this.now, next.due);
      const step = next.steps.shift()!;
      next.heard = this.now;
      step.act();
      const [after] = next.steps;
      if (after) next.due = this.now + after.after;
    }
    this.now = end;
  }

  /** Opens the process of a session, which waits for its driver's word. */
  open(driver: object): number {
    const pid = 1000 + this.processes.size;
    const process = { alive: true, gate: driver, steps: [], due: 0, text: '', exit: null, began: false };
    this.processes.set(pid, { ...process, heard: this.now });
    return pid;
  }

  /** Begins a session, by the name that the driver gave it. */
  begin(pid: number, name: string, worktree: string): void {
    const process = this.processes.get(pid)!;
    if (!process.alive) return;
    process.gate = null;
    process.began = true;
    process.due = this.now + 100;
    const times = this.begun.filter((one) => one === name).length;
    this.begun.push(name);
    this.most = Math.max(this.most, [...this.processes.values()].filter(({ alive }) => alive).length);
    this.startedAt.push(this.now);
    this.places.push(worktree);
    const [item = '', task = ''] = name.split(': ');
    const ending = task === 'work' && item !== 'run' ? (this.cast.get(item)?.endings[times] ?? 'honest') : 'honest';
    process.steps = this.#stepsOf(process, { item, task, ending, worktree });
  }

  /** What dies with a driver: the gates that it holds. */
  dies(driver: object): void {
    for (const one of this.processes.values()) if (one.gate === driver) one.alive = false;
  }

  /** A person lets the run go on. */
  resume(): void {
    this.record({ type: 'resume', reason: '', person: 'ann' });
    this.resumedAt = this.ends.length;
  }

  kill(pid: number): void {
    const process = this.processes.get(pid);
    if (process) process.alive = false;
  }

  #stepsOf(
    process: Process,
    { item, task, ending, worktree }: { item: string; task: string; ending: Ending; worktree: string },
  ): Process['steps'] {
    const say = (line: object) => {
      process.text += `${JSON.stringify(line)}\n`;
    };
    const write = (file: string, text: string) => {
      this.repository.trees.get(worktree)!.files.set(file, text);
      this.written.push({ folder: worktree, file, text });
    };
    /** Ends the session, behind its closing lines. */
    const end = (exit: number | null, ...results: object[]) => {
      for (const fields of results) say({ ...RESULT, ...fields });
      process.exit = exit;
      process.alive = false;
      process.steps = [];
    };
    const read = (file: string) => this.repository.trees.get(worktree)!.files.get(file) ?? '';
    const { pace } = this;
    const step = (act: () => void, part = 1) => ({ after: Math.round(pace * part), act });
    const hook = STARTS[ending as keyof typeof STARTS];
    const began = hook === null ? [] : [step(() => say(hook ?? ARMED), 0.1)];
    const cast = this.cast.get(item);
    const work = () => {
      write(fileOf(item), `${item} done`);
      write('boxes.md', `${item} ticked`);
      if (cast?.shares) write('shared.txt', `${item} was here`);
    };
    const submit = () => {
      this.record({ type: 'submission', name: 'done', subject: item }, this.leaseOf(item), item);
      if (cast?.commits) this.repository.commitAll(worktree, `${item} is done`);
    };
    if (task === 'landing')
      return [
        ...began,
        step(() => {
          this.repository.commitAll(worktree, `boxes of ${item}`);
          this.repository.mergeBoth(worktree, BRANCH);
          const isMeant = [...this.cast.values()].some(({ clashes }) => clashes === item);
          if (cast?.clashes || isMeant) write(fileOf(item), `${item} done, with both`);
          write('boxes.md', `${read('boxes.md')} again`);
          this.repository.commitAll(worktree, `${item} holds with others`);
        }),
        step(() => end(0, {})),
      ];
    if (task === 'analysis')
      return [
        ...began,
        step(() => this.record({ type: 'analysis', note: 'it looked elsewhere', ...(item !== 'run' && { item }) })),
        step(() => end(0, {})),
      ];
    if (task !== 'work') return [...began, step(() => end(0, {}))];
    switch (ending) {
      case 'honest':
        return [...began, step(work), step(submit, 0.2), step(() => end(0, {}), 0.1)];
      case 'silent':
        return [...began, { after: 100_000_000, act: () => end(0, {}) }];
      case 'half':
        return [...began, step(() => say({ type: 'assistant' })), step(() => end(0), 0.1)];
      case 'crash':
        return [...began, step(() => write(fileOf(item), `${item} half`)), step(() => end(null))];
      case 'quota':
        return [
          ...began,
          step(() => {
            const resetsAt = Math.ceil(this.now / 1000) + 600;
            say({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt } });
            end(1, API);
          }),
        ];
      default: {
        const [exit, ...results] = ENDINGS[ending];
        return [...began, step(() => end(exit, ...results))];
      }
    }
  }

  #momentOf(folder: string): Moment {
    const { files } = this.repository.trees.get(folder) ?? this.repository.trees.get(HOME)!;
    const own = this.items.map(({ id }) => [id, files.get(fileOf(id)) ?? ''] as const);
    return makeMoment({
      classes: { source: JSON.stringify(own), test: 't' },
      files: Object.fromEntries(own),
      base: 'b0',
      documents: {},
      claims: [],
      items: this.items,
      suites: [{ id: 'go:.', question: 'test' }],
      reviewers: [],
      git: { branch: BRANCH, base: 'main', head: this.repository.headOf(HOME) },
    });
  }
}

export const fileOf = (item: string) => `${item.toLowerCase()}.txt`;

const ARMED = {
  ...{ type: 'system', subtype: 'hook_response', hook_event: 'SessionStart', outcome: 'success', exit_code: 0 },
  stdout: JSON.stringify({ hookSpecificOutput: { additionalContext: 'flow: go on' } }),
};

/** What is said at the start of a session where our hook did not answer as it does; null for nothing. */
const STARTS = {
  unarmed: null,
  others: { ...ARMED, stdout: '{"additionalContext":"other: go on"}' },
  failed: { ...ARMED, outcome: 'error', exit_code: 1 },
};

/** What a closing line says of an error of the service. */
const API = { is_error: true, terminal_reason: 'api_error' };

/** Ends of sessions that have done nothing: the exit code, and what the closing lines say beside what an honest one says. */
const ENDINGS = {
  still: [0, {}],
  unarmed: [0, {}],
  others: [0, {}],
  failed: [0, {}],
  mute: [0],
  twice: [0, {}, { result_index: 1 }],
  gap: [0, { result_index: 1 }],
  api: [1, API],
  success: [0, API],
  login: [1, { is_error: true, terminal_reason: 'authentication_failed' }],
  error: [1, { is_error: true, subtype: 'error_during_execution', terminal_reason: null }],
  vague: [0, { is_error: undefined }],
  exit: [1, {}],
  turns: [1, { is_error: true, subtype: 'error_max_turns', terminal_reason: 'max_turns' }],
  money: [1, { is_error: true, subtype: 'error_max_budget_usd', terminal_reason: 'budget_exhausted' }],
  startup: [1, { is_error: true, startup_failure_reason: 'settings', terminal_reason: null }],
  overloaded: [1, { is_error: true, terminal_reason: null, subtype: 'error', api_error_status: 529 }],
  limited: [1, { is_error: true, terminal_reason: null, subtype: 'error', api_error_status: 429 }],
  refused: [0, { terminal_reason: 'refusal' }],
} as const satisfies Record<string, readonly [number, ...object[]]>;

const RESULT = {
  ...{ type: 'result', subtype: 'success', is_error: false, terminal_reason: 'completed', num_turns: 3 },
  ...{ result_index: 0, total_cost_usd: 0.01, modelUsage: { m: { inputTokens: 100 } }, result: 'Done.' },
};
