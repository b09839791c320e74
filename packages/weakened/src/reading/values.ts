import { numberText } from '../syntax/syntax.js';
import type { Assertion } from './assertion.js';

/** Returns the literal values and the names in a text of one layout. */
export function valuesAndNames(text: string): Pick<Assertion, 'literals' | 'names'> {
  const found: Pick<Assertion, 'literals' | 'names'> = { literals: [], names: [] };
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[^\s"]+/g)) {
    if (/^"|^-?\.?\d|^:\w|^\/./.test(token))
      found.literals.push(token.startsWith('"') ? token : numberText(token.toLowerCase()));
    else if (/^(?:true|false|null|nil|none|undefined)$/i.test(token)) found.literals.push(token.toLowerCase());
    else if (/^[@$]?[A-Za-z_]/.test(token)) found.names.push(token);
  }
  return found;
}
