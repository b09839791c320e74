import { recordIn } from './headless.js';

/* What a session without a terminal says, line by line, for people who look at it. Nothing follows from it. */

/** A spoken line is one thing that a session said or did. */
export interface Spoken {
  /** `tool`: a call; `result`: what came of one; `end`: its closing word; `fault`: what went wrong. */
  kind: 'text' | 'tool' | 'result' | 'end' | 'fault';
  text: string;
}

/** Reads one line of a client's stream; a line that tells people nothing has none. */
export type ReadSpoken = (line: string) => Spoken[];

/** Returns a text; nothing for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Makes a spoken line, where there is a text. */
export const said = (kind: Spoken['kind'], text: string): Spoken[] => (text.trim() === '' ? [] : [{ kind, text }]);

/** Reads the lines of a client whose stream nobody here knows: as they stand. */
export const plainSpoken: ReadSpoken = (line) => said(recordIn(line) === null ? 'text' : 'result', line);
