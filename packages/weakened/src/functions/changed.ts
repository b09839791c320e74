import type { FileSet } from '../finding.js';
import type { Parse } from '../syntax/grammars.js';
import { languageOf } from '../syntax/language-of.js';
import type { FunctionFound } from './found.js';
import { functionsOfGo } from './go.js';
import { functionsOfJava } from './java.js';
import { functionsOfPython } from './python.js';
import { functionsOfRuby } from './ruby.js';
import { functionsOfRust } from './rust.js';
import { functionsOfScript } from './script.js';

/** A function that differs from the one before, in its file. */
export interface ChangedFunction extends Omit<FunctionFound, 'plain'> {
  path: string;
  /** Text of the function in one layout: what has the same text has not changed. */
  plain: string;
}

/** The functions of a content that changed, and files that no grammar reads. */
export interface Changed {
  functions: ChangedFunction[];
  unread: string[];
}

/**
 * Finds the functions of `after` that `before` does not have under the same name with the same text, in whatever file: what
 * was moved has not changed.
 * @param whole paths whose functions are all meant
 */
export function changedFunctions(
  before: FileSet,
  after: FileSet,
  parse: Parse,
  whole: ReadonlySet<string> = new Set(),
): Changed {
  const known = new Set(
    Object.entries(before).flatMap(([path, text]) => (functionsIn(path, text, parse) ?? []).map(keyOf)),
  );
  const unread: string[] = [];
  const functions = Object.entries(after).flatMap(([path, text]) => {
    const all = functionsIn(path, text, parse);
    if (all === null) unread.push(path);
    return numbered(all ?? [])
      .filter((one) => whole.has(path) || !known.has(keyOf({ ...one, name: one.own })))
      .map(({ own: _own, ...one }): ChangedFunction => ({ path, ...one }));
  });
  return { functions, unread };
}

const keyOf = ({ name, plain }: Pick<FunctionFound, 'name' | 'plain'>) => `${name}\0${plain}`;

/** Tells apart what has one name in a file, as a pair of accessors has: the second is `total#2`. */
function numbered(all: readonly FunctionFound[]): (FunctionFound & { own: string })[] {
  const seen = new Map<string, number>();
  return all.map((one) => {
    const count = (seen.get(one.name) ?? 0) + 1;
    seen.set(one.name, count);
    return { ...one, own: one.name, name: count === 1 ? one.name : `${one.name}#${count}` };
  });
}

/** Returns the functions of a file; null where no grammar reads it. */
export function functionsIn(path: string, text: string, parse: Parse): FunctionFound[] | null {
  const language = languageOf(path);
  const root = language && parse(language, text);
  if (!root) return null;
  switch (language) {
    case 'go':
      return functionsOfGo(root);
    case 'python':
      return functionsOfPython(root, text);
    case 'rust':
      return functionsOfRust(root);
    case 'java':
      return functionsOfJava(root);
    case 'ruby':
      return functionsOfRuby(root);
    default:
      return functionsOfScript(root, language !== 'javascript');
  }
}
