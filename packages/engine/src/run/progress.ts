import path from 'node:path';
import { type Mirror, progressDue, type ToldProgress } from '@flow/core/items';
import { repositoryState, sha256 } from '@flow/evidence';
import type { Surroundings } from '../places/surroundings.js';
import { readKept, writeKept } from './moments/kept-file.js';
import type { Standing } from './status.js';

/*
 * Which report of progress was the last one (row M36). It is a matter of what somebody was shown: no position follows from
 * it, so it lies in the user's state and not in the journal.
 */

const fileOf = ({ repository, start }: Surroundings, { run }: Pick<Standing, 'run'>, what = 'progress') =>
  path.join(repositoryState(repository, start.environment), `${what}-${sha256(run.id).slice(0, 16)}.json`);

/** Returns the last report of a run; null where there was none. */
export function lastProgress(around: Surroundings, standing: Pick<Standing, 'run'>): ToldProgress | null {
  const [kept] = readKept(fileOf(around, standing), around.start.environment) as [Partial<ToldProgress>?];
  if (typeof kept?.time !== 'number' || !Array.isArray(kept.over)) return null;
  return { time: kept.time, over: kept.over.filter((id) => typeof id === 'string') };
}

/** Notes that a report of the run was shown now. */
export function keepProgress(around: Surroundings, standing: Standing): void {
  const told: ToldProgress = { time: standing.facts.now, over: standing.status.over };
  writeKept(fileOf(around, standing), [JSON.stringify(told)], around.start.environment);
}

/** Tells why a report of progress is due; null where none is, and where nothing goes on. */
export function dueProgress(around: Surroundings, standing: Standing): 'items' | 'time' | null {
  const { status, run, facts } = standing;
  if (status.paused !== null || status.ended !== null || status.phase === 'done') return null;
  const { over } = status;
  return progressDue({ now: facts.now, started: run.started, over }, lastProgress(around, standing));
}

/** Tells how often the client's own list of tasks could not be written for a run, in a row (row X46). */
export function mirrorHere(around: Surroundings, standing: Pick<Standing, 'run'>): Mirror {
  const [kept] = readKept(fileOf(around, standing, 'mirror'), around.start.environment) as [Partial<Mirror>?];
  return { failures: typeof kept?.failures === 'number' ? kept.failures : 0 };
}

/** Keeps that for the next time. */
export function keepMirror(around: Surroundings, standing: Pick<Standing, 'run'>, mirror: Mirror): void {
  writeKept(fileOf(around, standing, 'mirror'), [JSON.stringify(mirror)], around.start.environment);
}
