import { join } from 'node:path';
import { NOTES_REF } from '@flow/core';
import { makeFolder, sleep } from '../disk/atomic.js';
import { type GitResult, git } from '../git/git.js';
import type { Repository } from '../git/repository.js';
import { withLock } from '../journal/lock.js';
import type { NotDone } from '../keys/signature.js';

const FETCHED_REF = 'refs/notes/flow-fetched';
const MAX_NOTE = 8 * 1024 * 1024;
const MAX_LINE = 1024 * 1024;
const LOCK_WAIT = 10_000;
const PUSHES = 40;
/** Milliseconds of the longest pause between two pushes. */
const LONGEST_PAUSE = 1000;
/** The remote or this clone has another tip by now; what a rule of the remote refuses is refused again. */
const RACED =
  /fetch first|non-fast-forward|cannot lock ref|failed to (?:update|lock)|incorrect old value|stale info|reference already exists/;

/** A note has these lines beside a commit. Whoever can push notes wrote them. */
export interface Note {
  lines: string[];
  /** Lines that were left aside because they are too long. */
  left: number;
  /** Why nothing can be read, although there is a note. */
  problem?: string;
}

/** Reads a commit's note; empty where there is none. */
export function readNote(repository: Repository, commit: string, deadline?: number): Note {
  const options = deadline === undefined ? {} : { deadline };
  const listed = git(repository, ['notes', `--ref=${NOTES_REF}`, 'list', commit], options);
  const blob = listed.stdout.toString('latin1').trim();
  if (listed.status !== 0 || blob === '') return { lines: [], left: 0 };
  const size = git(repository, ['cat-file', '-s', blob], options);
  if (size.status !== 0) return { lines: [], left: 0, problem: 'its content is missing' };
  if (Number(size.stdout.toString('latin1')) > MAX_NOTE)
    return { lines: [], left: 0, problem: 'it is larger than 8 MB' };
  const content = git(repository, ['cat-file', 'blob', blob], options);
  if (content.status !== 0) return { lines: [], left: 0, problem: 'it is not text' };
  const all = content.stdout.toString('utf8').split('\n').filter(Boolean);
  const lines = all.filter((line) => line.length <= MAX_LINE);
  return { lines, left: all.length - lines.length };
}

/** Adds a line to a commit's note, unless it is there. Many processes may do so at once. */
export function addToNote(
  repository: Repository,
  commit: string,
  line: string,
  deadline?: number,
): NotDone | undefined {
  const options = deadline === undefined ? {} : { deadline };
  return locked(repository, () => {
    const note = readNote(repository, commit, deadline);
    if (note.problem !== undefined || note.left > 0) {
      return { failed: `the existing note cannot be kept (${note.problem ?? 'lines are too long'})` };
    }
    if (note.lines.includes(line)) return undefined;
    const text = `${[...note.lines, line].sort().join('\n')}\n`;
    const blob = git(repository, ['hash-object', '-w', '--stdin'], { ...options, input: text });
    if (blob.status !== 0) return notDone(blob);
    const id = blob.stdout.toString('latin1').trim();
    // As it is: with -m or -F git would tidy the text up.
    const words = [...identity(repository), 'notes', `--ref=${NOTES_REF}`, 'add', '-f', '-C', id, commit];
    const added = git(repository, words, options);
    return added.status === 0 ? undefined : notDone(added);
  });
}

/**
 * Fetches the remote's notes and takes their lines in beside ours.
 * @returns undefined also when the remote has none
 */
export function fetchNotes(repository: Repository, remote: string, deadline: number): NotDone | undefined {
  const fetched = git(
    repository,
    ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--', remote, `+${NOTES_REF}:${FETCHED_REF}`],
    { deadline },
  );
  if (fetched.status !== 0) return /couldn't find remote ref/.test(fetched.stderr) ? undefined : notDone(fetched);
  return locked(repository, () => {
    const ours = git(repository, ['rev-parse', '--verify', '--quiet', NOTES_REF], { deadline });
    const merged =
      ours.status === 0
        ? git(
            repository,
            [...identity(repository), 'notes', `--ref=${NOTES_REF}`, 'merge', '-q', '-s', 'cat_sort_uniq', FETCHED_REF],
            { deadline },
          )
        : git(repository, ['update-ref', NOTES_REF, FETCHED_REF], { deadline });
    return merged.status === 0 ? undefined : notDone(merged);
  });
}

/**
 * Pushes the notes, and nothing else; what others pushed meanwhile is taken in first, as often as needed. Pauses grow, and differ:
 * machines that publish at once come one after the other.
 */
export function pushNotes(repository: Repository, remote: string, deadline: number): NotDone | undefined {
  const words = ['push', '--porcelain', '--no-follow-tags', '--', remote, `${NOTES_REF}:${NOTES_REF}`];
  let last: NotDone | undefined;
  for (let attempt = 1; attempt <= PUSHES && Date.now() < deadline; attempt += 1) {
    const pushed = git(repository, words, { deadline });
    if (pushed.status === 0) return undefined;
    last = notDone(pushed);
    const [refused = ''] = /^!\t.*/m.exec(pushed.stdout.toString('utf8')) ?? [];
    if (!RACED.test(refused)) return last;
    sleep(Math.random() * Math.min(LONGEST_PAUSE, 30 * 2 ** attempt));
    const failed = fetchNotes(repository, remote, deadline);
    // Another process of this clone may fetch them, too.
    if (failed && !RACED.test(failed.failed)) return failed;
  }
  return last;
}

/**
 * Tells whether a ref that is called the notes' holds nothing but notes: files named by the ids of what they speak of.
 */
export function holdsOnlyNotes(repository: Repository, tip: string, deadline: number): boolean {
  const listing = git(repository, ['ls-tree', '-r', '-z', '--full-tree', tip], { deadline });
  if (listing.status !== 0) return false;
  const entries = listing.stdout.toString('latin1').split('\0').filter(Boolean);
  return entries.every((entry) => {
    const [about = '', name = ''] = entry.split('\t');
    return about.startsWith('100644 blob ') && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(name.replaceAll('/', ''));
  });
}

function locked(repository: Repository, work: () => NotDone | undefined): NotDone | undefined {
  makeFolder(repository.evidence);
  // `git notes` looks at nobody else's update: without a lock the later of two would drop the earlier's line.
  const done = withLock(join(repository.evidence, 'notes.lock'), LOCK_WAIT, work);
  return done.ok ? done.value : { failed: 'another process has been writing notes for too long' };
}

/** A note needs an author; where git knows none, it is the program. */
function identity(repository: Repository): string[] {
  const known = git(repository, ['var', 'GIT_COMMITTER_IDENT']).status === 0;
  return known ? [] : ['-c', 'user.name=flow', '-c', 'user.email=flow@localhost'];
}

function notDone({ stderr, stdout, status }: GitResult): NotDone {
  const told = `${stderr}\n${stdout.toString('utf8')}`.trim().slice(0, 500);
  return { failed: told || `git ended with exit code ${status}` };
}
