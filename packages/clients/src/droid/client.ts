import path from 'node:path';
import type { Client, Samples } from '../client.js';
import { folderOf } from '../person-folder.js';
import { type HandlerGroup, HOST_TIMEOUT_SECONDS, LAUNCHER_PATH, type Registration } from '../registrations.js';
import { START, STOP } from '../samples.js';
import { adapter } from './dialect.js';
import { EXTENSIONS } from './extensions.js';
import { callsIn, mayHoldCall } from './session.js';
import { TRAITS } from './traits.js';
import { TRIAL } from './trial.js';
import { trustFacts } from './trust-facts.js';

const call = (command: string) => ({
  tool_name: 'Execute',
  tool_input: { command, summary: 'doctor', riskLevel: 'low', riskLevelReason: 'doctor' },
});

const SAMPLES: Samples = {
  words: ['--host', TRAITS.name],
  idPrefix: 'droid-',
  titlePrefix: 'Factory Droid: ',
  common: { permission_mode: 'off' },
  events: [
    START,
    { name: 'UserPromptSubmit', fields: { prompt: 'hello' } },
    { name: 'PreToolUse', about: '`ls`', fields: call('ls') },
    { name: 'PreToolUse', about: 'an untested push', fields: call('git push origin doctor'), isPush: true },
    {
      name: 'PostToolUse',
      about: '`ls`',
      fields: { ...call('ls'), tool_response: 'Command completed successfully\n\n[Process exited with code 0]' },
    },
    STOP,
  ],
};

export const CLIENT: Client = {
  ...TRAITS,
  adapter,
  measured: '0.225.2',
  registrations: [
    { event: 'SessionStart' },
    { event: 'UserPromptSubmit' },
    { event: 'PreToolUse', onFailure: 'block' },
    { event: 'PostToolUse', matcher: '^(Execute|Create|Edit|MultiEdit|ApplyPatch|mcp__.*)$' },
    { event: 'Stop' },
  ],
  groupOf,
  hasStatusLine: false,
  memory: 'AGENTS.md',
  personMemory: (environment) => path.join(folderOf(environment, 'FACTORY_HOME', '.factory'), 'AGENTS.md'),
  extensions: EXTENSIONS,
  signs: { project: ['.factory'], home: ['.factory'] },
  trust: trustFacts,
  install: 'npx flow-hooks install --host droid',
  oldest: {
    // The first that these hooks were tried with.
    version: '0.225.2',
    why: 'Its hooks are untested on that version.',
    fix: 'droid update',
  },
  samples: () => SAMPLES,
  trial: TRIAL,
  transcripts: { mayHold: mayHoldCall, reader: callsIn },
};

/**
 * Returns a shell line, as Droid knows no other form. It lets a call pass whose hook fails, unless the hook leaves with 2.
 */
function groupOf({ event, matcher, onFailure }: Registration): HandlerGroup {
  const start = `node "$DROID_PROJECT_DIR/${LAUNCHER_PATH}" ${event} --host ${TRAITS.name}`;
  const command =
    onFailure === 'block' ? `${start} || { [ $? = 2 ] || echo 'flow: the guard failed' >&2; exit 2; }` : start;
  return {
    ...(matcher !== undefined && { matcher }),
    hooks: [{ type: 'command', command, timeout: HOST_TIMEOUT_SECONDS }],
  };
}
