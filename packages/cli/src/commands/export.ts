import path from 'node:path';
import { hooks } from '../evidence.js';
import type { ImportedItem } from '../import/model.js';
import { type HereOrEnded, hereOrEnded } from '../workflow/here.js';
import { writeDocument } from '../workflow/write-document.js';
import { type Answer, type Call, type Command, FlowError } from './command.js';

export const exportCommand: Command = {
  name: 'export',
  group: 'workflow',
  arguments: '[path]',
  summary: 'mark what is proven here as done in the files of the tool that it was imported from',
  flags: [{ flags: '--dry-run', description: 'show what would be marked, and write nothing' }],
  examples: [
    ['export --dry-run', 'what is done here and not yet there'],
    ['export', 'ticks boxes of tasks.md, sets statuses in tasks.json, closes issues of beads'],
  ],
  run: runExport,
};

/** What becomes of a file of another tool. */
interface Marked {
  path: string;
  text: string;
  items: readonly ImportedItem[];
}

async function runExport(call: Call): Promise<Answer> {
  const { clean } = await hooks();
  const here = await hereOrEnded(call);
  const { root } = here.around.repository;
  const origins = await originsOf(call, here);
  const { unitsAt } = await import('../import/readers.js');
  const { readExact, readSources } = await import('../import/source.js');
  const { placeItems } = await import('../import/placing.js');
  const states = statesOf(here);
  const imported = await importedTitles(here);
  const ours = here.room.itemsOfRun(here.standing).map((one) => ({ ...one, ...imported.get(one.id) }));
  // A stage is done with its tasks; the other tool need not have it.
  const wholes = new Set(ours.flatMap(({ parent }) => parent ?? []));
  const lost = new Map<string, ReturnType<typeof placeItems>['unplaced'][number]>();
  const found = new Set<string>();
  const files: Marked[] = [];
  const ahead: ImportedItem[] = [];
  const missing: { what: string; why: string }[] = [];
  for (const { from, tool, list } of origins) {
    const unit = unitsAt(root, from).find((one) => one.from === from && one.reader.tool === tool);
    if (!unit) {
      missing.push({ what: from, why: `there is no work of ${tool} any more` });
      continue;
    }
    const options = list === undefined ? {} : { tag: list };
    const sources = readSources(root, [from, ...(unit.reader.also?.(from) ?? [])]);
    const read = unit.reader.read(from, sources.files, options);
    const { placed, unplaced } = placeItems(read.items, ours, unit.reader.areIdsKept ?? false);
    const isDone = (id: string) => states.get(id) === 'completed';
    const known = [...placed].filter(([id]) => states.has(id));
    ahead.push(...known.flatMap(([id, one]) => (one.said === 'done' && !isDone(id) ? [one] : [])));
    const due = known.flatMap(([id, one]) => (one.said !== 'done' && isDone(id) ? [one] : []));
    for (const id of placed.keys()) found.add(id);
    for (const one of unplaced) if (isDone(one.id) && !wholes.has(one.id)) lost.set(one.id, one);
    for (const file of new Set(due.map((one) => one.path))) {
      const items = due.filter((one) => one.path === file);
      const text = readExact(root, file);
      const marked =
        text === null ? null : unit.reader.mark(text, items, { ...options, now: new Date().toISOString() });
      if (marked === null)
        missing.push({ what: file, why: 'it is no file of UTF-8 that can be written back as it is' });
      else if (marked !== text) files.push({ path: file, text: marked, items });
    }
  }
  // What one list does not have another one may.
  const unplaced = [...lost.values()].filter(({ id }) => !found.has(id));
  const dry = call.options.dryRun === true;
  for (const file of dry ? [] : files)
    await writeDocument(here.around.repository, file, 'DOCUMENT_UNWRITABLE', 'export again');
  const told = (one: ImportedItem) => ({ origin: one.origin, title: one.title, path: one.path, line: one.line });
  const line = (one: ImportedItem) =>
    `  ${clean(one.origin, 60)} ${clean(one.title, 120)} (${clean(one.path, 200)}:${one.line})`;
  const done = files.flatMap(({ items }) => items);
  const lines = [
    ...(done.length === 0
      ? ['Nothing that is proven here waits to be marked there.']
      : [`${dry ? 'Would be marked' : 'Marked'} as done: ${done.length}`, ...done.map(line)]),
    ...(ahead.length === 0
      ? []
      : [`Done there and not proven here; left as it is: ${ahead.length}`, ...ahead.map(line)]),
    ...(unplaced.length === 0
      ? []
      : [
          `Done here, and no place there is its own for certain; left as it is: ${unplaced.length}`,
          ...unplaced.map(({ id, title, why }) => `  ${clean(id, 60)} ${clean(title, 120)}: ${clean(why, 100)}`),
        ]),
    ...missing.map(({ what, why }) => `${clean(what, 200)}: ${clean(why, 200)}`),
  ];
  const data = {
    dryRun: dry,
    files: files.map((one) => one.path),
    marked: done.map(told),
    ahead: ahead.map(told),
    unplaced,
    missing,
  };
  return { exit: missing.length > 0 ? 1 : 0, data, text: `${lines.join('\n')}\n` };
}

/** Finds where the documents of the run come from, as they say themselves. */
async function originsOf(call: Call, here: HereOrEnded) {
  const { clean, documentPaths, pathsOnDisk, readSmall } = await hooks();
  const { originOf } = await import('../import/compose.js');
  const { workflow, run } = here.standing;
  const { root } = here.around.repository;
  const found = new Map<string, NonNullable<ReturnType<typeof originOf>>>();
  for (const file of Object.values(pathsOnDisk(documentPaths(workflow, run.names), root))) {
    const origin = originOf(readSmall(path.join(root, file)) ?? '');
    if (origin) found.set(JSON.stringify(origin), origin);
  }
  const word = call.words[0];
  const named =
    word === undefined ? null : path.relative(root, path.resolve(call.directory, word)).split(path.sep).join('/');
  const all = [...found.values()].filter(
    ({ from }) => named === null || from === named || from.startsWith(`${named}/`),
  );
  if (all.length > 0) return all;
  throw new FlowError(
    'finding',
    'NOTHING_IMPORTED',
    word === undefined
      ? 'no document of this run was imported.'
      : `no document of this run was imported from ${clean(word, 200)}.`,
    `${call.program} import`,
  );
}

/** Finds the titles of items as they were imported, in documents that somebody has edited since. */
async function importedTitles({ standing, around }: HereOrEnded): Promise<Map<string, { imported: string }>> {
  const { documentPaths, pathsOnDisk, readSmall } = await hooks();
  const { handOf } = await import('../import/compose.js');
  const { lastWritten } = await import('../import/written.js');
  const { kindOfDocument, readDocument } = await import('@flow/core/documents');
  const { workflow, run } = standing;
  const { root } = around.repository;
  const titles = new Map<string, { imported: string }>();
  for (const [name, file] of Object.entries(pathsOnDisk(documentPaths(workflow, run.names), root))) {
    const kind = kindOfDocument(name, workflow.documents[name]!);
    const text = readSmall(path.join(root, file)) ?? '';
    const base = handOf(kind, text) === 'edited' ? await lastWritten(around, file, kind, text) : null;
    for (const { id, title } of base === null ? [] : readDocument(kind, file, base, () => '').items)
      if (id !== '') titles.set(id, { imported: title });
  }
  return titles;
}

/** Tells how far each item of the run is; what a person left out is no work that was done. */
function statesOf({ room, standing }: HereOrEnded): Map<string, string> {
  const { workflow, facts, status } = standing;
  const known = room.itemsOfRun(standing);
  const tasks = room.mirrorOf(known, status.items, status.over, () => []);
  return new Map(
    tasks.map((one) => [one.id, room.saidOfItem(workflow, facts, one.id) === 'skipped' ? 'pending' : one.status]),
  );
}
