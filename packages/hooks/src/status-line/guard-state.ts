import { join } from 'node:path';
import { readSmall } from '@flow/evidence/disk/read-small';
import { type Environment, type Repository, repositoryState } from '@flow/evidence/fast';

/** Whether the guard watches this session, and whether it refuses. */
export type GuardState = 'armed' | 'monitoring' | 'broken';

/**
 * The state of the guard, from what its start of a session left (`liveness.json`, which `doctor` reads too) and from
 * the mode of the policy in force.
 * @param running milliseconds since the session began; null where the client does not tell
 */
export function guardState(
  repository: Repository,
  environment: Environment,
  session: string | null,
  running: number | null,
  now: number,
): GuardState {
  const folder = repositoryState(repository, environment);
  const liveness = readObject(join(folder, 'liveness.json'));
  const started = liveness?.started;
  if (typeof started !== 'number') return 'broken';
  // A session that began later overwrites the record: the guard is alive for it, and so for this one.
  const isSeen = liveness?.session === session || running === null || started >= now - running - TOLERANCE;
  if (!isSeen) return 'broken';
  const policy = readObject(join(folder, 'policy.json'))?.policy as { mode?: unknown } | undefined;
  return policy?.mode === 'monitor' ? 'monitoring' : 'armed';
}

/** Between a session's start and its hook. Milliseconds. */
const TOLERANCE = 60_000;

function readObject(file: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(readSmall(file) ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
