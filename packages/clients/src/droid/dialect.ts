import { fieldOf } from '@flow/core/record';
import { adapterOf } from '../nesting.js';
import { patchInput } from '../patch-input.js';
import { failedLast } from './failed.js';

/*
 * Factory Droid 0.225.2. Events, their names and the answers are Claude Code's, the tools its own. A command that fails has no
 * event behind it: its end is read from the session. Recorded and measured (docs/hosts.md). Loaded only with `--host droid`, as a file of its own.
 */

/** Fields of an input, as some of the client's tools have them. */
const FILE = { old_str: 'old_string', new_str: 'new_string' };

export const adapter = adapterOf({
  name: 'droid',
  capabilities: {
    failClosed: 'crash',
    armedByFile: true,
    // No id ties the end of a call to its beginning once its input is another.
    rewrite: false,
    asks: false,
    stopGate: true,
    seesFailures: 'late',
    // A sub-agent has a session of its own, whose calls come as any other's.
    subagentEvents: true,
    seesTyping: true,
    changedFiles: false,
    configChange: false,
    staysArmed: false,
    promptExpansion: false,
    backgroundEnd: false,
  },
  events: {
    SessionStart: 'start',
    UserPromptSubmit: 'prompt',
    PreToolUse: 'before',
    PostToolUse: 'after',
    Stop: 'stop',
  },
  tools: {
    ...{ Execute: 'Bash', Create: 'Write', ApplyPatch: 'apply_patch' },
    ...{ FetchUrl: 'WebFetch', Task: 'Agent' },
  },
  inputs: { Edit: FILE, MultiEdit: FILE },
  inputOf: (tool, raw) =>
    tool === 'apply_patch' ? patchInput(fieldOf(raw, 'input') ?? fieldOf(raw, 'patch') ?? raw) : undefined,
  result: {
    text: [['tool_response']],
    exit: /(?:\n\nFull command output saved to: [^\n]+)?\n*\[Process exited with code (\d{1,3})\]\s*$/,
    whole:
      /\n\nFull command output saved to: (\/[^\n]+\.log) \([^()\n]{1,20}\)\n\n\[Process exited with code \d{1,3}\]\s*$/,
    cut: 'middle',
    background: /^Background process started \(PID: (\d+)\)\n/,
  },
  untold: failedLast,
  refusals: { PreToolUse: ['nested', 2], Stop: ['block', 0] },
  context: { SessionStart: 'nested', UserPromptSubmit: 'nested', PreToolUse: 'nested', PostToolUse: 'nested' },
  hasNotices: true,
});
