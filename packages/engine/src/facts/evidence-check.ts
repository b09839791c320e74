import path from 'node:path';
import {
  appendEvent,
  changedSince,
  isHarmful,
  type Journal,
  lookAt,
  type Repository,
  readJournal,
  readReceipt,
  readSeal,
  repositoryState,
  type Seal,
  writeSeal,
} from '@flow/evidence';
import { namesIn } from '@flow/evidence/disk/names-in';

/** Receipts of the newest runs are verified; older ones are verified when a push relies on them. */
const VERIFIED = 20;

/** Why a receipt does not verify, in words beside its code: with those of the journal, people read them. */
const WHY: Readonly<Record<Extract<ReturnType<typeof readReceipt>, { kind: 'invalid' }>['why'], string>> = {
  'bad-mac': 'bad-mac, changed, or not written by flow',
  unparsable: 'unparsable, not a receipt',
  'digest-differs': 'digest-differs, not the receipt that the journal names',
  'too-large': 'too-large, longer than any receipt',
  symlink: 'symlink, a link and not a file',
};

/** The file, in the repository's folder of the user's state, that says how receipts looked which verified. */
export const SEEN = 'receipts-seen.json';

/**
 * A deleted receipt beyond the number that is kept is house-keeping, not damage. What looks as it did when it verified is
 * not read again: each of them may hold two thousand names, and this is asked behind every command. A push reads those
 * that it relies on, however they look.
 */
function lostReceipts(repository: Repository, journal: Journal, seen: Seal | null): string[] {
  const runs = journal.events.filter((entry) => entry.type === 'run').slice(-VERIFIED);
  const fileOf = (id: string) => path.join(repository.evidence, 'receipts', `${id}.json`);
  const present = lookAt(runs.map((entry) => fileOf(String(entry.data.receipt))));
  const changed = new Set(seen ? changedSince(seen, present) : []);
  const verified = new Set(seen?.stamps.flatMap(([file]) => (changed.has(file) ? [] : [file])));
  const earlier = verified.size;
  const lost = runs.flatMap((entry) => {
    const id = String(entry.data.receipt);
    if (verified.has(fileOf(id))) return [];
    const read = readReceipt(repository, id, String(entry.data.digest));
    if (read.kind === 'ok') verified.add(fileOf(id));
    if (read.kind === 'ok' || read.kind === 'foreign') return [];
    return [`receipts/${id}.json: ${read.kind === 'invalid' ? WHY[read.why] : read.kind}`];
  });
  if (verified.size > earlier) {
    keepSeen(repository, { ...present, stamps: present.stamps.filter(([file, stamp]) => stamp && verified.has(file)) });
  }
  return lost;
}

/** What this program has just written needs no reading behind the same command. */
export function noteWritten(repository: Repository, receipts: readonly string[]): void {
  const seen = seenBefore(repository);
  // Without an earlier look all of them are read.
  if (!seen) return;
  const { stamps } = lookAt(receipts.map((id) => path.join(repository.evidence, 'receipts', `${id}.json`)));
  keepSeen(repository, { ...seen, stamps: [...seen.stamps, ...stamps.filter(([, stamp]) => stamp)].slice(-VERIFIED) });
}

const seenBefore = (repository: Repository) => readSeal(repositoryState(repository), SEEN);

function keepSeen(repository: Repository, seen: Seal): void {
  try {
    writeSeal(repositoryState(repository), seen, SEEN);
  } catch {
    // They are read again the next time.
  }
}

/** A process that has written a receipt records it at once, or was killed. Milliseconds. */
const RECORDED = 60_000;

/**
 * Lists files that nobody recorded: written by hand, or of a run that was taken out of the journal, unless another
 * process is about to record them.
 */
function strayReceipts(repository: Repository, journal: Journal): string[] {
  const known = new Set(journal.events.map((entry) => String(entry.data.receipt)));
  return namesIn(path.join(repository.evidence, 'receipts')).flatMap((name) => {
    const id = name.replace(/\.json$/, '');
    if (known.has(id) || !name.endsWith('.json')) return [];
    const read = readReceipt(repository, id);
    const isLeft = read.kind === 'ok' && read.receipt.time < Date.now() - RECORDED;
    const why = read.kind === 'invalid' ? WHY[read.why] : isLeft ? 'in no journal' : undefined;
    return why === undefined ? [] : [`receipts/${name.slice(0, 80)}: ${why}`];
  });
}

/**
 * Lists the faults of the evidence of a repository; empty where the evidence verifies. All of the evidence is read,
 * whatever was read before.
 */
export const damageHere = (repository: Repository): string[] =>
  unreportedDamage(repository, readJournal(repository), null);

/**
 * Places where the evidence does not verify and no breach has said so yet.
 * @param seen how receipts looked which verified. @default what is kept of that
 */
export function unreportedDamage(
  repository: Repository,
  journal: Journal,
  seen: Seal | null = seenBefore(repository) ?? null,
): string[] {
  const reported = new Set(
    journal.events.flatMap((entry) =>
      entry.type === 'breach' && Array.isArray(entry.data.damage) ? (entry.data.damage as string[]) : [],
    ),
  );
  const damage = journal.damage
    .filter(isHarmful)
    // What is said of the journal as a whole stands in no line of it.
    .map(({ line, code, detail }) => `journal.jsonl${line > 0 ? `, line ${line}` : ''}: ${code}, ${detail}`);
  const all = [...damage, ...lostReceipts(repository, journal, seen), ...strayReceipts(repository, journal)];
  return all.filter((one) => !reported.has(one)).slice(0, 50);
}

/**
 * Reports damage in the journal itself, once: from then on everything recorded before is void, and what is recorded
 * after it counts again.
 * @returns the places, empty when the evidence verifies
 */
export function reportDamage(repository: Repository, by: { tool: string; session: string | null }): string[] {
  const all: string[] = [];
  // The report's own entry follows the one that is gone, which shows as a gap of its own: that is told with it.
  for (let round = 0; round < 3; round++) {
    const damage = unreportedDamage(repository, readJournal(repository));
    if (damage.length === 0) break;
    appendEvent(repository, { type: 'breach', data: { paths: [], damage, ...by, evidence: true } });
    all.push(...damage);
  }
  return all;
}
