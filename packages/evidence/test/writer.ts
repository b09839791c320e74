import { writeSync } from 'node:fs';
import { appendEvent } from '../src/journal.js';
import { findRepository } from '../src/repository.js';

const [, , root, label, count] = process.argv;
const repository = findRepository(root!)!;
try {
  for (let i = 0; i < Number(count); i += 1) {
    const name = `${label}-${i}`;
    appendEvent(repository, { type: 'mark', data: { name, padding: 'x'.repeat(300) } });
    writeSync(1, `${name}\n`);
  }
} catch (error) {
  writeSync(2, String((error as { code?: string }).code));
  process.exitCode = 1;
}
