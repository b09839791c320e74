import type { Finding } from '@flow/core';
import type { Failed, NoticeCode, TakenTree } from '@flow/evidence';

/** Doubts about a run that the content shows: the run is worth less than it looks. */
const DOUBTS: { readonly [Code in NoticeCode]?: string } = {
  sparse: 'CONTENT_SPARSE',
  'lfs-pointer': 'CONTENT_POINTERS',
  'submodule-edits': 'CONTENT_SUBMODULE',
  'submodule-absent': 'CONTENT_SUBMODULE',
  'submodule-unread': 'CONTENT_SUBMODULE',
  'case-clash': 'CONTENT_CASE',
  'case-ignored': 'CONTENT_CASE',
};

/** Doubts that the agent should know of once before tests run on this content. */
export function doubtsOf(taken: TakenTree | Failed): Finding[] {
  if ('failed' in taken) return [{ code: 'CONTENT_UNTAKEN', level: 'note', args: { what: taken.failed } }];
  return taken.notices.flatMap(({ code, text }) => {
    const doubt = DOUBTS[code];
    const setting = code === 'case-ignored' ? { setting: 'core.ignoreCase' } : {};
    return doubt === undefined ? [] : [{ code: doubt, level: 'note' as const, args: { what: text, ...setting } }];
  });
}
