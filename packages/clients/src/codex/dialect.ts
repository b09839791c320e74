import { fieldOf, textOf } from '@flow/core/record';
import type { CommandOutput } from '../event.js';
import { adapterOf, type GivenInput } from '../nesting.js';
import { patchInput } from '../patch-input.js';
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

function inputOf(tool: string, raw: unknown): GivenInput {
  const given = raw ?? {};
  const command = fieldOf(given, 'command') ?? fieldOf(given, 'cmd') ?? (tool === 'apply_patch' ? given : undefined);
  if (tool === 'Bash') {
    const line = commandLine(command);
    return line === null ? { why: 'command is neither a string nor a list of strings' } : { input: { command: line } };
  }
  if (tool === 'apply_patch') return patchInput(Array.isArray(command) ? command.join('\n') : command);
  if (typeof given !== 'object' || Array.isArray(given)) return { input: { value: given } };
  const input = given as Record<string, unknown>;
  return { input: tool === 'Read' ? { ...input, file_path: input.path } : input };
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

/** Events whose answer may carry a text for the model. */
const TOLD = ['PreToolUse', 'PostToolUse', 'SessionStart', 'UserPromptSubmit', 'SubagentStart'];

export const adapter = adapterOf({
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
    staysArmed: false,
    promptExpansion: false,
    backgroundEnd: true,
  },
  events: { SessionStart: 'start', PreToolUse: 'before', PostToolUse: 'after', Stop: 'stop' },
  tools: TOOLS,
  inputOf,
  result: outputOf,
  // With exit code 2 only standard error counts; the words beside it are those of a denial with 0.
  refusals: { PreToolUse: ['nested', 2] },
  context: Object.fromEntries(TOLD.map((name) => [name, 'nested'])),
  hasNotices: true,
  // Another input counts only together with this word, and this word only together with another input.
  rewritten: (updatedInput) => ({ nested: { permissionDecision: 'allow', updatedInput } }),
});
