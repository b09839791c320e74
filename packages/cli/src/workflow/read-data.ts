import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { readWritten, type Written } from './lines.js';

/** The largest file that is read as a workflow, in bytes. */
const MAX = 1024 * 1024;

/**
 * Returns the content of a YAML or JSON file that a person names; never evaluated.
 * @param known the workflows that could have been named in its place
 * @throws FlowError FILE_UNREADABLE
 */
export async function readData(call: Call, file: string, known: readonly string[] = []): Promise<Written> {
  const { clean, nearestOf, readNamed } = await hooks();
  const place = path.resolve(call.directory, file);
  try {
    const written = readWritten(readNamed(place, MAX));
    if (written.data === null) throw new Error('it is empty');
    return written;
  } catch (error) {
    const why = ((error as Error).message.split('\n')[0] ?? '').replace(/\.$/, '');
    const isName = known.length > 0 && !existsSync(place);
    const others = isName ? `, and no workflow has that name; there are ${known.join(', ')}` : '';
    const near = isName ? nearestOf(file, known) : undefined;
    const command = `${call.program} check ${near ?? known[0] ?? 'ceremony'}`;
    throw new FlowError(
      'usage',
      'FILE_UNREADABLE',
      `${clean(file, 200)} cannot be read: ${clean(why, 200)}${others}.`,
      near === undefined ? command : `Did you mean \`${command}\`?`,
    );
  }
}
