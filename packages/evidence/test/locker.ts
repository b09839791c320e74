import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { withLock } from '../src/journal/lock.js';

/** Takes each of `count` locks in turn and says how often another process was inside at the same time. */
const [, , folder, count] = process.argv;
let violations = 0;
let entered = 0;
writeSync(1, 'ready\n');
openSync(`${folder}/go`, 'r');
for (let n = 0; n < Number(count); n += 1) {
  withLock(`${folder}/${n}`, 5000, () => {
    const mark = `${folder}/inside-${n}`;
    try {
      closeSync(openSync(mark, 'wx'));
    } catch {
      violations += 1;
    }
    entered += 1;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0.3);
    rmSync(mark, { force: true });
  });
}
writeSync(1, `${entered} ${violations}\n`);
