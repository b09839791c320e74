/* A session of a client without a terminal: how it is started, and what its stream says of it. */

import type { Tokens } from '@flow/core';

/** A session spec tells what a session is asked for. */
export interface SessionSpec {
  /** The id that the session gets, a UUID. */
  session: string;
  /** A name for people, such as `A: work`. */
  name: string;
  /** Turns after which the client ends it; null: no bound of its own. */
  turns: number | null;
  /** US dollars after which the client ends it; null: no bound of its own. */
  money: number | null;
  /** Tools that need no permission, in the client's own words. */
  tools: readonly string[];
  /** How many sub-agents the session may start; none of them starts others (R26). */
  agents: number;
  /** The folder in which it works. */
  worktree: string;
  /** The file that holds the form of its last words, where the client is given one; null where they have one of their own. */
  form: string | null;
  /** The session only looks: it may change nothing. */
  looks: boolean;
}

/**
 * A way of showing that our hooks are at work in a session: by their answer in its stream, by the record that a hook of ours
 * wrote of it, or by neither, as nothing tells.
 */
export type Arming = 'stream' | 'record' | 'never';

/** A work answer tells in the last words of a session how its work has ended. */
export interface WorkAnswer {
  status: string;
  note: string;
}

/** A session use tells what a session has used, as far as its client says it. */
export interface SessionUse {
  turns: number;
  /** All tokens, with what was read from a cache and what sub-agents used. */
  tokens: number;
  /** These tokens by kind; left out where the client does not tell them apart. */
  kinds?: Tokens;
  /** US dollars; null where the client names no price. */
  money: number | null;
}

/** `Seen` holds what the stream of a session has said so far. */
export interface Seen {
  /** Our hook answered at the session's start, as the stream shows it. */
  armed: boolean;
  /** The client's own id of the session; null where it gives none, or takes ours. */
  own: string | null;
  /** Number of lines that close a session: an honest one has one. */
  ends: number;
  /** The closing line says that something went wrong. */
  isError: boolean;
  /** The client's own word for the end; null before it. */
  reason: string | null;
  /** Status of the answer of the network that ended it. */
  status: number | null;
  use: SessionUse;
  /** Epoch milliseconds at which a quota that was used up is there again; null where none was refused. */
  quotaUntil: number | null;
  /** Lines that the client says it has lost. */
  lost: boolean;
  /** The model has answered: a hook of ours at the session's start has answered before that, or never does. */
  isAtWork: boolean;
  /** The last text of the agent, bounded. */
  text: string;
  /** How the work ended in the agent's words, where the client hands them in; null where it has said nothing of it. */
  answer: WorkAnswer | null;
  /** Sub-agents that were started, as far as the client tells. */
  agents: number;
}

/** The way in which a client works without a terminal. */
export interface Headless {
  /** How it is shown that our hooks are at work. */
  arming: Arming;
  /** The client tells what a session costs. */
  hasPrices: boolean;
  /**
   * The client asks for an answer of a form instead of having the agent call our commands, which its sandbox keeps from
   * writing: the driver hands the answer in, and commits.
   */
  answers: boolean;
  /** Words behind the program's name. The prompt comes on standard input. */
  words(spec: SessionSpec): string[];
  /** Variables that are set for it, and those that are taken away (undefined). */
  environment(spec: SessionSpec): Readonly<Record<string, string | undefined>>;
  /** Takes in one line of its standard output. A line that is none of its own changes nothing. */
  read(seen: Seen, line: string): Seen;
}

/** What is known of a session that has said nothing yet. */
export const UNSEEN: Seen = {
  armed: false,
  own: null,
  ends: 0,
  isError: false,
  reason: null,
  status: null,
  use: { turns: 0, tokens: 0, money: null },
  quotaUntil: null,
  lost: false,
  isAtWork: false,
  text: '',
  answer: null,
  agents: 0,
};

/** The form of the last words of a session, as a JSON schema. */
export const ANSWER_FORM = {
  type: 'object',
  additionalProperties: false,
  required: ['status', 'note'],
  properties: {
    status: { type: 'string', enum: ['done', 'done-with-concerns', 'needs-context', 'blocked'] },
    note: { type: 'string' },
  },
} as const;

/** Reads an answer of that form; null for anything else. */
export function answerIn(text: string): WorkAnswer | null {
  const { status, note } = recordIn(text.trim()) ?? {};
  const isKnown = ANSWER_FORM.properties.status.enum.some((one) => one === status);
  return isKnown && typeof note === 'string' ? { status: String(status), note: note.slice(0, LONGEST_NOTE) } : null;
}

/** Characters of a note that are kept. */
const LONGEST_NOTE = 4000;

/** Characters of an agent's last text that are kept: a verdict is one. */
const LONGEST = 256 * 1024;

/** Keeps the end of a text. */
export const bounded = (text: string): string => (text.length > LONGEST ? `…${text.slice(-LONGEST)}` : text);

/** Parses a line as a record; null for anything else. */
export function recordIn(line: string): Readonly<Record<string, unknown>> | null {
  if (!line.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Returns a number that counts something; 0 for anything else. */
export const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0;
