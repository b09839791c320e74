import path from 'node:path';
import type { Client, Samples } from '../client.js';
import { folderOf } from '../person-folder.js';
import {
  GUARDED_TOOLS,
  HOST_TIMEOUT_SECONDS,
  LAUNCHER_PATH,
  OBSERVED_TOOLS,
  type Registration,
} from '../registrations.js';
import { callsInDatabase } from './database.js';
import { adapter } from './dialect.js';
import { EXTENSIONS } from './extensions.js';
import { pluginText } from './plugin.js';
import { TRAITS } from './traits.js';
import { TRIAL } from './trial.js';
import { trustFacts } from './trust.js';

const call = (command: string) => ({ tool_name: 'bash', tool_input: { command }, tool_use_id: 'call_doctor' });
const ended = { title: 'ls', metadata: { output: 'a\n', exit: 0, truncated: false }, output: 'a\n' };

const SAMPLES: Samples = {
  words: ['--host', TRAITS.name],
  idPrefix: 'opencode-',
  titlePrefix: 'OpenCode: ',
  common: {},
  events: [
    { name: 'SessionStart', fields: { source: 'startup' } },
    { name: 'UserPromptSubmit', fields: { prompt: 'hello' } },
    { name: 'PreToolUse', about: '`ls`', fields: call('ls') },
    { name: 'PreToolUse', about: 'an untested push', fields: call('git push origin doctor'), isPush: true },
    { name: 'PostToolUse', about: '`ls`', fields: { ...call('ls'), tool_response: ended } },
    { name: 'Stop', fields: { stop_hook_active: false } },
  ],
};

export const CLIENT: Client = {
  ...TRAITS,
  adapter,
  measured: '1.18.33',
  registrations: [
    { event: 'SessionStart' },
    { event: 'UserPromptSubmit' },
    { event: 'SubagentStart' },
    { event: 'PreToolUse', matcher: GUARDED_TOOLS, onFailure: 'block' },
    { event: 'PostToolUse', matcher: OBSERVED_TOOLS },
    { event: 'Stop' },
  ],
  groupOf,
  whole: pluginText,
  hasStatusLine: false,
  memory: 'AGENTS.md',
  personMemory: (environment) =>
    path.join(folderOf(environment, 'XDG_CONFIG_HOME', '.config'), 'opencode', 'AGENTS.md'),
  extensions: EXTENSIONS,
  signs: { project: ['opencode.json', 'opencode.jsonc', '.opencode'], home: ['.config/opencode'] },
  install: 'npx flow-hooks install --host opencode',
  oldest: {
    // The first that the plugin was tried with.
    version: '1.18.33',
    why: 'The plugin is untested on that version.',
    fix: 'npm install -g opencode-ai',
  },
  samples: () => SAMPLES,
  trust: trustFacts,
  // It keeps its sessions in a database.
  trial: TRIAL,
  transcripts: { mayHold: () => false, reader: () => () => null },
  database: { name: 'opencode.db', read: callsInDatabase },
};

/** Returns what the plugin starts for an event; no file of settings holds it. */
function groupOf({ event, matcher }: Registration) {
  const command = `node ${LAUNCHER_PATH} ${event} --host ${TRAITS.name}`;
  return {
    ...(matcher !== undefined && { matcher }),
    hooks: [{ type: 'command' as const, command, timeout: HOST_TIMEOUT_SECONDS }],
  };
}
