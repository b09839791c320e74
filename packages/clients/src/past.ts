import type { Capabilities } from './adapter.js';

/** A tool call as a session's transcript tells it. */
export interface PastCall {
  kind: 'call';
  file: string;
  line: number;
  session: string;
  id: string;
  tool: string;
  input: Record<string, unknown>;
  /** Folder of the call, as recorded; null where it is not. */
  directory: string | null;
  /** Folder in which the session began. */
  home: string | null;
  /** Abilities of the client in this session; missing where they are the usual ones. */
  host?: Capabilities;
  /** Why its hook could not have read the call. */
  problem?: string;
}

/** End of a call, as the session had it then. `refused`: by a hook, a rule or the person. */
export type Ending = 'succeeded' | 'failed' | 'refused';

export interface PastEnd {
  kind: 'end';
  id: string;
  ending: Ending;
}

/** Entries of a transcript. `unread`: a call whose input the client itself could not have read. */
export type Past = PastCall | PastEnd | { kind: 'unread' };

/** Shows the progress of reading transcripts, for people who wait. */
export class Progress {
  bytes = 0;
  lines = 0;
  /** Lines that are longer than the limit, or no JSON although they speak of tools. */
  skipped = 0;
  /** Lines of a kind that is not known, which may be calls. */
  unknown = 0;
  readonly kinds = new Set<string>();
  /** Programs that call tools from code: what such a call was is told only where it was made. */
  programs = 0;
}
