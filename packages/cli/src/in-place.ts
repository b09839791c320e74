import { closeSync, openSync, readlinkSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hooks } from './evidence.js';

/**
 * Tells whether this process does a command in the place of a sealed shell: the hook of the session has started it outside, with
 * the words that an agent typed. Whoever sets the variable themselves gets fewer commands, and nothing more.
 */
export const isInPlace = (environment: NodeJS.ProcessEnv): boolean => environment.FLOW_IN_PLACE !== undefined;

/**
 * Returns the text of a file that an agent named, in the place of its shell. Outside, more can be read than the shell sees, and a
 * refusal may quote it: so the file that was opened, whatever led to it, lies in the work tree or among temporary files, and not
 * in the folder that holds the keys.
 * @param max bytes
 * @throws Error that says why in plain words
 */
export async function readShown(directory: string, file: string, max: number): Promise<string> {
  const { readNamed, repositoryOf, stateFolder } = await hooks();
  if (file === '-') throw new Error('name a file in the place of `-`');
  const named = path.resolve(directory, file);
  let handle: number;
  try {
    handle = openSync(named, 'r');
  } catch {
    // Says why.
    return readNamed(named, max);
  }
  try {
    const opened = readlinkSync(`/proc/self/fd/${handle}`);
    const isIn = (folder: string | undefined) =>
      folder !== undefined && !path.relative(realpathSync(folder), opened).startsWith('..');
    if (!(isIn(repositoryOf(directory)?.root) || isIn(tmpdir())) || isIn(stateFolder(process.env)))
      throw new Error('it lies neither in the work tree nor among temporary files');
    return readNamed(`/proc/self/fd/${handle}`, max);
  } finally {
    closeSync(handle);
  }
}
