import { type Coordinator, CoordinatorUnknown, type Entry, holdingOf, type Segments } from '@flow/driver';
import type { Heard } from './desk.js';
import type { Line } from './line.js';

/** The key of a cursor under which signals are counted; no segment has this name. */
const SIGNALS = ' signals';

/**
 * Makes a coordinator of a line and of segments in git. Who has which item is decided at the other end of the line; every word
 * that is more than an id, a time or a digest goes into git, and so does all that has to outlive the server.
 */
export function coordinatorOver(
  line: Line,
  segments: Segments,
  { machine, account = null }: { machine: string; account?: string | null },
): Coordinator {
  return {
    async claim(run, { id, machine: whose }, { item, base, time }) {
      const kept = await segments.kept(run);
      const hold = holdingOf(kept, item, account, Date.now());
      const isHeld = hold !== null;
      const told = await line.claim(run, { item, id, machine: whose, base, time, least: newestOf(kept, item), isHeld });
      if (told.kind !== 'free') return told;
      if (hold) return { kind: 'held', hold };
      throw new CoordinatorUnknown('the server gave no lease, and names nobody who has it');
    },
    renew: (lease, time) => line.renew(lease, time),
    async settle(lease, { how, commit, why }) {
      const said = await line.settle(lease, { how, commit });
      const end = { how, commit, why: why.slice(0, 500) };
      await segments.append(lease.run, [{ kind: said === 'taken' ? 'settled' : 'stale', lease, end }]);
      return said;
    },
    hold: (run, hold) => segments.append(run, [{ kind: 'hold', hold }]),
    signal: (run, signal) => line.signal(run, machine, signal),
    append: (run, events) =>
      segments.append(
        run,
        events.map((event) => ({ kind: 'event', event })),
      ),
    async read(run, after) {
      const { [SIGNALS]: place = '', ...said } = after ?? {};
      const page = await segments.read(run, after === null ? null : said);
      const news = await signalsOf(line, run, place);
      const entries = [...page.entries, ...news.entries].sort((a, b) => a.time - b.time || a.n - b.n);
      return { ...page, entries, cursor: { ...page.cursor, [SIGNALS]: news.place } };
    },
  };
}

/** The highest number under which an item has ended: it is in git, and goes on where the server has forgotten it. */
function newestOf(entries: readonly Entry[], item: string): number {
  let newest = 0;
  for (const { what } of entries)
    if ((what.kind === 'settled' || what.kind === 'stale') && what.lease.item === item)
      newest = Math.max(newest, what.lease.token);
  return newest;
}

/** Reads signals behind a place. A server that says nothing has no news: a signal says no more than that it is worth looking. */
async function signalsOf(line: Line, run: string, place: string): Promise<{ entries: Entry[]; place: string }> {
  const [, epoch = '', last = '0'] = /^(.*) (\d+)$/s.exec(place) ?? [];
  try {
    let answer = await line.heard(run, Number(last));
    if (epoch !== '' && answer.epoch !== epoch) answer = await line.heard(run, 0);
    const newest = answer.heard.at(-1)?.n ?? (answer.epoch === epoch ? Number(last) : 0);
    return { entries: answer.heard.map(entryOf), place: `${answer.epoch} ${newest}` };
  } catch (error) {
    if (!(error instanceof CoordinatorUnknown)) throw error;
    return { entries: [], place };
  }
}

const entryOf = ({ machine, n, time, signal }: Heard): Entry => ({
  machine,
  n,
  time,
  what: { kind: 'signal', signal },
});
