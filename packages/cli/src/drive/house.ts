import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { closedUntilIn, fruitlessIn, landingTries, largestIn, standsAt, usedIn } from '@flow/core/drive';
import { spendsTry } from '@flow/core/items';
import { type ItemFact, isFileOf, type Phase } from '@flow/core/workflow';
import { type House, type Proof, type Reading, type SettledEnd, slotVariables } from '@flow/driver/drive';
import { type Environment, stateFolder } from '@flow/evidence/fast';
import type { Call } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { execLine } from '../exec-line.js';
import { here } from '../workflow/here.js';
import { phasesOfKind } from '../workflow/items.js';
import type { Here } from '../workflow/place.js';
import { prepareTree, shellIn } from './prepare.js';
import { promptOf } from './prompt.js';

/** `Said` holds what a command of ours answered. */
interface Said {
  status: number;
  stdout: string;
  stderr: string;
}

/**
 * Makes the house that a driver works for: this program, read within the process and asked to act as anybody asks it.
 * @param seen is told of every reading, for who shows it
 */
export function houseOf(
  call: Call,
  flow: readonly string[],
  seen: (place: Here) => Promise<void> = async () => {},
): House {
  const runIn = (worktree: string, slot: number | null, ...words: string[]): Promise<Said> =>
    new Promise((done) => {
      const [program = '', ...own] = flow;
      const env = { ...call.environment, ...(slot !== null && slotVariables(slot)) };
      const options = { cwd: worktree, env, maxBuffer: 64 * 1024 * 1024 };
      execFile(program, [...own, ...words], options, (error, stdout, stderr) => {
        const status = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
        done({ status, stdout, stderr });
      });
    });
  const run = (worktree: string, ...words: string[]) => runIn(worktree, null, ...words);
  let journal = '';
  const begin = async (item: string, worktree: string, pid: number, session: string | null) => {
    const { standing } = await here(call);
    const own = session === null ? [] : ['--session', session];
    const words = ['item', 'begin', item, '--run', standing.run.branch, '--process', String(pid), ...own];
    const said = await run(worktree, ...words);
    if (said.status === 0) return null;
    return {
      why: firstLine(said),
      isHeld: /^(?:flow: )?(?:ITEM_HELD|ITEM_NOT_READY|ITEMS_AT_ONCE|WORKTREE_TAKEN)/.test(said.stderr),
    };
  };
  return {
    async read() {
      const place = await here(call);
      journal = path.join(place.around.repository.evidence, 'journal.jsonl');
      await seen(place);
      return readingOf(place, await hooks());
    },
    stamp() {
      const stat = statSync(journal, { throwIfNoEntry: false });
      return `${stat?.size} ${stat?.mtimeMs}`;
    },
    begin: ({ item, worktree, pid, session }) => begin(item, worktree, pid, session),
    async promptFor(item, task, worktree, why) {
      const words = item === null ? ['brief'] : ['brief', '--item', item];
      const { standing, around } = await here(call);
      const { branch } = standing.run;
      // In a work tree that nobody has begun an item in, nothing leads the work.
      const { stdout } = await run(task === 'landing' ? around.repository.root : worktree, ...words);
      return promptOf({ item, task, why, program: call.program, branch }, stdout);
    },
    async prove(item, worktree, slot) {
      if (item !== null) {
        const begun = await begin(item, worktree, process.pid, null);
        if (begun !== null) return begun;
      }
      const said = await runIn(worktree, slot, 'next', '--run', '--json');
      if (item !== null) await run(worktree, 'item', 'open', item);
      const why = notRunIn(said);
      return why === null ? null : { why, isHeld: false };
    },
    async broke(item, reason) {
      const { room, around, standing } = await here(call);
      const said = { failure: 'infra', reason, agent: 'driver' } as const;
      room.recordDeed(around, standing.run, { type: 'failure', ...(item !== null && { item }), ...said });
    },
    async commitOf(id, changed) {
      const { standing, room } = await here(call);
      const { commitMessage } = await hooks();
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
    settle: async (end) => settle(await here(call), end),
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

/** Tells why the commands that were asked for could not be run; null where one has run. */
function notRunIn({ stdout, stderr }: Said): string | null {
  try {
    const { data } = JSON.parse(stdout) as {
      data: { run: { ran: unknown[]; notRun: { command: string; why: string }[] } };
    };
    const [first] = data.run.notRun;
    if (data.run.ran.length > 0) return null;
    return first ? `\`${first.command}\` was not run: ${first.why}` : 'nothing is asked for that a command decides';
  } catch {
    return stderr.split('\n')[0]?.slice(0, 400) || 'the commands could not be run';
  }
}

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

/** Reads where a run stands, for a driver and for whoever looks at one. */
export function readingOf(
  { room, around, standing }: Here,
  { documentPaths, isView }: Awaited<ReturnType<typeof hooks>>,
): Reading {
  const documents = new Set(Object.values(documentPaths(standing.workflow, standing.run.names)).flat());
  const { status, run } = standing;
  const items = room.itemsOfRun(standing);
  const byId = new Map(items.map((one) => [one.id, one]));
  const ends = room.sessionEnds(around, run);
  const ids = ['', ...items.map(({ id }) => id)];
  const told = ids.map((id) => [id, room.historyOf(standing, id === '' ? null : id)] as const);
  return {
    ...{ status, items, run: run.id, branch: run.branch, root: around.repository.root },
    isPersons: around.repository.gitDir === around.repository.commonDir,
    retries: new Map(told.flatMap(([id, { retry }]) => (retry ? [[id, retry] as const] : []))),
    positions: Object.fromEntries(told.map(([id, { attempts }]) => [id, standsAt(status, id, attempts)])),
    notLanded: room.notLanded(around, run).map((one) => ({
      ...one,
      tries: landingTries(ends, one.item),
    })),
    settled: new Set(ends.map(({ session }) => session)),
    fruitless: fruitlessIn(ends.filter(({ n }) => n > wordOf(standing))),
    used: usedIn(ends),
    largest: largestIn(ends),
    closedUntil: closedUntilIn(ends),
    isGenerated: (path) => isView(path) || documents.has(path),
    worktreeOf: (id) => ownerOf(id, byId),
  };
}

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
