import type { Language } from '../code/literals.js';
import type { Around } from './around.js';
import { foldTexts } from './calls.js';
import { followHelpers } from './helpers.js';
import { followNames, splitDeclarations, splitUnpacked } from './names.js';
import { unrollRecords } from './records.js';
import { asNodeStarts, nameInterpreter } from './runtimes.js';
import { insertSurroundings } from './surroundings.js';
import { MAX_LENGTH } from './texts.js';
import { insertVariables } from './variables.js';

const MAX_ROUNDS = 4;

/**
 * Makes visible as literals what code would put together: other names of calls, the environment, the words, the input, the
 * directory, decoded and joined texts, variables, and steps that stand in the code in full. Only plain forms are followed;
 * the rest of the text stays. What is put together last may be asked for first: all is done twice.
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
  result = insertSurroundings(result, language, around);
  if (language === 'python') result = splitUnpacked(result);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = result;
    result = foldTexts(result, language);
    result = insertVariables(result, language);
    if (result === before || result.length > MAX_LENGTH) break;
  }
  return result.length > MAX_LENGTH ? text : result;
}
