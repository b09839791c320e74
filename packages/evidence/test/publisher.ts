import { existsSync } from 'node:fs';
import { addToNote, pushNotes } from '../src/commits/notes.js';
import { sleep } from '../src/disk/atomic.js';
import { findRepository } from '../src/git/repository.js';

/* Adds a line to a commit's note, waits for the file `go`, publishes, and writes what became of it. */

const [root = '', commit = '', line = '', go = ''] = process.argv.slice(2);
const repository = findRepository(root)!;
const added = addToNote(repository, commit, line);
process.stdout.write('ready\n');
while (!existsSync(go)) sleep(5);
const failed = added ?? pushNotes(repository, 'origin', Date.now() + 60_000);
process.stdout.write(failed ? `failed: ${failed.failed}\n` : 'published\n');
