import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from './clean-environment.js';
import { type RecordedRequest, startModelServer } from './model-server.js';
import type { Script } from './script.js';
import type { TempRepo } from './temp-repo.js';
import { type ToolResult, toolResults } from './tool-results.js';

/** Options of a client's run describe a headless session of the real client. */
export interface RunClientOptions {
  /** From `installClient`. */
  executable: string;
  /** Where the session works; its home is the client's home. */
  repo: TempRepo;
  script: Script;
  /** The person's prompt. @default 'go' */
  prompt?: string;
  /** Written to `.claude/settings.json` before the start: an object as JSON, a text as it is. */
  settings?: object | string;
  /** Folder in which it starts. @default the repository's root */
  cwd?: string;
  /** More arguments of the client. */
  args?: readonly string[];
  /** More variables. */
  environment?: Environment;
  /** Another user of this machine, who owns the repository's area by now. @default who runs the test */
  user?: OtherUser;
  /** Gives it a terminal of its own, by `script`; what it prints is what that shows. @default false */
  atTerminal?: boolean;
  /** Milliseconds until it is killed, on the slowest machine too. @default 300000 */
  timeoutMs?: number;
  /** Kills it, as a machine that goes down does, once it is aborted. */
  killedBy?: AbortSignal;
}

/** A user of this machine, by numbers. */
export interface OtherUser {
  uid: number;
  gid: number;
}

/** A client run tells how the session went. */
export interface ClientRun {
  /** `null` when it was killed. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
  requests: readonly RecordedRequest[];
  toolResults: readonly ToolResult[];
}

/**
 * Runs `claude -p` in bypass mode against a scripted model, with nothing inherited: own home, a key that is none, no
 * telemetry, no update. All its temporary files lie in the repository's area.
 */
export async function runClient(options: RunClientOptions): Promise<ClientRun> {
  const { executable, repo, settings } = options;
  if (settings !== undefined) {
    repo.write('.claude/settings.json', typeof settings === 'string' ? settings : JSON.stringify(settings, null, 2));
  }
  const server = await startModelServer(options.script);
  try {
    const env = { ...repo.environment, ...clientEnvironment(server.url, repo.area), ...options.environment };
    if (options.user) delete env.IS_SANDBOX;
    const args = ['-p', options.prompt ?? 'go', '--dangerously-skip-permissions', ...(options.args ?? [])];
    const cwd = options.cwd ?? repo.root;
    const words = [executable, ...args].map((word) => `'${word.replaceAll("'", `'"'"'`)}'`).join(' ');
    const [program, given] = options.atTerminal ? ['script', ['-qec', words, '/dev/null']] : [executable, args];
    const run = await finished(program as string, given as readonly string[], {
      ...{ cwd, env, timeoutMs: options.timeoutMs ?? 300_000 },
      ...(options.killedBy === undefined ? {} : { killedBy: options.killedBy }),
      ...options.user,
    });
    return { ...run, requests: server.requests, toolResults: toolResults(server.requests) };
  } finally {
    await server.close();
  }
}

/** A key that is none. */
export const NO_KEY = 'sk-ant-test-not-a-key';

/**
 * Tells what a client is started with besides the repository's own environment, so that it speaks to the server alone.
 */
export function clientEnvironment(url: string, area: string): Environment {
  const temporary = join(area, 'tmp');
  mkdirSync(temporary, { recursive: true });
  return {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: NO_KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    TMPDIR: temporary,
    // The client refuses bypass mode to root unless it is told that it runs in a sandbox; a container often is root.
    ...(process.getuid?.() === 0 ? { IS_SANDBOX: '1' } : {}),
  };
}

/** Runs a program to its end, or kills it once its time is over. */
export function finished(
  executable: string,
  args: readonly string[],
  options: { cwd: string; env: Environment; timeoutMs: number; killedBy?: AbortSignal } & Partial<OtherUser>,
): Promise<{ exitCode: number | null; stdout: string; stderr: string }> {
  return new Promise((done, failed) => {
    const { timeoutMs, killedBy, ...where } = options;
    const child = spawn(executable, args, {
      ...where,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    killedBy?.addEventListener('abort', () => child.kill('SIGKILL'));
    const text = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (chunk: string) => {
        text[stream] += chunk;
      });
    }
    child.on('error', failed);
    child.on('close', (exitCode) => done({ exitCode, ...text }));
  });
}
