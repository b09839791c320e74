import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { endTree } from '@flow/evidence/processes/end-tree';
import { clean } from '../text/clean.js';

/** A command line has an environment and a deadline. */
export interface CommandOptions {
  environment: NodeJS.ProcessEnv;
  /** Epoch milliseconds at which it is ended. */
  until: number;
  /** Ends it at once. */
  told: AbortSignal;
  /** Told while it runs. */
  progress(text: string): void;
  /** After how many milliseconds that is told, again and again. @default 30 seconds */
  heartbeat?: number;
}

/** `Ended` tells how a command line ended, and what it printed. */
export interface Ended {
  exit: number;
  output: string;
  cut: boolean;
  timedOut: boolean;
}

const MAX_KEPT = 16 * 1024 * 1024;
/** After so long somebody who watches a job's log wonders whether it still runs. Milliseconds. */
const HEARTBEAT = 30_000;

/** Runs a command line as its group, so that what it started ends with it. */
export function runCommand(command: string, folder: string, options: CommandOptions): Promise<Ended> {
  const { environment, until, told, progress, heartbeat = HEARTBEAT } = options;
  return new Promise((resolve) => {
    const group = process.platform !== 'win32';
    const child = spawn(command, {
      shell: true,
      cwd: folder,
      env: ownVariables(environment),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: group,
      windowsHide: true,
    });
    const kept: Buffer[] = [];
    const began = Date.now();
    const beat = setInterval(
      () => progress(stillRuns(began, Buffer.concat(kept.slice(-5)).toString('utf8'))),
      heartbeat,
    );
    let size = 0;
    let timedOut = false;
    const end = () => endTree(child.pid);
    const cut = () => {
      timedOut = true;
      end();
    };
    const timer = setTimeout(cut, Math.max(0, until - Date.now()));
    told.addEventListener('abort', cut);
    if (told.aborted) cut();
    const keep = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_KEPT) kept.push(chunk);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const done = (exit: number) => {
      clearTimeout(timer);
      clearInterval(beat);
      told.removeEventListener('abort', cut);
      resolve({ exit, output: Buffer.concat(kept).toString('utf8'), cut: size > MAX_KEPT, timedOut });
    };
    child.on('error', () => done(127));
    child.on('exit', () => {
      // What it left in the background would outlive the checkout, and hold the streams open.
      end();
      setTimeout(() => [child.stdout, child.stderr].map((stream) => stream.destroy()), 2000).unref();
    });
    child.on('close', (code, signal) => done(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

function stillRuns(began: number, printed: string): string {
  const last = printed.trimEnd().split('\n').at(-1) ?? '';
  return `still running after ${Math.round((Date.now() - began) / 1000)} s${last ? `: ${clean(last, 200)}` : ''}`;
}

/**
 * Returns the job's variables without those that would lead the tests' git elsewhere, or that name files by which a
 * job's later steps are steered: the code that runs here is the code under test.
 */
function ownVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const steering = /^(?:GIT_.*|GITHUB_(?:ENV|PATH|OUTPUT|STATE|STEP_SUMMARY|TOKEN)|NODE_OPTIONS|BASH_ENV)$/i;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !steering.test(name)));
}
