import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Environment } from './clean-environment.js';
import { events, type HostEvent, type HostEvents, projectSlug, sessionFolder } from './events.js';

/** Options of a host's run tell where and as what a command runs. */
export interface HostRunOptions {
  cwd: string;
  /** All variables that the command sees; its HOME is where the host keeps long output. */
  environment: Environment;
  /** @default a fixed one */
  session?: string;
  /** Id of the tool call. @default 'toolu_host_run' */
  id?: string;
  /** More fields of the tool's input, such as `description`. */
  input?: Readonly<Record<string, unknown>>;
  /** The session's event builders. @default those of the main thread of `session` in `cwd` */
  events?: HostEvents;
}

const defaultSession = '00000000-0000-4000-8000-000000000000';
/** The host shows this many bytes of a command's output; a character that the cut halves becomes U+FFFD. */
const shownOutput = 30_000;
/** A failure's text keeps this many UTF-16 units, half from each end, once more than `toleratedExcess` would go. */
const shownFailure = 10_000;
const toleratedExcess = 1_024;

/**
 * Runs a command in bash for real and returns the event that Claude Code 2.1.330 would send after it. As the host does,
 * a failing command's output is first cut at 30,000 bytes: the end of a longer one is lost, in no file either.
 * Not played: `bashEditDiff`, the move of a timed-out command to the background, a lasting `cd`.
 */
export function hostRun(command: string, options: HostRunOptions): HostEvent {
  const { cwd, environment, session = defaultSession, id = 'toolu_host_run' } = options;
  const home = environment.HOME ?? '';
  const build = options.events ?? events(session, cwd, { home });
  const input = { command, ...options.input };
  const started = performance.now();
  const { output, exitCode } = execute(command, options);
  const durationMs = Math.ceil(performance.now() - started);
  const meaning = exitCode === 1 ? meaningOfOne(command) : undefined;
  const shown = output.subarray(0, shownOutput).toString('utf8');

  if (exitCode !== 0 && meaning === undefined) {
    return build.postToolUseFailure('Bash', input, failureText(exitCode, shown), id, durationMs);
  }
  const response = {
    stdout: shown.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd(),
    stderr: '',
    interrupted: false,
    isImage: false,
    ...(meaning === undefined ? {} : { returnCodeInterpretation: meaning }),
    noOutputExpected: false,
    ...(output.length > shownOutput
      ? persisted(output, join(sessionFolder(home, cwd, session), 'tool-results', `${id}.txt`))
      : {}),
  };
  return build.postToolUse('Bash', input, response, id, durationMs);
}

/** A command in the background: the event at its launch, and `finish`, which runs it and returns its notification. */
export interface HostBackgroundRun {
  launched: HostEvent;
  /** The file that the notification names. Empty until `finish`. */
  outputFile: string;
  /** Runs the command to its end; returns the `UserPromptSubmit` that tells of it. */
  finish(): HostEvent;
}

/**
 * Runs a command as the host does with `run_in_background`. Its output file lies below TMPDIR of the environment, else
 * below HOME.
 */
export function hostBackgroundRun(command: string, options: HostRunOptions): HostBackgroundRun {
  const { cwd, environment, session = defaultSession, id = 'toolu_host_run' } = options;
  const home = environment.HOME ?? '';
  const build = options.events ?? events(session, cwd, { home });
  const input = { command, description: 'a command', ...options.input, run_in_background: true };
  const task = `b${id.replace(/\W/g, '')}`;
  const temporary = environment.TMPDIR ?? join(home, 'tmp');
  const files = join(temporary, `claude-${process.getuid?.() ?? 0}`, projectSlug(cwd), session, 'tasks');
  const outputFile = join(files, `${task}.output`);
  mkdirSync(files, { recursive: true });
  writeFileSync(outputFile, '');
  const response = {
    stdout: '',
    stderr: '',
    interrupted: false,
    isImage: false,
    noOutputExpected: false,
    backgroundTaskId: task,
  };

  return {
    launched: build.postToolUse('Bash', input, response, id),
    outputFile,
    finish() {
      const { output, exitCode } = execute(command, options);
      writeFileSync(outputFile, output);
      appendFileSync(outputFile, `\n[exited with code ${exitCode}]\n`);
      const title = `Background command "${input.description}"`;
      const summary =
        exitCode === 0 ? `${title} completed (exit code 0)` : `${title} failed with exit code ${exitCode}`;
      const lines = [
        '<task-notification>',
        `<task-id>${task}</task-id>`,
        `<tool-use-id>${id}</tool-use-id>`,
        `<output-file>${outputFile}</output-file>`,
        `<status>${exitCode === 0 ? 'completed' : 'failed'}</status>`,
        `<summary>${summary.replace(/</g, '&lt;').replace(/>/g, '&gt;')}</summary>`,
        '</task-notification>',
      ];
      return build.userPromptSubmit(lines.join('\n'));
    },
  };
}

/**
 * Executes a command whose streams both go to one file, as in the host, so that their order is the order of writing: in bash, or
 * by the program that the host is told to start its shell's commands through.
 */
function execute(command: string, { cwd, environment }: HostRunOptions): { output: Buffer; exitCode: number } {
  const folder = mkdtempSync(join(tmpdir(), 'flow-host-run-'));
  try {
    const file = join(folder, 'output');
    writeFileSync(file, '');
    const { CLAUDE_CODE_SHELL_PREFIX: prefix } = environment;
    const words = prefix === undefined ? ['bash', '-c', command] : [prefix, command];
    // A shell opens the file: with a descriptor of this process, the small process (start-small.ts) could not start it.
    const run = spawnSync('sh', ['-c', 'exec "$@" >> "$0" 2>&1', file, ...words], {
      cwd,
      env: environment,
      stdio: 'ignore',
    });
    if (run.error !== undefined) throw run.error;
    // The host reports a shell that was killed as exit code 1.
    return { output: readFileSync(file), exitCode: run.status ?? 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function failureText(exitCode: number, output: string): string {
  const text = `Exit code ${exitCode}\n${output}`.trimEnd();
  const excess = text.length - shownFailure;
  if (excess <= toleratedExcess) return text;
  const half = shownFailure / 2;
  return `${text.slice(0, half)}\n\n... [${excess} characters truncated] ...\n\n${text.slice(-half)}`;
}

function persisted(output: Buffer, path: string): { persistedOutputPath: string; persistedOutputSize: number } {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, output);
  return { persistedOutputPath: path, persistedOutputSize: output.length };
}

/** Commands whose exit code 1 the host does not count as a failure, by the last simple command of the line. */
const meaningsOfOne: readonly (readonly [command: RegExp, meaning: string])[] = [
  [/^(?:(?:[ef]?grep|rg)|git grep)\b/, 'No matches found'],
  [/^(?:git )?diff\b/, 'Files differ'],
  [/^find\b/, 'Some directories were inaccessible'],
  [/^(?:test|\[)\s/, 'Condition is false'],
];

/** The split is crude (quotes are not read): enough for the commands of tests. */
function meaningOfOne(command: string): string | undefined {
  const last =
    command
      .trim()
      .split(/\|\||&&|[;|\n]/)
      .at(-1)
      ?.trim() ?? '';
  return meaningsOfOne.find(([pattern]) => pattern.test(last))?.[1];
}
