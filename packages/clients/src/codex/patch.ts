import { isRecord } from '@flow/core/record';

/** Writes changed files as the patch that makes them, which is what a hook is told. */
export function patchOf(changes: unknown): string {
  const files = isRecord(changes) ? Object.entries(changes) : [];
  return ['*** Begin Patch', ...files.map(([file, change]) => partOf(file, change)), '*** End Patch', ''].join('\n');
}

function partOf(file: string, change: unknown): string {
  const { type, content, unified_diff: diff, move_path: to } = isRecord(change) ? change : {};
  if (type === 'delete') return `*** Delete File: ${file}`;
  if (type === 'add') return `*** Add File: ${file}\n${addedLines(String(content ?? ''))}`;
  const moved = typeof to === 'string' ? `\n*** Move to: ${to}` : '';
  return `*** Update File: ${file}${moved}\n${String(diff ?? '')}`;
}

const addedLines = (content: string): string => content.replace(/\n$/, '').replace(/^/gm, '+');
