import type { Answer, Decision, Event } from './event.js';

/**
 * The contract between this program and a coding agent's client (docs/hosts.md): one adapter a client, which knows its
 * dialect and nothing of guards. Adapters never import each other. They are on the path that every event pays for, so
 * an adapter loads `fs` and `path` at most.
 */
export interface Adapter {
  /** Word behind `--host` in the installed configuration; the payload does not tell, as clients imitate each other. */
  readonly name: string;
  readonly capabilities: Capabilities;
  /**
   * Reads one event: names and inputs of tools become those that the guards know.
   * @param raw what JSON.parse gave
   * @param hint the event's name as the installed configuration has it; not every client puts it into the event
   * @returns the event, or why it cannot be one; a missing or mistyped field that a guard needs is a problem
   */
  readEvent(raw: unknown, hint?: string | null): ReadEvent;
  /** Events whose failure must refuse; every other event passes and leaves a message. Null: the name is not known. */
  isClosed(name: string | null): boolean;
  /** The client's words for a decision on the event of that name, and nothing that the client does not know. */
  render(decision: Decision, name: string): Answer;
}

export type ReadEvent = { ok: true; name: string; event: Event } | { ok: false; name: string | null; why: string };

/**
 * Abilities of a client: what a hook of the client sees and may do. A missing ability is told at the installation, and is
 * left to git hook and CI.
 */
export interface Capabilities {
  /**
   * Failures of a guard that refuse the call: all, those in which the guard ends by itself (a time-out passes), or none.
   */
  failClosed: 'all' | 'crash' | 'none';
  /** True where installed hooks run without a person's consent; `folder`: in a folder that a person trusts; false: each by its hash. */
  armedByFile: boolean | 'folder';
  /** A call's input can be replaced, and the command put in its place may write evidence. */
  rewrite: boolean;
  /** A call can be left to the client's own question to the person. */
  asks: boolean;
  /** A hook can keep the agent from ending its turn. */
  stopGate: boolean;
  /**
   * Event that shows a red run: an event of its own, the end of the call with its exit code, none but the session's file, which
   * is read before the next event, or none at all.
   */
  seesFailures: 'event' | 'transcript' | 'late' | 'none';
  /** Calls of sub-agents come with the sub-agent's id. */
  subagentEvents: boolean;
  /** True where text that an agent types into a running program passes a hook. */
  seesTyping: boolean;
  /** After a shell command the client lists the files that it changed. */
  changedFiles: boolean;
  /** A change of settings can be refused before it takes effect. */
  configChange: boolean;
  /** True where taking the hooks away, or out of the file that registers them, changes nothing for the session in progress. */
  staysArmed: boolean;
  /** A command that a person typed is told apart from a text that says the same. */
  promptExpansion: boolean;
  /** The end of a command in the background is announced. */
  backgroundEnd: boolean;
}
