import { withBlock, withoutBlock } from './managed-block.js';

const MARKS = { begin: '# flow-hooks', end: '# flow-hooks end' };

/** Files that the machine writes beside people's documents; generated anew on any machine, so never committed. */
const IGNORED = ['develop/**/test-results*.json'];

/** The text of a `.gitignore` (null: no file) with our block in it, everything else as it is. */
export const addBlock = (text: string | null): string => withBlock(text, MARKS, IGNORED);

/** The text without our block, or the same text when it holds none. */
export const removeBlock = (text: string): string => withoutBlock(text, MARKS);
