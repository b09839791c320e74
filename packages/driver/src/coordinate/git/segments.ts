import { CoordinatorUnknown, type Cursor, type Entry, type Page } from '../port.js';
import { readWhat } from '../read-entry.js';
import { ownRef, partOf, segmentRefs } from './names.js';
import { fetchObjects, type Meeting, remoteRefs, swapRef } from './refs.js';
import { askGit, runGit, unknown } from './run-git.js';

/* A segment is what one machine has said of a run: a chain of commits, each with the lines of one call. */

/** The file of a commit that holds its lines. */
const FILE = 'entries';

/** Tries of a write that somebody else came before. */
const TRIES = 8;

/** What one commit of a segment may hold, and one reading of a segment: whoever writes more is read no further. */
const MOST_BYTES = 1024 * 1024;
const MOST_COMMITS = 5000;

/** Segments are what machines say of runs over a git remote: each machine writes one of its own, and reads all. */
export interface Segments {
  /** Adds entries to the segment of this machine. @throws CoordinatorUnknown where they are not known to be on the remote */
  append(run: string, whats: readonly Entry['what'][]): Promise<void>;
  /** Reads what is new behind a cursor. @throws CoordinatorUnknown */
  read(run: string, after: Cursor | null): Promise<Page>;
  /**
   * Returns the holds and the ends of a run, whole, by reading what is new alone.
   * @param tips the segments as they are on the remote now, where that is known already
   * @throws CoordinatorUnknown
   */
  kept(run: string, tips?: ReadonlyMap<string, string>): Promise<readonly Entry[]>;
}

/** Kinds of entries that decide what may be claimed. */
const KEPT: ReadonlySet<Entry['what']['kind']> = new Set(['hold', 'settled', 'stale']);

/**
 * Opens the segments of a git remote.
 * @param machine the name of this clone's own segment: no other clone has it
 */
export function gitSegments({ machine, ...meeting }: Meeting & { machine: string }): Segments {
  if (meeting.remote.startsWith('-')) throw new TypeError('a remote is a name or an address');
  const kept = new Map<string, { entries: readonly Entry[]; cursor: Cursor }>();
  return {
    append: (run, whats) => appendTo(meeting, run, machine, whats),
    read: (run, after) => readSegments(meeting, run, after),
    async kept(run, tips) {
      const before = kept.get(run) ?? { entries: [], cursor: {} };
      const page = await readSegments(meeting, run, before.cursor, tips);
      const lost = new Set(page.broken.map((one) => one.machine));
      const still = before.entries.filter((one) => !lost.has(one.machine));
      const entries = [...still, ...page.entries.filter(({ what }) => KEPT.has(what.kind))];
      kept.set(run, { entries, cursor: page.cursor });
      return entries;
    },
  };
}

async function appendTo(
  meeting: Meeting,
  run: string,
  machine: string,
  whats: readonly Entry['what'][],
): Promise<void> {
  if (whats.length === 0) return;
  await addOwn(meeting, run, machine, whats);
  await pushOwn(meeting, run, machine);
}

async function addOwn(
  { folder }: Meeting,
  run: string,
  machine: string,
  whats: readonly Entry['what'][],
): Promise<void> {
  const ref = ownRef(run, machine);
  for (let at = 0; at < TRIES; at += 1) {
    const found = await runGit(folder, ['rev-parse', '--verify', '--quiet', ref]);
    const tip = found.status === 0 ? found.stdout.toString('utf8').trim() : '';
    const last = tip === '' ? 0 : Number(await askGit(folder, ['log', '-1', '--format=%s', tip]));
    const time = Date.now();
    const lines = whats.map((what, index) => JSON.stringify({ n: last + index + 1, time, what }));
    const blob = await askGit(folder, ['hash-object', '-w', '--stdin'], `${lines.join('\n')}\n`);
    const tree = await askGit(folder, ['mktree'], `100644 blob ${blob}\t${FILE}\n`);
    const parent = tip === '' ? [] : ['-p', tip];
    const commit = await askGit(folder, ['commit-tree', tree, ...parent, '-m', String(last + whats.length)]);
    const moved = await runGit(folder, ['update-ref', ref, commit, tip || '0'.repeat(commit.length)]);
    if (moved.status === 0) return;
  }
  throw new CoordinatorUnknown('other programs on this machine write the segment of this machine all the time');
}

/** Publishes the segment of this machine. What somebody else has put in its place is no word of this machine, and goes. */
async function pushOwn(meeting: Meeting, run: string, machine: string): Promise<void> {
  const { folder, remote } = meeting;
  const own = ownRef(run, machine);
  const ref = `${segmentRefs(run)}${partOf(machine)}`;
  const words = ['push', '--quiet', '--porcelain', '--no-follow-tags', '--no-recurse-submodules', '--no-signed'];
  let last = { stderr: '' };
  for (let at = 0; at < TRIES; at += 1) {
    const pushed = await runGit(folder, [...words, '--', remote, `${own}:${ref}`]);
    if (pushed.status === 0) return;
    last = pushed;
    const there = (await remoteRefs(meeting, ref)).get(ref) ?? '';
    const tip = await askGit(folder, ['rev-parse', '--verify', own]);
    if (there === tip) return;
    // Another program of this machine may have come first, with more.
    const isOurs = there === '' || (await isWithin(folder, there, tip)) || (await isWithin(folder, tip, there));
    if (!isOurs && (await swapRef(meeting, ref, there, tip))) return;
    if (there !== '' && (await isWithin(folder, tip, there))) return;
    await new Promise((done) => setTimeout(done, 20 + Math.random() * 80 * (at + 1)));
  }
  throw unknown(words, last);
}

/** Lists the runs of which any machine has said something, by their ids as refs have them. @throws CoordinatorUnknown */
export async function runsOn(meeting: Meeting): Promise<string[]> {
  const prefix = 'refs/flow/run/';
  const refs = await remoteRefs(meeting, prefix);
  return [...new Set([...refs.keys()].map((ref) => ref.slice(prefix.length).split('/')[0]!))];
}

/** Tells whether a commit that may not be here has another one behind it. */
const isWithin = async (folder: string, older: string, newer: string): Promise<boolean> =>
  (await runGit(folder, ['merge-base', '--is-ancestor', older, newer])).status === 0;

async function readSegments(
  meeting: Meeting,
  run: string,
  after: Cursor | null,
  tips?: ReadonlyMap<string, string>,
): Promise<Page> {
  const prefix = segmentRefs(run);
  for (let at = 0; at < TRIES; at += 1) {
    const all = (at === 0 ? tips : undefined) ?? (await remoteRefs(meeting, prefix));
    const segments = new Map([...all].filter(([ref]) => ref.startsWith(prefix)));
    const changed = new Map([...segments].filter(([ref, id]) => after?.[ref.slice(prefix.length)] !== id));
    if (await fetchObjects(meeting, changed)) return pageOf(meeting.folder, prefix, segments, changed, after ?? {});
  }
  throw new CoordinatorUnknown('the segments of the run change faster than they can be read');
}

async function pageOf(
  folder: string,
  prefix: string,
  segments: ReadonlyMap<string, string>,
  changed: ReadonlyMap<string, string>,
  after: Cursor,
): Promise<Page> {
  const broken: { machine: string; how: 'rewritten' | 'deleted' }[] = [];
  const entries: Entry[] = [];
  for (const machine of Object.keys(after))
    if (!segments.has(prefix + machine)) broken.push({ machine, how: 'deleted' });
  for (const [ref, tip] of changed) {
    const machine = ref.slice(prefix.length);
    const known = after[machine];
    const goesOn = known !== undefined && (await isWithin(folder, known, tip));
    if (known !== undefined && !goesOn) broken.push({ machine, how: 'rewritten' });
    entries.push(...(await entriesIn(folder, machine, goesOn ? `${known}..${tip}` : tip)));
  }
  const cursor = Object.fromEntries([...segments].map(([ref, id]) => [ref.slice(prefix.length), id]));
  return { entries: entries.sort((a, b) => a.time - b.time || a.n - b.n), cursor, broken };
}

/** Reads the entries of a range of commits; what is no commit of a segment holds none. */
async function entriesIn(folder: string, machine: string, range: string): Promise<Entry[]> {
  const words = ['rev-list', '--first-parent', `--max-count=${MOST_COMMITS}`, range, '--'];
  const listed = await runGit(folder, words);
  if (listed.status !== 0) return [];
  const commits = listed.stdout.toString('utf8').split('\n').filter(Boolean).reverse();
  if (commits.length === 0) return [];
  const asked = commits.map((commit) => `${commit}:${FILE}\n`).join('');
  const ran = await runGit(folder, ['cat-file', '--batch'], { input: asked });
  if (ran.status !== 0) throw unknown(['cat-file'], ran);
  return [...blobsIn(ran.stdout)].flatMap((text) => text.split('\n').flatMap((line) => entryIn(line, machine)));
}

/** Takes apart what `git cat-file --batch` prints. */
function* blobsIn(output: Buffer): Iterable<string> {
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at);
    if (end < 0) return;
    const [, type, size = ''] = output.subarray(at, end).toString('latin1').split(' ');
    at = end + 1;
    // `missing`, and the like, have no content behind them.
    if (!/^\d+$/.test(size)) continue;
    const bytes = Number(size);
    if (type === 'blob' && bytes <= MOST_BYTES) yield output.subarray(at, at + bytes).toString('utf8');
    at += bytes + 1;
  }
}

function entryIn(line: string, machine: string): Entry[] {
  if (line === '') return [];
  try {
    const { n, time, what } = JSON.parse(line) as { n?: unknown; time?: unknown; what?: unknown };
    const known = readWhat(what);
    if (!Number.isSafeInteger(n) || !Number.isSafeInteger(time) || known === null) return [];
    return [{ machine, n: n as number, time: time as number, what: known }];
  } catch {
    return [];
  }
}
