import type { Answer, Call } from '../commands/command.js';
import { hooks } from '../evidence.js';
import type { Room } from '../workflow/place.js';
import type { Composition } from './compose.js';
import type { Fate, Planned } from './fate.js';
import type { Imported } from './model.js';
import type { Unit } from './readers.js';
import type { ShapedItem } from './shape.js';

/** What an import has done, or would do. */
interface Told {
  unit: Unit;
  workflow: NonNullable<ReturnType<Room['workflowOf']>>;
  composition: Composition;
  plan: readonly Planned[];
  imported: Imported;
  next: string;
}

/** Tells what became of each document, what is to be verified, and what has no place. */
export async function answer(call: Call, { unit, workflow, composition, plan, imported, next }: Told): Promise<Answer> {
  const { clean } = await hooks();
  const dry = call.options.dryRun === true;
  const items = composition.items.flatMap((one) => [one, ...one.parts]).filter(({ origin }) => origin !== '');
  const toVerify = items.filter(({ said }) => said === 'done');
  const line = ({ path: file, line: at }: { path: string; line: number }) => `${clean(file, 200)}:${at}`;
  const words: Record<Fate, string> = {
    ...{
      new: dry ? 'would be written' : 'written',
      updated: dry ? 'would be brought up to date' : 'brought up to date',
    },
    ...{ unchanged: 'says it already' },
    'changed-by-somebody': dry ? 'is there, and somebody else wrote it: needs --force or a person' : 'written over',
    approved: dry ? 'is there and approved: needs a person' : 'written over; its approval lapses',
  };
  const left = composition.left;
  const lines = [
    `${imported.tool}, ${clean(unit.from, 200)}: ${clean(imported.title, 120)}`,
    ...plan.map((one) => `  ${clean(one.path, 200)} ${words[one.fate]}`),
    `${composition.claims.length} claims, ${items.length} items, for ${workflow.id}.`,
    ...(toVerify.length === 0
      ? []
      : [
          `Done there, which proves nothing here; to be verified: ${toVerify.length}`,
          ...toVerify.map((one) => `  ${clean(one.id, 60)} ${clean(one.title, 120)} (${line(one)})`),
        ]),
    ...(left.length === 0
      ? ['Everything was carried over.']
      : [
          `Not carried over, and left where it is: ${left.length}`,
          ...left.map((one) => `  ${line(one)}: ${clean(one.what, 160)} (${clean(one.why, 160)})`),
        ]),
    ...(dry ? [] : [`Next: ${next}`]),
  ];
  const told = (one: ShapedItem) => ({
    id: one.id,
    origin: one.origin,
    title: one.title,
    path: one.path,
    line: one.line,
  });
  const data = {
    ...{ tool: imported.tool, from: unit.from, workflow: workflow.id, dryRun: dry },
    documents: plan.map(({ name, path: file, fate }) => ({ name, path: file, fate })),
    claims: composition.claims,
    items: items.map((one) => ({ ...told(one), said: one.said })),
    toVerify: toVerify.map(told),
    left,
  };
  return { exit: 0, data, text: `${lines.join('\n')}\n` };
}
