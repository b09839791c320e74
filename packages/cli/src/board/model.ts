import type { SettledEnd } from '@flow/driver/drive';
import { filesOf, runGit, sessionsIn, worktreesIn } from '@flow/driver/drive';
import { type Call, FlowError } from '../commands/command.js';
import { driveFolder } from '../drive/house.js';
import { journalStamp } from '../journal-stamp.js';
import type { ReportModel } from '../report/model.js';
import { readReport } from '../report/read.js';
import { type Tidy, tidyText, timeOf } from '../report/words.js';
import type { Screen } from '../screen/row.js';
import { lookAtRun, type SeenRun, screenOfRun, seenNow } from '../screen/shown.js';
import { quoted } from '../shell-word.js';
import { placeOf, seenOrEnded } from '../workflow/here.js';
import { type Live, liveOf } from './live.js';

/** A board shows runs, and one of them whole. Every text in it is cleaned and bounded. */
export interface Board {
  runs: BoardRunLine[];
  shown: BoardRun | null;
  /** Why the run that is asked for cannot be shown; null where it is. */
  problem: string | null;
}

/** A run in the list of all. */
export interface BoardRunLine {
  branch: string;
  workflow: string;
  /** How it is: goes on in a work tree, goes on and lives in none, or has ended in some way. */
  state: 'open' | 'nowhere' | 'ended';
  note: string;
  isShown: boolean;
}

/** The run that is shown. */
export interface BoardRun {
  now: number;
  title: string;
  goal: string | null;
  screen: Screen;
  report: ReportModel;
  sessions: BoardSession[];
}

/** A session that a driver has started. */
export interface BoardSession {
  session: string;
  item: string | null;
  task: string;
  client: string;
  since: number;
  /** It lives; else what came of it, where that is recorded. */
  isLive: boolean;
  end: Pick<SettledEnd, 'failure' | 'money' | 'tokens' | 'armed'> | null;
  live: Live;
  /** The command that opens it again in its client, to look in; null where that is not known, and while it works. */
  look: string | null;
}

/** Milliseconds for which a run that was read is shown, though its journal has not grown: files change without it. */
const LONGEST = 10_000;
/** Sessions whose output is shown: all that live, and the newest of the others. */
const SESSIONS = 12;
/** Runs that are listed. */
const RUNS = 40;

/** What was read of a run, with the list of all. */
interface Read {
  repository: { evidence: string };
  stamp: string;
  time: number;
  runs: BoardRunLine[];
  shown: { seen: SeenRun; report: ReportModel } | null;
  problem: string | null;
}

/** Readings that are kept: one for each run that somebody looks at. */
const KEPT = 4;

/**
 * Makes the reader of boards: a run is read again when its journal has grown, and now and then. Nothing is written.
 * @param call.directory the folder whose run is shown first
 */
export function boardReader(call: Call): (branch: string | null) => Promise<Board> {
  const kept = new Map<string | null, Read>();
  let reading: Promise<unknown> = Promise.resolve();
  const read = async (branch: string | null): Promise<Board> => {
    const tidy = await tidyText();
    let one = kept.get(branch);
    if (one === undefined || Date.now() - one.time > LONGEST || one.stamp !== journalStamp(one.repository)) {
      one = await readRun(call, branch, tidy);
      kept.delete(branch);
      kept.set(branch, one);
      for (const old of [...kept.keys()].slice(0, -KEPT)) kept.delete(old);
    }
    const { runs, problem, shown } = one;
    return { runs, problem, shown: shown && runOf(shown, tidy) };
  };
  // One reading at a time: pages that ask beside each other share the machine with those who work.
  return (branch) => {
    const next = reading.then(() => read(branch));
    reading = next.catch(() => {});
    return next;
  };
}

/** Reads a run whole, and which others there are. */
async function readRun(call: Call, branch: string | null, tidy: Tidy): Promise<Read> {
  const time = Date.now();
  const { runs, folderOf, first, repository } = await listRuns(call, tidy);
  const stamp = journalStamp(repository);
  const asked = branch ?? first;
  const listed = runs.map((run) => ({ ...run, isShown: run.branch === asked }));
  const folder = asked === null ? null : folderOf(asked);
  const nothing = { repository, stamp, time, runs: listed, shown: null };
  if (asked === null) return { ...nothing, problem: null };
  if (folder === null) return { ...nothing, problem: `${tidy(asked, 120)} lives in no work tree of this repository.` };
  try {
    const place = await seenOrEnded({ ...call, directory: folder });
    const shown = { seen: await lookAtRun(place), report: await readReport(place) };
    return { ...nothing, shown, problem: null };
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    return { ...nothing, problem: `${error.problem.code}: ${tidy(error.message, 400)}` };
  }
}

function runOf({ seen, report }: NonNullable<Read['shown']>, tidy: Tidy): BoardRun {
  const now = seenNow(seen);
  return {
    ...{ now: now.view.now, title: now.title, goal: now.goal },
    screen: screenOfRun(now),
    report,
    sessions: sessionsOf(now, tidy),
  };
}

function sessionsOf({ place, ends: told, settled }: SeenRun, tidy: Tidy): BoardSession[] {
  const { standing } = place;
  const folder = driveFolder(place);
  const all = sessionsIn(folder);
  const ends = new Map(told.map((one) => [one.session, one]));
  const records = all
    .of(standing.run.id)
    // Files are found by it: a record that somebody else has written leads nowhere.
    .filter(({ session }) => /^[\w-]{1,60}$/.test(session))
    .map((record) => ({ record, isLive: !settled.has(record.session) && all.lives(record) }))
    .toSorted((one, other) => Number(other.isLive) - Number(one.isLive) || other.record.since - one.record.since);
  return records.slice(0, SESSIONS).map(({ record, isLive }) => {
    const { session, item, task, client, since } = record;
    const end = ends.get(session) as SettledEnd | undefined;
    return {
      ...{ session: tidy(session, 60), item: item === null ? null : tidy(item, 60), task: tidy(task, 20) },
      ...{ client: tidy(client, 40), since, isLive },
      end:
        end === undefined
          ? null
          : { ...end, failure: end.failure && { ...end.failure, reason: tidy(end.failure.reason, 300) } },
      live: liveOf(client, filesOf(folder, session), tidy),
      look: isLive ? null : lookOf(client, session, record.worktree, tidy),
    };
  });
}

/** Names the command by which a person opens a session again: a client finds it from its folder alone (R53). */
function lookOf(client: string, session: string, worktree: string, tidy: Tidy): string | null {
  const resume = Object.hasOwn(RESUME, client) ? RESUME[client] : undefined;
  if (resume === undefined) return null;
  return `cd ${quoted(tidy(worktree, 300))} && ${resume} ${session}`;
}

const RESUME: Readonly<Record<string, string>> = { 'claude-code': 'claude --resume' };

/** Lists runs of the repository, and tells where each lives. */
async function listRuns(call: Call, tidy: Tidy) {
  const { around, room } = await placeOf(call);
  const { root } = around.repository;
  const trees = await worktreesIn(runGit, root);
  const open = room.knownRuns(around);
  const here = open.find(({ isHere }) => isHere);
  const folders = new Map<string, string>();
  for (const { branch, isHere } of open) {
    const folder = isHere ? root : trees.find((tree) => tree.branch === branch)?.root;
    if (folder !== undefined) folders.set(branch, folder);
  }
  const ended = room.endedRuns(around).toReversed();
  const own = here === undefined ? room.endedStanding(around)?.run.branch : undefined;
  if (own !== undefined && !folders.has(own)) folders.set(own, root);
  const lines: BoardRunLine[] = [
    ...open.map(({ branch, workflow, started }): BoardRunLine => {
      const state = folders.has(branch) ? 'open' : 'nowhere';
      return { branch, workflow: tidy(workflow, 60), state, note: `begun ${timeOf(started)}`, isShown: false };
    }),
    ...ended
      .filter(({ branch }, at) => at < 8 && !open.some((one) => one.branch === branch))
      .map(
        ({ branch, workflow, how, ended: time }): BoardRunLine => ({
          ...{ branch, workflow: tidy(workflow, 60), state: 'ended', isShown: false },
          note: `${tidy(how, 20)} ${timeOf(time)}`,
        }),
      ),
  ];
  const seen = new Set<string>();
  const runs = lines.filter(({ branch }) => !seen.has(branch) && seen.add(branch)).slice(0, RUNS);
  const first =
    here?.branch ?? own ?? runs.find(({ branch }) => folders.has(branch))?.branch ?? runs[0]?.branch ?? null;
  return { runs, folderOf: (branch: string) => folders.get(branch) ?? null, first, repository: around.repository };
}
