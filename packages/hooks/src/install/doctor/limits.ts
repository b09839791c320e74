import type { Capabilities } from '@flow/clients/adapter';
import type { Client } from '@flow/clients/client';

/** A limit is something that a client does not let a hook see or do. */
export interface Limit<Capability = keyof Capabilities | 'measured'> {
  capability: Capability;
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

/** What is not enforced where a client lacks a thing, in the words of a list. */
const SHORT: { [Name in keyof Capabilities]: (value: Capabilities[Name]) => string } = {
  armedByFile: (value) => (value === 'folder' ? 'folders that nobody trusts' : 'hooks that nobody has trusted'),
  seesTyping: () => 'text typed into a running program',
  failClosed: (value) => (value === 'none' ? 'calls whose hook fails' : 'calls whose hook runs into its timeout'),
  seesFailures: (value) => (value === 'none' ? 'exit codes' : 'exit codes where its session file is another'),
  rewrite: () => '`capture.exec`',
  asks: () => 'questions (`ask` refuses)',
  changedFiles: () => 'what a shell command changed unseen, but protected files',
  configChange: () => 'a change of hook settings, once it is made',
  staysArmed: () => 'a session whose hook file has changed',
  promptExpansion: () => 'approvals typed in a session',
  subagentEvents: () => 'calls of sub-agents',
  backgroundEnd: () => 'test runs in the background',
  stopGate: () => 'the end of a turn',
};

const NOT_RUN: Limit = {
  capability: 'measured',
  text: 'its client could not be run, so what is said of it is what its documentation says. Try a refused push once: `git push` of something untested.',
};

const shortOf = <Name extends keyof Capabilities>(name: Name, capabilities: Capabilities): string =>
  SHORT[name](capabilities[name]);

/** Says in one line what a client does not let a hook enforce, and on which version that was measured; null where that is nothing. */
export function limitLine({ product, adapter: { capabilities }, measured }: Client): string | null {
  const lacked = limitsOf(capabilities).map(({ capability }) => shortOf(capability, capabilities));
  if (lacked.length === 0) return null;
  const source = measured === null ? 'by its documentation: it was NOT RUN' : `measured on ${measured}`;
  return `NOT ENFORCED in ${product} (${source}): ${lacked.join('; ')}.`;
}

/** Lists what cannot be enforced in a client, and whether that was measured at all. */
export const limitsIn = ({ adapter, measured }: Client): Limit[] => [
  ...(measured === null ? [NOT_RUN] : []),
  ...limitsOf(adapter.capabilities),
];

/** Lists what cannot be enforced in a client with these capabilities. */
export function limitsOf(capabilities: Capabilities): Limit<keyof Capabilities>[] {
  const names = Object.keys(TEXTS) as (keyof Capabilities)[];
  return names.flatMap((capability) => {
    const text = (TEXTS[capability] as (value: unknown) => string | null)(capabilities[capability]);
    return text === null ? [] : [{ capability, text }];
  });
}
