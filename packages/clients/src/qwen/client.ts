import path from 'node:path';
import type { Client, Samples } from '../client.js';
import { folderOf } from '../person-folder.js';
import { type HandlerGroup, HOST_TIMEOUT_SECONDS, LAUNCHER_PATH, type Registration } from '../registrations.js';
import { START, STOP } from '../samples.js';
import { chatReader, mayHoldPart } from './chat.js';
import { adapter } from './dialect.js';
import { EXTENSIONS } from './extensions.js';
import { TRAITS } from './traits.js';
import { TRIAL } from './trial.js';
import { trustFacts } from './trust-facts.js';

const call = (command: string) => ({
  ...{ tool_name: 'run_shell_command', tool_input: { command, is_background: false } },
  ...{ tool_use_id: 'toolu_doctor', tool_call_id: 'doctor' },
});
const ended = (exit: number) =>
  `Command: ls\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: ${exit}\nSignal: (none)\nProcess Group PGID: (none)`;

const SAMPLES: Samples = {
  words: ['--host', TRAITS.name],
  idPrefix: 'qwen-',
  titlePrefix: 'Qwen Code: ',
  common: { timestamp: '2026-01-01T00:00:00.000Z', permission_mode: 'default' },
  events: [
    START,
    { name: 'UserPromptSubmit', fields: { prompt: 'hello', submitted_prompt: 'hello' } },
    { name: 'PreToolUse', about: '`ls`', fields: call('ls') },
    { name: 'PreToolUse', about: 'an untested push', fields: call('git push origin doctor'), isPush: true },
    { name: 'PostToolUse', about: '`ls`', fields: { ...call('ls'), tool_response: { llmContent: ended(0) } } },
    { name: 'PostToolUseFailure', about: '`ls`', fields: { ...call('ls'), error: ended(2) } },
    STOP,
  ],
};

export const CLIENT: Client = {
  ...TRAITS,
  adapter,
  measured: '0.24.4',
  registrations: [
    { event: 'SessionStart' },
    { event: 'UserPromptSubmit' },
    { event: 'PreToolUse', onFailure: 'block' },
    { event: 'PostToolUse', matcher: '^(run_shell_command|monitor|write_file|edit|notebook_edit|mcp__.*)$' },
    { event: 'PostToolUseFailure', matcher: '^run_shell_command$' },
    { event: 'Stop' },
  ],
  groupOf,
  hasStatusLine: false,
  memory: 'AGENTS.md',
  personMemory: (environment) => path.join(folderOf(environment, 'QWEN_HOME', '.qwen'), 'QWEN.md'),
  extensions: EXTENSIONS,
  signs: { project: ['.qwen', 'QWEN.md'], home: ['.qwen'] },
  trust: trustFacts,
  install: 'npx flow-hooks install --host qwen',
  oldest: {
    // The first that these hooks were tried with.
    version: '0.24.4',
    why: 'Its hooks are untested on that version.',
    fix: 'npm install -g @qwen-code/qwen-code',
  },
  samples: () => SAMPLES,
  trial: TRIAL,
  transcripts: { mayHold: mayHoldPart, reader: chatReader },
};

/**
 * Returns a shell line, as Qwen Code knows no other form. It lets a call pass whose hook fails, unless the hook leaves with 2
 * and says why on standard error: one that was killed says nothing.
 */
function groupOf({ event, matcher, onFailure }: Registration): HandlerGroup {
  const start = `node "$QWEN_PROJECT_DIR/${LAUNCHER_PATH}" ${event} --host ${TRAITS.name}`;
  const command =
    onFailure === 'block' ? `${start} || { [ $? = 2 ] || echo 'flow: the guard failed' >&2; exit 2; }` : start;
  return {
    ...(matcher !== undefined && { matcher }),
    hooks: [{ type: 'command', command, timeout: HOST_TIMEOUT_SECONDS }],
  };
}
