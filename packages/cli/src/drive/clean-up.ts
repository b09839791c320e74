import { lstatSync, readFileSync } from 'node:fs';
import { sweep, worldIn } from '@flow/driver/drive';
import { type Answer, type Call, EXIT } from '../commands/command.js';
import { hooks } from '../evidence.js';
import type { Here } from '../workflow/place.js';
import { driveFolder, readingOf, slotsFolder } from './house.js';

/** Removes the work trees that hold nothing more than what has landed, and tells of the others why they stay. */
export async function cleanUp(call: Call, place: Here): Promise<Answer> {
  const program = await hooks();
  const { clean } = program;
  const world = worldIn(driveFolder(place), slotsFolder(call.environment));
  const swept = await sweep(world, readingOf(place, program), isSameFile);
  const lines = swept.map((one) =>
    one.removed ? `removed ${clean(one.folder, 300)}` : `kept ${clean(one.folder, 300)}: ${clean(one.why, 300)}`,
  );
  const text = lines.length > 0 ? lines.join('\n') : 'There are no worktrees to remove.';
  return { exit: EXIT.ok, data: { swept }, text: `${text}\n` };
}

/** Tells whether two plain files hold the same bytes. A link is none, wherever it leads. */
function isSameFile(one: string, other: string): boolean {
  const [own, known] = [one, other].map((file) => lstatSync(file, { throwIfNoEntry: false }));
  if (own?.isSymbolicLink()) return known !== undefined;
  return own?.isFile() === true && known?.isFile() === true && readFileSync(one).equals(readFileSync(other));
}
