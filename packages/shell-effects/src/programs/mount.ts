import type { ProgramFile } from '../program.js';
import { type WriterCall, write } from '../writers/call.js';

/** Mounting puts another file system in the place of a folder. */
export const mount: ProgramFile = {
  umount: { writes: { targets: 'each' } },
  bindfs: { writes: { targets: 'last' } },
  mount: { writes: { targets: 'last' }, writer: mountOver },
};

/** What is mounted takes the place of all that lies beneath the last word. */
function mountOver(call: WriterCall): void {
  const target = call.operands.at(-1);
  if (call.operands.length > 1 && target !== undefined) write(call, target, 'tree');
}
