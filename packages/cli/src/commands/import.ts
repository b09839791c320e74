import path from 'node:path';
import { hooks } from '../evidence.js';
import type { Composed, Composition } from '../import/compose.js';
import type { Imported, Left } from '../import/model.js';
import type { Unit } from '../import/readers.js';
import type { ShapedItem } from '../import/shape.js';
import { shellWord } from '../shell-word.js';
import { placeOf } from '../workflow/here.js';
import { asPerson } from '../workflow/person.js';
import type { Place, Room } from '../workflow/place.js';
import { unknownWorkflow } from '../workflow/unknown-workflow.js';
import { writeDocument } from '../workflow/write-document.js';
import { type Answer, type Call, type Command, FlowError } from './command.js';

export const importCommand: Command = {
  name: 'import',
  group: 'workflow',
  arguments: '[path]',
  summary: 'take over the work of spec-kit, OpenSpec, Kiro, Task Master or beads: it becomes documents and items',
  flags: [
    {
      flags: '--workflow <id>',
      description: 'the workflow whose documents are written (default: the one running here, else plan)',
    },
    { flags: '--tag <name>', description: 'of Task Master, the list of this tag (default: the current one)' },
    { flags: '--only <ids...>', description: 'of its work, only these ids and what is a part of them' },
    { flags: '--open', description: 'leave out what is done there' },
    { flags: '--dry-run', description: 'show what would be written, and write nothing' },
    { flags: '--force', description: 'also write over documents that somebody has written or changed' },
  ],
  examples: [
    ['import --dry-run', 'what there is to import, and what would become of it'],
    ['import specs/001-login', "spec-kit's specification, plan and tasks"],
    ['import .beads/issues.jsonl --open', 'the open issues of beads; again, later, brings the documents up to date'],
  ],
  run: runImport,
};

type Workflow = NonNullable<ReturnType<Room['workflowOf']>>;

/** The workflow that an import is for where nobody says: it has claims, and stages with tasks. */
const USUAL = 'plan';

/** Work that one import may have: documents hold no more. */
const MOST = 2000;

async function runImport(call: Call): Promise<Answer> {
  const place = await placeOf(call);
  const { room, around } = place;
  const { clean, branchOf } = await hooks();
  const { root } = around.repository;
  const unit = await unitOf(call, place);
  const { readSources } = await import('../import/source.js');
  const sources = readSources(root, [unit.from, ...(unit.reader.also?.(unit.from) ?? [])]);
  const { tag } = call.options;
  const read = unit.reader.read(unit.from, sources.files, typeof tag === 'string' ? { tag } : {});
  const imported = await chosen(call, { ...read, left: [...sources.left, ...read.left] });
  const checkedOut = branchOf(around.repository);
  const isOwn = checkedOut !== null && !room.isBaseBranch(around, checkedOut);
  // Whoever only looks needs no branch yet: it is told for the one that an import would be made on.
  const branch = isOwn ? checkedOut : branchName(unit.from);
  if (!isOwn && call.options.dryRun !== true)
    throw new FlowError(
      'finding',
      'BRANCH_NEEDED',
      `${checkedOut === null ? 'no branch is checked out' : `${clean(checkedOut, 100)} is the base branch`}; documents belong to the branch of their work.`,
      `git switch -c ${shellWord(branch)} && ${clean(call.line, 500)}`,
    );
  const workflow = await workflowFor(call, place);
  const { compose } = await import('../import/compose.js');
  const { documentPaths, readSmall } = await hooks();
  const paths = documentPaths(workflow, [{ name: branch, until: Number.POSITIVE_INFINITY }]);
  const before = Object.fromEntries(
    Object.entries(paths).flatMap(([name, [file]]) => {
      const text = readSmall(path.join(root, file!));
      return text === undefined ? [] : [[name, text]];
    }),
  );
  const composition = compose(imported, workflow, before);
  await mustSaySomething(call, unit, composition);
  const plan = await planOf(place, composition, paths, before, unit);
  await mayWrite(call, place, plan);
  for (const one of call.options.dryRun === true ? [] : plan)
    if (one.fate !== 'unchanged') await writeDocument(around.repository, one, 'DOCUMENT_UNWRITABLE', 'import again');
  const running = room.runHere(around.repository, around.start.environment);
  const next = running ? `${call.program} status` : `${call.program} start ${workflow.id}`;
  return answer(call, { unit, workflow, composition, plan, imported, next });
}

/** Finds the one piece of work that the call means. */
async function unitOf(call: Call, { around }: Place): Promise<Unit> {
  const { clean } = await hooks();
  const { unitsAt } = await import('../import/readers.js');
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

const tools = async () => (await import('../import/readers.js')).READERS.map(({ tool }) => tool);

/** Leaves out work that was not asked for, and says how much that is. */
async function chosen(call: Call, imported: Imported): Promise<Imported> {
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

/** Returns a name for a branch: that of the folder, which other tools name their branches by. */
const branchName = (from: string) =>
  (
    from
      .replace(/\.[a-z]+$/, '')
      .split('/')
      .at(-1) ?? ''
  )
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '') || 'my-change';

async function workflowFor(call: Call, place: Place): Promise<Workflow> {
  const { room, around } = place;
  const running = room.runHere(around.repository, around.start.environment);
  const known = room.workflowIds(around.policy);
  const id = String(call.options.workflow ?? running?.workflow ?? (known.includes(USUAL) ? USUAL : known[0]));
  const workflow = room.workflowOf(id, around.policy);
  if (workflow) return workflow;
  throw await unknownWorkflow(call, place, id, 'import --workflow');
}

async function mustSaySomething(call: Call, { from, reader }: Unit, { documents }: Composition): Promise<void> {
  const { clean } = await hooks();
  const { MAX_DOCUMENT } = await import('@flow/core/documents');
  if (documents.length === 0)
    throw new FlowError(
      'finding',
      'NOTHING_TO_IMPORT',
      `${clean(from, 200)} (${reader.tool}) says nothing that this workflow has a document for.`,
      `${call.program} import ${shellWord(from)} --workflow plan`,
    );
  const long = documents.find(({ text }) => text.length > MAX_DOCUMENT);
  if (long)
    throw new FlowError(
      'finding',
      'IMPORT_TOO_LARGE',
      `${long.name} would have ${long.text.length} characters, and documents hold ${MAX_DOCUMENT}.`,
      `${call.program} import ${shellWord(from)} --open, or --only <ids>`,
    );
}

/** What becomes of a document. */
type Fate = 'new' | 'updated' | 'unchanged' | 'changed-by-somebody' | 'approved';

interface Planned extends Composed {
  path: string;
  fate: Fate;
}

/** Tells what would become of each document; ticks that the program has set stay. */
async function planOf(
  { room, around }: Place,
  { documents }: Composition,
  paths: Readonly<Record<string, readonly string[]>>,
  before: Readonly<Record<string, string>>,
  { from }: Unit,
): Promise<Planned[]> {
  const { handOf, saysTheSame } = await import('../import/compose.js');
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
async function mayWrite(call: Call, place: Place, plan: readonly Planned[]): Promise<void> {
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

interface Told {
  unit: Unit;
  workflow: Workflow;
  composition: Composition;
  plan: readonly Planned[];
  imported: Imported;
  next: string;
}

async function answer(call: Call, { unit, workflow, composition, plan, imported, next }: Told): Promise<Answer> {
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
