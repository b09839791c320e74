import { accessSync, constants, realpathSync } from 'node:fs';
import path from 'node:path';
import { searchPath } from '@flow/evidence/environment';

/** Milliseconds for an answer to what is there; adding one may fetch it, and takes longer. */
const ASKING = 30_000;
const ADDING = 300_000;

/**
 * Finds a client's program on `PATH`, but never in the repository: what lies there, such as a program of a package, could
 * be anybody's.
 */
export function clientProgram(name: string, root: string, environment: NodeJS.ProcessEnv): string | null {
  const folders = searchPath(environment)
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder));
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`] : [name];
  for (const file of folders.flatMap((folder) => names.map((one) => path.join(folder, one)))) {
    try {
      accessSync(file, constants.X_OK);
      if (!isBelow(file, root) && !isBelow(realpathSync(file), realpathSync(root))) return file;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

function isBelow(file: string, root: string): boolean {
  const way = path.relative(root, file);
  return way !== '' && !way.startsWith('..') && !path.isAbsolute(way);
}

interface Where {
  cwd: string;
  environment: NodeJS.ProcessEnv;
}

/** Tells whether a companion is there already, in the client's own words. */
export async function isThere(
  program: string,
  { words, mark }: { words: readonly string[]; mark?: string },
  where: Where,
): Promise<boolean> {
  const { execa } = await import('execa');
  const run = await execa(program, words, { ...optionsOf(where), stdin: 'ignore', timeout: ASKING });
  return run.exitCode === 0 && (mark === undefined || run.stdout.split(/[\s,"'()]+/).includes(mark));
}

/** Runs a command that adds something; returns why it failed, null where it did not. */
export async function add(program: string, words: readonly string[], where: Where): Promise<string | null> {
  const { execa } = await import('execa');
  const run = await execa(program, words, { ...optionsOf(where), stdin: 'ignore', timeout: ADDING });
  if (run.exitCode === 0) return null;
  return run.timedOut ? 'no answer within five minutes' : run.stderr || run.stdout || run.shortMessage || 'it failed';
}

const optionsOf = ({ cwd, environment }: Where) =>
  ({ cwd, env: environment, extendEnv: false, reject: false, maxBuffer: 4 * 1024 * 1024 }) as const;
