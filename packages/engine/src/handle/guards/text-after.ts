import path from 'node:path';
import { readSmall } from '@flow/evidence/disk/read-small';
import { textsAfterPatch } from '@flow/shell-effects/text/patched-text';
import type { Deed, FileEdit } from '../../judges/guard.js';

/**
 * Returns the content of a file behind a call of a client's own tool, empty where the file is gone; null where the content is not known, or
 * the tool would fail.
 */
export function textAfter(
  { tool, input, directory }: Pick<Deed, 'tool' | 'input' | 'directory'>,
  { path: file }: Pick<FileEdit, 'path'>,
  before: string,
): string | null {
  const placeOf = (name: unknown) => path.resolve(directory, String(name));
  if (typeof input.patch_string === 'string') {
    const texts = textsAfterPatch(input.patch_string, placeOf, (name) => readSmall(placeOf(name)) ?? null);
    const after = texts?.get(file);
    return after === undefined ? null : (after ?? '');
  }
  if (tool === 'Write') return typeof input.content === 'string' ? input.content : null;
  if (tool !== 'Edit' && tool !== 'MultiEdit') return null;
  const edits: unknown[] = Array.isArray(input.edits) ? input.edits : [input];
  let text = before;
  for (const one of edits) {
    const {
      file_path: name,
      old_string: old,
      new_string: put,
      replace_all: all,
    } = (one ?? {}) as Record<string, unknown>;
    if (name !== undefined && placeOf(name) !== file) continue;
    if (typeof old !== 'string' || typeof put !== 'string' || !text.includes(old)) return null;
    if (old === '' && text !== '') return null;
    text = all === true && old !== '' ? text.split(old).join(put) : text.replace(old, () => put);
  }
  return text;
}
