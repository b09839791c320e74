import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { WrittenItem } from '@flow/core/documents';
import { hooks } from '../evidence.js';
import { branchFor } from '../workflow/branch-name.js';
import type { Epic, EpicEntry } from './epic.js';

/** `EPICS` is the folder of epics, from the repository's root. */
export const EPICS = 'epics';

/** A name of an epic, which is that of its file. */
export const EPIC_NAME = /^[a-z0-9][a-z0-9-]{0,59}$/;

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** Reads every epic of a work tree, by name. */
export async function readEpics(root: string): Promise<Epic[]> {
  const names = filesIn(path.join(root, EPICS))
    .flatMap((file) => (file.endsWith('.md') ? [file.slice(0, -3)] : []))
    .filter((name) => EPIC_NAME.test(name))
    .toSorted();
  const { readSmall } = await hooks();
  const read = await Promise.all(
    names.map(async (name) => {
      const text = readSmall(path.join(root, EPICS, `${name}.md`));
      return text === undefined ? [] : [await epicOf(name, text)];
    }),
  );
  return read.flat();
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Reads an epic: a title, and an entry with a box for each of its runs, with `Branch:`, `Workflow:` and `After:` below it. */
export async function epicOf(name: string, text: string): Promise<Epic> {
  const { readDocument } = await import('@flow/core/documents');
  const file = `${EPICS}/${name}.md`;
  const { items = [], findings } = readDocument('text', file, text, digest);
  const title = /^#\s+(?:Epic:\s*)?(.+?)\s*$/m.exec(text)?.[1] ?? name;
  const entries = items.map(entryOf);
  return { name, path: file, title, entries, faults: [...findings.map(faultOf), ...faultsOf(entries)] };
}

const faultOf = ({ code, args }: { code: string; args: Readonly<Record<string, unknown>> }) => ({
  line: typeof args.line === 'number' ? args.line : 1,
  message: code,
});

function entryOf({ id, title, after, details = [], line }: WrittenItem): EpicEntry {
  const field = (name: string) =>
    details.flatMap((one) => new RegExp(`^${name}\\s*:\\s*(\\S+)\\s*$`, 'i').exec(one)?.[1] ?? [])[0];
  return {
    ...{ id, goal: title, after, line },
    branch: field('branch') ?? branchFor(title),
    workflow: field('workflow') ?? 'spec',
  };
}

function faultsOf(entries: readonly EpicEntry[]): { line: number; message: string }[] {
  const ids = entries.map(({ id }) => id);
  return entries.flatMap(({ id, branch, after, line }, at) => {
    const told: string[] = [];
    if (id === '') told.push('the entry has no id: write one in front of it, such as `R1:`');
    else if (ids.indexOf(id) !== at) told.push(`${id} is listed twice: give the second another id`);
    if (entries.findIndex((one) => one.branch === branch) !== at)
      told.push(`${branch} is the branch of two entries: a branch has one run`);
    for (const other of after)
      if (!ids.includes(other)) told.push(`${id} comes after ${other}, which is not listed`);
      else if (comesBefore(id, other, entries)) told.push(`${id} and ${other} wait for each other`);
    return told.map((message) => ({ line, message }));
  });
}

/** Tells whether an entry comes before another one, however many stand between. */
function comesBefore(first: string, second: string, entries: readonly EpicEntry[]): boolean {
  const seen = new Set<string>();
  const open = [second];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === first) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(entries.find((one) => one.id === id)?.after ?? []));
  }
  return false;
}
