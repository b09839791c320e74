import type { Language } from './literals.js';

/** An invocation tells what an interpreter is told to run by its words. */
export interface Invocation {
  /** Code on the command line; `undefined` is what comes from the input. */
  readonly code: readonly (string | undefined)[];
  /** A script, if no code is given. */
  readonly script: string | undefined;
  /** The words that the code or the script gets. */
  readonly given: readonly string[];
  /** Modules and files that are loaded before, as they are named. */
  readonly loads: readonly Load[];
  /** Files that the code changes in place, and what is put behind the names of the copies that stay. */
  readonly inPlace: { readonly files: readonly string[]; readonly suffix: string | undefined } | undefined;
}

interface Load {
  readonly name: string;
  /** The option loads a file where the name is a path. */
  readonly isFile: boolean;
}

/** Subcommands of runtimes that stand before the script. */
const RUNS: Readonly<Record<string, string>> = { deno: 'run', bun: 'run' };

/** Reads the words behind the name of an interpreter. */
export function readInvocation(program: string, language: Language, words: readonly string[]): Invocation {
  const code: (string | undefined)[] = [];
  const loads: Load[] = [];
  const mayRepeat = language === 'perl' || language === 'ruby';
  const inPlace = (end: number, files: readonly string[]) =>
    mayRepeat ? readInPlace(words.slice(0, end), files) : undefined;
  let given: readonly string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (program === 'deno' && word === 'eval') {
      code.push(words[at + 1] ?? '');
      break;
    }
    const option = codeOption(language, word);
    if (option !== undefined) {
      code.push(option === '' ? (words[++at] ?? '') : option);
      given = words.slice(at + 1);
      if (mayRepeat) continue;
      break;
    }
    if (takesValue(language, word)) {
      loads.push({ name: words[++at] ?? '', isFile: /^(?:-r|--require|--import|--loader)$/.test(word) });
    } else if (language === 'node' && word.startsWith('--') && word.includes('=data:')) {
      loads.push({ name: word.slice(word.indexOf('=') + 1), isFile: false });
    } else if (word === '-' || /^\/dev\/(?:stdin|fd\/0)$/.test(word)) {
      code.push(undefined);
      // Node counts the dash among the words of its code.
      given = words.slice(language === 'node' ? at : at + 1);
      break;
    } else if (
      !word.startsWith('-') &&
      code.length === 0 &&
      !(Object.hasOwn(RUNS, program) && RUNS[program] === word)
    ) {
      const behind = words.slice(at + 1);
      return { code, script: word, given: behind, loads, inPlace: inPlace(at, behind) };
    }
  }
  if (code.length === 0 && words.every((word) => word.startsWith('-'))) code.push(undefined);
  const files = words.filter((word, at) => !word.startsWith('-') && !/^-[a-zA-Z0-9.]*[eE]$/.test(words[at - 1] ?? ''));
  return { code, script: undefined, given, loads, inPlace: inPlace(words.length, files) };
}

const IN_PLACE = /^-(?![MmIC])[a-zA-Z0-9]*i(\.[\w.~]+)?/;

/** `readInPlace` finds options such as `-i` and `-pi.bak`. */
function readInPlace(options: readonly string[], files: readonly string[]): Invocation['inPlace'] {
  const found = options.map((word) => IN_PLACE.exec(word)).filter((match) => match !== null);
  return found.length === 0 ? undefined : { files, suffix: found.find((match) => match[1] !== undefined)?.[1] };
}

/** With these options, and no others, only the syntax is looked at: `node --check -r x.js` runs what it loads before. */
const CHECKS: Readonly<Record<string, RegExp>> = { node: /^(?:-c|--check)$/, ruby: /^-c$/, php: /^-l$/ };

/** Tells whether an interpreter is told to look at its script and not to run it. */
export function onlyReads(program: string, words: readonly string[]): boolean {
  const end = words.findIndex((word) => !/^-./.test(word));
  const options = words.slice(0, end < 0 ? undefined : end).filter((word) => !word.startsWith('--input-type='));
  const check = Object.hasOwn(CHECKS, program) ? CHECKS[program] : undefined;
  return options.length > 0 && options.every((word) => check?.test(word) === true);
}

const CODE: Partial<Readonly<Record<Language, RegExp>>> = {
  python: /^-[a-zA-Z]*c([\s\S]*)$/,
  node: /^(?:-p?e|-pe?|--eval|--print)(?:=([\s\S]*))?$/,
  perl: /^-(?![MmIC])[a-zA-Z0-9.]*[eE]([\s\S]*)$/,
  php: /^-[rBRE]([\s\S]*)$/,
};
const OTHER_CODE = /^-(?![rIC])[a-zA-Z0-9.]*e([\s\S]*)$/;

/** Returns the code in or after an option; empty text means that the next word is it. */
function codeOption(language: Language, word: string): string | undefined {
  if (word.startsWith('--') && language !== 'node') return undefined;
  const match = (CODE[language] ?? OTHER_CODE).exec(word);
  return match === null ? undefined : (match[1] ?? '');
}

function takesValue(language: Language, word: string): boolean {
  if (language === 'python') return /^-[WX]$/.test(word);
  if (language === 'node')
    return /^(?:-r|--require|--import|--loader|--experimental-loader|-C|--conditions|--env-file|--input-type)$/.test(
      word,
    );
  if (language === 'php') return /^-[cd]$/.test(word);
  return /^-[IMmr]$/.test(word) && language !== 'perl';
}
