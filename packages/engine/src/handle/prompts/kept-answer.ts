import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAsSealed, type Seal } from '@flow/evidence/fast';

/**
 * An answer of a prompt about the run, kept with the look of all files that the answer follows from: as long as those files
 * look the same, the next prompt gets the answer again without the engine and without git. No decision uses the answer:
 * only the agent reads the text, and every guard asks anew. Part of a small entry: `fs` and `path` alone.
 */
export interface KeptAnswer extends Seal {
  /** Folder of the program that made it: another one may say it otherwise. */
  program: string;
  /** Folder that the session works in: commands are told as they can be typed there. */
  directory: string;
  /** Other settings of the environment that the answer depends on (see `homesOf`). */
  homes: readonly string[];
  /** Epoch milliseconds after which time alone may tell otherwise; null where it cannot. */
  until: number | null;
  /** Text in the session's file: the place, and the digest of the whole text. */
  place: string;
  begun: string;
  text: string;
  /** Text for a session whose start has told the whole text. */
  line: string;
}

/** `NAME` is the file's name in a repository's folder of the user's state. */
const NAME = 'prompt.json';

const MAX = 1024 * 1024;

/** `Asking` tells who asks: a session, from the folder that it works in. */
export interface Asking {
  session: string;
  directory: string;
}

/** Returns the file in the state folder of a repository, which need not be there. */
export const keptAnswerFile = (state: string) => join(state, NAME);

/** File in which a session's last word about the run is noted: the digest in the first line, the place in the second. */
export function toldFile(state: string, session: string): string {
  return join(state, 'told', `${session.replace(/[^A-Za-z0-9-]/g, '').slice(0, 64)}-standing`);
}

/** Lists folders in which git looks for what it ignores, and this program for what it knows. */
export function homesOf({ HOME = '', XDG_CONFIG_HOME = '' }: NodeJS.ProcessEnv): string[] {
  return [HOME, XDG_CONFIG_HOME];
}

/** A kept answer for one session. */
export interface KeptTold {
  /** The text that the agent is told. */
  context: string;
  /** The session's file with its new content; null where the file says already that the session was told. */
  note: { file: string; text: string } | null;
}

/**
 * Reads the kept answer of a prompt, as long as nothing has changed that the answer follows from.
 * @param state the repository's folder in the user's state
 * @param program folder of the program that asks
 * @returns null where the engine has to answer
 */
export function keptAnswer(
  { session, directory }: Asking,
  state: string,
  program: string,
  environment: NodeJS.ProcessEnv,
): KeptTold | null {
  try {
    const text = readFileSync(keptAnswerFile(state), 'utf8');
    const kept = JSON.parse(text.length > MAX ? 'null' : text) as KeptAnswer;
    const { begun, place, until } = kept;
    if (kept.program !== program || kept.directory !== directory) return null;
    if (kept.homes.join('\n') !== homesOf(environment).join('\n') || (until !== null && Date.now() >= until))
      return null;
    const file = toldFile(state, session);
    const told = readFileSync(file, 'utf8');
    const isFirst = told === `${begun}\n${place}`;
    if ((!isFirst && told !== `\n${place}`) || !isAsSealed(kept)) return null;
    return isFirst ? { context: kept.line, note: { file, text: `\n${place}` } } : { context: kept.text, note: null };
  } catch {
    // Nothing was kept or told yet, or the file is not ours.
    return null;
  }
}

/** Writes that a session was told a kept answer. A failure to write has the next prompt told the short line again. */
export function noteTold({ note }: KeptTold): void {
  try {
    if (note) writeFileSync(note.file, note.text);
  } catch {
    // A full or read-only disk.
  }
}
