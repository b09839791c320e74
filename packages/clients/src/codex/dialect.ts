import { fieldOf, textOf } from '@flow/core/record';
import { filesOfPatch, holdsPatch } from '@flow/shell-effects/text/apply-patch';
import type { Adapter, ReadEvent } from '../adapter.js';
import type { Answer, CommandOutput, Decision } from '../event.js';
import { endOfCommand } from './transcript.js';

/*
 * Codex CLI 0.169. Its events are spelled like Claude Code's, with other tools and fewer answers: an answer with a field
 * that it does not know is thrown away, and then the call is made. Recorded and measured (docs/hosts.md). Loaded only
 * with `--host codex`, as a file of its own.
 */

/** Tools under the names that the guards know; a tool that is not here keeps its own. */
const TOOLS: Readonly<Record<string, string>> = {
  shell: 'Bash',
  local_shell: 'Bash',
  shell_command: 'Bash',
  exec_command: 'Bash',
  view_image: 'Read',
  tool_search: 'ToolSearch',
  web_search: 'WebSearch',
  update_plan: 'TodoWrite',
  spawn_agent: 'Agent',
  send_input: 'SendMessage',
  send_message: 'SendMessage',
};

/**
 * Returns a list of words as the shell line that means the same; the script where the words are `bash -lc <script>`.
 */
function commandLine(command: unknown): string | null {
  if (!Array.isArray(command)) return textOf(command);
  const words = command.filter((word): word is string => typeof word === 'string');
  if (words.length !== command.length || words.length === 0) return null;
  const [program = '', flag = '', script, ...rest] = words;
  if (/(^|\/)(ba|z|da|k)?sh$/.test(program) && /^-l?c$/.test(flag) && script !== undefined && rest.length === 0)
    return script;
  return words.map((word) => (/^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

type Read = { input: Record<string, unknown> } | { why: string };

function inputOf(tool: string, raw: unknown): Read {
  const given = raw ?? {};
  const command = fieldOf(given, 'command') ?? fieldOf(given, 'cmd') ?? (tool === 'apply_patch' ? given : undefined);
  if (tool === 'Bash') {
    const line = commandLine(command);
    return line === null ? { why: 'command is neither a string nor a list of strings' } : { input: { command: line } };
  }
  if (tool === 'apply_patch') return patchInput(command);
  if (typeof given !== 'object' || Array.isArray(given)) return { input: { value: given } };
  const input = given as Record<string, unknown>;
  return { input: tool === 'Read' ? { ...input, file_path: input.path } : input };
}

/**
 * Returns every file of a patch with its new lines, in the words of a file tool, and the patch itself: applied to the files
 * that are there, it tells their new texts. It lies under a name that no guard takes for a command or for names of files.
 */
function patchInput(given: unknown): Read {
  const words = Array.isArray(given) ? given.join('\n') : given;
  if (typeof words !== 'string') return { why: 'the patch is not a string' };
  const files = filesOfPatch(words);
  if (!holdsPatch(words) || files.length === 0) return { why: 'the patch names no file' };
  const edits = files.map(({ path, added }) => ({ file_path: path, new_string: added.join('\n') }));
  return { input: { edits, patch_string: words } };
}

/**
 * Returns the end of a shell call. The event holds what the model is shown, cut and without an exit code; the
 * transcript has both, and is read only when somebody asks.
 */
function outputOf(raw: unknown, call: string): CommandOutput {
  const shown = textOf(fieldOf(raw, 'tool_response')) ?? '';
  const transcript = textOf(fieldOf(raw, 'transcript_path'));
  let looked: ReturnType<typeof endOfCommand> | undefined;
  const end = () => {
    if (looked === undefined) looked = transcript === null ? null : endOfCommand(transcript, call);
    return looked;
  };
  return {
    get text() {
      return end()?.text ?? shown;
    },
    get exit() {
      return end()?.exit ?? null;
    },
    get cut() {
      const isWhole = end()?.text != null || !shown.startsWith('Warning: truncated output (');
      return isWhole ? null : ('middle' as const);
    },
    get durationMs() {
      return end()?.durationMs ?? null;
    },
    wholeFile: null,
    background: null,
    interrupted: false,
  };
}

function readEvent(raw: unknown): ReadEvent {
  const name = textOf(fieldOf(raw, 'hook_event_name'));
  const bad = (why: string) => ({ ok: false as const, name, why });
  if (name === null) return bad('hook_event_name is missing');
  const other = { ok: true as const, event: { kind: 'other' as const, name } };
  const directory = textOf(fieldOf(raw, 'cwd'));
  const session = textOf(fieldOf(raw, 'session_id')) ?? 'unknown';
  const agent = textOf(fieldOf(raw, 'agent_id'));
  if (name === 'SessionStart' && directory !== null)
    return { ok: true, event: { kind: 'session-start', session, directory, transcript: null } };
  if (name === 'Stop' && directory !== null && agent === null)
    return { ok: true, event: { kind: 'stop', session, directory, raw } };
  if (name !== 'PreToolUse' && name !== 'PostToolUse') return other;
  if (directory === null) return bad('cwd is missing');
  const spelled = textOf(fieldOf(raw, 'tool_name'));
  if (spelled === null) return bad('tool_name is missing or not a string');
  const tool = Object.hasOwn(TOOLS, spelled) ? TOOLS[spelled]! : spelled;
  const read = inputOf(tool, fieldOf(raw, 'tool_input'));
  if ('why' in read) return bad(read.why);
  const call = textOf(fieldOf(raw, 'tool_use_id')) ?? 'unknown';
  const shared = { session, agent, directory, tool, call, input: read.input };
  const role = textOf(fieldOf(raw, 'agent_type'));
  if (name === 'PreToolUse') return { ok: true, event: { kind: 'tool-before', role, ...shared } };
  return { ok: true, event: { kind: 'tool-after', role, ...shared, output: outputOf(raw, call) } };
}

/** Events whose answer may carry a text for the model. */
const TOLD = new Set(['PreToolUse', 'PostToolUse', 'SessionStart', 'UserPromptSubmit', 'SubagentStart']);

function render(decision: Decision, name: string): Answer {
  if (decision.kind === 'none') return { stdout: '', stderr: '', exit: 0 };
  // It has no question of its own to the person.
  if (decision.kind === 'refuse' || decision.kind === 'ask') {
    // With exit code 2 only standard error counts, and a blank one would let the call pass.
    const reason = decision.reason.trim() === '' ? 'flow refused this call' : decision.reason;
    const deny = { permissionDecision: 'deny', permissionDecisionReason: reason };
    const stdout =
      name === 'PreToolUse' ? JSON.stringify({ hookSpecificOutput: { hookEventName: name, ...deny } }) : '';
    return { stdout, stderr: `${reason}\n`, exit: 2 };
  }
  const specific: Record<string, unknown> = {};
  if (decision.context && TOLD.has(name)) specific.additionalContext = decision.context;
  if (decision.kind === 'rewrite' && name === 'PreToolUse') {
    // Another input counts only together with this word, and this word only together with another input.
    specific.permissionDecision = 'allow';
    specific.updatedInput = decision.input;
  }
  const stdout = {
    ...(decision.notice && { systemMessage: decision.notice }),
    ...(Object.keys(specific).length > 0 && { hookSpecificOutput: { hookEventName: name, ...specific } }),
  };
  return { stdout: Object.keys(stdout).length > 0 ? JSON.stringify(stdout) : '', stderr: '', exit: 0 };
}

export const adapter: Adapter = {
  name: 'codex',
  capabilities: {
    failClosed: 'crash',
    armedByFile: false,
    // An input is replaced, but the command runs in the client's sandbox, where `.git` cannot be written.
    rewrite: false,
    asks: false,
    stopGate: true,
    seesFailures: 'transcript',
    subagentEvents: true,
    seesTyping: false,
    changedFiles: false,
    configChange: false,
    promptExpansion: false,
    backgroundEnd: true,
  },
  readEvent,
  isClosed: (name) => name === null || name === 'PreToolUse',
  render,
};
