import path from 'node:path';
import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { shellWord } from '../shell-word.js';
import type { Place } from '../workflow/place.js';
import type { Imported, Left } from './model.js';
import type { Unit } from './readers.js';

/** Work that one import may have: documents hold no more. */
const MOST = 2000;

/** Finds the one piece of work that the call means. */
export async function unitOf(call: Call, { around }: Place): Promise<Unit> {
  const { clean } = await hooks();
  const { unitsAt } = await import('./readers.js');
  const { root } = around.repository;
  const word = call.words[0];
  const named = path
    .relative(root, path.resolve(word === undefined ? root : call.directory, word ?? ''))
    .split(path.sep)
    .join('/');
  if (named === '..' || named.startsWith('../') || path.isAbsolute(named))
    throw new FlowError(
      'usage',
      'PATH_OUTSIDE',
      `${clean(word, 200)} is outside this repository.`,
      `Copy it into the repository, then ${call.program} import <its path>`,
    );
  const units = unitsAt(root, named);
  const own = call.environment.SPECIFY_FEATURE;
  const [unit, ...others] =
    units.length > 1 && own ? [...units.filter(({ from }) => from.endsWith(`/${own}`)), ...units].slice(0, 1) : units;
  if (unit && others.length === 0) return unit;
  if (!unit)
    throw new FlowError(
      'finding',
      'NOTHING_TO_IMPORT',
      `${named === '' ? 'this repository' : clean(named, 200)} has no work of a tool that can be read (${(await tools()).join(', ')}); links are not followed.`,
      `${call.program} import <folder or file>`,
    );
  const shown = units.slice(0, 20).map(({ reader, from }) => `${reader.tool}: ${clean(from, 200)}`);
  throw new FlowError(
    'finding',
    'IMPORT_AMBIGUOUS',
    `there is more than one piece of work here: ${shown.join('; ')}${units.length > shown.length ? ` and ${units.length - shown.length} more` : ''}.`,
    `${call.program} import ${shellWord(unit.from)}`,
  );
}

const tools = async () => (await import('./readers.js')).READERS.map(({ tool }) => tool);

/** Leaves out work that was not asked for, and says how much that is. */
export async function chosen(call: Call, imported: Imported): Promise<Imported> {
  const only = [call.options.only ?? []]
    .flat()
    .flatMap((one) => String(one).split(/[,\s]+/))
    .filter((one) => one !== '');
  const known = new Map(imported.items.map((one) => [one.origin, one]));
  const unknown = only.find((id) => !known.has(id));
  if (unknown !== undefined) {
    const { clean } = await hooks();
    throw new FlowError(
      'finding',
      'ITEM_UNKNOWN',
      `${clean(imported.from, 200)} has no work ${clean(unknown, 60)}.`,
      `${call.program} import ${shellWord(imported.from)} --dry-run`,
    );
  }
  const wanted = new Set(only);
  const isWanted = (id: string | undefined): boolean => {
    const seen = new Set<string>();
    for (let at = id; at !== undefined && !seen.has(at); at = known.get(at)?.parent) {
      if (wanted.has(at)) return true;
      seen.add(at);
    }
    return false;
  };
  const asked = imported.items.filter(({ origin }) => only.length === 0 || isWanted(origin));
  const items = call.options.open === true ? asked.filter(({ said }) => said !== 'done' && said !== 'dropped') : asked;
  const kept = new Set(items.map(({ origin }) => origin));
  const without = imported.items.filter(({ origin }) => !kept.has(origin));
  const left: Left[] = without.map(({ path: file, line, origin, title, said }) => ({
    ...{ path: file, line, what: `${origin}: ${title}`.slice(0, 160) },
    why: said === 'done' && call.options.open === true ? 'it is done there' : 'it was not asked for',
  }));
  // What was left out is waited for by nobody, and nothing is a part of it.
  const mended = items.map(({ parent, ...one }) => ({
    ...one,
    after: one.after.filter((id) => kept.has(id) || !known.has(id)),
    ...(parent !== undefined && (kept.has(parent) || !known.has(parent)) ? { parent } : {}),
  }));
  if (items.length > MOST)
    throw new FlowError(
      'finding',
      'IMPORT_TOO_LARGE',
      `there are ${items.length} pieces of work, and documents hold ${MOST}.`,
      `${call.program} import ${shellWord(imported.from)} --open, or --only <ids>`,
    );
  return { ...imported, items: mended, left: [...imported.left, ...left] };
}
