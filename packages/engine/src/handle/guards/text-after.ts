import type { Deed } from '../../judges/guard.js';

/**
 * Returns the content of a file behind a call of a client's own tool; null where the content is not known, or the tool
 * would fail.
 */
export function textAfter(tool: string, input: Deed['input'], before: string): string | null {
  if (tool === 'Write') return typeof input.content === 'string' ? input.content : null;
  if (tool !== 'Edit' && tool !== 'MultiEdit') return null;
  const edits: unknown[] = Array.isArray(input.edits) ? input.edits : [input];
  let text = before;
  for (const one of edits) {
    const { old_string: old, new_string: put, replace_all: all } = (one ?? {}) as Record<string, unknown>;
    if (typeof old !== 'string' || typeof put !== 'string' || !text.includes(old)) return null;
    if (old === '' && text !== '') return null;
    text = all === true && old !== '' ? text.split(old).join(put) : text.replace(old, () => put);
  }
  return text;
}
