import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf, textOf } from '@flow/core/record';
import { unsealedFile } from '@flow/engine/places/seal';
import type { Marker } from '@flow/engine/policy/markers';
import { marksOf, readKept } from '@flow/engine/run/kept-standing';
import { readPart } from '@flow/evidence/disk/read-part';
import { readSmall } from '@flow/evidence/disk/read-small';
import { type Repository, readHead, repositoryState } from '@flow/evidence/fast';
import { repositoryAt } from '@flow/evidence/git/repository-at';
import { writeAll } from '../entry/standard-output.js';
import { guardState } from '../status-line/guard-state.js';
import { type LineFacts, statusLine } from '../status-line/line.js';

/*
 * `flow-hooks statusline` (feature C35): the client's JSON on standard input, one line on standard output. Called every
 * few hundred milliseconds, so it is a small file of its own that loads `fs` and `path` alone and evaluates nothing. Blank
 * whenever something is wrong, and the exit code is always 0.
 *
 * `--with <command>`: another status line, whose output comes first. Without it, that of the person's own settings does,
 * which the project's would otherwise replace.
 */

const MAX_INPUT = 1024 * 1024;

/** Milliseconds that the other status line may take. */
const OTHERS_TIME = 2000;

const count = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

function readInput(): string {
  const chunks: Buffer[] = [];
  let size = 0;
  while (size <= MAX_INPUT) {
    const chunk = Buffer.allocUnsafe(16_384);
    const length = readPart(0, chunk);
    if (length === 0) return Buffer.concat(chunks).toString('utf8');
    chunks.push(chunk.subarray(0, length));
    size += length;
  }
  return '';
}

/** Collects the facts from what the client says and what is known here; null where there is nothing to say. */
function factsOf(raw: unknown, environment: NodeJS.ProcessEnv): LineFacts | null {
  const workspace = fieldOf(raw, 'workspace');
  const directory = textOf(fieldOf(workspace, 'current_dir')) ?? textOf(fieldOf(raw, 'cwd'));
  const repository = directory === null ? undefined : repositoryAt(directory);
  if (!repository) return null;
  const branch = readHead(repository)?.branch ?? null;
  const cost = fieldOf(raw, 'cost');
  const running = count(fieldOf(cost, 'total_duration_ms'));
  return {
    branch,
    guard: guardState(repository, environment, { id: textOf(fieldOf(raw, 'session_id')), running }, Date.now()),
    isUnsealed: existsSync(unsealedFile(repository, environment)),
    ...standingOn(repository, branch, environment),
    cost: count(fieldOf(cost, 'total_cost_usd')),
    context: count(fieldOf(fieldOf(raw, 'context_window'), 'used_percentage')),
    added: count(fieldOf(cost, 'total_lines_added')),
    removed: count(fieldOf(cost, 'total_lines_removed')),
  };
}

function lineOf(facts: LineFacts, environment: NodeJS.ProcessEnv): string {
  const columns = Number(environment.COLUMNS);
  const isColoured = !environment.NO_COLOR && environment.TERM !== 'dumb';
  return statusLine(facts, Number.isSafeInteger(columns) && columns > 0 ? columns : 300, isColoured);
}

function standingOn(repository: Repository, branch: string | null, environment: NodeJS.ProcessEnv) {
  const isRunning = existsSync(join(repositoryState(repository, environment), 'runs' satisfies Marker));
  const kept = isRunning ? readKept(repository, environment) : null;
  if (kept === null || kept.branch !== branch) return { standing: null, isOld: false, areFilesOld: false };
  const { journal, trail } = marksOf(repository);
  return { standing: kept, isOld: kept.journal !== journal, areFilesOld: kept.trail !== trail };
}

/** Reads the command of the status line in the person's own settings; null where there is none. */
function personsCommand(environment: NodeJS.ProcessEnv): string | null {
  try {
    const home = environment.HOME ?? environment.USERPROFILE ?? '';
    const file = join(environment.CLAUDE_CONFIG_DIR ?? join(home, '.claude'), 'settings.json');
    const line = fieldOf(JSON.parse(readSmall(file) ?? 'null'), 'statusLine');
    const command = textOf(fieldOf(line, 'command'));
    return command !== null && /flow-hooks|flow\.cjs/.test(command) ? null : command;
  } catch {
    return null;
  }
}

function outputOf(command: string, input: string): string {
  const { spawnSync } = require('node:child_process') as typeof import('node:child_process');
  const options = { shell: true, input, timeout: OTHERS_TIME, maxBuffer: 65_536, windowsHide: true } as const;
  const { stdout, status } = spawnSync(command, { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
  return status === 0 ? stdout.toString('utf8').replace(/\n+$/, '') : '';
}

function attempt<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    // A part that fails is left out: nothing but the line itself may be shown there.
    return null;
  }
}

/** The client's text on standard input, and what is known of it here; null where there is nothing to say. */
export interface Asked {
  input: string;
  facts: LineFacts | null;
}

/** Reads standard input to its end, and looks at the repository that the client works in. */
export function readAsked(environment: NodeJS.ProcessEnv): Asked {
  const input = attempt(readInput) ?? '';
  return { input, facts: attempt(() => factsOf(JSON.parse(input), environment)) };
}

/**
 * Makes the line of what is known, behind the output of another status line.
 * @param command the other status line; where it is not given, the one of the person's own settings
 */
export function lineFor({ input, facts }: Asked, environment: NodeJS.ProcessEnv, command?: string): string {
  const line = facts && attempt(() => lineOf(facts, environment));
  const other = command ?? personsCommand(environment);
  const others = other === null ? null : attempt(() => outputOf(other, input));
  const shown = [others, line].filter(Boolean).join('\n');
  return shown === '' ? '' : `${shown}\n`;
}

/** Prints the line as the client's settings ask for it: with no command, or with `--with <command>`. */
export function print(words: readonly string[], environment: NodeJS.ProcessEnv): void {
  const at = words.indexOf('--with');
  writeAll(1, lineFor(readAsked(environment), environment, at < 0 ? undefined : words[at + 1]));
}

if (require.main === module) print(process.argv.slice(2), process.env);
