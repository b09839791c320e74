import { spawn } from 'node:child_process';

/** How a bounded program ended. */
export interface Ended {
  /** Null when a signal or the time limit ended it. */
  status: number | null;
  stdout: string;
  stderr: string;
  timedOut: boolean;
}

const KEPT = 1 << 20;
const GRACE_MS = 2500;

/**
 * Runs a program with nothing inherited, in a process group of its own, which is killed when time is up; what it left
 * in the background has a moment to end.
 */
export async function runBounded(
  program: string,
  words: readonly string[],
  options: { cwd: string; environment: Record<string, string>; input?: string; timeoutMs: number },
): Promise<Ended> {
  const child = spawn(program, words, {
    cwd: options.cwd,
    env: options.environment,
    detached: true,
    // Not an empty pipe: node's are sockets, and bash whose input is one believes that it was called by sshd.
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      if (texts[name].length < KEPT) texts[name] += text;
    });
  }
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.input);
  let timedOut = false;
  const alarm = setTimeout(() => {
    timedOut = true;
    endGroup(child.pid);
  }, options.timeoutMs);
  // Not `close`: a background process may hold the pipes for ever.
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code));
  });
  clearTimeout(alarm);
  await emptied(child.pid);
  endGroup(child.pid);
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  await Promise.race([Promise.all(streams.map(drained)), pause(200)]);
  for (const stream of streams) stream.destroy();
  return { status: timedOut ? null : status, ...texts, timedOut };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function drained(stream: NodeJS.ReadableStream & { readableEnded: boolean }): Promise<void> {
  if (!stream.readableEnded) await new Promise((resolve) => stream.once('end', resolve));
}

/** Waits until no process of the group is left, for a moment at most. */
async function emptied(group: number | undefined): Promise<void> {
  for (const until = Date.now() + GRACE_MS; Date.now() < until && lives(group); ) await pause(20);
}

function lives(group: number | undefined): boolean {
  try {
    return group !== undefined && process.kill(-group, 0);
  } catch {
    return false;
  }
}

function endGroup(group: number | undefined): void {
  try {
    if (group !== undefined) process.kill(-group, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
