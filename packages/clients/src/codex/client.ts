import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Client, Samples } from '../client.js';
import { folderOf } from '../person-folder.js';
import { type HandlerGroup, HOST_TIMEOUT_SECONDS, LAUNCHER_PATH, type Registration } from '../registrations.js';
import { LISTING, PUSH, START, STOP, shellCall } from '../samples.js';
import { adapter } from './dialect.js';
import { EXTENSIONS } from './extensions.js';
import { mayBeRollout, rolloutReader } from './rollout.js';
import { TRAITS } from './traits.js';
import { TRIAL } from './trial.js';
import { trustFacts } from './trust-facts.js';

const SAMPLES: Samples = {
  words: ['--host', TRAITS.name],
  idPrefix: 'codex-',
  titlePrefix: 'Codex: ',
  common: { turn_id: 'doctor', model: 'doctor', permission_mode: 'default' },
  events: [
    START,
    LISTING,
    PUSH,
    { name: 'PostToolUse', about: '`ls`', fields: { ...shellCall('ls'), tool_response: '' } },
    STOP,
  ],
};

export const CLIENT: Client = {
  ...TRAITS,
  adapter,
  measured: '0.171.0',
  registrations: [
    { event: 'SessionStart' },
    // Its matchers know no exclusion, so every call is judged.
    { event: 'PreToolUse', onFailure: 'block' },
    { event: 'PostToolUse', matcher: '^(Bash|apply_patch|mcp__.*)$' },
    { event: 'Stop' },
  ],
  groupOf,
  hasStatusLine: false,
  memory: 'AGENTS.md',
  personMemory,
  extensions: EXTENSIONS,
  signs: { project: ['.codex'], home: ['.codex'] },
  trust: trustFacts,
  firstStep:
    'start it here, review its hooks with /hooks and trust them. Until then it silently skips them, and it asks again after each change.',
  install: 'npx flow-hooks install --host codex',
  oldest: {
    // The first that these hooks were tried with.
    version: '0.169.0',
    why: 'Its hooks are untested on that version.',
    fix: 'npm install -g @openai/codex',
  },
  samples: () => SAMPLES,
  trial: TRIAL,
  transcripts: { mayHold: mayBeRollout, reader: rolloutReader },
};

/** Returns the file that stands in for the usual one where it is there, as Codex then does not read the other. */
function personMemory(environment: Readonly<Record<string, string | undefined>>): string {
  const folder = folderOf(environment, 'CODEX_HOME', '.codex');
  const instead = path.join(folder, 'AGENTS.override.md');
  return existsSync(instead) ? instead : path.join(folder, 'AGENTS.md');
}

/** Returns a shell line, as Codex knows no other form and tells no folder: hooks start where the session does. */
function groupOf({ event, matcher, onFailure }: Registration): HandlerGroup {
  const start = `node "$(git rev-parse --show-toplevel)/${LAUNCHER_PATH}" ${event} --host codex`;
  // Codex lets a call pass whose hook fails, unless it leaves with 2 and says why on standard error.
  const command = onFailure === 'block' ? `${start} || exit 2` : start;
  return {
    ...(matcher !== undefined && { matcher }),
    hooks: [{ type: 'command', command, timeout: HOST_TIMEOUT_SECONDS }],
  };
}
