import { execa } from 'execa';
import type { Call } from './commands/command.js';

/** Returns the words of a command line; what needs a shell goes to one. */
function wordsOf(command: string): string[] {
  const needsShell = /[&|;<>()$`\\"'*?[{~#\n]|^\w+=/.test(command);
  return needsShell ? ['sh', '-c', command] : command.split(/\s+/).filter(Boolean);
}

/**
 * Runs a command line through `exec`, which leaves a receipt of it. What it prints is for people: standard output carries the
 * answer alone.
 * @returns its exit code; null where nothing could be started
 */
export async function execLine(call: Call, directory: string, command: string): Promise<number | null> {
  const shown = call.json ? 'ignore' : 2;
  const { exitCode } = await execa(
    process.execPath,
    [process.argv[1]!, 'exec', '-C', directory, '--', ...wordsOf(command)],
    {
      cwd: directory,
      env: call.environment,
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
      stdout: shown,
      stderr: shown,
    },
  );
  return exitCode ?? null;
}
