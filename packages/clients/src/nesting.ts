import { hash } from 'node:crypto';
import path from 'node:path';
import { fieldOf, textOf } from '@flow/core/record';
import type { Adapter, Capabilities, ReadEvent } from './adapter.js';
import type { Answer, CommandOutput, Decision, UntoldEnd } from './event.js';

/*
 * The reader of clients that nest their events as Claude Code does, each with names, tools and answers of its own. A client
 * is a table here; a function stands in the table only for what no rule can say. It is bundled into the file of each such
 * client, so it loads nothing but types and the shapes of records.
 */

/** What an event is in our words; `notice`: the client tells something, such as the end of a command. */
type EventKind = 'before' | 'after' | 'start' | 'prompt' | 'notice' | 'agent-start' | 'agent-stop' | 'stop';

/** Parts of an event, each of which stands in a field. */
const FIELDS = {
  name: ['hook_event_name'],
  session: ['session_id'],
  directory: ['cwd'],
  agent: ['agent_id'],
  role: ['agent_type'],
  tool: ['tool_name'],
  input: ['tool_input'],
  call: ['tool_use_id'],
  transcript: ['transcript_path'],
  agentTranscript: ['agent_transcript_path'],
  message: ['last_assistant_message'],
} as const satisfies Record<string, readonly string[]>;

type Part = keyof typeof FIELDS;

/**
 * Forms of a refusal on standard output, beside which the reason stands on standard error. `nested`: Claude Code's; `flat`:
 * the same words at top level; `block`: that of an end that is refused; `silent`: none, as only the exit code counts; `permission` and `followup`: Cursor's, of a call and of an end.
 */
type RefusalForm = 'nested' | 'flat' | 'block' | 'silent' | 'permission' | 'followup';

/** What the end of a call tells, as patterns over its text. */
export interface ResultTable {
  /** Where the text stands: names of fields, one below the other. The first that is there counts. */
  text: readonly (readonly string[])[];
  /** What the client writes at the end of the text; the first group is the exit code. None of it is the command's. */
  exit: RegExp;
  /** What the client writes where it shows a part; the first group names the file that holds the whole. */
  whole?: RegExp;
  /** End at which the client cuts what it shows. @default tail */
  cut?: 'tail' | 'middle';
  /** What the client writes of a command that goes on; the first group that is there is the client's name of it. */
  background?: RegExp;
}

/** The input of a call under the names that the guards know, with another tool where the input tells one, or why it is none. */
export type GivenInput = { tool?: string; input: Record<string, unknown> } | { why: string };

/** A command in the background that has ended. */
export interface EndedCommand {
  /** The client's name of it. */
  background: string;
  exit: number | null;
  /** What the client shows of its output, which the patterns of the result tell apart; missing where it tells the end alone. */
  shown?: string;
}

/**
 * The end of a command that the client keeps and tells nobody, as the event that would have told it or as that of a command in
 * the background; `ended`: when, in milliseconds of the clock, `file`: absolute path of the output.
 */
export type KeptEnd = { ended: number } & (
  | { event: object }
  | { background: string; exit: number | null; status: string; file: string }
);

/** A dialect is the table of one client. */
export interface Dialect {
  name: string;
  capabilities: Capabilities;
  /** What each event is, under every name that the client has for it; any other is none of ours. */
  events: Readonly<Record<string, EventKind>>;
  /** A field without which an event of that name is none of ours. */
  marks?: Readonly<Record<string, string>>;
  /** Fields that hold a part of an event, the likeliest first, where they are not the usual ones. */
  fields?: Readonly<Partial<Record<Part, readonly string[]>>>;
  /** Tools under the names that the guards know; one that is not here keeps its own. */
  tools: Readonly<Record<string, string>>;
  /** How the client names a tool that it does not bring itself: groups for its server, and for the tool there. */
  servers?: RegExp;
  /** For each tool, by the guards' name: the fields of its input of which one names the folder of the call. */
  folders?: Readonly<Record<string, string | readonly string[]>>;
  /** For each tool, by the guards' name: fields of its input, and what the guards call them. */
  inputs?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Reads an input that no names can tell; undefined: by the names. */
  inputOf?(tool: string, raw: unknown): GivenInput | undefined;
  /** The end of a call: patterns, or a function where the text alone does not tell. */
  result: ResultTable | ((raw: unknown, call: string) => CommandOutput);
  /**
   * Tells which command in the background has ended, by the client's name of it, from an event of the kind `notice` or, with
   * the tool, from the end of a call.
   */
  ended?(tool: string | null, raw: unknown): EndedCommand | null;
  /**
   * Finds the ends of commands since the last events, of which the client itself tells nothing: asked before a call, a prompt and
   * the end of a turn. An end may be found more than once.
   */
  untold?(raw: unknown): readonly KeptEnd[];
  /** Form and exit code of a refusal, by the event's name. @default silent, with 2 */
  refusals: Readonly<Record<string, readonly [form: RefusalForm, exit: 0 | 2]>>;
  /** Where a text for the model stands, by the names of the events that may carry one; `snake`: at top level, so spelled. */
  context: Readonly<Record<string, 'nested' | 'top' | 'snake'>>;
  /** The person is shown a `systemMessage`. */
  hasNotices: boolean;
  /** Puts another input into an answer. @default the client takes none */
  rewritten?(input: Record<string, unknown>): { nested?: object; top?: object };
}

/** Makes the adapter of a client from its table. */
export function adapterOf(dialect: Dialect): Adapter {
  const kindOf = (name: string): EventKind | null =>
    Object.hasOwn(dialect.events, name) ? dialect.events[name]! : null;
  return {
    name: dialect.name,
    capabilities: dialect.capabilities,
    readEvent: (raw, hint) => withUntold(dialect, kindOf, raw, readEvent(dialect, kindOf, raw, hint ?? null)),
    isClosed: (name) => name === null || kindOf(name) === 'before',
    render: (decision, name) => render(dialect, decision, name),
  };
}

const BEFORE_MORE = new Set(['tool-before', 'prompt', 'stop']);

/** Puts the ends of calls that no event has told before the event that comes next. */
function withUntold(
  dialect: Dialect,
  kindOf: (name: string) => EventKind | null,
  raw: unknown,
  read: ReadEvent,
): ReadEvent {
  if (!dialect.untold || !read.ok || !BEFORE_MORE.has(read.event.kind)) return read;
  const session = textOf(partOf(dialect, raw, 'session')) ?? 'unknown';
  const directory = textOf(first(partOf(dialect, raw, 'directory')));
  if (directory === null) return read;
  const ends = dialect.untold(raw).flatMap((kept): UntoldEnd[] => {
    const { ended } = kept;
    if (!('event' in kept)) {
      const call = backgroundCall(session, kept.background);
      const { exit, status, file } = kept;
      return [{ kind: 'background-end', session, directory, call, exit, status, file, ended }];
    }
    const end = readEvent(dialect, kindOf, kept.event, null);
    return end.ok && end.event.kind === 'tool-after' ? [{ ...end.event, ended }] : [];
  });
  return ends.length === 0 ? read : { ...read, event: { kind: 'untold', session, directory, ends, next: read.event } };
}

function readEvent(
  dialect: Dialect,
  kindOf: (name: string) => EventKind | null,
  raw: unknown,
  hint: string | null,
): ReadEvent {
  const part = (one: Part) => partOf(dialect, raw, one);
  const word = (one: Part) => textOf(first(part(one)));
  // A dialect without the name in its events has it on the command line alone.
  const name = word('name') ?? hint;
  const bad = (why: string): ReadEvent => ({ ok: false, name, why });
  if (name === null) return bad(`${FIELDS.name[0]} is missing`);
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return bad('the event is not an object');
  const mark = dialect.marks && Object.hasOwn(dialect.marks, name) ? dialect.marks[name]! : null;
  const kind = mark !== null && fieldOf(raw, mark) === undefined ? null : kindOf(name);
  // A guard judges what it was registered for: an event of another name is none that it could let pass.
  if (hint !== null && kindOf(hint) === 'before' && kind !== 'before')
    return { ok: false, name: hint, why: `the event is not ${hint}` };
  const directory = word('directory');
  const isCall = kind === 'before' || kind === 'after';
  if (isCall && directory === null) return bad('cwd is missing');
  if (kind === null || directory === null) return { ok: true, name, event: { kind: 'other', name } };
  const session = word('session') ?? 'unknown';
  const agent = word('agent');
  const role = word('role');
  const doer = { session, agent, role, directory };
  switch (kind) {
    case 'before':
    case 'after': {
      const spelled = word('tool');
      if (spelled === null) return bad(`${FIELDS.tool[0]} is missing or not a string`);
      const tool = toolOf(dialect, spelled);
      const ended = kind === 'after' ? dialect.ended?.(tool, raw) : null;
      if (ended) return { ok: true, name, event: endOf(dialect, ended, session, directory) };
      const given = dialect.inputOf?.(tool, part('input')) ?? inputOf(dialect, tool, part('input'));
      if ('why' in given) return bad(given.why);
      const call = word('call') ?? pairedCall(session, spelled, part('input'));
      const shared = {
        ...doer,
        directory: folderOf(dialect, tool, part('input'), doer.directory),
        tool,
        call,
        ...given,
      };
      if (kind === 'before') return { ok: true, name, event: { kind: 'tool-before', ...shared } };
      const { result } = dialect;
      const output = typeof result === 'function' ? result(raw, call) : outputOf(result, raw, session);
      return { ok: true, name, event: { kind: 'tool-after', ...shared, output } };
    }
    case 'notice': {
      const ended = dialect.ended?.(null, raw);
      return { ok: true, name, event: ended ? endOf(dialect, ended, session, directory) : { kind: 'other', name } };
    }
    case 'start':
      return { ok: true, name, event: { kind: 'session-start', session, directory, transcript: null } };
    case 'prompt':
      return { ok: true, name, event: { kind: 'prompt', session, directory } };
    case 'agent-start':
      return { ok: true, name, event: { kind: 'subagent-start', ...doer } };
    case 'agent-stop': {
      const transcript = word('agentTranscript');
      return { ok: true, name, event: { kind: 'subagent-stop', ...doer, message: word('message'), transcript } };
    }
    case 'stop':
      // The end of a sub-agent's turn is none of the session's.
      return {
        ok: true,
        name,
        event: agent === null ? { kind: 'stop', session, directory, raw } : { kind: 'other', name },
      };
  }
}

/** Returns the guards' name of a tool: as the table has it, that of a server's tool, or the client's own. */
function toolOf({ tools, servers }: Dialect, spelled: string): string {
  if (Object.hasOwn(tools, spelled)) return tools[spelled]!;
  const [, server, tool] = servers?.exec(spelled) ?? [];
  return tool === undefined ? spelled : `mcp__${server}__${tool}`;
}

/** Returns the folder that a call runs in, which its input may name. */
function folderOf({ folders }: Dialect, tool: string, input: unknown, directory: string): string {
  const fields = folders && Object.hasOwn(folders, tool) ? [folders[tool]!].flat() : [];
  const named = fields.map((field) => textOf(fieldOf(input, field))).find((one) => one);
  return named ? path.resolve(directory, named) : directory;
}

/** Of several folders, as of a workspace, the first one counts. */
const first = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : value);

/** Returns a part of an event; undefined where no field holds it. */
function partOf({ fields }: Dialect, raw: unknown, part: Part): unknown {
  for (const field of fields?.[part] ?? FIELDS[part]) {
    const value = fieldOf(raw, field);
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}

function inputOf({ inputs }: Dialect, tool: string, raw: unknown): GivenInput {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { why: 'the input is not an object' };
  const names = inputs && Object.hasOwn(inputs, tool) ? inputs[tool]! : {};
  const input = { ...(raw as Record<string, unknown>) };
  // The client goes by its own name where both are there.
  for (const [own, ours] of Object.entries(names)) if (Object.hasOwn(input, own)) input[ours] = input[own];
  return { input };
}

/**
 * Names a call of a client that gives it no id: only the input ties the end of a call to its beginning. Two calls at the same
 * time with the same input are one, which says the same of both.
 */
const pairedCall = (session: string, tool: string, input: unknown): string =>
  `pair-${hash('sha256', JSON.stringify([session, tool, input])).slice(0, 32)}`;

/** Names a command in the background by what the client calls it in a session. */
export const backgroundCall = (session: string, background: string) => pairedCall(session, 'background', background);

function endOf({ result }: Dialect, { background, exit, shown }: EndedCommand, session: string, directory: string) {
  const end = { session, directory, status: 'completed', file: null, call: backgroundCall(session, background), exit };
  if (shown === undefined || typeof result === 'function') return { kind: 'background-end' as const, ...end };
  const { text, cut, wholeFile } = outputIn(result, shown, session);
  return { kind: 'background-end' as const, ...end, output: { text, cut, wholeFile } };
}

function outputOf(table: ResultTable, raw: unknown, session: string): CommandOutput {
  const told = table.text.map((names) => names.reduce(fieldOf, raw)).find((one) => typeof one === 'string');
  return outputIn(table, textOf(told) ?? '', session);
}

function outputIn(table: ResultTable, shown: string, session: string): CommandOutput {
  const background =
    table.background
      ?.exec(shown)
      ?.slice(1)
      .find((one) => one !== undefined) ?? null;
  const end = background === null ? table.exit.exec(shown) : null;
  const wholeFile = table.whole?.exec(shown)?.[1] ?? null;
  return {
    text: end ? shown.slice(0, end.index) : shown,
    exit: end ? Number(end[1]) : null,
    cut: wholeFile === null ? null : (table.cut ?? 'tail'),
    wholeFile,
    background,
    ...(background !== null && { endsAs: backgroundCall(session, background) }),
    interrupted: false,
    durationMs: null,
  };
}

function render(dialect: Dialect, decision: Decision, name: string): Answer {
  if (decision.kind === 'none') return { stdout: '', stderr: '', exit: 0 };
  // None of these clients has a question to the person that holds in every mode.
  if (decision.kind === 'refuse' || decision.kind === 'ask') return refusal(dialect, decision.reason, name);
  const { context, notice } = decision;
  const place = Object.hasOwn(dialect.context, name) ? dialect.context[name] : undefined;
  const other = decision.kind === 'rewrite' ? dialect.rewritten?.(decision.input) : undefined;
  const told = context ? { additionalContext: context } : {};
  const nested = { ...(place === 'nested' && told), ...other?.nested };
  const stdout = {
    ...(notice && dialect.hasNotices && { systemMessage: notice }),
    ...(place === 'top' && told),
    ...(place === 'snake' && context && { additional_context: context }),
    ...other?.top,
    ...(Object.keys(nested).length > 0 && { hookSpecificOutput: { hookEventName: name, ...nested } }),
  };
  return { stdout: Object.keys(stdout).length > 0 ? JSON.stringify(stdout) : '', stderr: '', exit: 0 };
}

function refusal({ refusals }: Dialect, given: string, name: string): Answer {
  // Of a blank reason some clients make a permission.
  const reason = given.trim() === '' ? 'flow refused this call' : given;
  const [form, exit] = Object.hasOwn(refusals, name) ? refusals[name]! : (['silent', 2] as const);
  const words = { permissionDecision: 'deny', permissionDecisionReason: reason };
  const stdout = {
    nested: { hookSpecificOutput: { hookEventName: name, ...words } },
    flat: words,
    block: { decision: 'block', reason },
    permission: { permission: 'deny', user_message: reason, agent_message: reason },
    followup: { followup_message: reason },
    silent: null,
  }[form];
  return { stdout: stdout === null ? '' : JSON.stringify(stdout), stderr: `${reason}\n`, exit };
}
