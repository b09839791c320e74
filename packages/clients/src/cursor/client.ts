import path from 'node:path';
import type { Client, Samples } from '../client.js';
import { folderOf } from '../person-folder.js';
import { type FlatHandler, HOST_TIMEOUT_SECONDS, LAUNCHER_PATH, type Registration } from '../registrations.js';
import { adapter } from './dialect.js';
import { EXTENSIONS } from './extensions.js';
import { TRAITS } from './traits.js';

const call = (command: string) => ({ tool_name: 'Shell', tool_input: { command, cwd: '' }, tool_use_id: 'doctor' });

const SAMPLES: Samples = {
  words: ['--host', TRAITS.name],
  idPrefix: 'cursor-',
  titlePrefix: 'Cursor: ',
  common: { conversation_id: 'doctor', generation_id: 'doctor', cursor_version: '2026.08.25', transcript_path: null },
  events: [
    { name: 'sessionStart', fields: { session_id: 'doctor', is_background_agent: false, composer_mode: 'agent' } },
    { name: 'beforeSubmitPrompt', fields: { prompt: 'hello', attachments: [] } },
    { name: 'preToolUse', about: '`ls`', fields: call('ls') },
    { name: 'preToolUse', about: 'an untested push', fields: call('git push origin doctor'), isPush: true },
    {
      name: 'postToolUse',
      about: '`ls`',
      fields: { ...call('ls'), tool_output: JSON.stringify({ exitCode: 0, stdout: 'a' }), duration: 9 },
    },
    {
      name: 'postToolUseFailure',
      about: '`ls`',
      fields: { ...call('ls'), error_message: 'no such folder', failure_type: 'error', is_interrupt: false },
    },
    { name: 'stop', fields: { status: 'completed', loop_count: 0 } },
  ],
};

export const CLIENT: Client = {
  ...TRAITS,
  adapter,
  measured: null,
  registrations: [
    { event: 'sessionStart' },
    { event: 'beforeSubmitPrompt' },
    // What a matcher leaves out is not documented: every call is judged.
    { event: 'preToolUse', onFailure: 'block' },
    { event: 'postToolUse' },
    { event: 'postToolUseFailure' },
    { event: 'stop' },
  ],
  groupOf,
  head: { version: 1 },
  hasStatusLine: false,
  memory: 'AGENTS.md',
  personMemory: (environment) => path.join(folderOf(environment, 'CURSOR_CONFIG_DIR', '.cursor'), 'AGENTS.md'),
  extensions: EXTENSIONS,
  signs: { project: ['.cursor', '.cursorrules'], home: ['.cursor'] },
  firstStep: 'open it in Cursor as a trusted workspace. Until then it runs no hooks of it.',
  install: 'npx flow-hooks install --host cursor',
  oldest: {
    // Its program is numbered by days; these hooks are documented for this one.
    version: '2026.8.25',
    why: 'Its hooks are documented for later versions.',
    fix: 'cursor-agent update',
  },
  samples: () => SAMPLES,
  // What it keeps of its sessions is not documented.
  trial:
    'it is on no registry and was never run here, so how to start it without a person is not known. Ask its agent to push something untested: it has to read "flow refused".',
  transcripts: { mayHold: () => false, reader: () => () => null },
};

/** Returns a line that every shell reads alike: hooks of a project start in its root. */
function groupOf({ event, onFailure }: Registration): FlatHandler {
  const command = `node ${LAUNCHER_PATH} ${event} --host ${TRAITS.name}`;
  return {
    type: 'command',
    command,
    timeout: HOST_TIMEOUT_SECONDS,
    ...(onFailure === 'block' && { failClosed: true }),
  };
}
