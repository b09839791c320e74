import { spawn } from 'node:child_process';
import path from 'node:path';
import {
  closeAfterTest,
  type Forge,
  fakeGh,
  runProgramBeside,
  startForge,
  type TempRepo,
  type TempRepoOptions,
} from '@flow/test-kit';
import { FLOW, repository } from './kit.js';
import { reported } from './report-kit.js';

/** A repository with a suite, a local remote, and a forge on loopback that the project names. */

export interface Shop {
  repo: TempRepo;
  forge: Forge;
}

export interface ForkedShop extends Shop {
  /** A remote with somebody's fork behind it; returns the folder that it is. */
  fork(name: string, owner: string): string;
}

/**
 * The files of a project whose one suite is green as long as `broken` is not there, and needed by what is changed on
 * the branch.
 */
export const FILES = { 'test.sh': 'test ! -e broken\n', 'cart.txt': '1\n', '.gitignore': 'ignored\n' };

/** A run that is only about shipping, in a project of its own words. */
export const RELEASE = `workflows:
  release:
    define:
      id: release
      title: Release
      version: 1
      dials: {}
      documents: {}
      rules: []
      phases:
        - { id: work, title: Work, instruction: Work., exit: [{ check: branch }, { check: green }] }
        - id: ship
          title: Ship
          instruction: Ship.
          exit: [{ check: committed }, { check: pushed }, { check: pull-request }, { check: ci }]
`;

export async function shop(options: TempRepoOptions & { config?: string } = {}): Promise<ForkedShop> {
  let repo: TempRepo | undefined;
  const forks = new Map<string, string>();
  const forge = await startForge({ remote: (source) => forks.get(source) ?? repo?.remote ?? '' });
  closeAfterTest(() => forge.close());
  const config = `forge: { api: '${forge.url}', repository: ${forge.repository} }
suites: [{ root: ., command: sh test.sh }]
${options.config ?? ''}`;
  repo = repository({ ...options, files: { ...FILES, 'flow.config.yaml': config, ...options.files } });
  repo.write('cart.txt', '2\n');
  forge.checks([{ name: 'test', status: 'completed', conclusion: 'success' }]);
  return { repo, forge, fork: (name, owner) => forkOf(repo!, forks, name, owner) };
}

/** Makes a remote that has the address of a forge, and tells git that it lies in a folder. */
function forkOf(repo: TempRepo, forks: Map<string, string>, name: string, owner: string): string {
  const folder = path.join(repo.area, `${owner}.git`);
  const address = `https://forge.example.test/${owner}/cart.git`;
  repo.git('clone', '-q', '--bare', repo.remote, folder);
  repo.git('config', `url.${folder}.insteadOf`, address);
  repo.git('remote', 'add', name, address);
  forks.set(`${owner}/cart`, folder);
  return folder;
}

/** A run of the ceremony in which all is done but the shipping; its forge is named by the base branch. */
export async function reportedShop(): Promise<Shop> {
  let repo: TempRepo | undefined;
  const forge = await startForge({ remote: () => repo?.remote ?? '' });
  closeAfterTest(() => forge.close());
  forge.checks([{ name: 'test', status: 'completed', conclusion: 'success' }]);
  const config = `forge: { api: '${forge.url}', repository: ${forge.repository} }\n`;
  repo = reported({ 'flow.config.yaml': config });
  return { repo, forge };
}

export interface ShipOptions {
  environment?: Record<string, string>;
  /** Looks at standard error as it grows; may end the program. */
  watch?: (text: string, end: (signal: NodeJS.Signals) => void) => void;
}

/** Pauses are short and a login is there, unless the words or the environment say otherwise. */
export async function ship({ repo }: Shop, words: readonly string[] = [], options: ShipOptions = {}) {
  const { stdout, stderr, status } = await run(repo, ['ship', ...words, '--interval', '0.05', '--json'], options);
  return { status, stderr, ...(JSON.parse(stdout) as Envelope) };
}

interface Envelope {
  ok: boolean;
  data: {
    head: string;
    remarks: string[];
    steps: { id: string; state: string; says: string[] }[];
    pullRequest: { number: number; url: string } | null;
    ci: { state: string; failing: { name: string; url: string | null }[] } | null;
  };
  error: { code: string; message: string; remedy: string };
}

/** Runs `flow` while this process goes on: the forge answers in it. */
export async function run(repo: TempRepo, words: readonly string[], { environment, watch }: ShipOptions = {}) {
  const env = { ...repo.environment, PATH: pathOf(repo), GH_TOKEN: 'secret-token', ...environment };
  if (!watch) return runProgramBeside(FLOW, words, { cwd: repo.root, environment: env });
  const child = spawn(process.execPath, [FLOW, ...words], { cwd: repo.root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk) => {
      text[name] += chunk;
      watch(text.stderr, (signal) => child.kill(signal));
    });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, ...text };
}

/** Makes a search path whose first `gh` is logged in nowhere: no `gh` that somebody has here is ever asked. */
export function pathOf(repo: TempRepo): string {
  const nowhere = fakeGh(path.join(repo.area, 'no-gh'), { url: 'http://127.0.0.1:1' }, 'nowhere.example.test');
  return `${nowhere}:${repo.environment.PATH}`;
}

/** The states of all steps, by their ids. */
export const statesOf = (steps: { id: string; state: string }[]) =>
  Object.fromEntries(steps.map(({ id, state }) => [id, state]));
