import type { SampleEvent } from './client.js';

/* Sample events that clients of the same dialect share. */

/** Returns the fields of a call of the shell tool. */
export const shellCall = (command: string) => ({
  tool_name: 'Bash',
  tool_input: { command },
  tool_use_id: 'toolu_doctor',
});

export const LISTING: SampleEvent = { name: 'PreToolUse', about: '`ls`', fields: shellCall('ls') };
export const PUSH: SampleEvent = {
  name: 'PreToolUse',
  about: 'an untested push',
  fields: shellCall('git push origin doctor'),
  isPush: true,
};
export const START: SampleEvent = { name: 'SessionStart', fields: { source: 'startup' } };
export const STOP: SampleEvent = { name: 'Stop', fields: { stop_hook_active: false } };
