import path from 'node:path';
import type { Client, Samples } from '../client.js';
import { folderOf } from '../person-folder.js';
import { type HandlerGroup, HOST_TIMEOUT_SECONDS, LAUNCHER_PATH, type Registration } from '../registrations.js';
import { LISTING, PUSH, START, STOP, shellCall } from '../samples.js';
import { adapter } from './dialect.js';
import { EXTENSIONS } from './extensions.js';
import { copilotReader, mayBeCopilot } from './session.js';
import { TRAITS } from './traits.js';
import { TRIAL } from './trial.js';
import { trustFacts } from './trust-facts.js';

const ended = { result_type: 'success', text_result_for_llm: '\n<shellId: 0 completed with exit code 0>' };
const notice = {
  notification_type: 'shell_completed',
  title: 'ls',
  message: 'Shell command "ls" (shellId: s) has completed successfully.',
};

const SAMPLES: Samples = {
  words: ['--host', TRAITS.name],
  idPrefix: 'copilot-',
  titlePrefix: 'Copilot: ',
  common: { timestamp: '2026-01-01T00:00:00.000Z' },
  events: [
    START,
    { name: 'UserPromptSubmit', fields: { prompt: 'hello' } },
    LISTING,
    PUSH,
    { name: 'PostToolUse', about: '`ls`', fields: { ...shellCall('ls'), tool_result: ended } },
    { name: 'Notification', about: 'the end of a command', fields: notice },
    STOP,
  ],
};

export const CLIENT: Client = {
  ...TRAITS,
  adapter,
  measured: '1.0.102',
  reads: ['.claude/settings.json'],
  registrations: [
    { event: 'SessionStart' },
    { event: 'UserPromptSubmit' },
    // Its matchers know no exclusion, and match nothing where one is written: every call is judged.
    { event: 'PreToolUse', onFailure: 'block' },
    { event: 'PostToolUse' },
    { event: 'Notification' },
    { event: 'Stop' },
  ],
  groupOf,
  head: { version: 1 },
  hasStatusLine: false,
  memory: 'AGENTS.md',
  personMemory: (environment) =>
    path.join(folderOf(environment, 'COPILOT_HOME', '.copilot'), 'copilot-instructions.md'),
  extensions: EXTENSIONS,
  signs: { project: ['.github/copilot-instructions.md', '.github/copilot', '.github/hooks'], home: ['.copilot'] },
  trust: trustFacts,
  firstStep:
    'start `copilot` here, trust the folder and have it remembered. Until then `copilot -p` silently skips its hooks, unless it is given --trust-folder.',
  install: 'npx flow-hooks install --host copilot',
  oldest: {
    // The first that these hooks were tried with.
    version: '1.0.102',
    why: 'Its hooks are untested on that version.',
    fix: 'npm install -g @github/copilot',
  },
  samples: () => SAMPLES,
  trial: TRIAL,
  transcripts: { mayHold: mayBeCopilot, reader: copilotReader },
};

/**
 * Returns a line that every shell reads alike. Hooks start in the root of the repository, and a failure of one before a call
 * refuses the call by itself.
 */
function groupOf({ event, matcher }: Registration): HandlerGroup {
  const command = `node ${LAUNCHER_PATH} ${event} --host ${TRAITS.name}`;
  return {
    ...(matcher !== undefined && { matcher }),
    hooks: [{ type: 'command', command, timeout: HOST_TIMEOUT_SECONDS }],
  };
}
