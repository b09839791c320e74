import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { asPerson } from '../workflow/person.js';
import type { Place } from '../workflow/place.js';
import type { Composed, Composition } from './compose.js';
import type { Merged, Side } from './merge.js';
import type { Unit } from './readers.js';

/** What becomes of a document. */
export type Fate = 'new' | 'updated' | 'merged' | 'unchanged' | 'changed-by-somebody' | 'approved';

export interface Planned extends Composed {
  path: string;
  fate: Fate;
  /** What the import alone would write: what a later one holds the document against. Null where both changed, and nobody chose. */
  written: string | null;
  /** What was brought together, where somebody has edited the document since the last import. */
  merged?: Merged & { isKnown: boolean };
}

/** How to go on where document and tool both changed: by the words of one side, or as the document has it, for now. */
export interface Choice {
  side?: Side;
}

/** A document as it is, and what the last import wrote into it; null where that is not known. */
export interface Earlier {
  text: string;
  base: string | null;
}

/** Tells what would become of each document; ticks that the program has set stay. */
export async function planOf(
  { room, around }: Place,
  { documents }: Composition,
  paths: Readonly<Record<string, readonly string[]>>,
  before: Readonly<Record<string, Earlier>>,
  { from }: Unit,
  choice: Choice,
): Promise<Planned[]> {
  const { handOf, saysTheSame } = await import('./compose.js');
  const { readDocument, tickItems } = await import('@flow/core/documents');
  const standing = room.standingOf(around);
  const approved = new Set(
    standing ? room.itemLists(around, standing).flatMap((one) => (one.isApproved ? [one.path] : [])) : [],
  );
  const planned = await Promise.all(
    documents.map(async (one): Promise<Planned> => {
      const file = paths[one.name]![0]!;
      const own = { ...one, path: file, written: one.text };
      // A tool whose folder is ours as well: its own file is no document of ours.
      if (file === from || file.startsWith(`${from}/`)) return { ...own, fate: 'changed-by-somebody' };
      const earlier = before[one.name];
      if (earlier === undefined) return { ...own, fate: 'new' };
      const ticked = readDocument(one.kind, file, earlier.text, () => '').items.flatMap(({ id, ticked }) =>
        ticked ? [[id, true] as const] : [],
      );
      const withTicks = (text: string) => (one.kind === 'test-shape' ? text : tickItems(text, new Map(ticked)));
      const hand = handOf(one.kind, earlier.text);
      if (hand === 'edited') {
        const merged = await mergedWith(one, file, earlier, choice);
        if (merged) {
          const text = withTicks(merged.text);
          const isSame = text === earlier.text.replaceAll('\r\n', '\n');
          const fate = isSame ? 'unchanged' : approved.has(file) ? 'approved' : 'merged';
          const isOpen = merged.conflicts.length > 0 && choice.side === undefined;
          const written = isOpen ? null : one.text;
          const isDos = earlier.text.includes('\r\n');
          return { ...own, text: isDos ? text.replaceAll('\n', '\r\n') : text, written, fate, merged };
        }
      }
      const text = withTicks(one.text);
      if (saysTheSame(one.kind, earlier.text, text)) return { ...own, text, fate: 'unchanged' };
      const fate = approved.has(file) ? 'approved' : hand === 'untouched' ? 'updated' : 'changed-by-somebody';
      return { ...own, text, fate };
    }),
  );
  return planned;
}

/** Brings together what somebody has edited and what is imported now; null where the result could not be read as well as it was. */
async function mergedWith(
  { kind, text }: Composed,
  file: string,
  { text: mine, base }: Earlier,
  { side }: Choice,
): Promise<Planned['merged'] | null> {
  const { unmarked, withMark } = await import('./compose.js');
  const { mergeDocument } = await import('./merge.js');
  const { readDocument } = await import('@flow/core/documents');
  const here = unmarked(mine.replaceAll('\r\n', '\n'));
  const there = unmarked(text);
  if (!here || !there) return null;
  const was = (base === null ? null : unmarked(base))?.body ?? '';
  const versions = { base: was, mine: here.body, theirs: there.body };
  const merged = mergeDocument(versions, { isYaml: kind === 'test-shape', ...(side && { side }) });
  const faults = (body: string) => readDocument(kind, file, body, () => '').findings.length;
  if (faults(merged.text) > Math.max(faults(here.body), faults(there.body))) return null;
  const isOpen = merged.conflicts.length > 0 && side === undefined;
  return { ...merged, isKnown: base !== null, text: withMark(merged.text, isOpen ? here.mark : there.mark) };
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
    `Write over ${changed.join(', ')}: somebody has written it.`,
    new FlowError(
      'finding',
      'DOCUMENT_CHANGED',
      `${changed.join(', ')}: somebody has written it, and an import writes over nobody's words. Nothing was written.`,
      `${clean(call.line, 500)} --dry-run (what would be written), then --force`,
    ),
  );
}
