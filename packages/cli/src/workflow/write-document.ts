import type { Repository } from '@flow/evidence';
import { FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';

/**
 * Writes a text to a file of the work tree.
 * @param again the end of the sentence that says what to do once the place is free
 * @throws FlowError with this code where the file cannot be written, as through a link
 */
export async function writeDocument(
  repository: Repository,
  { path: file, text }: { path: string; text: string },
  code: 'DOCUMENT_UNWRITABLE' | 'EPIC_UNWRITABLE',
  again: string,
): Promise<void> {
  const { clean, writeInTree } = await hooks();
  try {
    writeInTree(repository, file, text);
  } catch (error) {
    const why = clean((error as Error).message, 300);
    throw new FlowError(
      'finding',
      code,
      `${clean(file, 200)} cannot be written: ${why}`,
      `Make it a file of its own, then ${again}`,
    );
  }
}
