import type { Finding } from '@flow/core';
import type { Failed, NoticeCode, TakenTree } from '@flow/evidence';

/** What makes a run worth less than it looks, by what is told of the content. */
const DOUBTS: { readonly [Code in NoticeCode]?: string } = {
  sparse: 'CONTENT_SPARSE',
  'lfs-pointer': 'CONTENT_POINTERS',
  'submodule-edits': 'CONTENT_SUBMODULE',
  'submodule-absent': 'CONTENT_SUBMODULE',
  'submodule-unread': 'CONTENT_SUBMODULE',
  'case-clash': 'CONTENT_CASE',
  'case-ignored': 'CONTENT_CASE',
};

/** What the agent should know once before it runs tests on this content. */
export function doubtsOf(taken: TakenTree | Failed): Finding[] {
  if ('failed' in taken) return [{ code: 'CONTENT_UNTAKEN', level: 'note', args: { what: taken.failed } }];
  return taken.notices.flatMap(({ code, text }) => {
    const doubt = DOUBTS[code];
    const setting = code === 'case-ignored' ? { setting: 'core.ignoreCase' } : {};
    return doubt === undefined ? [] : [{ code: doubt, level: 'note' as const, args: { what: text, ...setting } }];
  });
}
