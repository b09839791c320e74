import type { Language } from '../code/literals.js';
import { EXECUTES, GIT_LIBRARY } from '../code/starts.js';
import { findGitOutput } from '../git/output.js';
import { type Frame, isKnown, type Session, type Shell } from '../state.js';
import { lookup } from '../words/parameters.js';
import { items, literal, plain, TEXT } from './texts.js';

/** What code finds around it when it runs. */
export interface Around {
  readonly session: Session;
  readonly shell: Shell;
  readonly frame: Frame;
  /** Words of its command line. */
  readonly words: readonly string[];
  /** It is a file, not text on the command line: interpreters count their words differently then. */
  readonly isFile: boolean;
}

/** Code with what it would find around it written out: variables, the branch, its words, its input, its folders. */
export function insertSurroundings(text: string, language: Language, around: Around): string {
  let result = insertVariables(text, language, around);
  result = insertBranch(result, around);
  result = insertWords(result, language, around);
  // An interpreter that reads its code from its input has no other input.
  if (around.frame.input?.rest !== text) result = insertInput(result, around);
  if (language === 'node') result = insertModules(result);
  return insertFolders(insertTemporary(result, language, around), around);
}

/** The ways in which code makes a folder of its own among the temporary ones. */
const MAKES_FOLDER: Partial<Readonly<Record<Language, RegExp>>> = {
  python: /(?<![\w.])(\w+)\s*=\s*tempfile\.mkdtemp\(\s*(?:(?:prefix|suffix)\s*=\s*["'][\w.-]*["']\s*,?\s*)*\)/g,
  node: /(?<![\w$.])([\w$]+)\s*=\s*(?:await\s+)?(?:fs\.)?mkdtemp(?:Sync)?\(\s*(?:path\.)?join\(\s*(?:os\.)?tmpdir\(\)\s*,\s*["'][\w.-]*["']\s*\)\s*\)/g,
};
const WITH_FOLDER =
  /^([ \t]*)with[ \t]+tempfile\.TemporaryDirectory\(\s*(?:(?:prefix|suffix)\s*=\s*["'][\w.-]*["']\s*,?\s*)*\)[ \t]+as[ \t]+(\w+)[ \t]*:/gm;
/** The names of these ways given to something else, or where such folders are made. */
const OTHER_FOLDER =
  /\btempdir\b|\bTMPDIR\b|\bos\.environ\b|\bprocess\.env\b|\bas\s+tempfile\b|\bfrom\s+tempfile\b|\b(?:tempfile|mkdtemp(?:Sync)?|tmpdir|join)\s*(?:=(?!=)|:)|\b(?:def|function|class)\s+(?:mkdtemp(?:Sync)?|tmpdir|join)\b/;

/** A folder that code makes for itself, where it starts nothing: what it writes there is nobody else's. */
function insertTemporary(text: string, language: Language, { shell, session }: Around): string {
  const makes = MAKES_FOLDER[language];
  if (
    makes === undefined ||
    OTHER_FOLDER.test(text) ||
    EXECUTES.test(text.replace(/`/g, '"')) ||
    GIT_LIBRARY.test(text)
  )
    return text;
  const top = lookup('TMPDIR', shell, session)?.value;
  const folder = literal(`${isKnown(top) && top !== '' ? top : '/tmp'}/made-by-code`);
  const made = text.replace(makes, (all, name) =>
    isBoundOnce(name, text) ? all.replace(/=[\s\S]*$/, () => `= ${folder}`) : all,
  );
  return language === 'python'
    ? made.replace(WITH_FOLDER, (all, indent, name) =>
        isBoundOnce(name, text) ? `${indent}${name} = ${folder}\n${indent}if True:` : all,
      )
    : made;
}

/** A name that code gives to one thing only. */
function isBoundOnce(name: string, text: string): boolean {
  const own = name.replaceAll('$', '\\$');
  const all = new RegExp(
    String.raw`(?<![\w$.])${own}\s*(?:[-+|&?/*]{0,2}=(?!=)|:=)|\b(?:as|for|def|function|global|import)\s+${own}(?![\w$])|[({[,]\s*${own}\s*[,)\]}][^\n;]*=(?!=)`,
    'g',
  );
  return text.match(all)?.length === 1;
}

const VARIABLE =
  /os\.environ(?:\.get)?[[(]\s*["'](\w+)["']\s*(?:,[^\])]*)?[\])]|os\.getenv\(\s*["'](\w+)["'][^)]*\)|process\.env\.(\w+)|process\.env\[\s*["'](\w+)["']\s*\]|ENV(?:\.fetch\(|\[)\s*["'](\w+)["']\s*[\])]|\$ENV\{\s*["']?(\w+)["']?\s*\}|getenv\(\s*["'](\w+)["']\s*\)/g;

/** The code sets a variable for itself: `os.environ["F"] = "x"`, `process.env.F = "x"`. */
const SETS = new RegExp(
  String.raw`(?:\bos\.environ\[|\bprocess\.env(?:\.|\[)|\bENV[[{])\s*(?:["'](\w+)["']|(\w+))\s*[\]}]?\s*=\s*(${TEXT})`,
  'g',
);

function insertVariables(text: string, language: Language, { shell, session }: Around): string {
  const own = new Map([...text.matchAll(SETS)].map((set) => [(set[1] ?? set[2]) as string, plain(set[3] as string)]));
  const value = (name: string) => own.get(name) ?? lookup(name, shell, session)?.value;
  const spread =
    language === 'perl'
      ? text.replace(/(["'][^"'\n]*)\$ENV\{["']?(\w+)["']?\}/g, (all, before, name) =>
          isKnown(value(name)) ? before + value(name) : all,
        )
      : text;
  return spread.replace(VARIABLE, (all, ...names) => {
    const found = value(names.slice(0, 7).find((name) => name !== undefined) as string);
    return isKnown(found) ? literal(found) : all;
  });
}

/** Where the first word of its own stands among the words that an interpreter tells of. */
function firstWord(language: Language, isFile: boolean): number {
  if (language === 'node') return isFile ? 2 : 1;
  return language === 'python' || language === 'php' ? 1 : 0;
}

function insertWords(text: string, language: Language, { words, isFile }: Around): string {
  const first = firstWord(language, isFile);
  const word = (index: string) => words[Number(index) - first];
  const single = text
    // Between texts of a template there are only names.
    .replace(/\$?\{\s*(?:sys|process)\.argv\[(\d)\]\s*\}/g, (all, index) => word(index) ?? all)
    .replace(/(?:\bsys\.argv|\bprocess\.argv|\$ARGV|\bARGV|\$argv|\barg)\[(\d)\]/g, (all, index) => {
      const found = word(index);
      return found === undefined ? all : literal(found);
    });
  if (words.length === 0) return single;
  const list = words.map(literal).join(', ');
  const result = takenApart(single, words, first)
    .replace(/(?:\bprocess\.argv\.at\(-1\)|\bsys\.argv\[-1\]|\bARGV\.(?:last|first|shift)\b|\bARGV\[-1\])/g, (all) =>
      literal(words.at(/first|shift/.test(all) ? 0 : -1) as string),
    )
    .replace(/\*?(?:\bsys\.argv\[1:\]|\bprocess\.argv\.slice\([12]\))/g, (all) =>
      all.startsWith('*') ? list : `[${list}]`,
    );
  if (language !== 'perl' && language !== 'ruby') return result;
  // All words: `exec @ARGV`, `system(*ARGV)`.
  const called = result.replace(
    /(\b(?:exec|system|spawn)\b\s*\(?\s*(?:(?:"[^"\n]*"|'[^'\n]*')\s*,\s*)*)[@*]ARGV\b/g,
    (_all, call) => (call.includes('(') ? call + list : `${call.trimEnd()}(${list})`),
  );
  return language === 'perl' ? insertFirst(called, words[0] as string) : called;
}

/** `const [, , name] = process.argv` with a text for each of its names. */
function takenApart(text: string, words: readonly string[], first: number): string {
  return text.replace(
    /\b(const|let|var)\s+\[([\w$,\s]*)\]\s*=\s*process\.argv(?:\.slice\((\d)\))?(?![\w.[(])/g,
    (all, kind, given: string, skipped = '0') => {
      const names = given.split(',').map((name) => name.trim());
      const own = names.flatMap((name, at) => {
        const word = words[at + Number(skipped) - first];
        return name === '' || word === undefined ? [] : [`${name} = ${literal(word)}`];
      });
      return own.length === 0 ? all : `${kind} ${own.join(`; ${kind} `)}`;
    },
  );
}

/** The first word as scripts of Perl take it, also within a text; a text that is a whole text is that one. */
function insertFirst(text: string, word: string): string {
  return text
    .replace(/\bshift\b(?!\s*[@(\w])/g, literal(word))
    .replace(/"([^"\n]*)\$ARGV\[0\]([^"\n]*)"/g, (_all, before, after) => literal(before + word + after))
    .replace(/(["'])(>{1,2}|)"([^"\n]*)"\1/g, '$1$2$3$1');
}

const INPUT =
  /\bsys\.stdin\.(?:read|readline)\(\)(?:\.r?strip\(\))?|\binput\([^)]*\)(?:\.strip\(\))?|\b(?:STDIN|\$stdin)\.(?:read|gets)(?:\.(?:strip|chomp))?|\bgets\.(?:chomp|strip)|\breadFileSync\(\s*(?:0|["']\/dev\/stdin["'])[^)]*\)(?:\.toString\(\))?(?:\.trim\(\))?/g;

function insertInput(text: string, { frame }: Around): string {
  const input = frame.input?.rest;
  if (!isKnown(input) || input === '') return text;
  const line = literal(input.replace(/\n+$/, ''));
  return text.replace(INPUT, () => line);
}

function insertModules(text: string): string {
  return text.replace(/\brequire\.resolve\(\s*(["'])([\w@.][\w@./-]*)\1[^()]*\)/g, (_all, _quote, name) =>
    literal(name.startsWith('.') ? name : `node_modules/${name}`),
  );
}

const HOME =
  /\b(?:(?:os|require\(\s*["'](?:node:)?os["']\s*\))\.homedir\(\)|(?<!\.)homedir\(\)|Dir\.home\b|(?:pathlib\.)?Path\.home\(\))|\bos\.path\.expanduser\(\s*["']~["']\s*\)/g;

/** Where it runs, and the user's home. */
function insertFolders(text: string, { shell, session }: Around): string {
  const { cwd } = shell;
  const { home } = session.context;
  const placed = isKnown(cwd)
    ? text
        .replace(/\b(?:pathlib\.)?Path\.cwd\(\)/g, () => `Path(${literal(cwd)})`)
        .replace(/\b(?:os\.getcwdb?|process\.cwd|Dir\.pwd|Dir\.getwd|getcwd)\(\)|\b(?:Dir\.pwd|__dir__)\b/g, () =>
          literal(cwd),
        )
    : text;
  return placed
    .replace(/\b(?:os\.path\.)?expanduser\(\s*(["'])~\/([^"'\\]*)\1\s*\)/g, (_all, _quote, rest) =>
      literal(`${home}/${rest}`),
    )
    .replace(HOME, (all) => (all.includes('Path.home') ? `Path(${literal(home)})` : literal(home)));
}

const BRANCH_QUERY =
  /\b(?:subprocess\.(?:check_output|run|getoutput)|child_process\.exec(?:File)?Sync|(?<![\w.])(?:check_output|exec(?:File)?Sync))\(\s*((?:\[\s*)?["']git["']\s*,[^()]{1,120}|["']git\s[^"'()\n]{1,80}["'])([^()]{0,200})\)(?:\.stdout)?(?:\.(?:decode|toString)\([^()]*\))?(?:\.(?:r?strip|trim(?:End)?)\(\))?/g;

/** Code that asks git for the current branch gets its name. */
function insertBranch(text: string, { session, shell, frame }: Around): string {
  if (!/--show-current|--abbrev-ref|symbolic-ref/.test(text)) return text;
  return text.replace(BRANCH_QUERY, (all, command: string) => {
    const [, verb = '', ...words] = items(command).flatMap((word) => word.split(/\s+/));
    const asked = /^(?:branch|rev-parse|symbolic-ref)$/.test(verb)
      ? findGitOutput(verb, words, session, shell, frame)
      : undefined;
    return isKnown(asked) ? literal(asked.trim()) : all;
  });
}
