import path from 'node:path';
import type { Client, Samples } from '../client.js';
import { folderOf } from '../person-folder.js';
import { groupOf, REGISTRATIONS } from '../registrations.js';
import { LISTING, PUSH, START, STOP, shellCall } from '../samples.js';
import { adapter } from './dialect.js';
import { EXTENSIONS } from './extensions.js';
import { mayHoldCall, sessionReader } from './session.js';
import { TRAITS } from './traits.js';
import { TRIAL } from './trial.js';

/** `OLDEST` is the first Claude Code that honours `"onFailure": "block"`. */
const OLDEST = '2.1.295';

export const CLIENT: Client = {
  ...TRAITS,
  adapter,
  measured: '2.1.332',
  registrations: REGISTRATIONS,
  groupOf,
  startsByName: true,
  hasStatusLine: true,
  memory: 'CLAUDE.md',
  personMemory: (environment) => path.join(folderOf(environment, 'CLAUDE_CONFIG_DIR', '.claude'), 'CLAUDE.md'),
  extensions: EXTENSIONS,
  signs: { project: ['.claude/settings.json', '.claude/settings.local.json', 'CLAUDE.md'], home: ['.claude'] },
  install: 'npx flow-hooks install',
  oldest: {
    version: OLDEST,
    why: `Before ${OLDEST}, a guard that crashes lets the call pass.`,
    fix: 'npm install -g @anthropic-ai/claude-code',
  },
  samples: ({ directory }) => samplesIn(directory),
  trial: TRIAL,
  transcripts: { mayHold: mayHoldCall, reader: sessionReader },
};

const SUBAGENT = { agent_id: 'a1', agent_type: 'general-purpose' };

function samplesIn(directory: string): Samples {
  const response = { stdout: '', stderr: '', interrupted: false };
  const expansion = { expansion_type: 'slash_command', command_name: 'help', prompt: '/help' };
  const skill = { command_name: 'doctor', command_source: 'projectSettings', invoked_by: 'claude' };
  const failed = { ...shellCall('ls x'), error: 'Exit code 2\nls: x: No such file or directory' };
  const settings = { source: 'project_settings', file_path: path.join(directory, TRAITS.settings) };
  return {
    words: [],
    idPrefix: '',
    titlePrefix: '',
    common: {},
    events: [
      START,
      { name: 'UserPromptSubmit', fields: { prompt: 'hello' } },
      { name: 'UserPromptExpansion', fields: expansion },
      { name: 'SubagentStart', fields: SUBAGENT },
      { name: 'SubagentStop', fields: SUBAGENT },
      STOP,
      { name: 'StopFailure', fields: { error: 'unknown' } },
      { name: 'TaskCompleted', fields: { task_id: '1', task_subject: 'doctor' } },
      { name: 'CwdChanged', fields: { old_cwd: directory, new_cwd: directory } },
      LISTING,
      PUSH,
      {
        name: 'PreSkillShellCommand',
        about: 'an untested push',
        fields: { ...PUSH.fields, ...skill },
        isPush: true,
      },
      { name: 'PostToolUse', about: '`ls`', fields: { ...shellCall('ls'), tool_response: response } },
      { name: 'PostToolUseFailure', about: '`ls x`', fields: failed },
      { name: 'ConfigChange', about: 'settings as they are', fields: settings },
    ],
  };
}
