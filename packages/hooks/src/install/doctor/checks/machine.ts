import { spawnSync } from 'node:child_process';
import { cleanEnvironment } from '@flow/engine/places/git-hook';
import type { Environment } from '@flow/evidence/fast';
import type { HostFiles } from '../../host-files/host-files.js';
import { type Check, failure, ok, warning } from '../check.js';

const OLDEST_NODE = '20.19.0';
/** The first Claude Code that honours `"onFailure": "block"`. */
const OLDEST_HOST = '2.1.295';
/** The first git whose `git rev-parse --git-path hooks` and worktrees are as needed; an older git is not tried. */
const OLDEST_GIT = '2.20.0';

/** The first Codex that these hooks were tried with. */
const OLDEST_CODEX = '0.169.0';

/** The facts about a client's own program, by the name of its adapter. */
const CLIENTS: Readonly<Record<string, { program: string; oldest: string; why: string; fix: string }>> = {
  'claude-code': {
    program: 'claude',
    oldest: OLDEST_HOST,
    why: `Before ${OLDEST_HOST}, a guard that crashes lets the call pass.`,
    fix: 'npm install -g @anthropic-ai/claude-code',
  },
  codex: {
    program: 'codex',
    oldest: OLDEST_CODEX,
    why: 'Its hooks are untested on that version.',
    fix: 'npm install -g @openai/codex',
  },
};

/** Node, git, the clients, and what slows a start down: everything outside the repository. */
export function checkMachine(environment: Environment, hosts: readonly HostFiles[]): Check[] {
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

function checkClient({ adapter, product }: HostFiles, environment: Environment): Check[] {
  const client = CLIENTS[adapter.name];
  if (!client) return [];
  const { program, oldest, why, fix } = client;
  const without = `\`${program}\` is not on PATH, so its version could not be checked.`;
  const id = adapter.name === 'claude-code' ? 'host' : `host-${adapter.name}`;
  const version = versionOf(program, environment);
  return [judge({ id, title: product, version, oldest, missing: warning, without, why, fix })];
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
  fix: string;
}

function judge({ id, title, version, oldest, missing, without, why = '', fix }: Needed): Check {
  if (version === null) return missing(id, title, without, fix);
  if (compareVersions(version, oldest) >= 0) return ok(id, title, version);
  return failure(id, title, `${version} is older than ${oldest}. ${why}`.trim(), fix);
}

/** The first version number that `<program> --version` prints; null when it cannot be started. */
function versionOf(program: string, environment: Environment): string | null {
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
