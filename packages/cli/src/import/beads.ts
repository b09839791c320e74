import { oneLine } from '@flow/core/documents/text';
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { emptyImport, type Imported, type ImportedItem, type Left, type Said, type SourceFile } from './model.js';
import { bounded, notesOf, pathsIn } from './text.js';

/**
 * The reader of beads takes the lines of JSON that `bd export` writes, usually `.beads/issues.jsonl`.
 *
 * Source of the format: `internal/types/types.go` (`Issue`, `Dependency`, statuses and types) and `cmd/bd/export.go` of
 * steveyegge/beads 1.0.5 (commit fbcee6c6); files of earlier versions lack `_type`, have `parent-child` and `blocks` alike,
 * and `tombstone` as the status of what was deleted (until their change log's removal of tombstones).
 */
export function readBeads(from: string, [file]: readonly SourceFile[]): Imported {
  const found = emptyImport('beads', from, 'Issues of beads');
  const lines = (file?.text ?? '').split(/\r\n?|\n/);
  const issues = new Map<string, Issue>();
  const leave = (line: number, what: string, why: string) =>
    found.left.push({ path: file?.path ?? from, line, what: bounded(oneLine(what), 160), why });
  for (const [at, text] of lines.entries()) {
    if (text.trim() === '') continue;
    const read = issueOf(text, at + 1);
    if ('why' in read) leave(at + 1, read.what, read.why);
    else if (issues.has(read.id)) leave(at + 1, read.id, 'an issue of this id stands above');
    else issues.set(read.id, read);
  }
  for (const issue of issues.values()) found.items.push(itemOf(issue, issues, file?.path ?? from, found.left));
  if (issues.size > 0)
    leave(
      1,
      `times, authors and owners of ${issues.size} issues`,
      'items have no such fields; the history stays there',
    );
  return found;
}

interface Issue {
  id: string;
  line: number;
  fields: Readonly<Record<string, unknown>>;
}

/** Types that are no work: letters between agents, their events, and gates that programs keep. */
const NO_WORK = new Set(['message', 'event', 'gate', 'molecule', 'agent', 'role', 'rig', 'convoy', 'slot']);

function issueOf(text: string, line: number): Issue | { what: string; why: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { what: text.slice(0, 160), why: 'it is no JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { what: text.slice(0, 160), why: 'it is no issue' };
  const fields = value as Record<string, unknown>;
  const name = textOf(fields.id) || textOf(fields.key);
  // What an agent remembers may be secret: its words are not repeated.
  if (fields._type === 'memory') return { what: `memory ${name}`, why: 'a memory of agents, and no issue' };
  const id = textOf(fields.id);
  if (id === '') return { what: text.slice(0, 160), why: 'it has no id' };
  const type = textOf(fields.issue_type);
  if (NO_WORK.has(type)) return { what: id, why: `its type ${bounded(type, 40)} is no work` };
  if (fields.is_template === true) return { what: id, why: 'a template of others, and no work' };
  if (fields.ephemeral === true || fields.pinned === true || fields.status === 'pinned')
    return { what: id, why: 'it is kept for context, and is no work that ends' };
  if (fields.status === 'tombstone') return { what: id, why: 'it was deleted there' };
  return { id, line, fields };
}

/** Statuses as `types.go` has them; a status of a project's own is open, and told. */
const SAID: Readonly<Record<string, Said>> = {
  open: 'open',
  in_progress: 'begun',
  hooked: 'begun',
  blocked: 'blocked',
  deferred: 'deferred',
  closed: 'done',
};

/** Kinds of dependency behind which work waits. */
const BEFORE = new Set(['blocks', 'waits-for']);

/** Fields that are read, and those that are told once for the whole file. */
const KNOWN = new Set([
  ...['_type', 'id', 'title', 'description', 'design', 'acceptance_criteria', 'notes', 'spec_id', 'status', 'priority'],
  ...['issue_type', 'assignee', 'estimated_minutes', 'close_reason', 'due_at', 'defer_until', 'external_ref', 'labels'],
  ...[
    'dependencies',
    'comments',
    'owner',
    'created_at',
    'created_by',
    'updated_at',
    'started_at',
    'closed_at',
    'parent',
  ],
  ...['closed_by_session', 'source_system', 'dependency_count', 'dependent_count', 'comment_count', 'content_hash'],
  ...['ephemeral', 'pinned', 'is_template', 'no_history', 'source_repo'],
]);

function itemOf(
  { id, line, fields }: Issue,
  all: ReadonlyMap<string, Issue>,
  path: string,
  left: Left[],
): ImportedItem {
  const leave = (what: string, why: string) =>
    left.push({ path, line, what: `${bounded(oneLine(id), 60)}: ${bounded(oneLine(what), 120)}`, why });
  const status = textOf(fields.status) || 'open';
  const said = SAID[status];
  if (said === undefined) leave(`status ${status}`, "a status of the project's own; it is taken to be open");
  const item: ImportedItem = {
    ...{ path, line, origin: id, title: bounded(oneLine(textOf(fields.title)), 180) || bounded(id, 60) },
    ...{ after: [], files: [], criteria: [], claims: [], notes: [], said: said ?? 'open', word: bounded(status, 40) },
  };
  addDependencies(item, fields, all, leave);
  const criteria = notesOf(textOf(fields.acceptance_criteria));
  item.criteria.push(...criteria.notes.map((one) => one.replace(/^\[.?\]\s*/, '')));
  if (criteria.more > 0) leave(`${criteria.more} lines of its criteria`, 'there are more than an entry holds');
  for (const [name, word] of [
    ['description', ''],
    ['design', 'Design: '],
    ['notes', 'Noted: '],
  ] as const) {
    const { notes, more } = notesOf(textOf(fields[name]));
    item.notes.push(...notes.map((one) => `${word}${one}`));
    item.files.push(...notes.flatMap(pathsIn).filter((one) => !item.files.includes(one)));
    if (more > 0) leave(`${more} lines of its ${name}`, 'there are more than an entry holds');
  }
  const about = [
    ...(typeof fields.priority === 'number' ? [`priority ${fields.priority}`] : []),
    ...['issue_type', 'assignee', 'spec_id', 'external_ref', 'due_at', 'defer_until', 'close_reason'].flatMap(
      (name) => {
        const value = oneLine(textOf(fields[name]));
        return value === ''
          ? []
          : [
              `${name
                .replace(/_(?:at|id|ref)$/, '')
                .replace('issue_type', 'type')
                .replace('_', ' ')} ${bounded(value, 200)}`,
            ];
      },
    ),
    ...(typeof fields.estimated_minutes === 'number' ? [`${fields.estimated_minutes} minutes estimated`] : []),
    ...(listOf(fields.labels).length > 0
      ? [
          `labels ${listOf(fields.labels)
            .map((one) => bounded(oneLine(textOf(one)), 40))
            .join(', ')}`,
        ]
      : []),
  ];
  if (about.length > 0) item.notes.push(`In beads: ${about.join('; ')}`);
  const comments = listOf(fields.comments).length;
  if (comments > 0) leave(`${comments} comments`, 'items have none');
  const others = Object.keys(fields).filter((name) => !KNOWN.has(name));
  if (others.length > 0) leave(`fields ${others.slice(0, 12).join(', ')}`, 'items have no such fields');
  return item;
}

function addDependencies(
  item: ImportedItem,
  fields: Issue['fields'],
  all: ReadonlyMap<string, Issue>,
  leave: (what: string, why: string) => void,
): void {
  for (const one of listOf(fields.dependencies)) {
    const { type, depends_on_id: on } = (typeof one === 'object' && one !== null ? one : {}) as Record<string, unknown>;
    const [kind, other] = [textOf(type), textOf(on)];
    const told = `${kind} ${other}`;
    if (kind === 'parent-child' || BEFORE.has(kind)) {
      if (!all.has(other)) leave(told, 'the file has no such work');
      else if (kind === 'parent-child') {
        if (item.parent !== undefined) leave(told, `it is a part of ${item.parent} already`);
        else item.parent = other;
      } else if (!item.after.includes(other)) item.after.push(other);
      if (kind === 'waits-for') leave(told, 'here it waits for that itself, and not for its children alone');
    } else if (kind === 'conditional-blocks') leave(told, 'nothing of ours begins only where another has failed');
    else item.notes.push(`In beads: ${bounded(oneLine(told), 200)}`);
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, 1000) : []);

/**
 * Closes issues, and changes nothing else of the file: beads takes an issue in only with `closed_at` where it is closed, and with
 * a later `updated_at` than its own (`Validate` and `filterStaleImportIssues`, in the sources above).
 */
export function markBeads(text: string, done: ReadonlySet<string>, now: string): string {
  return text
    .split(/(\r\n?|\n)/)
    .map((line, at) => (at % 2 === 0 && /^\s*\{/.test(line) ? closed(line, done, now) : line))
    .join('');
}

function closed(line: string, done: ReadonlySet<string>, now: string): string {
  let fields: unknown;
  try {
    fields = JSON.parse(line);
  } catch {
    return line;
  }
  const { id, status } = fields as Record<string, unknown>;
  if (typeof id !== 'string' || !done.has(id) || status === 'closed') return line;
  const root = parseTree(line);
  if (root?.type !== 'object') return line;
  const changes: { offset: number; length: number; to: string }[] = [];
  const added: string[] = [];
  for (const [name, value] of [
    ['status', 'closed'],
    ['updated_at', now],
    ['closed_at', now],
  ] as const) {
    const node: Node | undefined = findNodeAtLocation(root, [name]);
    if (node) changes.push({ offset: node.offset, length: node.length, to: JSON.stringify(value) });
    else added.push(`,${JSON.stringify(name)}:${JSON.stringify(value)}`);
  }
  const last = root.children?.at(-1);
  if (last && added.length > 0) changes.push({ offset: last.offset + last.length, length: 0, to: added.join('') });
  return changes
    .toSorted((one, other) => other.offset - one.offset)
    .reduce((told, { offset, length, to }) => `${told.slice(0, offset)}${to}${told.slice(offset + length)}`, line);
}
