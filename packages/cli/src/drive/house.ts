import { execFile } from 'node:child_process';
import path from 'node:path';
import type { WorkAnswer } from '@flow/clients/headless';
import { closedUntilIn, fruitlessIn, landingTries, largestIn, standsAt, usedByItem, usedIn } from '@flow/core/drive';
import { isByJudge, mentionedIn, spendsTry } from '@flow/core/items';
import { type ItemFact, isFileOf, type OpenCheck, type Phase } from '@flow/core/workflow';
import {
  type Claims,
  commitOf,
  type HandedIn,
  type House,
  type Proof,
  type Reading,
  type Refused,
  runGit,
  type SettledEnd,
  slotVariables,
} from '@flow/driver/drive';
import { type Environment, stateFolder } from '@flow/evidence/fast';
import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { execLine } from '../exec-line.js';
import { journalStamp } from '../journal-stamp.js';
import { hindranceTo } from '../workflow/begin-item.js';
import { here } from '../workflow/here.js';
import { phasesOfKind } from '../workflow/items.js';
import type { Here } from '../workflow/place.js';
import { recordVerdict } from '../workflow/verdict.js';
import { prepareTree, shellIn } from './prepare.js';
import { promptOf } from './prompt.js';
import { type Said, type Seat, withSeat } from './seat.js';

/**
 * Makes the house that a driver works for: this program, read within the process and asked to act as anybody asks it.
 * @param claims the leases of this machine's journal, under which items are begun
 * @param seen is told of every reading, for who shows it
 */
export function houseOf(
  call: Call,
  flow: readonly string[],
  claims: Claims,
  seen: ((place: Here) => Promise<void>) | null = null,
): House {
  const run = (worktree: string, ...words: string[]): Promise<Said> =>
    new Promise((done) => {
      const [program = '', ...own] = flow;
      const options = { cwd: worktree, env: call.environment as NodeJS.ProcessEnv, maxBuffer: 64 * 1024 * 1024 };
      execFile(program, [...own, ...words], options, (error, stdout, stderr) => {
        const status = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
        done({ status, stdout, stderr });
      });
    });
  let last: Here | null = null;
  /** Where the run was when it was last read: enough for what stays the same as long as it is driven. */
  const lately = async (): Promise<Here> => last ?? here(call);
  const begin: House['begin'] = async ({ item, worktree, pid, session, unarmed }) => {
    const { run: led } = (await lately()).standing;
    const child = { process: pid, session, unarmed };
    const refusal = async (): Promise<Refused | null> => {
      const found = await hindranceTo({ ...call, directory: worktree }, item, led.branch, child);
      return found && { why: found.why, isHeld: HELD.has(found.code) };
    };
    const { branchOf, repositoryOf } = await hooks();
    const tree = repositoryOf(worktree);
    const where = { pid, session, worktree, branch: tree ? branchOf(tree) : null, apart: true, unarmed };
    const base = await commitOf(runGit, worktree, 'HEAD');
    return claims.begin(led.id, item, { session, here: where, base }, refusal);
  };
  /** Has something done on an item, or on the run where the item is null, below a process that has the item as long as it lives. */
  const seated = <T>(
    item: string | null,
    worktree: string,
    environment: Environment,
    work: (seat: Seat, refused: Refused | null) => Promise<T>,
  ): Promise<T> =>
    withSeat(
      { worktree, environment },
      async ({ pid }) => (item === null ? null : begin({ item, worktree, pid, session: null, unarmed: false })),
      // The item stays where it stands: one that is given back is read on the run's own content.
      async () => item !== null && claims.giveBack(item, { how: 'waits', commit: null, why: '' }),
      work,
    );
  /** Records the words of a judge that worked alone, in the work tree that was judged. */
  const judged = (item: string | null, worktree: string, { judge, text }: Verdict): Promise<string | null> =>
    seated(item, worktree, call.environment, async (_seat, refused) => {
      if (refused !== null) return refused.why;
      try {
        await recordVerdict(call, await here({ ...call, directory: worktree }), { judge, text, item, seen: 'handed' });
        return null;
      } catch (error) {
        if (!(error instanceof FlowError)) throw error;
        return error.problem.message.slice(0, 400);
      }
    });
  return {
    async read() {
      const place = await here(call);
      last = place;
      await seen?.(place);
      return readingOf(place, await hooks());
    },
    stamp: () => (last === null ? '' : journalStamp(last.around.repository)),
    begin,
    judgeOf: async (item) => judgeDue(await here(call), item),
    async promptFor(item, task, worktree, { why, hand, judge }) {
      const words = item === null ? ['brief'] : ['brief', '--item', item];
      const { standing, around } = await lately();
      const { branch } = standing.run;
      // In a work tree that nobody has begun an item in, nothing leads the work.
      const { stdout } = await run(task === 'landing' ? around.repository.root : worktree, ...words);
      const role = judge === null ? '' : `${(await run(worktree, 'agents', 'render', judge)).stdout}\n`;
      return promptOf({ item, task, why, hand, judge, program: PROGRAM, branch }, `${role}${stdout}`);
    },
    prove: (item, worktree, slot) =>
      seated(item, worktree, { ...call.environment, ...slotVariables(slot) }, async (seat, refused) => {
        if (refused !== null) return refused;
        const why = notRunIn(await seat.run([...flow, 'next', '--run', '--json']));
        return why === null ? null : { why, isHeld: false };
      }),
    async answered(nonce) {
      const { room, around } = await lately();
      return room.answeredIn(around.repository, around.start.environment, nonce);
    },
    async handIn(item, worktree, work) {
      if (work.kind === 'verdict') return judged(item, worktree, work);
      return seated(item, worktree, call.environment, async (seat, refused) => {
        if (refused !== null) return refused.why;
        const ours = (...words: string[]) => seat.run([...flow, ...words]);
        if (work.kind === 'analysis') {
          const said = await ours('item', 'analyse', item ?? '', '--reason', work.reason);
          return said.status === 0 ? null : firstLine(said);
        }
        // What is said is said of what is committed.
        if (item !== null) await ours('commit', '--item', item);
        const answer = work.kind === 'answer' ? work.answer : null;
        const why = answer === null ? await unproven(call, item, await ours('next', '--run', '--json')) : null;
        if (why !== null) return why;
        const words = await submissionOf(call, item, answer);
        if (words.length === 0) return 'it waits for no single word that could be handed in';
        const said = await ours(...words);
        return said.status === 0 ? null : firstLine(said);
      });
    },
    async broke(item, reason) {
      const { room, around, standing } = await here(call);
      const said = { failure: 'infra', reason, agent: 'driver' } as const;
      room.recordDeed(around, standing.run, { type: 'failure', ...(item !== null && { item }), ...said });
    },
    async commitOf(id, changed) {
      const { standing, room } = await here(call);
      const { commitMessage, clean } = await hooks();
      if (id === null) return { files: changed, message: `Work on ${clean(standing.workflow.title, 100)}` };
      const item = room.itemsOfRun(standing).find((one) => one.id === id);
      if (!item) return { files: [], message: id };
      // An item that lists no files owns what was changed in its work tree, where nobody else works.
      const files = changed.filter((file) => item.files.length === 0 || isFileOf(file, item));
      return { files, message: commitMessage(item) };
    },
    proofsOf: async (items) => proofsIn(await here(call), items),
    async run({ command, isSuite }, worktree, slot) {
      const { around } = await here(call);
      const { judgeLine } = await hooks();
      const environment = { ...call.environment, ...slotVariables(slot) };
      // The words of a document are judged by all guards each time they run.
      if (judgeLine(command, around.repository.root, around).kind === 'refused') return false;
      // A suite's run counts for its content, wherever it ran; another command's would be taken for one of the run's own tree.
      if (isSuite) return (await execLine({ ...call, json: true, environment }, worktree, command)).exit === 0;
      return (await shellIn(worktree, command, environment)).status === 0;
    },
    async notLanded(said) {
      const { room, around, standing } = await here(call);
      room.recordNotLanded(around, standing.run, said);
    },
    async settle(end) {
      settle(await here(call), end);
      const { session, item, failure } = end;
      const how = failure === null ? 'waits' : 'failed';
      await claims.settle(session, item, { how, commit: null, why: failure?.reason ?? '' });
    },
    async pause(reason) {
      const { room, around, standing } = await here(call);
      room.recordDeed(around, standing.run, { type: 'pause', reason });
    },
    async prepare(worktree, slot) {
      const { around } = await here(call);
      const { fetchedBase } = await hooks();
      const { repository, policy, start } = around;
      const base = fetchedBase(repository, policy, null, start.deadline)?.commit ?? null;
      const setup = policy.drive?.setup ?? null;
      return prepareTree(repository.root, worktree, { setup, slot, base, environment: call.environment });
    },
  };
}

/** Codes of refusals that say nothing of the item: others are at work. */
const HELD: ReadonlySet<string> = new Set(['ITEM_HELD', 'ITEM_NOT_READY', 'ITEMS_AT_ONCE', 'WORKTREE_TAKEN']);

/** The name by which sessions call this program: a driver puts it on their search path. */
export const PROGRAM = 'flow';

/** What `flow next --run` says of the commands of a position. */
interface CommandsRun {
  ran: readonly {
    command: string;
    exit: number | null;
    passed: boolean;
    counts: boolean;
    remarks: readonly string[];
  }[];
  notRun: readonly { command: string; why: string }[];
}

/** Reads that; null where the commands could not be run at all. */
function commandsIn({ stdout }: Said): CommandsRun | null {
  try {
    return (JSON.parse(stdout) as { data: { run: CommandsRun } }).data.run;
  } catch {
    return null;
  }
}

const UNRUN = 'the commands could not be run';

/**
 * Tells why the commands that were asked for say nothing: they could not be run, or no run of them counts, which no session
 * mends. Null where one says something.
 */
export function notRunIn(said: Said): string | null {
  const run = commandsIn(said);
  if (run === null) return said.stderr.split('\n')[0]?.slice(0, 400) || UNRUN;
  const [first] = run.notRun;
  const [ran] = run.ran;
  if (ran && !run.ran.some(({ exit, passed, counts }) => counts && (passed || exit !== 0))) {
    const code = ran.exit === null ? 'no exit code' : `exit code ${ran.exit}`;
    const how = ran.exit === 0 ? 'passed' : `ended with ${code}`;
    return `\`${ran.command}\` ${how}, and the run does not count: ${ran.remarks[0] ?? 'flow status says why'}`;
  }
  if (ran) return null;
  return first ? `\`${first.command}\` was not run: ${first.why}` : 'nothing is asked for that a command decides';
}

/** Tells why commands do not show that an item is done; null where those that it is asked for by have passed. */
async function unproven(call: Call, item: string | null, said: Said): Promise<string | null> {
  const run = commandsIn(said);
  if (run === null) return said.stderr.split('\n')[0]?.slice(0, 400) || UNRUN;
  const red = run.ran.find(({ passed }) => !passed);
  if (red) return `\`${red.command}\` does not pass`;
  const [left] = run.notRun;
  if (left) return `\`${left.command}\` was not run: ${left.why}`;
  if (item !== null && proofsIn(await here(call), [item]).length > 0) return null;
  return 'no command shows that it is done, and what an unarmed session says counts for nothing';
}

/**
 * Returns the words that hand in what an item, or the phase of the run, waits for; none where it does not wait for exactly
 * one: of several nobody guesses.
 */
async function submissionOf(call: Call, item: string | null, answer: WorkAnswer | null): Promise<string[]> {
  const names = openOf(await here(call), item).flatMap(({ actor, finding }) =>
    actor === 'agent' && finding.code === 'SUBMISSION_MISSING' ? [String(finding.args.name)] : [],
  );
  const [name] = names;
  if (name === undefined || names.length > 1) return [];
  const note = answer === null ? 'its commands have passed; handed in by the driver' : answer.note.trim();
  return [
    ...['submit', name],
    ...(item === null ? [] : ['--item', item]),
    ...(answer === null ? [] : ['--status', answer.status]),
    ...(note === '' ? [] : ['--note', note]),
  ];
}

/** Lists what is open for an item, or for the run where the item is null. */
const openOf = ({ standing: { status }, room }: Here, item: string | null): readonly OpenCheck[] =>
  item === null ? status.open : (room.everyItem(status.items).find(({ id }) => id === item)?.open ?? []);

/** Names the judge whose verdict is missing first; null where none is, or something else comes before it. */
function judgeDue(place: Here, item: string | null): string | null {
  const first = openOf(place, item).find(({ actor }) => actor === 'agent');
  if (!first || !isByJudge(first)) return null;
  const { reviewers, judge } = first.finding.args;
  const [name] = Array.isArray(reviewers) ? reviewers : [judge];
  return typeof name === 'string' ? name : null;
}

type Verdict = Extract<HandedIn, { kind: 'verdict' }>;

const firstLine = ({ stderr, stdout }: Said): string =>
  (stderr || stdout)
    .split('\n')[0]
    ?.replace(/^flow: /, '')
    .slice(0, 400) || 'no reason was given';

function settle({ room, around, standing }: Here, end: SettledEnd): void {
  const { item, failure, session, client } = end;
  // Two drivers may see one end, and one may be killed between these two: each is recorded once.
  if (room.sessionEnds(around, standing.run).some((one) => one.session === session)) return;
  const isKnown = standing.facts.events.some((one) => one.type === 'failure' && one.session === session);
  // A work that was not made to fit is a failure of putting the two together, and no try of the item (R48).
  const isItems = failure !== null && !(end.task === 'landing' && spendsTry(failure.class));
  if (isItems && !isKnown) {
    const said = { failure: failure.class, reason: failure.reason, agent: client, session };
    room.recordDeed(around, standing.run, { type: 'failure', ...(item !== null && { item }), ...said });
  }
  room.recordSessionEnd(around, standing.run, end);
}

/**
 * Reads where a run stands, for a driver and for whoever looks at one.
 * @param ends of the run's sessions, where they were read already
 */
export function readingOf(
  { room, around, standing }: Here,
  { documentPaths, isView }: Awaited<ReturnType<typeof hooks>>,
  ends: ReturnType<Here['room']['sessionEnds']> = room.sessionEnds(around, standing.run),
): Reading {
  const documents = new Set(Object.values(documentPaths(standing.workflow, standing.run.names)).flat());
  const { status, run } = standing;
  const items = room.itemsOfRun(standing);
  const byId = new Map(items.map((one) => [one.id, one]));
  const recent = ends.filter(({ n }) => n > wordOf(standing));
  // A long run has many items and many events, and few of the items are asked about.
  const histories = new Map<string, ReturnType<typeof room.historyOf>>();
  const mentioned = mentionedIn(standing.facts.events);
  const historyOf = (id: string) => {
    if (id !== '' && !mentioned.has(id)) return UNTRIED;
    const known = histories.get(id) ?? room.historyOf(standing, id === '' ? null : id);
    histories.set(id, known);
    return known;
  };
  return {
    ...{ status, items, run: run.id, branch: run.branch, root: around.repository.root },
    isPersons: around.repository.gitDir === around.repository.commonDir,
    retries: { get: (id) => historyOf(id).retry ?? undefined },
    positionOf: (id) => standsAt(status, id, historyOf(id).attempts),
    notLanded: room.notLanded(around, run).map((one) => ({
      ...one,
      tries: landingTries(ends, one.item),
    })),
    settled: new Set(ends.map(({ session }) => session)),
    fruitless: fruitlessIn(recent),
    usedBy: usedByItem(recent),
    used: usedIn(ends),
    isOverBudget: room.heldBudget(around, standing)?.isOver === true,
    largest: largestIn(ends),
    closedUntil: closedUntilIn(ends),
    isView,
    isDocument: (path) => documents.has(path),
    worktreeOf: (id) => ownerOf(id, byId),
  };
}

/** The history of an item that nothing was recorded about. */
const UNTRIED = { attempts: [], retry: null };

/** Place in the journal of the last word with which a person let the run go on: sessions before it count no more. */
const wordOf = ({ facts }: Here['standing']): number =>
  facts.events.findLast(({ type }) => type === 'resume' || type === 'decision' || type === 'reopen')?.n ?? 0;

/** Returns the item in whose work tree another one is worked on: a fix belongs to what it mends. */
function ownerOf(id: string, byId: ReadonlyMap<string, ItemFact>): { item: string; title: string } {
  let one = byId.get(id);
  for (let depth = 0; one?.kind === 'fix' && one.parent !== undefined && depth < 50; depth += 1)
    one = byId.get(one.parent);
  return { item: one?.id ?? id, title: one?.title ?? id };
}

/**
 * Returns the commands by which items show that they hold: their own, those of the phases that walk them, and the
 * suites asked for.
 */
function proofsIn({ standing, room }: Here, ids: readonly string[]): Proof[] {
  const items = room.itemsOfRun(standing).filter(({ id }) => ids.includes(id));
  const commands = items.flatMap((item) =>
    phasesOfKind(standing.workflow.phases, item.kind).flatMap((phase) => commandsOf(standing, phase, item)),
  );
  return [...new Map(commands.map((one) => [one.command, one])).values()];
}

/** Returns the commands of a phase: those that it names, and those of the suites that it asks for. */
function commandsOf({ facts }: Here['standing'], { exit }: Phase, item: ItemFact): readonly Proof[] {
  const suites = (question: string): Proof[] =>
    facts.present.suites.flatMap((one) =>
      one.question === question && one.command ? [{ command: one.command, isSuite: true }] : [],
    );
  return exit.flatMap((spec): readonly Proof[] => {
    if (spec.check === 'green') return suites(spec.question ?? 'test');
    if (spec.check === 'passing') return suites('test');
    if (spec.check !== 'command') return [];
    // A command that a document names is the run's to show, behind its items.
    if (typeof spec.command !== 'string') return 'question' in spec.command ? suites(spec.command.question) : [];
    const command = spec.command === 'item' ? item.verify : spec.command;
    return command === undefined ? [] : [{ command, isSuite: false }];
  });
}

/** Returns the folder in which the numbers of work trees are kept, of all repositories of a user: they share the machine's ports. */
export const slotsFolder = (environment: Environment): string => path.join(stateFolder(environment), 'slots');

/** Returns the folder in which a repository's sessions leave their records. */
export const driveFolder = ({ around }: Pick<Here, 'around'>): string => path.join(around.repository.evidence, 'drive');
