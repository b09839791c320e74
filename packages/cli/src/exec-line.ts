import type { Call } from './commands/command.js';

/** A ran line tells how a command line ended that was run here. */
export interface RanLine {
  /** Null where nothing could be started. */
  exit: number | null;
  /** What was said of its receipt: why it does not count, above all. */
  remarks: string[];
  /** It was ended, as its time was over. */
  isLate: boolean;
}

/** Returns the words of a command line; what needs a shell goes to one. */
function wordsOf(command: string): string[] {
  const needsShell = /[&|;<>()!$`\\"'*?[{~#\n]|^\w+=/.test(command);
  return needsShell ? ['sh', '-c', command] : command.split(/\s+/).filter(Boolean);
}

/**
 * Runs a command line through `exec`, which leaves a receipt of it. What it prints is for people: standard output carries the
 * answer alone.
 */
export async function execLine(
  call: Call,
  directory: string,
  command: string,
  milliseconds?: number,
): Promise<RanLine> {
  const shown = call.json ? 'ignore' : 2;
  const { execa } = await import('execa');
  const { exitCode, stdout, timedOut } = await execa(
    process.execPath,
    [process.argv[1]!, 'exec', '-C', directory, '--json', '--', ...wordsOf(command)],
    {
      cwd: directory,
      env: call.environment,
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
      stderr: shown,
      ...(milliseconds !== undefined && { timeout: Math.max(1, milliseconds) }),
    },
  );
  return { exit: timedOut ? null : (exitCode ?? null), remarks: remarksIn(stdout), isLate: timedOut };
}

function remarksIn(text: string): string[] {
  try {
    const { remarks } = JSON.parse(text) as { remarks?: unknown };
    return Array.isArray(remarks) ? remarks.filter((one) => typeof one === 'string') : [];
  } catch {
    // Nothing could be started, or it was ended from outside.
    return [];
  }
}
