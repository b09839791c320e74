import { filesOfPatch, holdsPatch } from '@flow/shell-effects/text/apply-patch';
import type { GivenInput } from './nesting.js';

/**
 * Returns every file of a patch with its new lines, in the words of a file tool, and the patch itself: applied to the files
 * that are there, it tells their new texts. It lies under a name that no guard takes for a command or for names of files.
 */
export function patchInput(words: unknown): GivenInput {
  if (typeof words !== 'string') return { why: 'the patch is not a string' };
  const files = filesOfPatch(words);
  if (!holdsPatch(words) || files.length === 0) return { why: 'the patch names no file' };
  const edits = files.map(({ path, added }) => ({ file_path: path, new_string: added.join('\n') }));
  return { tool: PATCH_TOOL, input: { edits, patch_string: words } };
}

/** The name by which the guards know a tool that applies patches. */
const PATCH_TOOL = 'apply_patch';
