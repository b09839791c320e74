import path from 'node:path';
import type { Client, Samples } from '../client.js';
import { folderOf } from '../person-folder.js';
import {
  GUARDED_TOOLS,
  GUARDED_WITH_READS,
  type HandlerGroup,
  HOST_TIMEOUT_SECONDS,
  LAUNCHER_PATH,
  OBSERVED_TOOLS,
  OBSERVED_WITH_EDITS,
  type Registration,
} from '../registrations.js';
import { chatReader, mayHoldCall } from './chat.js';
import { adapter } from './dialect.js';
import { EXTENSIONS } from './extensions.js';
import { TRAITS } from './traits.js';
import { TRIAL } from './trial.js';
import { HOOK_NAME, trustFacts } from './trust.js';

const shellCall = (command: string) => ({ tool_name: 'run_shell_command', tool_input: { command } });
const ended = {
  llmContent: '<untrusted_context>\nOutput: a\nProcess Group PGID: 1\n</untrusted_context>',
  returnDisplay: 'a',
};

const SAMPLES: Samples = {
  words: ['--host', TRAITS.name],
  idPrefix: 'gemini-',
  titlePrefix: 'Gemini CLI: ',
  common: { timestamp: '2026-01-01T00:00:00.000Z' },
  events: [
    { name: 'SessionStart', fields: { source: 'startup' } },
    { name: 'BeforeAgent', fields: { prompt: 'hello' } },
    { name: 'BeforeTool', about: '`ls`', fields: shellCall('ls') },
    { name: 'BeforeTool', about: 'an untested push', fields: shellCall('git push origin doctor'), isPush: true },
    { name: 'AfterTool', about: '`ls`', fields: { ...shellCall('ls'), tool_response: ended } },
    { name: 'AfterAgent', fields: { prompt: 'hello', prompt_response: 'done', stop_hook_active: false } },
  ],
};

/** Matchers by the guards' names, in the names of the client. */
const MATCHERS: Readonly<Record<string, string>> = {
  [GUARDED_TOOLS]:
    '^(?!(read_file|glob|grep_search|list_directory|google_web_search|web_fetch|write_todos|update_topic)$)',
  [GUARDED_WITH_READS]: '^(?!(glob|list_directory|google_web_search|web_fetch|write_todos|update_topic)$)',
  [OBSERVED_TOOLS]: '^(run_shell_command|invoke_agent|mcp_.*)$',
  [OBSERVED_WITH_EDITS]: '^(run_shell_command|invoke_agent|write_file|replace|mcp_.*)$',
};

/** Seconds after which the line itself ends a guard: before the client gives up on it, and after the guard would have. */
const LIMIT = HOST_TIMEOUT_SECONDS - 2;

export const CLIENT: Client = {
  ...TRAITS,
  adapter,
  measured: '0.61.0',
  registrations: [
    { event: 'SessionStart' },
    { event: 'BeforeAgent' },
    { event: 'BeforeTool', matcher: GUARDED_TOOLS, onFailure: 'block' },
    { event: 'AfterTool', matcher: OBSERVED_TOOLS },
    { event: 'AfterAgent' },
  ],
  groupOf,
  hasStatusLine: false,
  memory: 'GEMINI.md',
  personMemory: (environment) => path.join(folderOf(environment, 'GEMINI_CLI_HOME', ''), '.gemini/GEMINI.md'),
  extensions: EXTENSIONS,
  signs: { project: ['GEMINI.md', '.gemini'], home: ['.gemini'] },
  firstStep: 'start it here and trust the folder. Until then it reads no hooks of it.',
  install: 'npx flow-hooks install --host gemini',
  oldest: {
    // The first that these hooks were tried with.
    version: '0.61.0',
    why: 'Its hooks are untested on that version.',
    fix: 'npm install -g @google/gemini-cli',
  },
  samples: () => SAMPLES,
  trust: trustFacts,
  trial: TRIAL,
  transcripts: { mayHold: mayHoldCall, reader: chatReader },
};

/**
 * Returns a line for `bash`, as the client knows no other form; the client itself puts the quoted path of the project into it.
 * Its own time-out ends the shell alone and lets the call pass, and so does a guard that a signal ends: before a call the line
 * waits for the guard, ends it after `LIMIT` seconds, and leaves with 2 unless the guard has left with 0.
 */
function groupOf({ event, matcher, onFailure }: Registration): HandlerGroup {
  const start = `node $GEMINI_PROJECT_DIR/${LAUNCHER_PATH} ${event} --host ${TRAITS.name}`;
  const command =
    onFailure === 'block'
      ? [
          `exec 3<&0; ${start} <&3 3<&- & g=$!`,
          `(trap 'kill $s' TERM; sleep ${LIMIT} & s=$!; wait $s && kill -9 $g) >/dev/null 2>&1 3<&- & w=$!`,
          'wait $g; c=$?; kill $w 2>/dev/null',
          `[ $c = 0 ] || { [ $c = 2 ] || echo "flow refused this call: its guard ended with $c" >&2; exit 2; }`,
        ].join('; ')
      : start;
  return {
    ...(matcher !== undefined && { matcher: MATCHERS[matcher] ?? matcher }),
    hooks: [{ type: 'command', name: HOOK_NAME, command, timeout: HOST_TIMEOUT_SECONDS * 1000 }],
  };
}
