import { withBlock, withoutBlock } from './managed-block.js';

const MARKS = { begin: '# flow-hooks', end: '# flow-hooks end' };

/** Files of this machine alone, which `git add -A` must not take along. */
const LOCAL = ['/.claude/settings.local.json'];

/** Returns the text of `.git/info/exclude` (null: no file) with our block in it, everything else as it is. */
export const addLocalBlock = (text: string | null): string => withBlock(text, MARKS, LOCAL);

/** Returns the text without our block. */
export const removeLocalBlock = (text: string): string => withoutBlock(text, MARKS);
