import { RESULT_VIEWS, SKELETONS } from '@flow/engine/policy/views';
import { withBlock, withoutBlock } from './managed-block.js';

const MARKS = { begin: '# flow-hooks', end: '# flow-hooks end' };

/**
 * Returns the text of a `.gitignore` (null: no file) with our block in it, everything else as it is: results of runs
 * and lists of claims, which the machine writes beside people's documents, and anew on any other. What a person or a
 * reviewer said is not made anew: whoever wants it in the history commits it.
 */
export const addBlock = (text: string | null): string => withBlock(text, MARKS, [...RESULT_VIEWS, ...SKELETONS]);

/** The text without our block, or the same text when it holds none. */
export const removeBlock = (text: string): string => withoutBlock(text, MARKS);
