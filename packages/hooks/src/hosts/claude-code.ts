import type { Adapter, ReadEvent } from './adapter.js';
import type { Answer, BackgroundEnd, CommandOutput, Decision, SubagentResult } from './event.js';
import { toldContext } from './told-context.js';

/**
 * Claude Code 2.1.295 and later. Field by field what the client was recorded to send and measured to honour:
 * a denial is JSON on standard output, the reason on standard error and exit code 2, all at once, so that it
 * survives noise on one of them. This file is part of the small entry and imports nothing.
 */

const own = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A tool response may be an object, a string, or a list of text parts (feature D19). */
function flatten(response: unknown): string {
  if (typeof response === 'string') return response;
  if (Array.isArray(response)) return response.map((part) => text(own(part, 'text')) ?? text(part) ?? '').join('');
  return [text(own(response, 'stdout')), text(own(response, 'stderr'))].filter(Boolean).join('\n');
}

function afterSuccess(raw: unknown): CommandOutput {
  const response = own(raw, 'tool_response');
  const wholeFile = text(own(response, 'persistedOutputPath'));
  // An interpreted return code ("No matches found") means that the exit code was not 0 although the call succeeded.
  const interpreted = own(response, 'returnCodeInterpretation') !== undefined;
  const timedOut = own(response, 'timedOutAfterMs') !== undefined;
  const interrupted = own(response, 'interrupted') === true;
  const background = text(own(response, 'backgroundTaskId'));
  const duration = own(raw, 'duration_ms');
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

/** What a shell command changed, as the client lists it in some of its modes. */
function changedFiles(response: unknown): string[] | null {
  const files = own(own(response, 'bashEditDiff'), 'changedFiles');
  return Array.isArray(files) ? files.filter((file): file is string => typeof file === 'string') : null;
}

const count = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** A sub-agent's end in the foreground, or its start in the background. */
function subagentOf(raw: unknown, response: unknown): SubagentResult | null {
  const tool = own(raw, 'tool_name');
  const id = text(own(response, 'agentId'));
  if ((tool !== 'Agent' && tool !== 'Task') || id === null) return null;
  const usage = own(response, 'usage');
  const input = count(own(usage, 'input_tokens'));
  const output = count(own(usage, 'output_tokens'));
  const known = input !== null && output !== null;
  return {
    state: own(response, 'status') === 'async_launched' ? 'started' : 'ended',
    agent: id,
    type: text(own(response, 'agentType')) ?? text(own(own(raw, 'tool_input'), 'subagent_type')),
    model: text(own(response, 'resolvedModel')),
    transcript: transcriptOf(raw, id),
    tokens: known
      ? {
          input,
          output,
          cacheRead: count(own(usage, 'cache_read_input_tokens')) ?? 0,
          cacheWrite: count(own(usage, 'cache_creation_input_tokens')) ?? 0,
        }
      : null,
    total: count(own(response, 'totalTokens')),
    toolUses: count(own(response, 'totalToolUseCount')),
    durationMs: count(own(response, 'totalDurationMs')),
  };
}

/** A sub-agent's messages lie beside the session's own. */
function transcriptOf(raw: unknown, id: string): string | null {
  const session = text(own(raw, 'transcript_path'));
  if (session === null || !session.endsWith('.jsonl') || !/^[\w-]+$/.test(id)) return null;
  return `${session.slice(0, -'.jsonl'.length)}/subagents/agent-${id}.jsonl`;
}

function afterFailure(raw: unknown): CommandOutput {
  const error = text(own(raw, 'error')) ?? '';
  const head = /^Exit code (\d{1,3})(?:\n|$)/.exec(error);
  const body = head ? error.slice(head[0].length) : error;
  const duration = own(raw, 'duration_ms');
  return {
    text: body,
    exit: head ? Number(head[1]) : null,
    cut: /\.\.\. \[\d+ characters truncated\] \.\.\./.test(body) ? 'middle' : null,
    wholeFile: null,
    background: null,
    interrupted: own(raw, 'is_interrupt') === true,
    durationMs: typeof duration === 'number' ? duration : null,
  };
}

function readEvent(raw: unknown): ReadEvent {
  const name = text(own(raw, 'hook_event_name'));
  const bad = (why: string) => ({ ok: false as const, name, why });
  if (name === null) return bad('hook_event_name is missing');
  const directory = text(own(raw, 'cwd'));
  const session = text(own(raw, 'session_id')) ?? 'unknown';
  const agent = text(own(raw, 'agent_id'));
  const needs = name === 'PreToolUse' || name === 'PostToolUse' || name === 'PostToolUseFailure';
  if (directory === null)
    return needs || name === 'ConfigChange' ? bad('cwd is missing') : { ok: true, event: { kind: 'other', name } };
  if (needs) {
    const tool = text(own(raw, 'tool_name'));
    const input = own(raw, 'tool_input');
    if (tool === null) return bad('tool_name is missing or not a string');
    if (typeof input !== 'object' || input === null || Array.isArray(input)) return bad('tool_input is not an object');
    const call = text(own(raw, 'tool_use_id')) ?? 'unknown';
    const shared = { session, agent, directory, tool, call, input: input as Record<string, unknown> };
    const role = text(own(raw, 'agent_type'));
    if (name === 'PreToolUse') return { ok: true, event: { kind: 'tool-before', role, ...shared } };
    return {
      ok: true,
      event: {
        kind: 'tool-after',
        role,
        ...shared,
        output: name === 'PostToolUse' ? afterSuccess(raw) : afterFailure(raw),
      },
    };
  }
  if (name === 'SessionStart') {
    const transcript = text(own(raw, 'transcript_path'));
    return { ok: true, event: { kind: 'session-start', session, directory, transcript } };
  }
  if (name === 'UserPromptSubmit') {
    const ended = readNotification(raw, text(own(raw, 'prompt')) ?? '');
    return {
      ok: true,
      event: ended ? { kind: 'background-end', session, directory, ...ended } : { kind: 'prompt', session, directory },
    };
  }
  if (name === 'SubagentStart') {
    const role = text(own(raw, 'agent_type'));
    return { ok: true, event: { kind: 'subagent-start', session, agent, role, directory } };
  }
  if (name === 'SubagentStop') {
    const role = text(own(raw, 'agent_type'));
    const message = text(own(raw, 'last_assistant_message'));
    const transcript = text(own(raw, 'agent_transcript_path'));
    return { ok: true, event: { kind: 'subagent-stop', session, agent, role, directory, message, transcript } };
  }
  if (name === 'UserPromptExpansion' && own(raw, 'expansion_type') === 'slash_command') {
    const command = text(own(raw, 'command_name')) ?? '';
    return { ok: true, event: { kind: 'expansion', session, agent, directory, command } };
  }
  if (name === 'ConfigChange') {
    const source = text(own(raw, 'source')) ?? 'unknown';
    return {
      ok: true,
      event: { kind: 'config-change', session, directory, source, path: text(own(raw, 'file_path')) },
    };
  }
  return { ok: true, event: { kind: 'other', name } };
}

/** A finished background command, as the host announces it in a prompt; null when the prompt is anything else. */
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
  return name === null || name === 'PreToolUse' || name === 'ConfigChange';
}

function render(decision: Decision, name: string): Answer {
  if (decision.kind === 'none') return { stdout: '', stderr: '', exit: 0 };
  if (decision.kind === 'refuse') {
    const stdout =
      name === 'ConfigChange' || name === 'UserPromptExpansion' || name === 'SubagentStop'
        ? { decision: 'block', reason: decision.reason }
        : {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'deny',
              permissionDecisionReason: decision.reason,
            },
          };
    return { stdout: JSON.stringify(stdout), stderr: `${decision.reason}\n`, exit: 2 };
  }
  if (decision.kind === 'ask') {
    const words = { permissionDecision: 'ask', permissionDecisionReason: decision.reason };
    const stdout = { hookSpecificOutput: { hookEventName: 'PreToolUse', ...words } };
    return { stdout: JSON.stringify(stdout), stderr: '', exit: 0 };
  }
  const stdout: Record<string, unknown> = {};
  if (decision.notice) stdout.systemMessage = decision.notice;
  if (decision.context && name !== 'ConfigChange' && name !== 'SubagentStop') {
    stdout.hookSpecificOutput = toldContext(name, decision.context);
  }
  // Without a decision on it: the host's own rules are asked about the new input.
  if (decision.kind === 'rewrite') {
    const words = { hookEventName: name, ...(stdout.hookSpecificOutput as object | undefined) };
    stdout.hookSpecificOutput = { ...words, updatedInput: decision.input };
  }
  return { stdout: Object.keys(stdout).length > 0 ? JSON.stringify(stdout) : '', stderr: '', exit: 0 };
}

export const claudeCode: Adapter = {
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
    promptExpansion: true,
    backgroundEnd: true,
  },
  readEvent,
  isClosed,
  render,
};
