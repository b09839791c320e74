import { fieldOf, textOf } from '@flow/core/record';
import type { Adapter, ReadEvent } from '../adapter.js';
import type { Answer, Aside, BackgroundEnd, CommandOutput, Decision, Event, SubagentResult } from '../event.js';
import { toldContext } from './told-context.js';

/*
 * Claude Code 2.1.295 and later. Field by field what the client was recorded to send and measured to honour:
 * a denial is JSON on standard output, the reason on standard error and exit code 2, all at once, so that it
 * survives noise on one of them. This file is part of the small entry and imports next to nothing.
 */

/** Returns a text in a field; null for anything else. */
const wordOf = (value: unknown, field: string) => textOf(fieldOf(value, field));

/** A tool response may be an object, a string, or a list of text parts (feature D19). */
function flatten(response: unknown): string {
  if (typeof response === 'string') return response;
  if (Array.isArray(response)) return response.map((part) => wordOf(part, 'text') ?? textOf(part) ?? '').join('');
  return [wordOf(response, 'stdout'), wordOf(response, 'stderr')].filter(Boolean).join('\n');
}

function afterSuccess(raw: unknown): CommandOutput {
  const response = fieldOf(raw, 'tool_response');
  const wholeFile = wordOf(response, 'persistedOutputPath');
  // An interpreted return code ("No matches found") means that the exit code was not 0 although the call succeeded.
  const interpreted = fieldOf(response, 'returnCodeInterpretation') !== undefined;
  const timedOut = fieldOf(response, 'timedOutAfterMs') !== undefined;
  const interrupted = fieldOf(response, 'interrupted') === true;
  const background = wordOf(response, 'backgroundTaskId');
  const duration = fieldOf(raw, 'duration_ms');
  return {
    text: flatten(response),
    exit: interpreted || timedOut || interrupted || background !== null || typeof response !== 'object' ? null : 0,
    cut: wholeFile === null ? null : 'tail',
    wholeFile,
    background,
    interrupted: interrupted || timedOut,
    durationMs: typeof duration === 'number' ? duration : null,
    changed: changedFiles(response),
    subagent: subagentOf(raw, response),
  };
}

/** Lists files that a shell command changed, as the client lists them in some of its modes. */
function changedFiles(response: unknown): string[] | null {
  const files = fieldOf(fieldOf(response, 'bashEditDiff'), 'changedFiles');
  return Array.isArray(files) ? files.filter((file): file is string => typeof file === 'string') : null;
}

const count = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** Returns a sub-agent's end in the foreground, or its start in the background. */
function subagentOf(raw: unknown, response: unknown): SubagentResult | null {
  const tool = fieldOf(raw, 'tool_name');
  const id = wordOf(response, 'agentId');
  if ((tool !== 'Agent' && tool !== 'Task') || id === null) return null;
  const usage = fieldOf(response, 'usage');
  const input = count(fieldOf(usage, 'input_tokens'));
  const output = count(fieldOf(usage, 'output_tokens'));
  const known = input !== null && output !== null;
  return {
    state: fieldOf(response, 'status') === 'async_launched' ? 'started' : 'ended',
    agent: id,
    type: wordOf(response, 'agentType') ?? textOf(fieldOf(fieldOf(raw, 'tool_input'), 'subagent_type')),
    model: wordOf(response, 'resolvedModel'),
    transcript: transcriptOf(raw, id),
    tokens: known
      ? {
          input,
          output,
          cacheRead: count(fieldOf(usage, 'cache_read_input_tokens')) ?? 0,
          cacheWrite: count(fieldOf(usage, 'cache_creation_input_tokens')) ?? 0,
        }
      : null,
    total: count(fieldOf(response, 'totalTokens')),
    toolUses: count(fieldOf(response, 'totalToolUseCount')),
    durationMs: count(fieldOf(response, 'totalDurationMs')),
  };
}

/** `transcriptOf` finds a sub-agent's messages, which lie beside the session's own. */
function transcriptOf(raw: unknown, id: string): string | null {
  const session = wordOf(raw, 'transcript_path');
  if (session === null || !session.endsWith('.jsonl') || !/^[\w-]+$/.test(id)) return null;
  return `${session.slice(0, -'.jsonl'.length)}/subagents/agent-${id}.jsonl`;
}

function afterFailure(raw: unknown): CommandOutput {
  const error = wordOf(raw, 'error') ?? '';
  const head = /^Exit code (\d{1,3})(?:\n|$)/.exec(error);
  const body = head ? error.slice(head[0].length) : error;
  const duration = fieldOf(raw, 'duration_ms');
  return {
    text: body,
    exit: head ? Number(head[1]) : null,
    cut: /\.\.\. \[\d+ characters truncated\] \.\.\./.test(body) ? 'middle' : null,
    wholeFile: null,
    background: null,
    interrupted: fieldOf(raw, 'is_interrupt') === true,
    durationMs: typeof duration === 'number' ? duration : null,
  };
}

function readEvent(raw: unknown): ReadEvent {
  const text = (field: string) => wordOf(raw, field);
  const name = text('hook_event_name');
  const bad = (why: string) => ({ ok: false as const, name, why });
  if (name === null) return bad('hook_event_name is missing');
  const read = (event: Event) => ({ ok: true as const, name, event });
  const directory = text('cwd');
  const session = text('session_id') ?? 'unknown';
  const agent = text('agent_id');
  const role = text('agent_type');
  const turn = text('prompt_id');
  const isBefore = name === 'PreToolUse' || name === 'PreSkillShellCommand';
  const needs = isBefore || /^PostToolUse(?:Failure)?$/.test(name);
  if (directory === null)
    return needs || name === 'ConfigChange' ? bad('cwd is missing') : read({ kind: 'other', name });
  const here = { session, directory };
  const doer = { ...here, agent };
  if (needs) {
    const tool = text('tool_name');
    const input = fieldOf(raw, 'tool_input');
    if (tool === null) return bad('tool_name is missing or not a string');
    if (typeof input !== 'object' || input === null || Array.isArray(input)) return bad('tool_input is not an object');
    const call = text('tool_use_id') ?? 'unknown';
    const shared = { ...doer, role, tool, call, input: input as Record<string, unknown> };
    const skill = name === 'PreToolUse' ? null : (text('command_name') ?? '?');
    if (isBefore) return read({ kind: 'tool-before', ...shared, skill });
    const output = name === 'PostToolUse' ? afterSuccess(raw) : afterFailure(raw);
    return read({ kind: 'tool-after', ...shared, output });
  }
  if (name === 'SessionStart') {
    const transcript = text('transcript_path');
    return read({ kind: 'session-start', ...here, transcript });
  }
  if (name === 'UserPromptSubmit') {
    const ended = readNotification(raw, text('prompt') ?? '');
    return read(
      ended ? { kind: 'background-end', ...here, ...ended } : { kind: 'prompt', ...here, source: text('source'), turn },
    );
  }
  if (name === 'SubagentStart') return read({ kind: 'subagent-start', ...doer, role });
  if (name === 'Stop') return read({ kind: 'stop', ...here, raw });
  if (name === 'SubagentStop') {
    const message = text('last_assistant_message');
    const transcript = text('agent_transcript_path');
    return read({ kind: 'subagent-stop', ...doer, role, message, transcript });
  }
  if (name === 'UserPromptExpansion' && fieldOf(raw, 'expansion_type') === 'slash_command') {
    const command = text('command_name') ?? '';
    const given = text('command_args') ?? '';
    return read({ kind: 'expansion', ...doer, command, given, turn });
  }
  if (name === 'ConfigChange') {
    const source = text('source') ?? 'unknown';
    return read({ kind: 'config-change', ...here, source, path: text('file_path') });
  }
  if (Object.hasOwn(ASIDES, name)) {
    const [kind, about] = ASIDES[name]!;
    return read({ kind, ...doer, about: text(about) });
  }
  return read({ kind: 'other', name });
}

/** Events that only tell, and the field that says what of. */
const ASIDES: Readonly<Record<string, [kind: Aside['kind'], about: string]>> = {
  StopFailure: ['turn-failed', 'error'],
  TaskCompleted: ['ticked', 'task_subject'],
  CwdChanged: ['moved', 'old_cwd'],
};

/**
 * Returns a finished background command, as the host announces it in a prompt; null when the prompt is anything else.
 */
function readNotification(raw: unknown, prompt: string): BackgroundEnd | null {
  if (!prompt.includes('<task-notification')) return null;
  const match =
    /^\s*<task-notification>\n<task-id>([^<]*)<\/task-id>\n<tool-use-id>([^<]+)<\/tool-use-id>\n<output-file>([^<]+)<\/output-file>\n<status>([^<]+)<\/status>\n<summary>([^<]*)<\/summary>/.exec(
      prompt,
    );
  if (!match) return null;
  const [, id = '', call = '', file = '', status = '', summary = ''] = match;
  const exit = /\(exit code (\d{1,3})\)\s*$/.exec(summary) ?? /with exit code (\d{1,3})\s*$/.exec(summary);
  const usage =
    /<usage><subagent_tokens>(\d{1,12})<\/subagent_tokens><tool_uses>(\d{1,9})<\/tool_uses><duration_ms>(\d{1,12})<\/duration_ms><\/usage>\n<\/task-notification>\s*$/.exec(
      prompt,
    );
  const subagent: SubagentResult | null = usage && {
    state: 'ended',
    agent: id,
    type: null,
    model: null,
    transcript: transcriptOf(raw, id),
    tokens: null,
    total: Number(usage[1]),
    toolUses: Number(usage[2]),
    durationMs: Number(usage[3]),
  };
  return { call, file, status, exit: exit ? Number(exit[1]) : null, subagent };
}

function isClosed(name: string | null): boolean {
  return name === null || /^(?:PreToolUse|PreSkillShellCommand|ConfigChange)$/.test(name);
}

function render(decision: Decision, name: string): Answer {
  if (decision.kind === 'none') return { stdout: '', stderr: '', exit: 0 };
  if (decision.kind === 'refuse') {
    const stdout = /^(?:ConfigChange|UserPromptExpansion|(?:Subagent)?Stop)$/.test(name)
      ? { decision: 'block', reason: decision.reason }
      : {
          hookSpecificOutput: {
            hookEventName: name,
            permissionDecision: 'deny',
            permissionDecisionReason: decision.reason,
          },
        };
    return { stdout: JSON.stringify(stdout), stderr: `${decision.reason}\n`, exit: 2 };
  }
  if (decision.kind === 'ask') {
    const words = { permissionDecision: 'ask', permissionDecisionReason: decision.reason };
    const stdout = { hookSpecificOutput: { hookEventName: name, ...words } };
    return { stdout: JSON.stringify(stdout), stderr: '', exit: 0 };
  }
  const stdout: Record<string, unknown> = {};
  if (decision.notice) stdout.systemMessage = decision.notice;
  if (decision.context && !/^(?:ConfigChange|(?:Subagent)?Stop|PreSkillShellCommand)$/.test(name)) {
    stdout.hookSpecificOutput = toldContext(name, decision.context);
  }
  // Without a decision on it: the host's own rules are asked about the new input.
  if (decision.kind === 'rewrite') {
    const words = { hookEventName: name, ...(stdout.hookSpecificOutput as object | undefined) };
    stdout.hookSpecificOutput = { ...words, updatedInput: decision.input };
  }
  return { stdout: Object.keys(stdout).length > 0 ? JSON.stringify(stdout) : '', stderr: '', exit: 0 };
}

export const adapter: Adapter = {
  name: 'claude-code',
  capabilities: {
    failClosed: 'all',
    armedByFile: true,
    rewrite: true,
    asks: true,
    stopGate: true,
    seesFailures: 'event',
    subagentEvents: true,
    seesTyping: true,
    changedFiles: true,
    configChange: true,
    staysArmed: true,
    promptExpansion: true,
    backgroundEnd: true,
  },
  readEvent,
  isClosed,
  render,
};
