import type { Capabilities } from '../hosts/adapter.js';

/** Something that a client does not let a hook see or do. */
export interface Limit {
  capability: keyof Capabilities;
  text: string;
}

/** What follows from each thing that a client may lack, in the order of weight; nothing for a client that has it. */
const TEXTS: { [Name in keyof Capabilities]: (value: Capabilities[Name]) => string | null } = {
  armedByFile: (value) =>
    value ? null : 'hooks run only once a person has trusted each of them as it is; a changed one is silent again.',
  seesTyping: (value) =>
    value
      ? null
      : 'what the agent types into a program that already runs passes no hook. A bare shell or interpreter is refused; behind any other program pushes still meet the git hook, and changed protected files are told after the next command.',
  failClosed(value) {
    if (value === 'all') return null;
    const crash = 'a hook that is still running at its time-out lets the call pass.';
    return value === 'crash' ? crash : `a hook that fails lets the call pass, and ${crash}`;
  },
  seesFailures(value) {
    if (value === 'event') return null;
    return value === 'transcript'
      ? "a run's exit code is read from the transcript of the session, whose form the client does not promise; where it is missing, only what the runner printed counts, as behind a pipe."
      : 'no exit code is told: a run proves nothing unless it goes through `npx flow-hooks exec` or CI.';
  },
  rewrite: (value) =>
    value
      ? null
      : "`capture.exec` is without effect: the agent's commands run in a sandbox that cannot write evidence.",
  asks: (value) => (value ? null : 'edits that a phase leaves to the person (`ask`) are refused.'),
  changedFiles: (value) =>
    value ? null : 'no list of what a shell command changed; only protected files are compared afterwards.',
  configChange: (value) =>
    value
      ? null
      : 'a change of the hook settings is refused as a protected file, and cannot be stopped once it is made.',
  promptExpansion: (value) =>
    value ? null : 'an approval typed in the session does not count; approve in a terminal: npx flow-hooks approve.',
  subagentEvents: (value) => (value ? null : 'calls of sub-agents pass no hook.'),
  backgroundEnd: (value) => (value ? null : 'a run in the background is never recorded.'),
  stopGate: (value) => (value ? null : 'the agent cannot be kept from ending its turn.'),
};

/** What cannot be enforced in a client with these capabilities. */
export function limitsOf(capabilities: Capabilities): Limit[] {
  const names = Object.keys(TEXTS) as (keyof Capabilities)[];
  return names.flatMap((capability) => {
    const text = (TEXTS[capability] as (value: unknown) => string | null)(capabilities[capability]);
    return text === null ? [] : [{ capability, text }];
  });
}
