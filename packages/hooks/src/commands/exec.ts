import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { contentNow, type PendingCommand, recordRuns } from '../observers/capture.js';
import { reportDamage } from '../observers/evidence-check.js';
import { recognise } from '../observers/recognise.js';
import { analyze } from '../shell/index.js';
import { readSmall, type Start, shellContext, surroundingsOf } from '../surroundings.js';
import { type Command, err, startOf, usage } from './command.js';

export const exec: Command = {
  name: 'exec',
  usage: '-- <command>',
  summary: 'run a command and record its test runs',
  async run(call) {
    if (call.words.length === 0) return usage(exec);
    const result = await execCommand(call.words, call.directory, startOf(call));
    for (const one of result.recorded) err(`flow: recorded ${one.suite}: ${one.outcome}\n`);
    if (result.recorded.length === 0)
      err('flow: no test run was recognised in this command, so nothing was recorded\n');
    for (const remark of result.remarks) err(`flow: ${remark}\n`);
    return result.exit;
  },
};

const MAX_KEPT = 16 * 1024 * 1024;

/** What a run through `exec` was. */
interface ExecResult {
  exit: number;
  recorded: { suite: string; outcome: string }[];
  remarks: string[];
}

function quote(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * Runs a command as itself and records the test runs it contains, with the true exit code. Standard input is the
 * caller's; both output streams are passed on as they come.
 * @param words the command and its arguments, started without a shell
 */
async function execCommand(words: readonly string[], directory: string, start: Start): Promise<ExecResult> {
  const [program = '', ...rest] = words;
  const command = words.map(quote).join(' ');
  const around = surroundingsOf(directory, start);
  const context = shellContext(directory, start);
  const runs = around
    ? recognise(analyze(command, context), around.repository, around.policy, { readFile: readSmall }, context)
    : [];
  if (around && runs.length > 0) reportDamage(around.repository, { tool: 'exec', session: null });
  const pending: PendingCommand = {
    command,
    runs,
    before: around && runs.length > 0 ? contentNow(around.repository, start.deadline) : null,
    time: Date.now(),
    background: null,
  };
  const { exit, output, cut } = await run(program, rest, directory);
  if (!around || runs.length === 0) return { exit, recorded: [], remarks: [] };
  const seen = { how: 'exec' as const, session: null, agent: null };
  const whole = {
    text: output,
    exit,
    cut: cut ? ('middle' as const) : null,
    wholeFile: null,
    background: null,
    interrupted: exit > 128,
    durationMs: Date.now() - pending.time,
  };
  const { receipts, remarks } = recordRuns(around.repository, around.policy, pending, whole, seen, Date.now() + 60_000);
  return { exit, recorded: receipts.map((one) => ({ suite: one.suite, outcome: one.result.outcome })), remarks };
}

/** Passes signals on to the child and gives a shell's exit code: 128 and the signal's number, 127 when it is not there. */
function run(
  program: string,
  words: string[],
  directory: string,
): Promise<{ exit: number; output: string; cut: boolean }> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { cwd: directory, stdio: ['inherit', 'pipe', 'pipe'] });
    const kept: Buffer[] = [];
    let size = 0;
    const keep = (to: NodeJS.WriteStream) => (chunk: Buffer) => {
      to.write(chunk);
      size += chunk.length;
      if (size <= MAX_KEPT) kept.push(chunk);
    };
    child.stdout.on('data', keep(process.stdout));
    child.stderr.on('data', keep(process.stderr));
    const forward = (signal: NodeJS.Signals) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, forward);
    child.on('error', (error) => {
      process.stderr.write(`flow-hooks: ${program}: ${error.message}\n`);
      resolve({ exit: 127, output: '', cut: false });
    });
    child.on('close', (code, signal) => {
      const exit = code ?? 128 + (signal ? constants.signals[signal] : 0);
      resolve({ exit, output: Buffer.concat(kept).toString('utf8'), cut: size > MAX_KEPT });
    });
  });
}
