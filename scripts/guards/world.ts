import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, type TempRepo, tempRepo } from '@flow/test-kit';

/** What a sandbox is made with. */
export interface SandboxOptions {
  /** Folder of the built program. */
  dist: string;
  /** Folder with stand-ins for tools that need a network. */
  standIns: string;
  /** Without the product's git hooks, to see what a command does where nothing guards. */
  unguarded?: boolean;
}

/** A machine of its own: repository, home, bare remotes and a folder that stands for `/tmp`. */
export interface World {
  readonly repo: TempRepo;
  readonly temporary: string;
  /** Where stand-ins note what they would have published. */
  readonly published: string;
  /** Variables of the agent's commands. */
  readonly environment: Record<string, string>;
  /** Runs the product's command-line program. */
  cli(...words: string[]): { status: number | null; text: string };
  /** Commits everything as a person does it, whom the git hooks do not bind. */
  commit(message: string): void;
  /** Runs the suite for real through `flow-hooks exec`. @throws when it ends another way than wanted */
  test(wanted: 'green' | 'red'): void;
}

/** Makes a world with the files of its first commit. */
export function makeWorld(files: Readonly<Record<string, string>>, options: SandboxOptions): World {
  const repo = tempRepo({ remote: false, files });
  const temporary = path.join(repo.area, 'tmp');
  const published = path.join(repo.area, 'published.log');
  mkdirSync(temporary);
  writeFileSync(published, '');
  for (const name of ['remote.git', 'remote2.git']) repo.git('init', '--quiet', '--bare', path.join(repo.area, name));
  repo.git('remote', 'add', 'origin', path.join(repo.area, 'remote.git'));
  const environment: Record<string, string> = {
    ...repo.environment,
    PATH: searchPath(options.standIns, repo.environment.PATH ?? ''),
    TMPDIR: temporary,
    GUARDS_PUBLISHED: published,
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
    npm_config_fund: 'false',
    npm_config_audit: 'false',
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    PAGER: 'cat',
  };
  const cli: World['cli'] = (...words) => {
    const program = path.resolve(options.dist, 'flow-hooks.cjs');
    const run = runProgram(program, words, { cwd: repo.root, environment });
    return { status: run.status, text: run.stdout + run.stderr };
  };
  return {
    repo,
    temporary,
    published,
    environment,
    cli,
    commit(message) {
      repo.git('add', '--all');
      repo.git('commit', '--quiet', '--no-verify', '--message', message);
    },
    test(wanted) {
      const run = cli('exec', '--quiet', '--', 'node', '--test');
      if ((run.status === 0) !== (wanted === 'green'))
        throw new Error(`the fixture's suite is not ${wanted}: ${run.text}`);
    },
  };
}

/** The stand-ins first, and no tools of the workspace that the harness itself is started from. */
function searchPath(standIns: string, inherited: string): string {
  const others = inherited.split(path.delimiter).filter((folder) => !/node_modules[\\/]\.bin$/.test(folder));
  return [standIns, ...others].join(path.delimiter);
}
