import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAsSealed, type Seal } from '@flow/evidence/fast';

/**
 * What a prompt was told of the run, kept with the look of everything that it follows from: as long as all of that looks
 * the same, the next prompt is told it again without the engine and without git. It decides nothing: only the agent reads
 * it, and every guard asks anew. Part of a small entry: `fs` and `path` alone.
 */
export interface KeptAnswer extends Seal {
  /** Folder of the program that made it: another one may say it otherwise. */
  program: string;
  /** Where the session works: commands are told as they can be typed there. */
  directory: string;
  /** What else the environment has to do with it. */
  homes: readonly string[];
  /** Epoch milliseconds after which time alone may tell otherwise; null where it cannot. */
  until: number | null;
  /** As the session is noted to have been told: place, and digest of the whole text. */
  place: string;
  begun: string;
  text: string;
  /** What is told instead where the start of the session has told all of the text. */
  line: string;
}

/** In a repository's folder of the user's state. */
const NAME = 'prompt.json';

const MAX = 1024 * 1024;

/** Who asks: a session, from the folder that it works in. */
export interface Asking {
  session: string;
  directory: string;
}

/** The file in the state folder of a repository, which need not be there. */
export const keptAnswerFile = (state: string) => join(state, NAME);

/** File in which a session's last word about the run is noted: the digest in the first line, the place in the second. */
export function toldFile(state: string, session: string): string {
  return join(state, 'told', `${session.replace(/[^A-Za-z0-9-]/g, '').slice(0, 64)}-standing`);
}

/** Folders in which git looks for what it ignores, and this program for what it knows. */
export function homesOf({ HOME = '', XDG_CONFIG_HOME = '' }: NodeJS.ProcessEnv): string[] {
  return [HOME, XDG_CONFIG_HOME];
}

/**
 * What a prompt is to be told, where that is known and nothing has changed. The session is noted to have been told.
 * @param state the repository's folder in the user's state
 * @param program folder of the program that asks
 * @returns null where it has to be found out
 */
export function keptAnswer(
  { session, directory }: Asking,
  state: string,
  program: string,
  environment: NodeJS.ProcessEnv,
): string | null {
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
    if (isFirst) writeFileSync(file, `\n${place}`);
    return isFirst ? kept.line : kept.text;
  } catch {
    // Nothing was kept or told yet, or the file is not ours.
    return null;
  }
}
