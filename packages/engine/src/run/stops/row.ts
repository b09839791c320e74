import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Stop } from '@flow/clients/stop';
import type { Status } from '@flow/core/workflow';
import { makeFolder, parseJson, repositoryState, writeFileAtomic } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';

/** So often in a row the end of a turn is refused: the client's own limit, which it can be told to leave out. */
export const MOST_REFUSALS = 8;

/** The refusals in a row of one session, as its file keeps them. */
interface Row {
  v: 1;
  count: number;
  /** The turn in which the row began; null where the client tells none. */
  turn: string | null;
  /** The furthest that the run had come: its stage, and how many items were over. */
  stage: number;
  over: number;
}

/**
 * Counts one more refusal of a session. A row ends where a person has said something, and where the run has come further
 * than it ever was in this row; nothing that the client leaves out ends it.
 * @returns the number of the refusal, from 1; null where as many as may be were made, or where it cannot be written down
 */
export function countRefusal(around: Surroundings, session: string, stop: Stop, status: Status): number | null {
  const file = fileOf(around, session);
  const before = readRow(file);
  const reached = { stage: status.stage, over: status.over.length };
  const isNewTurn = stop.isRefused !== true && stop.turn !== null && isOther(before?.turn, stop.turn);
  const isOngoing = before !== null && !isNewTurn && !isFurther(reached, before);
  const count = isOngoing ? before.count + 1 : 1;
  if (count > MOST_REFUSALS) return null;
  const turn = isNewTurn ? stop.turn : (before?.turn ?? stop.turn);
  const furthest =
    before !== null && !isFurther(reached, before) ? { stage: before.stage, over: before.over } : reached;
  const row: Row = { v: 1, count, turn, ...(isNewTurn ? reached : furthest) };
  try {
    makeFolder(path.dirname(file));
    writeFileAtomic(file, JSON.stringify(row), { fsync: false });
    return count;
  } catch {
    // What cannot be counted has no end: nobody is held back by it.
    return null;
  }
}

/** A turn whose predecessor was never told may be the same one. */
const isOther = (before: string | null | undefined, turn: string) => before != null && before !== turn;

const isFurther = (now: Pick<Row, 'stage' | 'over'>, before: Pick<Row, 'stage' | 'over'>) =>
  now.stage > before.stage || (now.stage === before.stage && now.over > before.over);

function readRow(file: string): Row | null {
  try {
    const row = parseJson(readFileSync(file, 'utf8')) as Partial<Row> | null | undefined;
    const isWhole = [row?.count, row?.stage, row?.over].every((one) => Number.isSafeInteger(one));
    return row?.v === 1 && isWhole ? { ...(row as Row), turn: typeof row.turn === 'string' ? row.turn : null } : null;
  } catch {
    return null;
  }
}

function fileOf({ repository, start }: Surroundings, session: string): string {
  const name = session.replace(/[^A-Za-z0-9-]/g, '').slice(0, 64);
  return path.join(repositoryState(repository, start.environment), 'told', `${name}-stops`);
}
