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
  const placed = ({ path: file, line: at }: { path: string; line: number }) => `${clean(file, 200)}:${at}`;
  const words: Record<Fate, string> = {
    ...{
      new: dry ? 'would be written' : 'written',
      updated: dry ? 'would be brought up to date' : 'brought up to date',
    },
    ...{ unchanged: 'says it already', merged: dry ? 'would be brought up to date' : 'brought up to date' },
    'changed-by-somebody': dry ? 'is there, and somebody else wrote it: needs --force or a person' : 'written over',
    approved: dry ? 'is there and approved: needs a person' : 'written over; its approval lapses',
  };
  const left = composition.left;
  const conflicts = plan.flatMap(({ path: file, merged }) =>
    (merged?.conflicts ?? []).map((one) => ({ path: file, ...one })),
  );
  const { force, keep } = call.options;
  const chosen = force === true ? 'as it is there' : 'as the document has it';
  const isOpen = conflicts.length > 0 && force !== true && keep !== true;
  const lines = [
    `${imported.tool}, ${clean(unit.from, 200)}: ${clean(imported.title, 120)}`,
    ...plan.map((one) => `  ${clean(one.path, 200)} ${words[one.fate]}${editedWords(one)}`),
    `${composition.claims.length} claims, ${items.length} items, for ${workflow.id}.`,
    ...(conflicts.length === 0
      ? []
      : [
          `Changed in the document and there, not to the same; ${chosen}: ${conflicts.length}`,
          ...conflicts.flatMap(({ path: file, of, here, there, why }) => [
            `  ${[clean(of, 60), clean(file, 200)].filter((one) => one !== '').join(', ')}: ${clean(why, 100)}`,
            ...(here === '' ? [] : [`    here:  ${clean(here, 160)}`]),
            ...(there === '' ? [] : [`    there: ${clean(there, 160)}`]),
          ]),
        ]),
    ...(toVerify.length === 0
      ? []
      : [
          `Done there, which proves nothing here; to be verified: ${toVerify.length}`,
          ...toVerify.map((one) => `  ${clean(one.id, 60)} ${clean(one.title, 120)} (${placed(one)})`),
        ]),
    ...(left.length === 0
      ? ['Everything was carried over.']
      : [
          `Not carried over, and left where it is: ${left.length}`,
          ...left.map((one) => `  ${placed(one)}: ${clean(one.what, 160)} (${clean(one.why, 160)})`),
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
    documents: plan.map(({ name, path: file, fate, merged }) => ({
      ...{ name, path: file, fate },
      ...(merged && { carried: merged.carried, kept: merged.kept, conflicts: merged.conflicts }),
    })),
    claims: composition.claims,
    items: items.map((one) => ({ ...told(one), said: one.said })),
    toVerify: toVerify.map(told),
    left,
  };
  const text = `${lines.join('\n')}\n`;
  if (!isOpen) return { exit: 0, data, text };
  const line = clean(call.line, 500).replace(/ --dry-run(?= |$)/, '');
  const [places, stay] =
    conflicts.length === 1 ? ['one place was', 'stays'] : [`${conflicts.length} places were`, 'stay'];
  const problem = {
    code: 'IMPORT_CONFLICT',
    message: `${places} changed in the document and there, not to the same, and ${stay} as the document has ${conflicts.length === 1 ? 'it' : 'them'}.`,
    remedy: `${line} --keep (to leave it so), or --force (as it is there); or edit the document to what holds`,
  };
  return { exit: 1, data, text, problems: [problem] };
}

/** Tells what became of a document that somebody has edited since the last import. */
function editedWords({ merged }: Planned): string {
  if (!merged) return '';
  const said = [
    ...(merged.carried > 0
      ? [`${merged.carried} ${merged.carried === 1 ? 'line comes' : 'lines come'} from there`]
      : []),
    ...(merged.kept > 0 ? [`${merged.kept} of the document’s own ${merged.kept === 1 ? 'stays' : 'stay'}`] : []),
    ...(merged.isKnown ? [] : ['what was imported before is not known here, so that what was taken out comes back']),
  ];
  return said.length === 0 ? '' : `; ${said.join(', ')}`;
}
