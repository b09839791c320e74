import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '@flow/core/record';
import { parseJson } from '@flow/evidence';
import type { Past, Progress } from '../past.js';
import { adapter as codex } from './dialect.js';
import { endingOf, endingOfItem } from './endings.js';
import { patchOf } from './patch.js';

/*
 * The transcript of a session of Codex (`~/.codex/sessions/…/rollout-*.jsonl`): lines of a `type` with a `payload`. What
 * the model asked for (`response_item`) is read as the hook would have been told of it, by the adapter; what the client
 * made of it (`event_msg`) tells how it ended, and what was called from code.
 */

/** Tells whether a line can be one of such a transcript; JSON is only read where it pays. */
export const mayBeRollout = (line: Buffer): boolean => line.includes('"payload"');

/** Kinds of lines, and of what the model said, in which no tool is called; all that the client's program names. */
const SILENT = new Set(
  `session_meta turn_context event_msg response_item compacted world_state token_usage_record security_risk_score
  realtime_item inter_agent_communication inter_agent_communication_metadata message agent_message reasoning
  additional_tools ghost_snapshot compaction compaction_summary compaction_trigger context_compaction
  configuration_update other`.split(/\s+/),
);
/** Calls that are no function's. */
const OTHER_CALLS = new Set(['web_search_call', 'tool_search_call', 'image_generation_call']);
/** The most unknown kinds of lines that are named; more are only counted. */
const MAX_KINDS = 10;

interface Payload extends Record<string, unknown> {
  type?: unknown;
}

/** Reads the lines of one such transcript, in their order; null for a line that is none of it. */
export function rolloutReader(
  file: string,
  progress: Progress,
): (value: unknown, line: number) => Iterable<Past> | null {
  const rollout = new Rollout(file, progress);
  return (value, line) => rollout.line(value, line);
}

class Rollout {
  readonly #file: string;
  readonly #progress: Progress;
  #session: string | null = null;
  #home: string | null = null;
  #directory: string | null = null;
  /** Calls that the model has asked for. */
  readonly #known = new Set<string>();

  constructor(file: string, progress: Progress) {
    this.#file = file;
    this.#progress = progress;
  }

  line(value: unknown, line: number): Iterable<Past> | null {
    if (!isRecord(value) || typeof value.type !== 'string' || !isRecord(value.payload)) return null;
    const { type, payload } = value;
    if (type === 'session_meta' || type === 'turn_context') this.#goesOn(type, payload);
    if (type === 'response_item') return this.#asked(payload, line);
    if (type === 'event_msg') return this.#happened(payload, line);
    this.#note(type);
    return [];
  }

  /** Notes id and folder of the session. */
  #goesOn(type: 'session_meta' | 'turn_context', { id, cwd }: Payload): void {
    // A session that goes on from another one repeats that one's lines behind its own head.
    if (type === 'session_meta') this.#session ??= typeof id === 'string' ? id : null;
    if (typeof cwd === 'string' && path.isAbsolute(cwd)) this.#directory = cwd;
    this.#home ??= this.#directory;
  }

  /** Calls that the model asked for, with the end that the model was told. */
  *#asked(payload: Payload, line: number): Generator<Past> {
    const { type } = payload;
    const id = String(payload.call_id ?? payload.id ?? line);
    if (type === 'function_call' || type === 'custom_tool_call') yield* this.#called(payload, line, id);
    else if (type === 'local_shell_call') {
      const { action } = payload;
      yield this.#callOf(line, id, 'local_shell', action, isRecord(action) ? action.working_directory : null);
    } else if (typeof type === 'string' && OTHER_CALLS.has(type)) {
      yield this.#callOf(line, id, type.slice(0, -'_call'.length), payload.action ?? {}, null);
    } else if (typeof type === 'string' && type.endsWith('_output')) {
      const ending = endingOf(payload.output);
      if (ending !== null) yield { kind: 'end', id, ending };
    } else this.#note(type);
  }

  *#called(payload: Payload, line: number, id: string): Generator<Past> {
    const { type, name, namespace } = payload;
    const tool = `${typeof namespace === 'string' && namespace.startsWith('mcp__') ? namespace : ''}${String(name)}`;
    // A program that calls tools from code: its calls are told apart from it, once they are made.
    if (type === 'custom_tool_call' && name === 'exec') this.#progress.programs += 1;
    else if (type === 'custom_tool_call') yield this.#callOf(line, id, tool, payload.input, null);
    else {
      const input = typeof payload.arguments === 'string' ? parseJson(payload.arguments) : undefined;
      if (isRecord(input)) yield this.#callOf(line, id, plainName(tool), given(tool, input), input.workdir);
      else yield { kind: 'unread' };
    }
  }

  /** End of a call, as the client recorded it. */
  *#happened(payload: Payload, line: number): Generator<Past> {
    const item = payload.type === 'item_completed' ? payload.item : oldItem(payload);
    if (!isRecord(item) || typeof item.id !== 'string') return;
    const { id, type, source } = item;
    if (type !== 'CommandExecution' && type !== 'FileChange') return;
    // What a person types (`user_shell`) is no call of the agent.
    if (!this.#known.has(id) && (source === undefined || source === 'agent' || source === 'unified_exec_startup'))
      yield type === 'FileChange'
        ? this.#callOf(line, id, 'apply_patch', patchOf(item.changes), null)
        : this.#callOf(line, id, 'local_shell', { command: item.command }, folderOf(item.cwd));
    if (this.#known.has(id)) yield { kind: 'end', id, ending: endingOfItem(item) };
  }

  /** A call as the hook would have been told of it. */
  #callOf(line: number, id: string, tool: string, input: unknown, folder: unknown): Past {
    this.#known.add(id);
    const named = typeof folder === 'string' ? folder : '';
    const place = named === '' ? this.#directory : path.resolve(this.#directory ?? '/', named);
    const told = { hook_event_name: 'PreToolUse', cwd: place ?? '/', tool_name: tool, tool_input: input };
    const read = codex.readEvent(told);
    const file = this.#file;
    const past = {
      kind: 'call' as const,
      file,
      line,
      id,
      session: this.#session ?? path.basename(file, '.jsonl'),
      directory: place,
      home: this.#home,
      host: codex.capabilities,
    };
    if (read.ok && read.event.kind === 'tool-before')
      return { ...past, tool: read.event.tool, input: read.event.input };
    return { ...past, tool, input: {}, problem: read.ok ? 'not a call' : read.why };
  }

  #note(type: unknown): void {
    if (typeof type === 'string' && SILENT.has(type)) return;
    this.#progress.unknown += 1;
    if (this.#progress.kinds.size < MAX_KINDS) this.#progress.kinds.add(String(type).slice(0, 100));
  }
}

/** A tool as the client's hooks know it, where it had another name before. */
const plainName = (tool: string): string => (tool === 'container.exec' ? 'shell' : tool);

/** A patch was handed over in a field of its own. */
const given = (tool: string, input: Record<string, unknown>): unknown =>
  tool === 'apply_patch' && typeof input.input === 'string' ? input.input : input;

/** Returns the end of a call, as versions before told it. */
function oldItem({ type, call_id: id, exit_code, success }: Payload): unknown {
  if (type === 'exec_command_end') return { type: 'CommandExecution', id, exit_code, source: 'told' };
  if (type !== 'patch_apply_end') return null;
  return { type: 'FileChange', id, status: success === true ? 'completed' : 'failed', source: 'told' };
}

function folderOf(address: unknown): string | null {
  if (typeof address !== 'string' || !address.startsWith('file://'))
    return typeof address === 'string' ? address : null;
  try {
    return fileURLToPath(address);
  } catch {
    // A folder of another machine.
    return null;
  }
}
