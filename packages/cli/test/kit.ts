import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeAfterTest, runProgram, type TempRepo, type TempRepoOptions, tempRepo } from '@flow/test-kit';

export const packageRoot = fileURLToPath(new URL('..', import.meta.url));

/** The built program: integration tests speak to what is shipped. */
export const FLOW = path.join(packageRoot, 'dist/flow.js');
export const FLOW_HOOKS = path.join(packageRoot, '../hooks/dist/flow-hooks.cjs');
if (!existsSync(FLOW)) throw new Error('dist is missing: run `pnpm build` first');

/** A temporary repository that is removed after the test. */
export function repository(options: TempRepoOptions = {}): TempRepo {
  const repo = tempRepo({ branch: 'feature/login', ...options });
  closeAfterTest(() => repo.dispose());
  return repo;
}

export interface RunOptions {
  cwd?: string;
  environment?: Record<string, string>;
  input?: string;
  /** A process of its own, where that is what is tested. */
  process?: boolean;
  /** Another built program. @default flow */
  program?: string;
}

/** The program that a project has of its own, installed from packages; else the one that is built here. */
function flowOf(repo: TempRepo): string {
  const own = path.join(repo.root, 'node_modules/@flow/cli/dist/flow.js');
  return existsSync(own) ? own : FLOW;
}

/** Runs `flow` in a repository, as a shell does without a terminal. */
export function flow(repo: TempRepo, words: readonly string[], options: RunOptions = {}) {
  const { cwd = repo.root, program = flowOf(repo), environment, ...how } = options;
  return runProgram(program, words, { cwd, environment: { ...repo.environment, ...environment }, ...how });
}

/** The envelope that `--json` prints; fails the test when anything else is on standard output. */
export function json(repo: TempRepo, words: readonly string[], options: RunOptions = {}) {
  const run = flow(repo, [...words, '--json'], options);
  return { ...run, ...(JSON.parse(run.stdout) as { version: number; ok: boolean; data: unknown; error?: unknown }) };
}

/** A folder with `flow` and `flowctl` in it, as a package manager links them; returns it for `PATH`. */
export function linkPrograms(repo: TempRepo): string {
  const folder = path.join(repo.area, 'bin');
  if (existsSync(folder)) return folder;
  mkdirSync(folder);
  for (const name of ['flow', 'flowctl']) symlinkSync(FLOW, path.join(folder, name));
  symlinkSync(process.execPath, path.join(folder, 'node'));
  return folder;
}

/** Writes a program of a few lines of shell. */
export function program(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}
