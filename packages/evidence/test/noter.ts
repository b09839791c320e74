import { addToNote } from '../src/commits/notes.js';
import { findRepository } from '../src/git/repository.js';

/* Adds lines `<label>-<i>` to a commit's note, and writes each once it is there. */

const [root = '', commit = '', label = '', count = '0'] = process.argv.slice(2);
const repository = findRepository(root)!;
for (let i = 0; i < Number(count); i++) {
  const failed = addToNote(repository, commit, `${label}-${i}`);
  process.stdout.write(failed ? `failed: ${failed.failed}\n` : `${label}-${i}\n`);
}
