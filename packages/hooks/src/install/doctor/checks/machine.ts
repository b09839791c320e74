import { spawnSync } from 'node:child_process';
import type { Client } from '@flow/clients/client';
import { cleanEnvironment } from '@flow/engine/places/git-hook';
import type { Environment } from '@flow/evidence/fast';
import { type Check, failure, ok, warning } from '../check.js';

const OLDEST_NODE = '20.19.0';
/** What `git rev-parse --git-path hooks` and worktrees need; older ones are not tried. */
const OLDEST_GIT = '2.20.0';

/** Node, git, the clients, and what slows a start down: everything outside the repository. */
export function checkMachine(environment: Environment, hosts: readonly Client[]): Check[] {
  const node = versionOf('node', environment);
  const checks = [
    judge({
      id: 'node',
      title: 'Node.js',
      version: node,
      oldest: OLDEST_NODE,
      missing: failure,
      without: 'Hooks are started as `node`, which is not on PATH.',
      fix: 'nvm install --lts',
    }),
    judge({
      id: 'git',
      title: 'git',
      version: versionOf('git', environment),
      oldest: OLDEST_GIT,
      missing: failure,
      without: 'git is not on PATH.',
      fix: 'git --version',
    }),
    ...hosts.flatMap((host) => checkClient(host, environment)),
  ];
  if (environment.NODE_EXTRA_CA_CERTS && node?.startsWith('20.')) {
    checks.push(
      warning(
        'node-ca-certs',
        'NODE_EXTRA_CA_CERTS',
        `Node ${node} reads these certificates at every start, which makes hooks start about 2.5 times slower. Node 22 does not.`,
        'nvm install 22',
      ),
    );
  }
  return checks;
}

function checkClient({ name, product, program, oldest, measured }: Client, environment: Environment): Check[] {
  const source = measured === null ? 'is what its documentation says' : `was measured on ${measured}`;
  const without = `\`${program}\` is not on PATH, so its version could not be checked; what is said of it ${source}.`;
  const id = name === 'claude-code' ? 'host' : `host-${name}`;
  const version = versionOf(program, environment);
  const { why, fix } = oldest;
  return [
    judge({ id, title: product, version, oldest: oldest.version, missing: warning, without, why, fix, measured }),
  ];
}

/** A program that this machine needs. */
interface Needed extends Pick<Check, 'id' | 'title'> {
  version: string | null;
  oldest: string;
  /** Makes the check of a program that is missing. */
  missing: typeof failure | typeof warning;
  /** The consequence of a missing program. */
  without: string;
  /** The consequence of an older program. */
  why?: string;
  /** The version on which was measured what is said of it; null: it was not run, and what is said is documented. */
  measured?: string | null;
  fix: string;
}

function judge({
  id,
  title,
  version,
  oldest,
  missing,
  without,
  why = '',
  fix,
  measured = version ?? '',
}: Needed): Check {
  if (version === null) return missing(id, title, without, fix);
  const source = measured === null ? 'is what its documentation says: it was not run' : `was measured on ${measured}`;
  const detail = version === measured ? version : `${version}; what is said of it ${source}`;
  if (compareVersions(version, oldest) >= 0) return ok(id, title, detail);
  return failure(id, title, `${version} is older than ${oldest}. ${why}`.trim(), fix);
}

/** Returns the first version number that `<program> --version` prints; null when it cannot be started. */
export function versionOf(program: string, environment: Environment): string | null {
  const result = spawnSync(program, ['--version'], {
    env: cleanEnvironment(environment),
    encoding: 'utf8',
    timeout: 15_000,
    // npm's shims on Windows are `.cmd` files; both words are constants.
    shell: process.platform === 'win32',
  });
  return result.status === 0 ? (/\d+\.\d+\.\d+/.exec(result.stdout)?.[0] ?? null) : null;
}

/** Negative, zero or positive, as the first of two `1.2.3` is older, the same or newer. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number));
  for (let index = 0; index < 3; index += 1) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
