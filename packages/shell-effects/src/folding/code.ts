import type { Language } from '../code/literals.js';
import type { Around } from './around.js';
import { foldTexts } from './calls.js';
import { followFunctions } from './functions.js';
import { followHelpers } from './helpers.js';
import { followInstances } from './instances.js';
import { unrollLoops } from './loops.js';
import { followNames, followWrappers, growLists, openTexts, splitDeclarations, splitUnpacked } from './names.js';
import { unrollRecords } from './records.js';
import { insertReturned } from './returned-values.js';
import { asNodeStarts, nameInterpreter } from './runtimes.js';
import { insertNames } from './searches.js';
import { insertSurroundings } from './surroundings.js';
import { insertEntries } from './table-entries.js';
import { MAX_LENGTH } from './texts.js';
import { insertVariables } from './variables.js';

const MAX_ROUNDS = 4;

/**
 * Makes visible as literals what code would find or put together: other names of calls, the environment, the words, the
 * input, the directory, decoded and joined texts, variables, names on the disk, and loops over them. Only plain forms are
 * followed; the rest of the text stays. What is put together last may be asked for first: all is done twice.
 */
export function foldCode(text: string, language: Language, around: Around): string {
  return foldOnce(foldOnce(text, language, around), language, around);
}

function foldOnce(text: string, language: Language, around: Around): string {
  if (text.length > MAX_LENGTH / 2) return text;
  const named = nameInterpreter(text, language);
  let result = followNames(
    followHelpers(
      unrollRecords(language === 'node' ? splitDeclarations(asNodeStarts(named)) : named, language),
      language,
    ),
  );
  result = openTexts(followWrappers(insertSurroundings(growLists(result), language, around)));
  if (language === 'python') result = splitUnpacked(result);
  result = insertEntries(insertReturned(result, language), language);
  result = followInstances(followFunctions(result, language), language);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = result;
    result = foldTexts(result, language);
    result = insertNames(result, language, around);
    result = unrollLoops(result, language);
    result = insertVariables(result, language);
    if (result === before || result.length > MAX_LENGTH) break;
  }
  return result.length > MAX_LENGTH ? text : result;
}
