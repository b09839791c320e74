import { isDeepStrictEqual } from 'node:util';
import { CLIENTS } from '@flow/clients/clients';
import { TRAITS } from '@flow/clients/traits';
import { isFront } from '@flow/engine/places/front';
import { isOurHook } from '@flow/engine/places/git-hook';
import { isLauncher } from '@flow/engine/places/launcher';
import { isMarked } from '@flow/engine/places/project-files';
import { parseJson } from '@flow/evidence';
import type { FileState } from '@flow/evidence/disk/file-state';
import { withoutManagerCalls } from '../git-hooks/hook-managers.js';
import { removeEntries } from '../host-files/settings-edit.js';
import { removeLocalBlock } from '../project/exclude-block.js';
import { removeBlock } from '../project/ignore-block.js';
import { removeRules } from '../project/rules-block.js';
import { withoutSeal } from '../seal/local-settings.js';
import type { Part } from './undo-record.js';

/**
 * A file without what is ours in it, by its structure; null when nothing is left.
 * A file that holds nothing of ours, or cannot be read, comes back as it is.
 */
export function withoutOurs(part: Part, state: FileState | null): FileState | null {
  if (!state) return null;
  const text = state.bytes.toString('utf8');
  switch (part) {
    case 'launcher':
      return isLauncher(text) ? null : state;
    case 'front':
      return isFront(text) ? null : state;
    case 'git-hook':
      return isOurHook(text) ? null : state;
    case 'settings':
      return rest(state, text, withoutEntries(text), '{}');
    case 'plugin':
      return TRAITS.some(({ mark }) => mark !== undefined && text.startsWith(mark)) ? null : state;
    case 'local-settings':
      return rest(state, text, withoutSeal(text), '{}');
    case 'exclude':
      return rest(state, text, removeLocalBlock(text), '');
    case 'ignore':
      return rest(state, text, removeBlock(text), '');
    case 'rules':
      return rest(state, text, removeRules(text), '');
    case 'agent':
    case 'skill':
      return isMarked(text) ? null : state;
    case 'husky':
    case 'lefthook':
    case 'simple-git-hooks':
      return rest(state, text, withoutManagerCalls(part, text), '');
    default:
      return state;
  }
}

/** Tells whether a file holds something of ours. */
export function holdsOurs(part: Part, state: FileState | null): boolean {
  return state !== null && withoutOurs(part, state) !== state;
}

function rest(state: FileState, text: string, left: string, nothing: string): FileState | null {
  if (left === text) return state;
  return left.trim() === nothing ? null : { bytes: Buffer.from(left), mode: state.mode };
}

function withoutEntries(text: string): string {
  const edit = removeEntries(text);
  if (!edit.ok || edit.text === text) return text;
  // What a client's file has to begin with says nothing by itself.
  const left = parseJson(edit.text);
  return CLIENTS.some(({ head }) => head && isDeepStrictEqual(left, head)) ? '{}' : edit.text;
}
