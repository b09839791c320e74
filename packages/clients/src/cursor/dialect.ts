import { fieldOf, textOf } from '@flow/core/record';
import type { CommandOutput } from '../event.js';
import { adapterOf } from '../nesting.js';
import { patchInput } from '../patch-input.js';

/*
 * Cursor, after its documentation (`cursor.com/docs/hooks`, as of 25 August 2026) and events that others have published: its
 * client is on no registry, so nothing here was run (docs/hosts.md). Loaded only with `--host cursor`, as a file of its own.
 */

const FILE = {
  path: 'file_path',
  target_file: 'file_path',
  contents: 'content',
  old_str: 'old_string',
  new_str: 'new_string',
};

/**
 * Returns the end of a call. A passing one holds a text of JSON with the exit code (`postToolUse`), a failing one a message
 * without (`postToolUseFailure`): it is no green one, whatever it printed, and proves nothing where it ran out of time, was
 * stopped, or was never made.
 */
function outputOf(raw: unknown): CommandOutput {
  const duration = fieldOf(raw, 'duration');
  const told = {
    cut: null,
    wholeFile: null,
    background: null,
    durationMs: typeof duration === 'number' ? duration : null,
  };
  const failure = textOf(fieldOf(raw, 'failure_type'));
  const message = textOf(fieldOf(raw, 'error_message'));
  if (failure !== null || message !== null) {
    const isOver = failure === 'error' && fieldOf(raw, 'is_interrupt') !== true;
    return { ...told, text: message ?? '', exit: isOver ? 1 : null, interrupted: !isOver };
  }
  const shown = textOf(fieldOf(raw, 'tool_output')) ?? '';
  const payload = parsed(shown);
  const exit = fieldOf(payload, 'exitCode') ?? fieldOf(payload, 'exit_code');
  const texts = ['stdout', 'output', 'stderr'].flatMap((name) => textOf(fieldOf(payload, name)) ?? []);
  return {
    ...told,
    text: texts.length > 0 ? texts.join('\n') : shown,
    exit: typeof exit === 'number' ? exit : null,
    interrupted: false,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const adapter = adapterOf({
  name: 'cursor',
  capabilities: {
    // `failClosed` takes a crash, a time-out and an answer that is no JSON for a refusal.
    failClosed: 'all',
    armedByFile: 'folder',
    rewrite: false,
    asks: false,
    // A text that goes on as the next prompt, five times at most.
    stopGate: true,
    seesFailures: 'event',
    // What is not documented is not assumed.
    subagentEvents: false,
    seesTyping: false,
    changedFiles: false,
    configChange: false,
    // The client reads its file again when it changes.
    staysArmed: false,
    promptExpansion: false,
    backgroundEnd: false,
  },
  events: {
    ...{ sessionStart: 'start', beforeSubmitPrompt: 'prompt', preToolUse: 'before', stop: 'stop' },
    ...{ postToolUse: 'after', postToolUseFailure: 'after' },
  },
  fields: { session: ['conversation_id', 'session_id'], directory: ['cwd', 'workspace_roots'] },
  tools: {
    ...{ Shell: 'Bash', StrReplace: 'Edit', EditNotebook: 'NotebookEdit', Task: 'Agent' },
    ...{ ApplyPatch: 'apply_patch', ListDir: 'LS', SemanticSearch: 'Grep' },
  },
  servers: /^(MCP):(.+)$/,
  folders: { Bash: ['working_directory', 'cwd'] },
  inputs: { Write: FILE, Edit: FILE, Read: FILE, MultiEdit: FILE, NotebookEdit: { target_notebook: 'notebook_path' } },
  inputOf: (tool, raw) =>
    tool === 'apply_patch' ? patchInput(fieldOf(raw, 'patch') ?? fieldOf(raw, 'input') ?? raw) : undefined,
  result: outputOf,
  // The reason reaches the agent where standard output is read, which is documented for this exit code.
  refusals: { preToolUse: ['permission', 0], stop: ['followup', 0] },
  context: { sessionStart: 'snake', postToolUse: 'snake' },
  hasNotices: false,
});
