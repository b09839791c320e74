import { join } from 'node:path';
import { readSmall } from '@flow/evidence/disk/read-small';
import { type Environment, type Repository, repositoryState } from '@flow/evidence/fast';

/** The guard has a state: it watches this session and refuses, it watches and only reports, or it does not watch. */
export type GuardState = 'armed' | 'monitoring' | 'broken';

/** A session as the client tells of it. */
interface Session {
  id: string | null;
  /** Milliseconds since the session began; null where the client does not tell. */
  running: number | null;
}

/**
 * Reads the state of the guard from what its start of a session left (`liveness.json`, which `doctor` reads too) and from
 * the mode of the policy in force.
 */
export function guardState(
  repository: Repository,
  environment: Environment,
  { id, running }: Session,
  now: number,
): GuardState {
  const folder = repositoryState(repository, environment);
  const liveness = readObject(join(folder, 'liveness.json'));
  const started = liveness?.started;
  if (typeof started !== 'number') return 'broken';
  // A session that began later overwrites the record: the guard is alive for it, and so for this one.
  const isSeen = liveness?.session === id || running === null || started >= now - running - TOLERANCE;
  if (!isSeen) return 'broken';
  const policy = readObject(join(folder, 'policy.json'))?.policy as { mode?: unknown } | undefined;
  return policy?.mode === 'monitor' ? 'monitoring' : 'armed';
}

/** Milliseconds between a session's start and its hook. */
const TOLERANCE = 60_000;

function readObject(file: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(readSmall(file) ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
