import childProcess, { type SpawnSyncOptions, type SpawnSyncReturns } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { KeptProcess } from './kept-process.ts';
import type { Start, Started } from './small-starter.ts';

/*
 * Node starts a program by a copy of its own process, and the copy takes time for every page of its memory: with the
 * 300 MB of a test's worker a start of git takes ten times what it takes from a fresh node. So that a suite of thousands of
 * such starts stays short, `spawnSync` and `execFileSync` let a small process that stays beside the worker start programs.
 * Imported for this effect alone.
 */

/** What node itself does. */
export const own = { spawnSync: childProcess.spawnSync, execFileSync: childProcess.execFileSync };
let kept: KeptProcess<Start, Started> | null = null;

/** A program that runs within this process may have been given a folder of its own by the time that git is started. */
const area = tmpdir();

/** What makes the pipes to the small process is started without it. */
const FIRST = 'mkfifo';

/** Returns the options of a start by another process; null when such a start would not be the same. */
function carried(file: unknown, options: SpawnSyncOptions): SpawnSyncOptions | null {
  if (typeof file !== 'string' || path.basename(file) === FIRST || process.platform === 'win32') return null;
  const { encoding: _, stdio = 'pipe', cwd, env, ...rest } = options;
  const streams = typeof stdio === 'string' ? [stdio] : stdio;
  if (!streams.every((one) => one === 'pipe' || one === 'ignore' || one == null)) return null;
  if (Object.values(rest).some((value) => typeof value === 'function')) return null;
  return {
    ...rest,
    stdio,
    cwd: cwd instanceof URL ? fileURLToPath(cwd) : (cwd ?? process.cwd()),
    env: { ...(env ?? process.env) },
  };
}

/** Does what `spawnSync` of node does. */
function spawnSync(file: string, given?: unknown, more?: unknown): SpawnSyncReturns<string | Buffer> {
  const words = Array.isArray(given) ? (given as string[]) : [];
  const options = ((Array.isArray(given) ? more : (given ?? more)) ?? {}) as SpawnSyncOptions;
  const sent = carried(file, options);
  if (!sent) return own.spawnSync(file, given as string[], more as SpawnSyncOptions);
  if (!kept?.isAlive)
    kept = new KeptProcess(
      fileURLToPath(new URL('small-starter.ts', import.meta.url)),
      mkdtempSync(path.join(area, 'starter-of-tests-')),
      ['inherit', 'inherit'],
    );
  const run = kept.ask({ file, words, options: sent });
  if (!run) throw new Error(`the process that starts programs ended while it ran ${file}`);
  const { error, ...rest } = run;
  const { encoding } = options;
  const read = (bytes: Buffer | null) =>
    bytes && encoding && encoding !== 'buffer' ? Buffer.from(bytes).toString(encoding) : bytes && Buffer.from(bytes);
  const output = rest.output?.map((bytes) => read(bytes as Buffer | null)) ?? null;
  return {
    ...rest,
    output,
    stdout: output?.[1],
    stderr: output?.[2],
    ...(error ? { error: Object.assign(new Error(error.message), error.fields) } : {}),
  } as SpawnSyncReturns<string | Buffer>;
}

/** Does what `execFileSync` of node does. */
function execFileSync(file: string, given?: unknown, more?: unknown): string | Buffer {
  const options = ((Array.isArray(given) ? more : (given ?? more)) ?? {}) as SpawnSyncOptions;
  if (!carried(file, options)) return own.execFileSync(file, given as string[], more as SpawnSyncOptions);
  const run = spawnSync(file, given, more);
  if (options.stdio === undefined && run.stderr?.length) process.stderr.write(run.stderr);
  if (run.error) throw Object.assign(run.error, run);
  if (run.status === 0) return run.stdout;
  const words = [file, ...(Array.isArray(given) ? (given as string[]) : [])];
  const said = run.stderr?.length ? `\n${run.stderr}` : '';
  throw Object.assign(new Error(`Command failed: ${words.join(' ')}${said}`), run);
}

Object.assign(childProcess, { spawnSync, execFileSync });
syncBuiltinESMExports();
