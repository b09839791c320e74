import { fieldOf, isRecord, textOf } from '@flow/core/record';
import type { CommandOutput } from '../event.js';
import { adapterOf, type GivenInput } from '../nesting.js';
import { patchInput } from '../patch-input.js';
import { TOOLS } from './tools.js';

/*
 * OpenCode 1.18.33. It starts no hooks: our plugin does, with the client's own words for a call, nested as Claude Code nests
 * its events, and reads of an answer the exit code, standard error and three fields. Recorded and measured (docs/hosts.md).
 * Loaded only with `--host opencode`, as a file of its own.
 */

/** Fields of an input, as the client's file tools have them. */
const FILE = { filePath: 'file_path', oldString: 'old_string', newString: 'new_string', replaceAll: 'replace_all' };

const STOPPED = /shell tool terminated command after exceeding timeout|User aborted the command/;
/** Where the client shows the end of an output alone, and names the file that holds all of it. */
const WHOLE = /Full output saved to: (\/[^\n]+)/;

/** The end of a call: `metadata` has the exit code and what the command printed, of which the client keeps the last part. */
function outputOf(raw: unknown): CommandOutput {
  const response = fieldOf(raw, 'tool_response');
  const told = fieldOf(response, 'metadata');
  const exit = fieldOf(told, 'exit');
  const shown = textOf(fieldOf(response, 'output')) ?? partsOf(fieldOf(response, 'content'));
  const printed = textOf(fieldOf(told, 'output'));
  const isCut = fieldOf(told, 'truncated') === true;
  const text = printed === '(no output)' ? '' : (printed ?? shown);
  const wholeFile = isCut ? (textOf(fieldOf(told, 'outputPath')) ?? WHOLE.exec(shown)?.[1] ?? null) : null;
  return {
    text,
    exit: typeof exit === 'number' ? exit : null,
    cut: isCut ? 'middle' : null,
    wholeFile,
    background: null,
    interrupted: STOPPED.test(shown),
    durationMs: null,
  };
}

const partsOf = (content: unknown): string =>
  Array.isArray(content) ? content.map((part) => textOf(fieldOf(part, 'text')) ?? '').join('') : '';

function inputOf(tool: string, raw: unknown): GivenInput | undefined {
  if (tool === 'apply_patch') return patchInput(fieldOf(raw, 'patchText'));
  const edits = fieldOf(raw, 'edits');
  if (tool !== 'MultiEdit' || !isRecord(raw) || !Array.isArray(edits)) return undefined;
  const named = (one: unknown) => ({
    ...{ file_path: fieldOf(one, 'filePath') ?? raw.filePath, old_string: fieldOf(one, 'oldString') },
    ...{ new_string: fieldOf(one, 'newString'), replace_all: fieldOf(one, 'replaceAll') },
  });
  return { input: { ...raw, file_path: raw.filePath, edits: edits.map(named) } };
}

export const adapter = adapterOf({
  name: 'opencode',
  capabilities: {
    failClosed: 'all',
    armedByFile: true,
    rewrite: true,
    asks: false,
    stopGate: false,
    seesFailures: 'event',
    subagentEvents: true,
    seesTyping: true,
    changedFiles: false,
    configChange: false,
    staysArmed: true,
    promptExpansion: false,
    backgroundEnd: false,
  },
  events: {
    ...{ SessionStart: 'start', UserPromptSubmit: 'prompt', SubagentStart: 'agent-start' },
    ...{ PreToolUse: 'before', PostToolUse: 'after', Stop: 'stop' },
  },
  tools: TOOLS,
  // Whatever the client does not bring itself is named so, be it of a server or of a plugin.
  servers: /^([A-Za-z0-9-]+)_(.+)$/,
  folders: { Bash: 'workdir' },
  inputs: { Write: FILE, Edit: FILE, Read: FILE, Skill: { name: 'skill' } },
  inputOf,
  result: outputOf,
  refusals: {},
  context: Object.fromEntries(
    ['SessionStart', 'UserPromptSubmit', 'SubagentStart', 'PreToolUse', 'PostToolUse'].map((name) => [name, 'nested']),
  ),
  hasNotices: true,
  rewritten: (updatedInput) => ({ nested: { updatedInput } }),
});
