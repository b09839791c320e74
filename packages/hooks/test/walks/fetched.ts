import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../kit.js';

/* Programs that walks bring from npm and PyPI, once a machine; what only a package manager of the system has is `.ci/run`'s. */

/** The folder of all that walks fetched. */
export const FETCHED = path.join(workspaceRoot, '.cache/walks');

/** A program that cannot be had here. */
export class Missing extends Error {}

/** Runs a command of the set-up in a folder. @throws with all that it said */
export function must(folder: string, command: string, environment: Record<string, string> = {}): string {
  mkdirSync(folder, { recursive: true });
  const run = spawnSync('bash', ['-c', command], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  if (run.status !== 0) throw new Error(`${command}: exit code ${run.status}\n${run.stdout}${run.stderr}`);
  return run.stdout;
}

/** @throws Missing unless a command answers */
export function needs(...commands: string[]): void {
  for (const command of commands) {
    if (spawnSync('bash', ['-c', command], { stdio: 'ignore' }).status !== 0) throw new Missing(command);
  }
}

/** The folder with the program of a package of npm. */
export function fromNpm(name: string, version: string): string {
  const folder = path.join(FETCHED, `npm_${name}_${version}`);
  const bin = path.join(folder, 'node_modules/.bin');
  if (!existsSync(path.join(bin, name)))
    must(folder, `npm install --prefix . --no-audit --no-fund --loglevel=error ${name}@${version}`);
  return bin;
}

/** The folder with the program of a package of PyPI, in a virtual environment of its own. */
export function fromPyPI(name: string, version: string, program = name): string {
  needs("python3 -c 'import ensurepip'");
  const folder = path.join(FETCHED, `pypi_${name}_${version}`);
  const bin = path.join(folder, 'bin');
  if (!existsSync(path.join(bin, program))) {
    must(FETCHED, `python3 -m venv '${folder}'`);
    must(folder, `bin/python -m pip install -q --disable-pip-version-check '${name}==${version}'`);
  }
  return bin;
}
