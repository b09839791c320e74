import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AgentOptions, CallResult } from './agent.js';
import { type HookRun, runHook } from './run-hook.js';

/** A speaker says how a client of Claude Code's nesting words its events, and what it makes of an answer, as measured. */
export interface Speaker {
  /** The word behind `--host`. */
  name: string;
  /** Names of the events around a call. @default Claude Code's */
  events?: { before: string; after: string };
  /** Name of the event at the beginning of a session. @default Claude Code's */
  start?: string;
  /** Fields that each event of a session has, before those of the event. */
  base(session: string, cwd: string, agent?: { id: string; type: string }): object;
  /** Tool and input of a shell command, and of a file that is written. */
  shell(command: string): ToolCall;
  file(path: string, content: string): ToolCall;
  /** Event and fields behind a command that has ended; null: the client tells no end of it. */
  ended(
    exit: number,
    output: string,
    input: Readonly<Record<string, unknown>>,
  ): { event: string; fields: object } | null;
  /** Writes down what the client itself keeps of a command that has ended. */
  keeps?(call: ToolCall, exit: number, output: string, session: string): void;
  /** Fields behind a file that was written. */
  written(path: string): object;
  /** Why a call is not made, as the model reads it; null: it is made. */
  refusalIn(run: HookRun): string | null;
  /** The text that the model is given with an answer. */
  toldIn(run: HookRun): unknown;
}

export interface ToolCall {
  tool: string;
  input: unknown;
}

/** The reason of a decision in Claude Code's form, where standard output is that and nothing beside it. */
export function denialIn({ stdout }: Pick<HookRun, 'stdout'>, decisions: RegExp): string | null {
  try {
    const said = (JSON.parse(stdout) as { hookSpecificOutput?: Record<string, unknown> }).hookSpecificOutput;
    return decisions.test(String(said?.permissionDecision)) ? String(said?.permissionDecisionReason) : null;
  } catch {
    return null;
  }
}

/** Plays a coding agent in such a client against a built hook, as `agent` does for Claude Code. */
export function nestedAgent(speaker: Speaker, options: AgentOptions) {
  const { hook, repo } = options;
  const cwd = options.cwd ?? repo.root;
  const environment = { ...repo.environment, ...options.environment };
  const names = speaker.events ?? { before: 'PreToolUse', after: 'PostToolUse' };
  const session = options.session ?? '33333333-3333-4333-8333-333333333333';
  const event = (name: string, fields: object = {}) => ({
    hook_event_name: name,
    ...speaker.base(session, cwd, options.agent),
    ...fields,
  });
  const send = (given: object | string, name?: string): HookRun => {
    const spoken = name ?? (given as { hook_event_name?: string }).hook_event_name ?? names.before;
    const args = [spoken, '--host', speaker.name];
    return options.answer?.(given, environment, cwd, args) ?? runHook(hook, given, { environment, cwd, args });
  };
  const before = ({ tool, input }: ToolCall) => send(event(names.before, { tool_name: tool, tool_input: input }));
  const told = (run: HookRun): string[] => {
    const text = run.status === 0 ? speaker.toldIn(run) : null;
    return typeof text === 'string' ? [text] : [];
  };
  const refused = (reason: string): CallResult => ({ refused: reason, told: [], exit: null, output: '' });

  return {
    event,
    send,
    start: () => send(event(speaker.start ?? 'SessionStart', { source: 'startup' })),
    /** Runs a shell command. */
    bash(command: string): CallResult {
      const call = speaker.shell(command);
      const first = before(call);
      const reason = speaker.refusalIn(first);
      if (reason !== null) return refused(reason);
      const ran = spawnSync('bash', ['-c', `exec 2>&1\n${command}`], { cwd, env: environment, encoding: 'utf8' });
      const exit = ran.status ?? 1;
      speaker.keeps?.(call, exit, ran.stdout, session);
      const end = speaker.ended(exit, ran.stdout, call.input as Record<string, unknown>);
      const last = end && send(event(end.event, { tool_name: call.tool, tool_input: call.input, ...end.fields }));
      return { refused: null, told: [...told(first), ...(last ? told(last) : [])], exit, output: ran.stdout };
    },
    /** Writes a file with the client's own tool. */
    write(path: string, content: string): CallResult {
      const file = path.startsWith('/') ? path : repo.path(path);
      const call = speaker.file(file, content);
      const first = before(call);
      const reason = speaker.refusalIn(first);
      if (reason !== null) return refused(reason);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      const fields = { tool_name: call.tool, tool_input: call.input, ...speaker.written(file) };
      const last = send(event(names.after, fields));
      return { refused: null, told: [...told(first), ...told(last)], exit: 0, output: '' };
    },
  };
}
