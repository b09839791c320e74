import { existsSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../src/disk/atomic.js';

/** Makes folders two deep, below one that nobody has made yet, as soon as `<folder>/go` is there. */
const [folder = '', count] = process.argv.slice(2);

while (!existsSync(path.join(folder, 'go'))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
for (let at = 0; at < Number(count); at++) makeFolder(path.join(folder, String(at), 'a', 'b'));
