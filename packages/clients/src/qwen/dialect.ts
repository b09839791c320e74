import { fieldOf, textOf } from '@flow/core/record';
import type { CommandOutput } from '../event.js';
import { adapterOf, backgroundCall } from '../nesting.js';
import { endedInBackground } from './background.js';

/*
 * Qwen Code 0.24.4. Events, their names and the answers are Claude Code's; the tools are its own. Recorded and measured
 * (docs/hosts.md). Loaded only with `--host qwen`, as a file of its own.
 */

/** The lines behind the output of a command that has ended by itself; what the client adds may follow them. */
const END = /\nError: [^\n]*\nExit Code: (\d{1,3}|\(none\))\nSignal: [^\n]*\nProcess Group PGID: [^\n]*(?:\n\n|$)/g;

/** Stands above a text that was cut in its middle; the file holds all of the text, these lines of it too. */
const CUT =
  /^Tool output was too large and has been truncated\.\nThe full output has been saved to: (\/[^\n]+\.output)\n(?:[^\n]*\n){1,4}?\nTruncated part of the output:\n/;

const BACKGROUND = /^Background shell started\.\nid: (bg_\w+)\n/;

/**
 * Returns the end of a command. Both a passing and a failing one have its words, its output and its exit code in one text;
 * a command that a person or a limit of time has stopped has no such lines, whatever it printed.
 */
function outputOf(raw: unknown): CommandOutput {
  const response = fieldOf(raw, 'tool_response');
  const shown = textOf(fieldOf(response, 'llmContent')) ?? textOf(fieldOf(raw, 'error')) ?? textOf(response) ?? '';
  const cut = CUT.exec(shown);
  const text = cut ? shown.slice(cut[0].length) : shown;
  const command = textOf(fieldOf(fieldOf(raw, 'tool_input'), 'command'));
  const duration = fieldOf(raw, 'duration_ms');
  const background = BACKGROUND.exec(shown)?.[1] ?? null;
  const told = {
    wholeFile: cut?.[1] ?? null,
    cut: cut ? ('middle' as const) : null,
    background,
    ...(background !== null && { endsAs: backgroundCall(textOf(fieldOf(raw, 'session_id')) ?? 'unknown', background) }),
    interrupted: fieldOf(raw, 'is_interrupt') === true,
    durationMs: typeof duration === 'number' ? duration : null,
  };
  // Only behind the words of the very command: a text that begins otherwise is none of an end.
  const head = command === null ? null : `Command: ${command}\nDirectory: `;
  const end = head !== null && text.startsWith(head) ? [...text.matchAll(END)].at(-1) : undefined;
  if (head === null || !end) return { ...told, text, exit: null };
  const rest = text.slice(head.length, end.index);
  return {
    ...told,
    text: rest.slice(rest.indexOf('\nOutput: ') + '\nOutput: '.length),
    exit: end[1] === '(none)' ? null : Number(end[1]),
  };
}

export const adapter = adapterOf({
  name: 'qwen',
  capabilities: {
    failClosed: 'crash',
    armedByFile: true,
    // Another input is not taken where nobody is asked.
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
    SessionStart: 'start',
    UserPromptSubmit: 'prompt',
    PreToolUse: 'before',
    PostToolUse: 'after',
    PostToolUseFailure: 'after',
    Stop: 'stop',
  },
  folders: { Bash: 'directory' },
  // It comes after every result of a tool, too, without this field.
  marks: { UserPromptSubmit: 'submitted_prompt' },
  tools: {
    ...{ run_shell_command: 'Bash', monitor: 'Bash', write_file: 'Write', edit: 'Edit', notebook_edit: 'NotebookEdit' },
    ...{ read_file: 'Read', grep_search: 'Grep', glob: 'Glob', list_directory: 'LS', todo_write: 'TodoWrite' },
    ...{ web_fetch: 'WebFetch', web_search: 'WebSearch', agent: 'Agent', skill: 'Skill' },
    ...{ send_message: 'SendMessage', cron_create: 'CronCreate', loop_wakeup: 'ScheduleWakeup' },
  },
  result: outputOf,
  untold: endedInBackground,
  refusals: { PreToolUse: ['nested', 2], Stop: ['block', 0] },
  context: { SessionStart: 'nested', UserPromptSubmit: 'nested', PreToolUse: 'nested', PostToolUse: 'nested' },
  hasNotices: true,
});
