import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Headless, Seen, SessionSpec } from '@flow/clients/headless';
import { type Action, itemLeft, type Limits, schedule, type Task, type Worker } from '@flow/core/drive';
import { NONCE } from '@flow/engine/run/leases/answered';
import { type Agent, handOf } from './agent.js';
import { ask, commitOf } from './git.js';
import type { HandedIn, House, Reading, Refused, SettledEnd, Told } from './house.js';
import { committed, documentsCommitted, land, landedOf, tipOf, unlandedOf } from './landing.js';
import { beginMerge, endMerge } from './mending.js';
import { type Ended, endingOf, seenOf } from './sessions/ending.js';
import type { SessionRecord } from './sessions/record.js';
import { attributesFor } from './sessions/telemetry.js';
import { slotVariables } from './slots.js';
import { attemptRefs, branchOf, folderOf, itemTree, mainTree, nameOf, preparedBy } from './worktrees.js';
import type { World } from './world.js';

/** Drive options tell how a driver works. */
export interface DriveOptions {
  limits: Limits;
  client: Agent;
  /** Returns how a client's sessions are read, by the name in their records: another driver may have started them with another one. */
  readerOf(client: string): Headless;
  spec: Pick<SessionSpec, 'turns' | 'tools' | 'form'>;
  environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds without a word after which a session is ended (R23). */
  silence: number;
  /** Milliseconds after which a session is ended whatever it says. */
  whole: number;
  tell(told: Told): void;
  /** Ends the loop early: what runs goes on. */
  signal: AbortSignal;
}

/** An outcome tells how a driver's work ended. */
export type Outcome =
  | { how: 'driven'; pid: number }
  | { how: 'done' | 'over' }
  | { how: 'waiting'; for: 'person' | 'outside' | 'time'; until: number | null }
  | { how: 'paused'; why: PauseLimit }
  | { how: 'interrupted' };

/** `PauseLimit` tells which limit a run is paused at. */
export type PauseLimit = Extract<Action, { do: 'pause' }>['limit'];

/** Milliseconds between two looks at whether a session lives and whether the journal has grown. */
const PULSE = 500;

/** Milliseconds without a word of a session after which that is told: clients are silent for minutes and go on (R24). */
const QUIET = 5 * 60_000;

/** Milliseconds after which a run is read again though nothing seems to have changed. */
const LONGEST = 60_000;

/**
 * Drives a run until there is nothing left to do without a person. Each turn reads anew, acts, and waits: whoever is killed is
 * followed by another one that goes on.
 */
export async function drive(house: House, options: DriveOptions, world: World): Promise<Outcome> {
  const { run } = await house.read();
  const alone = world.alone(run, options.limits.until);
  if ('pid' in alone) return { how: 'driven', pid: alone.pid };
  const limits = { ...options.limits, until: alone.until };
  try {
    const known = { quiet: new Map(), looked: new Set<string>(), readAt: new Map() };
    return await turns({ house, options: { ...options, limits }, world, ...known }, run);
  } finally {
    alone.leave();
  }
}

/** All that a driver works with. */
interface Driving {
  house: House;
  options: DriveOptions;
  world: World;
  /** When a session was last heard of whose silence has been told, by its id: told once for each gap. */
  quiet: Map<string, number>;
  /** Ids of sessions that nobody has to look at again: hooks of ours are at work in them, or it was told that none are. */
  looked: Set<string>;
  /** When a session was last heard of whose words were read and that was not at work yet, by its id. */
  readAt: Map<string, number>;
}

async function turns(driving: Driving, run: string): Promise<Outcome> {
  const { house, options, world } = driving;
  const deadlines = new Map<string, 'silence' | 'whole'>();
  const { tell } = options;
  let waitsUntil: number | null = null;
  while (!options.signal.aborted) {
    const reading = await house.read();
    // Another branch was checked out where the run lives: what is read there says nothing of this run (R11).
    if (reading.run !== run) {
      tell({
        what: 'refused',
        item: null,
        why: `the folder of this run is on ${reading.branch} now, which has another run`,
      });
      return { how: 'waiting', for: 'person', until: null };
    }
    const records = world.sessions.of(reading.run).filter(({ session }) => !reading.settled.has(session));
    const over = records.filter((one) => !world.sessions.lives(one));
    if (over.length > 0) {
      for (const one of over) await settle(driving, reading, one, deadlines.get(one.session));
      continue;
    }
    if (await endLate(driving, reading, records, deadlines)) continue;
    if (await endDisarmed(driving, records)) continue;
    tellQuiet(driving, records);
    const tip = await tipOf(world.git, reading);
    const landed = await landedOf(world.git, reading, tip);
    const unlanded = await unlandedOf(world.git, reading, tip);
    const { unarmed } = options.client;
    const workers = records.map(({ session, item, since }): Worker => ({ lease: session, item, since }));
    const actions = schedule({ ...reading, workers, landed, unlanded, unarmed }, options.limits, world.now());
    const [wait] = actions;
    if (wait?.do === 'wait' && wait.until !== null && wait.until !== waitsUntil) tell({ what: 'action', action: wait });
    waitsUntil = wait?.do === 'wait' ? wait.until : null;
    const outcome = await act(driving, reading, { actions, records, tip, landed });
    if (outcome !== null) return outcome;
  }
  return { how: 'interrupted' };
}

/** Returns when a session was last heard of, where it has said nothing for long and nobody was told; else null. */
function quietSince({ world, quiet }: Driving, { session }: SessionRecord, heard: number): number | null {
  return world.now() - heard > QUIET && quiet.get(session) !== heard ? heard : null;
}

function tellQuiet(driving: Driving, records: readonly SessionRecord[]): void {
  for (const record of records) {
    const since = quietSince(driving, record, driving.world.sessions.heard(record));
    if (since === null) continue;
    driving.quiet.set(record.session, since);
    driving.options.tell({ what: 'quiet', item: record.item, session: record.session, since });
  }
}

/**
 * Tells at once of sessions that work without our hooks. One whose commands cannot reach the evidence goes on, and what it says
 * counts for nothing; any other is ended, as nothing of it would count, and nothing guards what it does.
 * @returns true where one was ended
 */
async function endDisarmed(driving: Driving, records: readonly SessionRecord[]): Promise<boolean> {
  let isAny = false;
  for (const record of records) {
    if (!(await isDisarmed(driving, record))) continue;
    const { session, item } = record;
    const goesOn = mayGoUnarmed(record, driving.options.readerOf(record.client));
    driving.options.tell({ what: 'disarmed', item, session, goesOn });
    if (goesOn) continue;
    await driving.world.sessions.end(record);
    isAny = true;
  }
  return isAny;
}

/** Tells whether a session is at work in which none of our hooks has answered, and nobody was told so. */
async function isDisarmed({ house, world, options, looked, readAt }: Driving, record: SessionRecord): Promise<boolean> {
  const { session, client, unarmed } = record;
  if (unarmed || looked.has(session)) return false;
  // What it has said is read again once it has said more.
  const heard = world.sessions.heard(record);
  if (readAt.get(session) === heard) return false;
  const headless = options.readerOf(client);
  const seen = seenOf(world.sessions.output(session).text, headless);
  if (!seen.isAtWork) {
    readAt.set(session, heard);
    return false;
  }
  const hooks = await hooksIn(house, record, seen, headless);
  looked.add(session);
  return hooks === 'silent';
}

/** Tells whether the work of a session without our hooks can be shown by commands alone, and its evidence was out of its reach. */
const mayGoUnarmed = ({ task, item }: Pick<SessionRecord, 'task' | 'item'>, { answers }: Headless): boolean =>
  answers && (task === 'landing' || (task === 'work' && item !== null));

async function endLate(
  { options, world }: Driving,
  reading: Reading,
  records: readonly SessionRecord[],
  deadlines: Map<string, 'silence' | 'whole'>,
): Promise<boolean> {
  const now = world.now();
  let isAny = false;
  for (const record of records) {
    const late = lateness(record, { options, world }, reading, now);
    if (late === null) continue;
    deadlines.set(record.session, late);
    await world.sessions.end(record);
    isAny = true;
  }
  return isAny;
}

/** Returns the deadline that a session has passed; null for none. */
function lateness(
  record: SessionRecord,
  { options: { silence, whole, limits }, world }: Pick<Driving, 'options' | 'world'>,
  reading: Reading,
  now: number,
): 'silence' | 'whole' | null {
  // What its item has left may be less than what any session has.
  const { time } = record.item === null ? { time: null } : itemLeft(reading.usedBy.get(record.item), limits.item);
  if (now - record.since > Math.min(whole, time ?? whole)) return 'whole';
  return now - world.sessions.heard(record) > silence ? 'silence' : null;
}

/** Records what a session that is over has used, and why it did not lead on. */
async function settle(
  driving: Driving,
  reading: Reading,
  record: SessionRecord,
  deadline: 'silence' | 'whole' | undefined,
): Promise<void> {
  const { house, world } = driving;
  const { readerOf, tell } = driving.options;
  const { session, item, task, since, position } = record;
  const headless = readerOf(record.client);
  // A child that outlived the client is ended with it.
  await world.sessions.end(record);
  const until = world.now();
  await keepAttempt(driving, reading, record);
  const { text, exit, began } = world.sessions.output(session);
  // Its driver was killed before the word: nothing happened, and nothing is counted (R6).
  if (!began) return world.sessions.forget(session);
  const seen = seenOf(text, headless);
  const { quotaUntil, use } = seen;
  const found = await hooksIn(house, record, seen, headless);
  const hooks = found === 'silent' && mayGoUnarmed(record, headless) ? 'unarmed' : found;
  const ended: Ended = { hooks, agents: record.agents, moved: true, ...(deadline && { deadline }) };
  let failure = endingOf(seen, exit, ended);
  let stands: string | null = null;
  if (failure === null) {
    // What was done for the run itself nobody else commits, and the words on it are said of what is committed.
    if (item === null && task === 'work') await committed(house, world, reading, null, record.worktree);
    const why = await handIn(driving, { ...record, unarmed: hooks === 'unarmed' }, seen);
    const now = why === undefined ? reading : await house.read();
    const left = await positionOf(driving, now, item, task);
    stands = createHash('sha256').update(left).digest('hex').slice(0, 16);
    failure = endingOf(seen, exit, { ...ended, moved: left !== position });
    if (failure !== null && typeof why === 'string') failure = { ...failure, reason: why };
  }
  // Whoever was ended has used its time to the end of it; of others the end may be seen long after it.
  const duration = Math.max(0, (deadline === undefined ? world.sessions.heard(record) : until) - since);
  const end: SettledEnd = {
    ...{ session, item, task, client: record.client, ...use, duration, failure, stands },
    // Who refuses without a time is asked again a little later, and nobody else is sent meanwhile (R28).
    quotaUntil: failure?.class === 'quota' ? (quotaUntil ?? world.now() + QUOTA) : quotaUntil,
    ...{ armed: hooks === 'answered', worktree: record.worktree, since, until },
  };
  await house.settle(end);
  tell({ what: 'settled', end });
}

/**
 * Keeps what a session left in its work tree under a ref of its own, commits and tracked files that nobody committed: whatever
 * becomes of the work tree, each attempt can be looked at (R55).
 * @throws GitUnknown
 */
async function keepAttempt({ world }: Driving, { root, run }: Reading, record: SessionRecord): Promise<void> {
  const { worktree, item, session } = record;
  if (!world.exists(worktree)) return;
  const stash = await world.git(worktree, 'stash', 'create', `flow: attempt ${session}`);
  const commit = stash.status === 0 && stash.stdout.trim() !== '' ? stash.stdout.trim() : 'HEAD';
  const kept = await ask(world.git, worktree, 'rev-parse', '--verify', `${commit}^{commit}`);
  await ask(world.git, root, 'update-ref', `${attemptRefs(run)}${nameOf(item ?? 'run')}/${session}`, kept);
}

/**
 * Tells in one word where what a session works on stands: the item's open checks, or, for one that makes an item hold on what
 * has landed, the item's branch, as the item is done before and after.
 * @throws GitUnknown
 */
async function positionOf(
  { world }: Driving,
  { positionOf: wordOf, root, run }: Reading,
  item: string | null,
  task: Task,
): Promise<string> {
  if (task !== 'landing' || item === null) return wordOf(item ?? '');
  return (await commitOf(world.git, root, `refs/heads/${branchOf(run, item)}`)) ?? '';
}

/** Milliseconds for which an account is left alone whose quota is used up until nobody knows when. */
const QUOTA = 5 * 60_000;

/** Tells whether our hooks were at work in a session: its stream says so, or the record of the one hook that knew its nonce. */
async function hooksIn(
  house: House,
  { unarmed, nonce }: SessionRecord,
  seen: Seen,
  { arming }: Headless,
): Promise<Ended['hooks']> {
  if (unarmed) return 'unarmed';
  if (arming === 'stream') return seen.armed ? 'answered' : 'silent';
  const session = await house.answered(nonce);
  return session !== null && (seen.own === null || seen.own === session) ? 'answered' : 'silent';
}

/**
 * Hands in what an honest session has done, where its agent does not.
 * @returns undefined where there is nothing to hand in; why it is not handed in; null once it is
 */
async function handIn(
  { house, world, options }: Driving,
  { item, task, worktree, unarmed, client, judge }: SessionRecord,
  { answer, text }: Seen,
): Promise<string | null | undefined> {
  const hand = handOf({ headless: options.readerOf(client), unarmed });
  if (hand === 'commands') return undefined;
  if (task === 'landing') return endMerge(world.git, worktree);
  let work: HandedIn | null = null;
  if (hand === 'answer') {
    if (judge !== null) work = { kind: 'verdict', judge, text };
    else if (answer !== null)
      work = task === 'analysis' ? { kind: 'analysis', reason: answer.note } : { kind: 'answer', answer };
  } else if (task === 'work' && item !== null) work = { kind: 'proof' };
  return work === null ? undefined : house.handIn(item, worktree, work);
}

interface Turn {
  actions: readonly Action[];
  records: readonly SessionRecord[];
  tip: string;
  landed: ReadonlySet<string>;
}

async function act(driving: Driving, reading: Reading, turn: Turn): Promise<Outcome | null> {
  const { house, options, world } = driving;
  for (const action of turn.actions) {
    if ((action.do === 'start' || action.do === 'prove') && action.item === null && reading.isPersons) {
      // A person's checkout is never written, and what has landed beside it is not there yet (R56).
      options.tell({
        what: 'refused',
        item: null,
        why: 'the run lives in your own checkout: what comes now is yours to do there',
      });
      return { how: 'waiting', for: 'person', until: null };
    }
    if ((action.do === 'start' || action.do === 'prove') && action.item !== null) {
      const why = await unlisted(driving, reading, action.item);
      if (why !== null) {
        options.tell({ what: 'refused', item: action.item, why });
        return { how: 'waiting', for: 'person', until: null };
      }
    }
    if (action.do !== 'wait') options.tell({ what: 'action', action });
    switch (action.do) {
      case 'start':
        await start(driving, reading, turn, action.item, action.task);
        break;
      case 'prove':
        await prove(driving, reading, action.item);
        break;
      case 'land': {
        const outcome = await landOne(driving, reading, turn, action.item);
        if (outcome !== null) return outcome;
        break;
      }
      case 'stop': {
        const record = turn.records.find(({ session }) => session === action.lease);
        if (record) await world.sessions.end(record);
        break;
      }
      case 'pause':
        await house.pause(pauseWords(action.limit));
        return { how: 'paused', why: action.limit };
      case 'wait':
        if (action.for !== 'sessions' && (action.for !== 'time' || action.until === null))
          return { how: 'waiting', for: action.for, until: action.until };
        await pause(driving, reading, turn.records, action.until);
        break;
      case 'end':
        return { how: action.how };
    }
  }
  return null;
}

/** Waits for the first of: a session's end, a deadline, something in the journal, a time. */
async function pause(
  driving: Driving,
  reading: Reading,
  records: readonly SessionRecord[],
  until: number | null,
): Promise<void> {
  const { house, options, world } = driving;
  const stamp = house.stamp();
  const { sessions } = world;
  const end = Math.min(until ?? Number.POSITIVE_INFINITY, world.now() + LONGEST);
  for (let now = world.now(); now < end && !options.signal.aborted; now = world.now()) {
    if (records.some((one) => !sessions.lives(one) || lateness(one, { options, world }, reading, now) !== null)) return;
    if (house.stamp() !== stamp) return;
    if (records.some((one) => quietSince(driving, one, sessions.heard(one)) !== null)) return;
    for (const one of records) if (await isDisarmed(driving, one)) return;
    await world.sleep(Math.min(PULSE, end - now));
  }
}

/** Tells why the list of items would be missing in the work tree that is to be made for one; null where it will be there. */
async function unlisted({ house, world }: Driving, reading: Reading, item: string): Promise<string | null> {
  const { root, run, worktreeOf } = reading;
  const folder = path.join(folderOf(await mainTree(world.git, root), run), nameOf(worktreeOf(item).item));
  return world.exists(path.join(folder, '.git')) ? null : documentsCommitted(house, world, reading);
}

/** Makes the work tree of an item, ready to be worked in; else why it cannot be used. */
async function treeOf(
  { house, world }: Driving,
  reading: Reading,
  item: string,
): Promise<{ folder: string } | Refused> {
  const { root, run, worktreeOf } = reading;
  const { folder } = await itemTree(
    world,
    { root, main: await mainTree(world.git, root), run },
    worktreeOf(item).item,
    await tipOf(world.git, reading),
  );
  const why = await preparedBy(world, house.prepare, folder);
  return why === null ? { folder } : { why, isHeld: false };
}

/** Tells that something could not be done, which says nothing of the work: it is waited out. */
async function broke(
  { house, options: { tell }, world }: Driving,
  item: string | null,
  refused: Refused,
): Promise<void> {
  const { why, isHeld } = refused;
  tell({ what: 'refused', item, why });
  if (isHeld) await world.sleep(PULSE);
  else await house.broke(item, why);
}

/** Runs the commands of a position; what cannot be run breaks down, so that it is waited out and then asked about. */
async function prove(driving: Driving, reading: Reading, item: string | null): Promise<void> {
  const tree = item === null ? { folder: reading.root } : await treeOf(driving, reading, item);
  const refused = 'why' in tree ? tree : await driving.house.prove(item, tree.folder, driving.world.slot(tree.folder));
  if (refused !== null) await broke(driving, item, refused);
}

/** Sub-agents that may judge in one session (R26). */
const JUDGES = 16;

/** Starts one session: a process that waits, then its record and its lease, and only then the word to begin. */
async function start(driving: Driving, reading: Reading, turn: Turn, item: string | null, task: Task): Promise<void> {
  const { house, world } = driving;
  const { client, spec, environment } = driving.options;
  const tree = item === null ? { folder: reading.root } : await treeOf(driving, reading, item);
  if ('why' in tree) return broke(driving, item, tree);
  const worktree = tree.folder;
  const session = world.newId();
  const { limits } = driving.options;
  // No session may use more than what is left of the whole, and of its item's own.
  const own = item === null ? null : itemLeft(reading.usedBy.get(item), limits.item);
  const left = leastOf(limits.money === null ? null : limits.money - reading.used.known, own?.money ?? null);
  const turns = own?.turns == null ? spec.turns : Math.max(1, Math.min(own.turns, spec.turns ?? own.turns));
  const nonce = world.newId().replaceAll('-', '');
  const hand = handOf(client);
  // Where the agent cannot hand in what others say, it is the judge itself, and its last words are the verdict.
  const judge = task === 'judge' && hand === 'answer' ? await house.judgeOf(item) : null;
  const agents = task === 'judge' && judge === null ? JUDGES : 0;
  const name = `${item ?? 'run'}: ${task}`;
  const form = judge === null ? spec.form : null;
  const looks = task === 'judge';
  const asked: SessionSpec = { ...spec, form, looks, turns, money: left, session, name, agents, worktree };
  const words = [...client.start, ...client.headless.words(asked)];
  const telemetry = attributesFor(environment.OTEL_RESOURCE_ATTRIBUTES, { run: reading.run, item, task });
  const branch = item === null ? reading.branch : branchOf(reading.run, reading.worktreeOf(item).item);
  const variables = {
    ...environment,
    OTEL_RESOURCE_ATTRIBUTES: telemetry,
    ...client.headless.environment(asked),
    ...slotVariables(world.slot(worktree)),
    // Our hook holds each edit against these (R45, R53).
    FLOW_WORKTREE: worktree,
    FLOW_BRANCH: branch,
    [NONCE]: nonce,
  };
  const waiting = await world.sessions.open(session, words, { worktree, environment: variables });
  // An item that is done is begun by nobody: what is mended is how it fits.
  const isBegun = item !== null && task !== 'landing';
  const { unarmed } = client;
  const refused = isBegun ? await house.begin({ item, worktree, pid: waiting.pid, session, unarmed }) : null;
  if (refused !== null) {
    waiting.drop();
    return broke(driving, item, refused);
  }
  const position = await positionOf(driving, reading, item, task);
  const since = world.now();
  world.sessions.record({
    ...{ v: 1, session, run: reading.run, item, task, client: client.name },
    ...{ pid: waiting.pid, startedAt: waiting.startedAt, since, worktree, position, nonce, unarmed, agents, judge },
  });
  const why = reading.notLanded.find((one) => one.item === item)?.why ?? '';
  if (task === 'landing' && hand !== 'commands') await beginMerge(world.git, worktree, turn.tip);
  waiting.go(await house.promptFor(item, task, worktree, { why, hand, judge }));
}

async function landOne(
  { house, options: { tell }, world }: Driving,
  reading: Reading,
  turn: Turn,
  item: string,
): Promise<Outcome | null> {
  const done = new Set(reading.status.over);
  const before = reading.items.flatMap(({ id }) => (turn.landed.has(id) && done.has(id) ? [id] : []));
  const landing = await land(house, world, reading, item, before);
  if (landing.landed) {
    tell({ what: 'landed', item, commit: landing.commit, isHere: landing.isHere });
    return null;
  }
  tell({ what: 'not-landed', item, why: landing.why });
  // Others have moved what it was to land on: it is proven anew there.
  if (landing.by === 'again') return null;
  // What is in the way outside of the item's work, a person puts right.
  if (landing.by === 'person') return { how: 'waiting', for: 'person', until: null };
  const { root, run } = reading;
  const commit = (await commitOf(world.git, root, `refs/heads/${branchOf(run, item)}`)) ?? '';
  await house.notLanded({ item, commit, tip: turn.tip, why: landing.why });
  return null;
}

/** Returns the least of sums of money, where any is limited: a cent at least, as clients take no sum of nothing. */
function leastOf(...sums: readonly (number | null)[]): number | null {
  const known = sums.filter((one) => one !== null);
  return known.length === 0 ? null : Math.max(0.01, Math.min(...known));
}

/** Words the reason of a pause. */
export function pauseWords(limit: PauseLimit): string {
  if (limit === 'budget') return 'the budget of this class of work is used up';
  if (limit === 'standstill') return 'one session after the other led nowhere';
  return limit === 'item' ? 'an item has used what one may use' : `the limit of ${limit} is reached`;
}
