import path from 'node:path';
import { hooks } from '../evidence.js';
import { chosen, unitOf } from '../import/asked.js';
import type { Composition } from '../import/compose.js';
import { type Choice, type Earlier, mayWrite, planOf } from '../import/fate.js';
import type { Unit } from '../import/readers.js';
import { answer } from '../import/tell.js';
import { shellWord } from '../shell-word.js';
import { placeOf } from '../workflow/here.js';
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
    { flags: '--keep', description: 'where the document and the tool both changed, the words of the document stand' },
    {
      flags: '--force',
      description: 'there, those of the tool do; also write over documents that no import has written',
    },
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
  const { keepWritten, lastWritten } = await import('../import/written.js');
  const { kindOfDocument } = await import('@flow/core/documents');
  const { documentPaths, readSmall } = await hooks();
  const paths = documentPaths(workflow, [{ name: branch, until: Number.POSITIVE_INFINITY }]);
  const before: Record<string, Earlier> = {};
  for (const [name, [file]] of Object.entries(paths)) {
    const text = readSmall(path.join(root, file!));
    const kind = kindOfDocument(name, workflow.documents[name]!);
    if (text !== undefined) before[name] = { text, base: await lastWritten(around, file!, kind, text) };
  }
  const texts = Object.entries(before).map(([name, { text, base }]) => [name, base === null ? [text] : [base, text]]);
  const composition = compose(imported, workflow, Object.fromEntries(texts));
  await mustSaySomething(call, unit, composition);
  const { force, keep } = call.options;
  if (force === true && keep === true)
    throw new FlowError('usage', 'USAGE', '--keep and --force say the opposite.', `${call.program} help import`);
  const choice: Choice = force === true ? { side: 'source' } : keep === true ? { side: 'document' } : {};
  const plan = await planOf(place, composition, paths, before, unit, choice);
  await mayWrite(call, place, plan);
  for (const one of call.options.dryRun === true ? [] : plan) {
    if (one.fate !== 'unchanged') await writeDocument(around.repository, one, 'DOCUMENT_UNWRITABLE', 'import again');
    if (one.written !== null) await keepWritten(around, one.written);
  }
  const running = room.runHere(around.repository, around.start.environment);
  const next = running ? `${call.program} status` : `${call.program} start ${workflow.id}`;
  return answer(call, { unit, workflow, composition, plan, imported, next });
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
