import type { Language } from './mask.js';

/** A name that a compiler or loader says it does not find. */
export interface Missing {
  kind: 'name' | 'module';
  /** The name; of a module all of it, as it is spelled. */
  name: string;
  /** Module, package or type that lacks it, as it is spelled; empty for the place where it is used, null when not said. */
  of: string | null;
  /** The test cannot run without it; otherwise it ran, and may as well have failed for what it is to show. */
  hard: boolean;
}

type Row = [pattern: RegExp, read: (groups: Record<string, string | undefined>) => Missing];

const name = (of: string | undefined | null, own: string | undefined, hard = true): Missing => ({
  kind: 'name',
  name: own ?? '',
  of: of ?? null,
  hard,
});
const module = (own: string | undefined): Missing => ({ kind: 'module', name: own ?? '', of: null, hard: true });

/** `ROWS` holds the compilers' and loaders' own words, by language; a place in front of them is left out by the parsers. */
const ROWS: Readonly<Record<Language, readonly Row[]>> = {
  go: [
    [/^undefined: (?:(?<of>\w+)\.)?(?<name>\w+)$/, ({ of, name: own }) => name(of ?? '', own)],
    [
      /^\S+ undefined \(type (?<of>\S+) has no field or method (?<name>\w+)\b/,
      ({ of, name: own }) => name(`type ${of}`, own),
    ],
    [
      /^unknown field (?<name>\w+) in struct literal of type (?<of>\S+)/,
      ({ of, name: own }) => name(`type ${of}`, own),
    ],
    [
      /^(?:no required module provides package|cannot find package|package) "?(?<name>[\w./~-]+)"?(?:;| is not in std| in any of|$|: )/,
      ({ name: own }) => module(own),
    ],
    [/does not contain package (?<name>[\w./~-]+)/, ({ name: own }) => module(own)],
  ],
  python: [
    [
      /^ImportError: cannot import name '(?<name>\w+)' from (?:partially initialized module )?'(?<of>[\w.]+)'/,
      ({ of, name: own }) => name(of, own),
    ],
    [/^ModuleNotFoundError: No module named '(?<name>[\w.]+)'/, ({ name: own }) => module(own)],
    [
      /^AttributeError: (?:partially initialized )?module '(?<of>[\w.]+)' has no attribute '(?<name>\w+)'/,
      ({ of, name: own }) => name(of, own, false),
    ],
    [
      /^AttributeError: (?:type object )?'(?<of>\w+)'(?: object)? has no attribute '(?<name>\w+)'/,
      ({ of, name: own }) => name(`type ${of}`, own, false),
    ],
    [/^NameError: name '(?<name>\w+)' is not defined/, ({ name: own }) => name(null, own)],
  ],
  javascript: [
    [
      /requested module '(?<of>[^']+)' does not provide an export named '(?<name>[\w$]+)'/,
      ({ of, name: own }) => name(of, own),
    ],
    [
      /^SyntaxError: Export named '(?<name>[\w$]+)' not found in module '(?<of>[^']+)'/,
      ({ of, name: own }) => name(of, own),
    ],
    [/Failed to resolve import "(?<name>[^"]+)"/, ({ name: own }) => module(own)],
    [
      /(?:Cannot find (?:module|package)|Failed to load url) ['"]?(?<name>[^\s'"]+)['"]?/,
      ({ name: own }) => module(own),
    ],
    [
      /^TypeError: (?:\(0 ?, ?)?(?:[\w$]+\.)*(?<name>[\w$]+)\)? is not a (?:function|constructor)/,
      ({ name: own }) => name(null, own, false),
    ],
    [/^ReferenceError: (?<name>[\w$]+) is not defined/, ({ name: own }) => name(null, own)],
  ],
  ruby: [
    [/uninitialized constant (?:\w+::)*(?<name>\w+)/, ({ name: own }) => name(null, own)],
    [/undefined local variable or method [`'](?<name>\w+)/, ({ name: own }) => name(null, own)],
    [/undefined method [`'](?<name>\w+)[?!]?' for (?:#<|an instance of )?RSpec::/, ({ name: own }) => name(null, own)],
    [
      /undefined method [`'](?<name>\w+)[?!]?' for (?:#<|an instance of |class )?(?<of>[A-Z][\w:]*\w)/,
      ({ of, name: own }) => name(`type ${of}`, own, false),
    ],
    [/cannot load such file -- (?<name>\S+)/, ({ name: own }) => module(own)],
  ],
  rust: [
    [/^unresolved imports? `(?:(?<of>[\w:]+)::)?(?<name>\w+)`/, ({ of, name: own }) => name(of ?? '', own)],
    [
      /^cannot find (?:[\w, ]+ )?`(?<name>\w+)`(?: in (?:crate |module |enum |struct |trait )?(?:`(?<of>[\w:]+)`|this scope))?/,
      ({ of, name: own }) => name(of ?? '', own),
    ],
    [
      /^no (?:\w+ )*?(?:method|function or associated item|associated item|associated function|field|variant)(?: or \w+)*(?: named)? `(?<name>\w+)` (?:found|on).*?`(?:&(?:mut )?)?(?<of>[\w:]+)/,
      ({ of, name: own }) => name(`type ${of}`, own),
    ],
    [
      /^(?:struct|variant) `(?<of>[\w:]+)` has no field named `(?<name>\w+)`/,
      ({ of, name: own }) => name(`type ${of}`, own),
    ],
    [
      /^failed to resolve: could not find `(?<name>\w+)` in (?:the )?`?(?<of>[\w:]+)`?/,
      ({ of, name: own }) => name(of === 'crate' ? 'crate' : of, own),
    ],
    [/^(?:failed to resolve: )?use of undeclared type `(?<name>\w+)`/, ({ name: own }) => name('', own)],
    [
      /^(?:failed to resolve: )?use of (?:undeclared|unresolved) (?:crate or module|module or unlinked crate) `(?<name>\w+)`/,
      ({ name: own }) => module(own),
    ],
  ],
};

/** Words that a compiler adds when something is missing, and that tell nothing of their own. */
const ECHOES: Readonly<Record<Language, RegExp>> = {
  go: /^too many errors$|^to add it:$/,
  python: /^$(?!)/,
  javascript: /^$(?!)/,
  ruby: /^$(?!)/,
  rust: /^(?:type annotations needed|aborting due to|could not compile|some errors have detailed)/i,
};

/** Name that a message says is missing; undefined when the message says something else. */
export function readMissing(language: Language, message: string): Missing | undefined {
  // unittest has the module in front of the words.
  const text = message
    .trim()
    .slice(0, 1000)
    .replace(/^[\w.]+ did not load: /, '');
  for (const [pattern, read] of ROWS[language]) {
    const groups = pattern.exec(text)?.groups;
    if (groups) return read(groups);
  }
  return undefined;
}

/** Returns true for a message that only follows from others. */
export function isEcho(language: Language, message: string): boolean {
  return ECHOES[language].test(message.trim());
}
