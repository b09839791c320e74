import { foldTexts } from './folding/calls.js';
import { followFunctions } from './folding/functions.js';
import { unrollLoops } from './folding/loops.js';
import {
  followNames,
  followWrappers,
  growLists,
  openTexts,
  splitDeclarations,
  splitUnpacked,
} from './folding/names.js';
import { insertNames } from './folding/searches.js';
import { type Around, insertSurroundings } from './folding/surroundings.js';
import { MAX_LENGTH } from './folding/texts.js';
import type { Language } from './literals.js';

/**
 * Makes visible as literals what code would find or put together: other names of calls, the environment, the words, the
 * input, the directory, decoded and joined texts, names on the disk, and loops over them. Only plain forms are followed.
 */
export function foldCode(text: string, language: Language, around: Around): string {
  if (text.length > MAX_LENGTH / 2) return text;
  let result = followNames(language === 'node' ? splitDeclarations(text) : text);
  result = openTexts(followWrappers(insertSurroundings(growLists(result), language, around)));
  if (language === 'python') result = splitUnpacked(result);
  result = followFunctions(result, language);
  for (let round = 0; round < 4; round++) {
    const before = result;
    result = foldTexts(result, language);
    result = insertNames(result, language, around);
    result = unrollLoops(result, language);
    if (result === before || result.length > MAX_LENGTH) break;
  }
  return result.length > MAX_LENGTH ? text : result;
}
