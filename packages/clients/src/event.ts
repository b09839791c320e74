import type { Tokens } from '@flow/core';

/**
 * An event is one of a session, in words that no client owns. `directory` is absolute: the folder that the tool call runs
 * in.
 */
export type Event =
  /** `transcript`: where its messages lie, if anywhere in a form that is read. */
  | { kind: 'session-start'; session: string; directory: string; transcript: string | null }
  /**
   * A prompt: the agent is told where it stands. `source`: who wrote it, as the client says it, where it does; `turn`: the
   * client's id of the turn that it begins.
   */
  | { kind: 'prompt'; session: string; directory: string; source?: string | null; turn?: string | null }
  /** Something happened that no answer changes. */
  | Aside
  /** A sub-agent begins; `role` is its kind, as the host names it. */
  | { kind: 'subagent-start'; session: string; agent: string | null; role: string | null; directory: string }
  /** A sub-agent is about to end, with its last message; a refusal sends it on. */
  | {
      kind: 'subagent-stop';
      session: string;
      agent: string | null;
      role: string | null;
      directory: string;
      message: string | null;
      /** File of the agent's messages; missing where the client names none. */
      transcript: string | null;
    }
  /** The session's own agent is about to end its turn; `raw`: the client's own words, which `readStop` reads. */
  | { kind: 'stop'; session: string; directory: string; raw: unknown }
  /** A command in the background has ended; `file` holds its output. */
  | ({ kind: 'background-end'; session: string; directory: string } & BackgroundEnd)
  /** A command that was typed, or a skill, is about to become a prompt; `command` is its name, `given` what stands behind. */
  | {
      kind: 'expansion';
      session: string;
      agent: string | null;
      directory: string;
      command: string;
      given: string;
      /** As with a prompt. */
      turn?: string | null;
    }
  | {
      kind: 'tool-before';
      session: string;
      agent: string | null;
      /** Kind of the sub-agent that makes the call, as the host names it; null for the session's own agent. */
      role: string | null;
      directory: string;
      tool: string;
      call: string;
      input: Record<string, unknown>;
      /** The skill or command in whose text the shell command stands, where no tool was called for it. */
      skill?: string | null;
    }
  | {
      kind: 'tool-after';
      session: string;
      agent: string | null;
      role: string | null;
      directory: string;
      tool: string;
      call: string;
      input: Record<string, unknown>;
      output: CommandOutput;
    }
  /** An event before which calls have ended of whose ends the client told nothing. */
  | { kind: 'untold'; session: string; directory: string; ends: readonly UntoldEnd[]; next: Event }
  | { kind: 'config-change'; session: string; directory: string; source: string; path: string | null }
  | { kind: 'other'; name: string };

/** The end of a command, which the client has kept and told in no event; `ended`: when, in milliseconds of the clock. */
export type UntoldEnd = Extract<Event, { kind: 'tool-after' | 'background-end' }> & { ended: number };

/**
 * An aside is told by a client after something has happened. `about`: why a turn failed, or the task that the agent ticks
 * off; the folder that a session has left.
 */
export interface Aside {
  kind: 'turn-failed' | 'ticked' | 'moved';
  session: string;
  agent: string | null;
  directory: string;
  about: string | null;
}

/** The end of a command in the background, as the host announces it. */
export interface BackgroundEnd {
  call: string;
  /** File of its output; null where the client names none. */
  file: string | null;
  /** The output, where the client tells it with the end. */
  output?: Pick<CommandOutput, 'text' | 'cut' | 'wholeFile'>;
  status: string;
  exit: number | null;
  /** The sub-agent that ended; null when a command ended. */
  subagent?: SubagentResult | null;
}

/** A sub-agent that has started or ended, as a client tells. */
export interface SubagentResult {
  state: 'started' | 'ended';
  /** The client's id of it. */
  agent: string;
  type: string | null;
  model: string | null;
  /** File of the sub-agent's messages; missing where the client names none. */
  transcript: string | null;
  tokens: Tokens | null;
  total: number | null;
  toolUses: number | null;
  durationMs: number | null;
}

/** Output of a tool call, as far as the host shows the output. */
export interface CommandOutput {
  text: string;
  /** Exit code of the whole command line; null when the host does not tell. */
  exit: number | null;
  /** End at which the host cut the text; the whole text may lie in `wholeFile`. */
  cut: 'tail' | 'middle' | null;
  wholeFile: string | null;
  /** The command still runs; its end comes as a notification. */
  background: string | null;
  /** The call under which its end is told, where that is not the call itself. */
  endsAs?: string;
  /** A person or a limit of time has stopped it. */
  interrupted: boolean;
  durationMs: number | null;
  /** The runner's own report, where `flow-hooks exec` asked for it; its text is null when it is missing. */
  report?: { text: string | null } | null;
  /** All of it went to a terminal, so that `text` says nothing. */
  unseen?: boolean;
  /** Files that the call changed, where the host lists them. */
  changed?: readonly string[] | null;
  /** The call was one for a sub-agent. */
  subagent?: SubagentResult | null;
}

/** A guard's answer. `none` is no opinion, and differs from an explicit allowance. */
export type Decision =
  | { kind: 'none' }
  /** Text for the model (`context`), for the person (`notice`), neither of which refuses anything. */
  | { kind: 'tell'; context?: string; notice?: string }
  | { kind: 'refuse'; reason: string }
  /** The host asks the person; only for hosts that can. */
  | { kind: 'ask'; reason: string }
  /** The call is made with another input; texts as with `tell`. */
  | { kind: 'rewrite'; input: Record<string, unknown>; context?: string; notice?: string };

export const NONE: Decision = { kind: 'none' };

/** An answer is output and exit code of the program: the Decision in the host's dialect. */
export interface Answer {
  stdout: string;
  stderr: string;
  exit: number;
}
