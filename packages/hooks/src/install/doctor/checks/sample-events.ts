import { join } from 'node:path';
import type { SampleProject } from './sample-project.js';

/** A hook's process, what it is told, and how it must answer. */
export interface Sample {
  id: string;
  title: string;
  /** The answer that the hook must give for the guard to be worth something. */
  expected: 'refuse' | 'pass';
  /** Arguments after the launcher, or after the program for git. */
  words: string[];
  input: string;
  program: string;
}

interface SampleEvent {
  name: string;
  /** The subject of the event, where the name does not say it. */
  about?: string;
  fields: object;
  /** An untested push, which must be refused. */
  isPush?: boolean;
}

/** The differences between the events of one client and those of the others. */
interface SampleClient {
  words: string[];
  idPrefix: string;
  titlePrefix: string;
  /** The fields that each event of the client has. */
  common: object;
  events: SampleEvent[];
}

const tool = (command: string) => ({ tool_name: 'Bash', tool_input: { command }, tool_use_id: 'toolu_doctor' });

const LISTING: SampleEvent = { name: 'PreToolUse', about: '`ls`', fields: tool('ls') };
const PUSH: SampleEvent = {
  name: 'PreToolUse',
  about: 'an untested push',
  fields: tool('git push origin doctor'),
  isPush: true,
};
const START: SampleEvent = { name: 'SessionStart', fields: { source: 'startup' } };
const SUBAGENT = { agent_id: 'a1', agent_type: 'general-purpose' };

function claudeCode({ directory }: SampleProject): SampleClient {
  const response = { stdout: '', stderr: '', interrupted: false };
  const expansion = { expansion_type: 'slash_command', command_name: 'help', prompt: '/help' };
  const skill = { command_name: 'doctor', command_source: 'projectSettings', invoked_by: 'claude' };
  const failed = { ...tool('ls x'), error: 'Exit code 2\nls: x: No such file or directory' };
  const settings = { source: 'project_settings', file_path: join(directory, '.claude/settings.json') };
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
      LISTING,
      PUSH,
      {
        name: 'PreSkillShellCommand',
        about: 'an untested push',
        fields: { ...PUSH.fields, ...skill },
        isPush: true,
      },
      { name: 'PostToolUse', about: '`ls`', fields: { ...tool('ls'), tool_response: response } },
      { name: 'PostToolUseFailure', about: '`ls x`', fields: failed },
      { name: 'ConfigChange', about: 'settings as they are', fields: settings },
    ],
  };
}

function codex(): SampleClient {
  return {
    words: ['--host', 'codex'],
    idPrefix: 'codex-',
    titlePrefix: 'Codex: ',
    common: { turn_id: 'doctor', model: 'doctor', permission_mode: 'default' },
    events: [
      START,
      LISTING,
      PUSH,
      { name: 'PostToolUse', about: '`ls`', fields: { ...tool('ls'), tool_response: '' } },
    ],
  };
}

const CLIENTS: Readonly<Record<string, (project: SampleProject) => SampleClient>> = {
  'claude-code': claudeCode,
  codex,
};

/** The events of a client, sent to the launcher from the project; none for one that we have no samples of. */
export function clientSamples(client: string, launcher: string, project: SampleProject): Sample[] {
  const samplesOf = CLIENTS[client];
  if (!samplesOf) return [];
  const { words, idPrefix, titlePrefix, common, events } = samplesOf(project);
  const { place, directory } = project;
  const session = { session_id: 'doctor', transcript_path: join(place, 'transcript.jsonl'), cwd: directory };
  return events.map(({ name, about, fields, isPush = false }) => ({
    id: `${idPrefix}${name}${isPush ? '-push' : ''}`,
    title: `${titlePrefix}${name}${about === undefined ? '' : `, ${about}`}`,
    expected: isPush ? 'refuse' : 'pass',
    words: [name, ...words],
    input: JSON.stringify({ ...session, ...common, hook_event_name: name, ...fields }),
    program: launcher,
  }));
}

/** Git's own hook at the push of the commit that was not tested. */
export function gitSample(program: string, { remote, head }: SampleProject): Sample {
  return {
    id: 'git-pre-push',
    title: 'git pre-push, an untested push',
    expected: 'refuse',
    words: ['--git', 'pre-push', 'origin', remote],
    input: `refs/heads/doctor ${head} refs/heads/doctor ${'0'.repeat(40)}\n`,
    program,
  };
}
