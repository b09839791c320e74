import { fieldOf, textOf } from '@flow/core/record';
import { adapterOf, type EndedCommand } from '../nesting.js';
import { patchInput } from '../patch-input.js';

/*
 * GitHub Copilot CLI 1.0.102. The spelling of an event's name chooses between two dialects, and not wholly: some events come
 * in camelCase whatever was registered, and those carry no name. Recorded and measured (docs/hosts.md). Loaded only with
 * `--host copilot`, as a file of its own.
 */

/** Fields of an input, as the client's file tools have them. */
const FILE = { path: 'file_path', file_text: 'content', old_str: 'old_string', new_str: 'new_string' };

/** The last line of a shell call's text, behind all that the command has printed. */
const EXIT = /\n?<shellId: [^\s<>]+ completed with exit code (\d{1,3})>\s*$/;

/** The client tells the end of a command in the background to its agent in these words. */
const ENDED = /\(shellId: ([^\s()]+)\) has (?:exited with exit code (\d{1,3})|completed successfully)\.$/;

/** What is told of a command in the background: its end, or its output, for which the agent has asked. */
function ended(tool: string | null, raw: unknown): EndedCommand | null {
  if (tool === null) {
    if ((fieldOf(raw, 'notification_type') ?? fieldOf(raw, 'notificationType')) !== 'shell_completed') return null;
    const told = ENDED.exec(textOf(fieldOf(raw, 'message')) ?? '');
    return told && { background: told[1]!, exit: Number(told[2] ?? 0) };
  }
  if (tool !== 'read_bash') return null;
  const background = textOf(fieldOf(fieldOf(raw, 'tool_input') ?? fieldOf(raw, 'toolArgs'), 'shellId'));
  const shown =
    textOf(fieldOf(fieldOf(raw, 'tool_result'), 'text_result_for_llm')) ??
    textOf(fieldOf(fieldOf(raw, 'toolResult'), 'textResultForLlm'));
  const end = EXIT.exec(shown ?? '');
  if (background === null || shown === null || end === null) return null;
  return { background, shown, exit: Number(end[1]) };
}

export const adapter = adapterOf({
  name: 'copilot',
  capabilities: {
    failClosed: 'crash',
    armedByFile: 'folder',
    // No id ties the end of a call to its beginning once its input is another.
    rewrite: false,
    asks: false,
    stopGate: true,
    seesFailures: 'event',
    subagentEvents: true,
    seesTyping: true,
    changedFiles: false,
    configChange: false,
    staysArmed: true,
    promptExpansion: false,
    backgroundEnd: true,
  },
  events: {
    ...{ SessionStart: 'start', sessionStart: 'start' },
    ...{ UserPromptSubmit: 'prompt', userPromptSubmitted: 'prompt' },
    ...{ PreToolUse: 'before', preToolUse: 'before' },
    ...{ PostToolUse: 'after', postToolUse: 'after', PostToolUseFailure: 'after', postToolUseFailure: 'after' },
    ...{ SubagentStart: 'agent-start', subagentStart: 'agent-start' },
    ...{ SubagentStop: 'agent-stop', subagentStop: 'agent-stop' },
    ...{ Stop: 'stop', agentStop: 'stop' },
    ...{ Notification: 'notice', notification: 'notice' },
  },
  fields: {
    session: ['session_id', 'sessionId'],
    tool: ['tool_name', 'toolName'],
    input: ['tool_input', 'toolArgs'],
    transcript: ['transcript_path', 'transcriptPath'],
    agent: ['agent_id', 'agentId'],
    role: ['agent_type', 'agentType'],
    message: ['last_assistant_message', 'response'],
  },
  tools: {
    ...{ bash: 'Bash', powershell: 'PowerShell', create: 'Write', edit: 'Edit', view: 'Read' },
    ...{ task: 'Agent', glob: 'Glob', grep: 'Grep', web_fetch: 'WebFetch' },
  },
  inputs: { Write: FILE, Edit: FILE, Read: FILE, Agent: { agent_type: 'subagent_type' } },
  // A patch comes as the text that it is, under the name of the tool that edits.
  inputOf: (tool, raw) =>
    (tool === 'Edit' || tool === 'apply_patch') && typeof raw === 'string' ? patchInput(raw) : undefined,
  result: {
    text: [['tool_result', 'text_result_for_llm'], ['toolResult', 'textResultForLlm'], ['error']],
    exit: EXIT,
    whole:
      /^Output too large to read at once \([^()\n]{1,20}\)\. Saved to: (\/[^\n]+\/\d+-copilot-tool-output-[\w-]+\.txt)\n/,
    background:
      /^<command (?:started in background with shellId: ([^\s<>]+)>$|with shellId: ([^\s<>]+) is still running after )/,
  },
  ended,
  // With exit code 2 the reason is read in this form alone.
  refusals: { PreToolUse: ['flat', 2], preToolUse: ['flat', 2], Stop: ['block', 0], agentStop: ['block', 0] },
  context: { SessionStart: 'top', UserPromptSubmit: 'top', PreToolUse: 'top', PostToolUse: 'top' },
  hasNotices: false,
});
