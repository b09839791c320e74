import type { HostEvent } from '@flow/test-kit';
import { changesOf, stateOf } from './effects.js';
import { groupBy } from './group-by.js';
import { type Answer, askHere, hookOf } from './hook.js';
import { placed, type Row, wanted } from './row.js';
import { runBounded } from './run-bounded.js';
import { makeSandbox, type Sandbox } from './sandbox.js';
import { setUpOf } from './set-ups.js';
import type { SandboxOptions } from './world.js';

/** How rows are held against the product: by its verdict alone, by what really happens, or without it at all. */
export type Mode = 'classify' | 'run' | 'labels';

/** What became of one row. */
export interface Outcome {
  row: Row;
  right: boolean;
  /** The hook's verdict; in mode `labels` whether the effect happened. */
  verdict: Answer['verdict'];
  /** What the command changed of what its policy protects; only where it ran. */
  effects: string[];
  /** Why it is wrong, or what the hook said. */
  detail: string;
}

/** Answers an event before a row's call. */
export type Ask = (event: HostEvent, row: Row, sandbox: Sandbox) => Promise<Answer>;

type AskHere = ReturnType<typeof askHere>;

/** How rows are judged. */
export interface JudgeOptions extends SandboxOptions {
  /** The product answers within this process, which is quicker by a start of node for each event. */
  isHere?: boolean;
  /** Who answers the events of rows in the place of the product. */
  ask?: Ask;
}

const COMMAND_TIMEOUT_MS = 10_000;
const WORKERS = 2;
/** What the product says of a change that no verdict foresaw. */
const NOTICED = /PROTECTED_CHANGED|SENSITIVE_CHANGED|EDIT_BREACH|EVIDENCE_/;

/** Judges all rows; those of one set-up share a sandbox, which is put back as it was after each. */
export async function judgeRows(
  rows: readonly Row[],
  mode: Mode,
  options: JudgeOptions,
  tell: (note: string) => void = () => {},
): Promise<Outcome[]> {
  const groups = [...groupBy(rows, ({ setup }) => sharedPart(setup)).values()];
  const outcomes = new Map<string, Outcome>();
  const here = options.isHere ? askHere(options.dist) : undefined;
  const ask = options.ask ?? here;
  const make = (group: readonly Row[]) => {
    const sandbox = makeSandbox(setUpOf(group[0]!.setup), { ...options, unguarded: mode === 'labels' });
    for (const words of sandbox.unknownWords) tell(`${group[0]!.id}: set-up not understood: ${words}`);
    return sandbox;
  };
  const work = async () => {
    for (let group = groups.shift(); group; group = groups.shift()) {
      let sandbox = make(group);
      await startSession(sandbox, here);
      for (const row of group) {
        outcomes.set(row.id, await judgeRow(row, mode, sandbox, { ask, here }));
        try {
          if (sandbox.restore() && mode === 'run') await startSession(sandbox, here);
        } catch (error) {
          tell(`${row.id}: a new sandbox, as this one could not be put back: ${(error as Error).message}`);
          disposeOf(sandbox, tell);
          sandbox = make(group);
          await startSession(sandbox, here);
        }
      }
      disposeOf(sandbox, tell);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return rows.map((row) => outcomes.get(row.id)!);
}

/** A set-up without the words that only name a row's fixture. */
function sharedPart(setup: string): string {
  return setup
    .split(';')
    .map((words) => words.trim())
    .filter((words) => !/^(?:files?|links?|symlinks?) /.test(words))
    .join('; ');
}

/** A row may leave what even its owner cannot remove; that is told, and spoils no figure. */
function disposeOf(sandbox: Sandbox, tell: (note: string) => void): void {
  try {
    sandbox.dispose();
  } catch (error) {
    tell(`left behind: ${sandbox.repo.area}: ${(error as Error).message}`);
  }
}

/** The product looks at what it protects. A policy that is not in force would make every figure one of another policy. */
async function startSession(sandbox: Sandbox, here: AskHere | undefined): Promise<void> {
  const { build, send } = hookOf(sandbox);
  const event = build.sessionStart();
  const { told } = await (here ? here(event, null, sandbox) : send(event));
  if (/POLICY_/.test(told)) throw new Error(`the sandbox's policy is not in force: ${told}`);
}

async function judgeRow(
  row: Row,
  mode: Mode,
  sandbox: Sandbox,
  { ask, here }: { ask: Ask | undefined; here: AskHere | undefined },
): Promise<Outcome> {
  try {
    sandbox.furnish(row.fixture);
    if (row.fixture && mode === 'run') await startSession(sandbox, here);
    if (mode === 'classify') return await classify(row, sandbox, ask);
    return mode === 'run' ? await run(row, sandbox, ask) : await label(row, sandbox);
  } catch (error) {
    const detail = `the harness failed: ${(error as Error).message}`;
    return { row, right: false, verdict: 'allow', effects: [], detail };
  }
}

/** The call as the host tells of it. */
function callOf(row: Row, sandbox: Sandbox) {
  const input = placed(row.input, sandbox);
  const own = typeof input === 'object' && input !== null ? (input as Record<string, unknown>).command : undefined;
  const command = row.tool === 'Bash' && typeof own === 'string' && !own.includes('\0') ? own : null;
  return { input, command, id: `toolu_${row.id.replace(/\W/g, '_')}` };
}

async function classify(row: Row, sandbox: Sandbox, ask?: Ask): Promise<Outcome> {
  const hook = hookOf(sandbox);
  const { input, id } = callOf(row, sandbox);
  const event = hook.build.preToolUse(row.tool, input, id);
  const answer = await (ask ? ask(event, row, sandbox) : hook.send(event));
  const right = answer.verdict !== 'time-out' && (answer.verdict === 'allow') === (wanted(row) === 'allow');
  return { row, right, verdict: answer.verdict, effects: [], detail: answer.broken ?? answer.reason };
}

async function run(row: Row, sandbox: Sandbox, ask?: Ask): Promise<Outcome> {
  const hook = hookOf(sandbox);
  const send = (event: HostEvent) => (ask ? ask(event, row, sandbox) : hook.send(event));
  const { input, command, id } = callOf(row, sandbox);
  const answer = await send(hook.build.preToolUse(row.tool, input, id));
  const { verdict } = answer;
  const outcome = (right: boolean, detail: string, effects: string[] = []) => ({
    row,
    right,
    verdict,
    effects,
    detail,
  });
  if (verdict !== 'allow' || command === null) {
    // What is not a shell command is not played: an allowed edit happens.
    const right = verdict !== 'time-out' && (verdict === 'allow') === (wanted(row) === 'allow');
    return outcome(right, answer.broken ?? answer.reason);
  }
  const before = stateOf(row.policy, sandbox);
  const ended = await execute(answer.command ?? command, sandbox);
  const effects = changesOf(before, stateOf(row.policy, sandbox));
  const output = `${ended.stdout}${ended.stderr}`;
  const response = { stdout: output, stderr: '', interrupted: false, isImage: false, noOutputExpected: false };
  const after = await send(
    ended.status === 0
      ? hook.build.postToolUse('Bash', input, response, id)
      : hook.build.postToolUseFailure('Bash', input, `Exit code ${ended.status ?? 1}\n${output}`, id),
  );
  if (wanted(row) === 'block') {
    const happened = `it happened, and ${NOTICED.test(after.told) ? `was noticed: ${after.told}` : 'nobody noticed'}`;
    return outcome(effects.length === 0, effects.length ? happened : output, effects);
  }
  if (/flow refused/.test(output)) return outcome(false, `refused by the git hook: ${output.slice(-500)}`, effects);
  if (row.expect === 'undecidable' && effects.length > 0 && !NOTICED.test(after.told)) {
    return outcome(false, `it happened, and nobody noticed: ${after.told}`, effects);
  }
  return outcome(true, after.told, effects);
}

/** Without any guard: a row to block must have its effect, one to allow must not (a push of what was tested may). */
async function label(row: Row, sandbox: Sandbox): Promise<Outcome> {
  const { command } = callOf(row, sandbox);
  if (command === null) return { row, right: true, verdict: 'allow', effects: [], detail: 'not a shell command' };
  const before = stateOf(row.policy, sandbox);
  const ended = await execute(command, sandbox);
  const effects = changesOf(before, stateOf(row.policy, sandbox));
  const happened = effects.length > 0;
  const honestPush = row.policy === 'push' && row.setup.startsWith('tests-green');
  const right = row.expect === 'undecidable' || (row.expect === 'block' ? happened : !happened || honestPush);
  const detail = `exit ${ended.timedOut ? 'time-out' : ended.status}: ${`${ended.stdout}${ended.stderr}`.slice(-400)}`;
  return { row, right, verdict: happened ? 'block' : 'allow', effects, detail };
}

function execute(command: string, sandbox: Sandbox) {
  return runBounded('bash', ['-c', command], {
    cwd: sandbox.root,
    environment: sandbox.environment,
    timeoutMs: COMMAND_TIMEOUT_MS,
  });
}
