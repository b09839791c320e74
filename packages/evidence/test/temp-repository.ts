import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Environment, findRepository, type Repository } from '../src/index.js';

/** A real repository in a temporary folder, with a home and a state folder of its own; removed after the test. */
export interface TempRepository {
  area: string;
  root: string;
  env: Environment;
  repository: Repository;
  /** Runs git in the root and gives its standard output, without the last newline. */
  git(...args: string[]): string;
  /** Writes a file below the root and gives its absolute path. */
  write(path: string, content: string | Uint8Array): string;
}

const CONFIG = '[user]\n\tname = Test\n\temail = test@example.test\n[init]\n\tdefaultBranch = main\n';

/** @param files content of a first commit; none when left out */
export function tempRepository(files?: Record<string, string>, initArgs: string[] = []): TempRepository {
  const area = realpathSync(mkdtempSync(join(tmpdir(), 'flow-evidence-')));
  onTestFinished(() => rmSync(area, { recursive: true, force: true, maxRetries: 3 }));
  const home = join(area, 'home');
  const root = join(area, 'a repository é');
  mkdirSync(home);
  mkdirSync(root);
  writeFileSync(join(home, '.gitconfig'), CONFIG);
  const env = { HOME: home, XDG_STATE_HOME: join(home, 'state'), PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1' };
  // Git is started with this process's environment.
  const { HOME } = process.env;
  process.env.HOME = home;
  onTestFinished(() => {
    if (HOME === undefined) delete process.env.HOME;
    else process.env.HOME = HOME;
  });
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, env, encoding: 'utf8', stdio: 'pipe' }).replace(/\n$/, '');
  const write = (path: string, content: string | Uint8Array) => {
    const absolute = join(root, path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
    return absolute;
  };
  git('init', '-q', ...initArgs);
  if (files !== undefined) {
    for (const [path, content] of Object.entries(files)) write(path, content);
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', 'first');
  }
  return { area, root, env, repository: findRepository(root)!, git, write };
}
