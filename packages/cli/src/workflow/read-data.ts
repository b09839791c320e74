import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Call, FlowError } from '../commands/command.js';
import { readWritten, type Written } from './lines.js';

/** Larger files are no workflow. Bytes. */
const MAX = 1024 * 1024;

/**
 * The content of a YAML or JSON file that a person names; never evaluated.
 * @throws FlowError FILE_UNREADABLE
 */
export function readData(call: Call, file: string): Written {
  try {
    const bytes = readFileSync(path.resolve(call.directory, file));
    if (bytes.length > MAX) throw new Error('it is too large');
    const written = readWritten(bytes.toString('utf8'));
    if (written.data === null) throw new Error('it is empty');
    return written;
  } catch (error) {
    const why = ((error as Error).message.split('\n')[0] ?? '').replace(/\.$/, '');
    throw new FlowError(
      'usage',
      'FILE_UNREADABLE',
      `${plain(file)} cannot be read: ${plain(why)}.`,
      `${call.program} check ceremony`,
    );
  }
}

const plain = (text: string) => text.replace(/\p{Cc}/gu, ' ').slice(0, 200);
