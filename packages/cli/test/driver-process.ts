import { spawn } from 'node:child_process';
import { FLOW } from './kit.js';

/** How a driver ended. */
export interface Ended {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** Starts `flow run --json` in a folder, and gathers what it says as long as it works. */
export function startDriver(cwd: string, env: NodeJS.ProcessEnv, words: readonly string[]) {
  const all = [FLOW, 'run', '--json', ...words];
  const child = spawn(process.execPath, all, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  const ended = new Promise<Ended>((done) => child.on('close', (status, signal) => done({ status, signal, ...said })));
  return { child, ended, said };
}
