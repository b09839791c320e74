import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AgentOptions, CallResult } from './agent.js';
import { codexEvents, codexTranscript, commandEnd } from './codex-events.js';
import type { HostEvent } from './events.js';
import { type HookRun, runHook } from './run-hook.js';

/** The model is shown about this much of an output (measured); the event holds the same text. */
const SHOWN = 40_000;

/**
 * Plays a coding agent in Codex CLI against a built hook, as `agent` does for Claude Code. What an answer means is what
 * the client was measured to make of it: with exit code 2 only standard error counts, with 0 only JSON of known fields,
 * and everything else lets the call pass.
 */
export function codexAgent(options: AgentOptions & { transcript?: boolean }) {
  const { hook, repo } = options;
  const cwd = options.cwd ?? repo.root;
  const environment = { ...repo.environment, ...options.environment };
  const session = options.session ?? '22222222-2222-7222-8222-222222222222';
  const transcript = codexTranscript(repo.home, session);
  const build = codexEvents(session, cwd, { home: repo.home, ...(options.agent && { agent: options.agent }) });
  let calls = 0;
  const send = (event: HostEvent | string, name?: string): HookRun => {
    const spoken = typeof event === 'string' ? (name ?? 'PreToolUse') : event.hook_event_name;
    const args = [spoken, '--host', 'codex'];
    return options.answer?.(event, environment, cwd, args) ?? runHook(hook, event, { environment, cwd, args });
  };
  const end = (id: string, name: string, input: unknown, response: string) =>
    told(send(build.postToolUse(name, input, response, id)));

  return {
    events: build,
    send,
    start: () => send(build.sessionStart()),
    /** Runs a shell command. */
    bash(command: string): CallResult {
      const id = `call_${++calls}`;
      const before = send(build.preToolUse('Bash', { command }, id));
      const reason = refusalIn(before);
      if (reason !== null) return { refused: reason, told: [], exit: null, output: '' };
      const ran = spawnSync('bash', ['-c', `exec 2>&1\n${command}`], { cwd, env: environment, encoding: 'utf8' });
      const exit = ran.status ?? 1;
      if (options.transcript !== false) {
        mkdirSync(dirname(transcript), { recursive: true });
        appendFileSync(transcript, `${commandEnd(id, command, cwd, exit, ran.stdout)}\n`);
      }
      const after = end(id, 'Bash', { command }, shown(ran.stdout));
      return { refused: null, told: [...told(before), ...after], exit, output: ran.stdout };
    },
    /** Writes a file as a patch that adds it. */
    write(path: string, content: string): CallResult {
      const lines = content.replace(/\n$/, '').split('\n');
      const patch = [
        '*** Begin Patch',
        `*** Add File: ${path}`,
        ...lines.map((line) => `+${line}`),
        '*** End Patch',
        '',
      ];
      const result = this.patch(patch.join('\n'));
      if (result.refused === null) {
        const file = path.startsWith('/') ? path : repo.path(path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
      return result;
    },
    /** Any patch: only what the hook says of it. */
    patch(text: string): CallResult {
      const id = `call_${++calls}`;
      const before = send(build.preToolUse('apply_patch', { command: text }, id));
      const reason = refusalIn(before);
      if (reason !== null) return { refused: reason, told: [], exit: null, output: '' };
      const after = end(
        id,
        'apply_patch',
        { command: text },
        'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.\n',
      );
      return { refused: null, told: [...told(before), ...after], exit: 0, output: '' };
    },
  };
}

/** Tells what the model is shown of an output: both ends of a long one. */
function shown(output: string): string {
  if (output.length <= SHOWN) return output;
  const half = SHOWN / 2;
  const head = `Warning: truncated output (original token count: ${Math.ceil(output.length / 4)})\n\n`;
  return `${head}${output.slice(0, half)}…${output.length - SHOWN} chars truncated…${output.slice(-half)}`;
}

const FIELDS = [
  'continue',
  'decision',
  'hookSpecificOutput',
  'reason',
  'stopReason',
  'suppressOutput',
  'systemMessage',
];
const SPECIFIC = [
  'hookEventName',
  'additionalContext',
  'permissionDecision',
  'permissionDecisionReason',
  'updatedInput',
  'updatedMCPToolOutput',
];

/** Returns the fields of an answer that the client takes; null for one that it throws away. */
function answerIn(run: HookRun): Record<string, unknown> | null {
  if (run.status !== 0 || typeof run.json !== 'object' || run.json === null) return null;
  const answer = run.json as Record<string, unknown>;
  const specific = (answer.hookSpecificOutput ?? {}) as Record<string, unknown>;
  const known = (value: object, names: string[]) => Object.keys(value).every((name) => names.includes(name));
  return known(answer, FIELDS) && known(specific, SPECIFIC) ? specific : null;
}

/** Why a call is not made, as the model reads it; null: it is made. */
export function refusalIn(run: HookRun): string | null {
  if (run.isTimedOut) return null;
  if (run.status === 2) return run.stderr.trim() === '' ? null : run.stderr.trim();
  const answer = answerIn(run);
  const reason = answer?.permissionDecision === 'deny' ? answer.permissionDecisionReason : null;
  return typeof reason === 'string' && reason.trim() !== '' ? reason : null;
}

function told(run: HookRun): string[] {
  const context = answerIn(run)?.additionalContext;
  return typeof context === 'string' ? [context] : [];
}
