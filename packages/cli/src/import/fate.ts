import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { asPerson } from '../workflow/person.js';
import type { Place } from '../workflow/place.js';
import type { Composed, Composition } from './compose.js';
import type { Unit } from './readers.js';

/** What becomes of a document. */
export type Fate = 'new' | 'updated' | 'unchanged' | 'changed-by-somebody' | 'approved';

export interface Planned extends Composed {
  path: string;
  fate: Fate;
}

/** Tells what would become of each document; ticks that the program has set stay. */
export async function planOf(
  { room, around }: Place,
  { documents }: Composition,
  paths: Readonly<Record<string, readonly string[]>>,
  before: Readonly<Record<string, string>>,
  { from }: Unit,
): Promise<Planned[]> {
  const { handOf, saysTheSame } = await import('./compose.js');
  const { readDocument, tickItems } = await import('@flow/core/documents');
  const standing = room.standingOf(around);
  const approved = new Set(
    standing ? room.itemLists(around, standing).flatMap((one) => (one.isApproved ? [one.path] : [])) : [],
  );
  return documents.flatMap((one): Planned[] => {
    const file = paths[one.name]![0]!;
    // A tool whose folder is ours as well: its own file is no document of ours.
    if (file === from || file.startsWith(`${from}/`)) return [{ ...one, path: file, fate: 'changed-by-somebody' }];
    const earlier = before[one.name];
    if (earlier === undefined) return [{ ...one, path: file, fate: 'new' }];
    const ticked = readDocument(one.kind, file, earlier, () => '').items.flatMap(({ id, ticked }) =>
      ticked ? [[id, true] as const] : [],
    );
    const text = one.kind === 'test-shape' ? one.text : tickItems(one.text, new Map(ticked));
    if (saysTheSame(one.kind, earlier, text)) return [{ ...one, text, path: file, fate: 'unchanged' }];
    const fate = approved.has(file)
      ? 'approved'
      : handOf(one.kind, earlier) === 'untouched'
        ? 'updated'
        : 'changed-by-somebody';
    return [{ ...one, text, path: file, fate }];
  });
}

/** Asks for what a person, or who forces it, decides: documents that somebody has written, changed or approved. */
export async function mayWrite(call: Call, place: Place, plan: readonly Planned[]): Promise<void> {
  if (call.options.dryRun === true) return;
  const { clean } = await hooks();
  const named = (fate: Fate) => plan.filter((one) => one.fate === fate).map((one) => clean(one.path, 200));
  const approved = named('approved');
  if (approved.length > 0)
    await asPerson(call, place, `Write over what a person has approved: ${approved.join(', ')}. Its approval lapses.`);
  const changed = named('changed-by-somebody');
  if (changed.length === 0 || call.options.force === true) return;
  await asPerson(
    call,
    place,
    `Write over ${changed.join(', ')}: somebody has written or changed it since.`,
    new FlowError(
      'finding',
      'DOCUMENT_CHANGED',
      `${changed.join(', ')}: somebody has written or changed it, and an import writes over nobody's words. Nothing was written.`,
      `${clean(call.line, 500)} --dry-run (what would be written), then --force`,
    ),
  );
}
