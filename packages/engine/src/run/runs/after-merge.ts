import type { AfterMerge } from '@flow/core/figures';
import { eventsOf, git, type JournalEntry, type Repository, splitZ } from '@flow/evidence';
import { fetchedBase } from '@flow/evidence/git/base';
import type { Surroundings } from '../../places/surroundings.js';
import type { Standing } from '../status.js';

/** Days behind a merge within which commits to the same files are counted. */
const DAYS = 14;

/** Files that git is asked about; of a larger change nothing is told. */
const MOST = 1000;

/**
 * Counts what became of a merged change on the base branch: commits to its files behind the end of the run, and those that name a
 * commit of it as reverted. Null where the run has not ended as merged, or git cannot tell.
 * @param entries those of the journal
 */
export function afterMerge(
  around: Surroundings,
  { run, facts }: Pick<Standing, 'run' | 'facts'>,
  entries: readonly JournalEntry[],
): AfterMerge | null {
  const { repository, policy, start } = around;
  const end = facts.events.find((event) => event.type === 'end');
  if (end?.type !== 'end' || end.how !== 'merged') return null;
  const ask = asker(repository, start.deadline);
  const heads = eventsOf(entries, 'flow').flatMap(({ data, time }) =>
    data.run === run.id && time <= end.time && typeof data.head === 'string' ? [data.head] : [],
  );
  const base = fetchedBase(repository, policy, null, start.deadline);
  const [first, last] = [heads[0], heads.at(-1)];
  if (base === null || first === undefined || last === undefined) return null;
  const files = ask('diff-tree', '-r', '-z', '--no-renames', '--name-only', '--end-of-options', first, last);
  const own = ask('rev-list', '--end-of-options', last, `^${first}`);
  if (files === null || own === null) return null;
  const names = splitZ(Buffer.from(files));
  if (names.length === 0 || names.length > MOST) return null;
  const [since, until] = [end.time, end.time + DAYS * 86_400_000].map((time) => Math.floor(time / 1000)) as [
    number,
    number,
  ];
  const format = '--format=%ct %B%x00';
  // What the run began on was there before it ended: of a long history only the rest is walked.
  const told = ask('--literal-pathspecs', 'log', '--no-merges', format, base.commit, `^${first}`, '--', ...names);
  if (told === null) return null;
  const commits = told.split('\0').flatMap((one) => {
    const [, time = '', text = ''] = /^\s*(\d+) ([\s\S]*)$/.exec(one) ?? [];
    return Number(time) > since && Number(time) <= until && time !== '' ? [text] : [];
  });
  const ids = new Set(own.split('\n').filter(Boolean));
  const isOfRun = (id: string) => ids.has(id) || isMergeOf(ask, id, last, names);
  const reverts = commits.filter((text) => [...text.matchAll(REVERTED)].some(([, id]) => isOfRun(id!)));
  return { commits: commits.length, reverts: reverts.length, days: DAYS, isOver: facts.now > until * 1000 };
}

/** What git writes into a commit that reverts another one. */
const REVERTED = /^This reverts commit ([0-9a-f]{40}|[0-9a-f]{64})\b/gm;

type Ask = (...words: string[]) => string | null;

const asker =
  (repository: Repository, deadline: number): Ask =>
  (...words) => {
    const { status, stdout } = git(repository, words, { deadline });
    return status === 0 ? stdout.toString('utf8') : null;
  };

/** Tells whether a commit brought a change into the base branch: as a merge of its tip, or as one commit of its files alone. */
function isMergeOf(ask: Ask, commit: string, tip: string, names: readonly string[]): boolean {
  const parents = ask('rev-list', '--parents', '-n', '1', '--end-of-options', commit)?.trim().split(' ') ?? [];
  if (parents.slice(1).includes(tip)) return true;
  if (parents.length !== 2) return false;
  const files = ask('diff-tree', '-r', '-z', '--no-renames', '--name-only', '--no-commit-id', commit);
  return files !== null && splitZ(Buffer.from(files)).every((one) => names.includes(one));
}
