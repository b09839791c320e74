import { oneLine } from '@flow/core/documents/text';
import { findNodeAtLocation, getNodeValue, type Node, parseTree } from 'jsonc-parser';
import { emptyImport, type Imported, type ImportedItem, type Said, type SourceFile } from './model.js';
import { bounded, notesOf, pathsIn } from './text.js';

/**
 * The reader of Task Master takes `.taskmaster/tasks/tasks.json`, with a list of tasks for each tag, or the older
 * `tasks/tasks.json`, with one list.
 *
 * Source of the format: `docs/task-structure.md`, `src/constants/task-status.js`, `packages/tm-core/src/common/constants` and,
 * for what a number among the dependencies of a subtask means, `scripts/modules/dependency-manager.js` of
 * eyaltoledano/claude-task-master 0.43.1 (commit c0c98d36); the current tag stands in `.taskmaster/state.json`.
 */
export function readTaskMaster(
  from: string,
  files: readonly SourceFile[],
  { tag: asked }: { tag?: string } = {},
): Imported {
  const file = files.find(({ path }) => path === from);
  const found = emptyImport('Task Master', from, 'Tasks of Task Master');
  const lists = listsOf(file?.text ?? '');
  if (lists === null) {
    found.left.push({ path: from, line: 1, what: 'the whole file', why: 'it is no list of tasks in JSON' });
    return found;
  }
  const lineOf = linesIn(file!.text);
  const current = currentTag(files.find(({ path }) => path.endsWith('/state.json'))?.text);
  const tag = [asked, current, 'master', ...lists.keys()].find((one) => one !== undefined && lists.has(one)) ?? '';
  for (const [name, { node, tasks }] of lists)
    if (name !== tag)
      found.left.push({
        path: from,
        line: lineOf(node),
        what: `tag ${bounded(oneLine(name), 60)}: ${tasks.length} tasks`,
        why: 'another tag; name it with --tag',
      });
  if (tag !== '' && lists.size > 1) found.title = `Tasks of Task Master, ${bounded(oneLine(tag), 60)}`;
  if (tag !== '') found.list = tag;
  const reading: Reading = { file: file!, found, lineOf, known: new Set() };
  for (const task of lists.get(tag)?.tasks ?? []) readTask(task, null, reading);
  // What was cancelled holds nothing up.
  const gone = new Set(found.left.flatMap(({ why, what }) => (why === CANCELLED ? [what.split(':')[0]!] : [])));
  for (const item of found.items) item.after = item.after.filter((id) => !gone.has(id));
  return found;
}

const CANCELLED = 'it was cancelled there';

interface Lists {
  node: Node;
  tasks: readonly Node[];
}

/** Finds the lists of tasks by tag; the tag of the older form is ''. Null where the text is no such JSON. */
function listsOf(text: string): Map<string, Lists> | null {
  const root = text.trim() === '' || depthOf(text) > 100 ? undefined : parseTree(text);
  if (root?.type !== 'object') return null;
  const lists = new Map<string, Lists>();
  const own = findNodeAtLocation(root, ['tasks']);
  if (own?.type === 'array') lists.set('', { node: own, tasks: own.children ?? [] });
  for (const { children: [key, value] = [] } of root.children ?? []) {
    const tasks = value?.type === 'object' ? findNodeAtLocation(value, ['tasks']) : undefined;
    if (key && tasks?.type === 'array') lists.set(String(key.value), { node: key, tasks: tasks.children ?? [] });
  }
  return lists.size === 0 ? null : lists;
}

/** Tells how deeply brackets stand in each other, so that no parser runs out of its stack. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const sign of text) {
    if (sign === '{' || sign === '[') most = Math.max(most, ++depth);
    else if (sign === '}' || sign === ']') depth -= 1;
  }
  return most;
}

function currentTag(state: string | undefined): string | undefined {
  const node = state === undefined || depthOf(state) > 100 ? undefined : parseTree(state);
  const tag = node && findNodeAtLocation(node, ['currentTag']);
  return typeof tag?.value === 'string' ? tag.value : undefined;
}

/** Returns what tells the line of a place in a text, from 1; places are asked for in their order. */
function linesIn(text: string): (node: Node) => number {
  let line = 1;
  let at = 0;
  return ({ offset }) => {
    if (offset < at) [line, at] = [1, 0];
    for (let end = text.indexOf('\n', at); end >= 0 && end < offset; end = text.indexOf('\n', at))
      [line, at] = [line + 1, end + 1];
    return line;
  };
}

/** Statuses of Task Master; `review` is done and waits to be looked at. */
const SAID: Readonly<Record<string, Said>> = {
  pending: 'open',
  'in-progress': 'begun',
  review: 'done',
  done: 'done',
  completed: 'done',
  deferred: 'deferred',
  blocked: 'blocked',
};

const KNOWN = new Set([
  ...['id', 'title', 'description', 'status', 'dependencies', 'priority', 'details', 'testStrategy', 'subtasks'],
  ...[
    'previousStatus',
    'complexity',
    'recommendedSubtasks',
    'expansionPrompt',
    'complexityReasoning',
    'updatedAt',
    'parentTaskId',
    'parentId',
  ],
]);

interface Reading {
  file: SourceFile;
  found: Imported;
  lineOf(node: Node): number;
  known: Set<string>;
}

function readTask(node: Node, parent: string | null, reading: Reading): void {
  const { file, found, known } = reading;
  const line = reading.lineOf(node);
  const leave = (what: string, why: string) =>
    found.left.push({ path: file.path, line, what: bounded(oneLine(what), 160), why });
  const value: unknown = node.type === 'object' ? getNodeValue(node) : undefined;
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const id = textOf(fields.id);
  if (id === '')
    return void leave(file.text.slice(node.offset, node.offset + Math.min(node.length, 160)), 'a task without an id');
  const origin = parent === null || id.startsWith(`${parent}.`) ? id : `${parent}.${id}`;
  if (known.has(origin)) return void leave(origin, 'a task of this id stands above');
  known.add(origin);
  const status = textOf(fields.status) || 'pending';
  const title = oneLine(textOf(fields.title));
  if (status === 'cancelled') return void leave(`${origin}: ${title}`, CANCELLED);
  const said = SAID[status];
  if (said === undefined) leave(`${origin}: status ${status}`, 'a status that is not known; it is taken to be open');
  const subtasks = findNodeAtLocation(node, ['subtasks'])?.children ?? [];
  const item: ImportedItem = {
    ...{ path: file.path, line, origin, title: bounded(title, 180) || origin, ...(parent === null ? {} : { parent }) },
    after: listIn(fields.dependencies).map((one) => dependencyOf(one, parent, known)),
    ...{ files: [], criteria: [], claims: [], notes: [], said: said ?? 'open', word: bounded(status, 40) },
  };
  for (const [name, word] of [
    ['description', ''],
    ['details', ''],
  ] as const) {
    const { notes, more } = notesOf(textOf(fields[name]));
    item.notes.push(...notes.map((one) => `${word}${one}`));
    item.files.push(...notes.flatMap(pathsIn).filter((one) => !item.files.includes(one)));
    if (more > 0) leave(`${origin}: ${more} lines of its ${name}`, 'there are more than an entry holds');
  }
  const strategy = notesOf(textOf(fields.testStrategy));
  item.criteria.push(...strategy.notes);
  if (strategy.more > 0)
    leave(`${origin}: ${strategy.more} lines of its test strategy`, 'there are more than an entry holds');
  if (textOf(fields.priority) !== '')
    item.notes.push(`In Task Master: priority ${bounded(oneLine(textOf(fields.priority)), 40)}`);
  const others = Object.keys(fields).filter((name) => !KNOWN.has(name));
  if (others.length > 0) leave(`${origin}: fields ${others.slice(0, 12).join(', ')}`, 'items have no such fields');
  found.items.push(item);
  if (parent === null) for (const subtask of subtasks) readTask(subtask, origin, reading);
  else if (subtasks.length > 0) leave(`${origin}: ${subtasks.length} parts`, 'Task Master knows none of parts');
}

/** Says which task a dependency means: below a task a number is a sibling where there is one, `1.2` is a part anywhere. */
function dependencyOf(one: unknown, parent: string | null, known: ReadonlySet<string>): string {
  const id = textOf(one);
  const sibling = `${parent}.${id}`;
  return parent !== null && typeof one === 'number' && known.has(sibling) ? sibling : id;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, 1000) : []);

/** Sets statuses of tasks to done, and changes nothing else of the file. */
export function markTaskMaster(text: string, done: ReadonlySet<string>, tag: string | undefined): string {
  const lists = listsOf(text);
  const list = lists?.get(tag ?? '') ?? lists?.get('master') ?? [...(lists?.values() ?? [])][0];
  const changes: { offset: number; length: number }[] = [];
  const visit = (node: Node, parent: string | null) => {
    const id = textOf(findNodeAtLocation(node, ['id'])?.value);
    const origin = parent === null || id.startsWith(`${parent}.`) ? id : `${parent}.${id}`;
    const status = findNodeAtLocation(node, ['status']);
    if (done.has(origin) && status?.type === 'string' && status.value !== 'done') changes.push(status);
    if (parent === null) for (const part of findNodeAtLocation(node, ['subtasks'])?.children ?? []) visit(part, origin);
  };
  for (const task of list?.tasks ?? []) visit(task, null);
  return changes
    .toSorted((one, other) => other.offset - one.offset)
    .reduce((now, { offset, length }) => `${now.slice(0, offset)}"done"${now.slice(offset + length)}`, text);
}
