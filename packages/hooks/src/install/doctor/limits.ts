import type { Capabilities } from '@flow/clients/adapter';
import type { Client } from '@flow/clients/client';

/** A limit is something that a client does not let a hook see or do. */
export interface Limit {
  capability: keyof Capabilities | 'measured';
  text: string;
}

/** The consequence of each thing that a client may lack, in the order of weight; nothing for a client that has it. */
const TEXTS: { [Name in keyof Capabilities]: (value: Capabilities[Name]) => string | null } = {
  armedByFile: (value) =>
    value === true
      ? null
      : value === 'folder'
        ? 'hooks run only in a folder that a person has trusted.'
        : 'hooks run only after a person has trusted each one; a changed hook does not run until it is trusted again.',
  seesTyping: (value) =>
    value
      ? null
      : 'text the agent types into a running program bypasses the hooks. A bare shell or interpreter is refused. From any other program, pushes still meet the git hook, and changed protected files are reported after the next command.',
  failClosed(value) {
    if (value === 'all') return null;
    const crash = 'a hook that is still running at its timeout lets the call pass.';
    return value === 'crash' ? crash : `a hook that fails lets the call pass, and ${crash}`;
  },
  seesFailures(value) {
    if (value === 'event') return null;
    if (value === 'late')
      return 'nothing tells of a command that fails: a red run is read from the session transcript before the next call, or at the end of the turn. The format is not guaranteed; if it is missing, the content counts as untested.';
    return value === 'transcript'
      ? "a run's exit code is read from the session transcript, whose format is not guaranteed. If it is missing, only the runner's output counts, as with a pipe."
      : 'no exit code is reported: a run proves nothing unless it goes through `npx flow-hooks exec` or CI.';
  },
  rewrite: (value) =>
    value
      ? null
      : '`capture.exec` has no effect: the client takes no other command in place of a call, or runs it where evidence cannot be written.',
  asks: (value) => (value ? null : 'edits that a phase leaves to the person (`ask`) are refused.'),
  changedFiles: (value) =>
    value
      ? null
      : 'the client does not list what a shell command changed; only protected files are compared afterwards.',
  configChange: (value) =>
    value
      ? null
      : 'a change to the hook settings is refused as a protected file, but cannot be stopped once it is made.',
  staysArmed: (value) =>
    value ? null : 'a session in progress may be disarmed by a change of the file that registers the hooks.',
  promptExpansion: (value) =>
    value ? null : 'an approval typed in the session does not count; approve in a terminal: npx flow-hooks approve.',
  subagentEvents: (value) => (value ? null : 'calls of sub-agents bypass the hooks.'),
  backgroundEnd: (value) => (value ? null : 'a run in the background is never recorded.'),
  stopGate: (value) => (value ? null : 'the agent cannot be kept from ending its turn.'),
};

const NOT_RUN: Limit = {
  capability: 'measured',
  text: 'its client could not be run, so what is said of it is what its documentation says. Try a refused push once: `git push` of something untested.',
};

/** Lists what cannot be enforced in a client, and whether that was measured at all. */
export const limitsIn = ({ adapter, measured }: Client): Limit[] => [
  ...(measured === null ? [NOT_RUN] : []),
  ...limitsOf(adapter.capabilities),
];

/** Lists what cannot be enforced in a client with these capabilities. */
export function limitsOf(capabilities: Capabilities): Limit[] {
  const names = Object.keys(TEXTS) as (keyof Capabilities)[];
  return names.flatMap((capability) => {
    const text = (TEXTS[capability] as (value: unknown) => string | null)(capabilities[capability]);
    return text === null ? [] : [{ capability, text }];
  });
}
