import { lookup } from '../bash/words/parameters.js';
import type { Language } from '../code/literals.js';
import { findGitOutput } from '../git/output.js';
import { isKnown } from '../state.js';
import type { Around } from './around.js';
import { insertWords } from './own-words.js';
import { insertTemporary } from './temporary-folders.js';
import { items, literal, plain, TEXT } from './texts.js';

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

const VARIABLE =
  /os\.environ(?:\.get)?[[(]\s*["'](\w+)["']\s*(?:,[^\])]*)?[\])]|os\.getenv\(\s*["'](\w+)["'][^)]*\)|process\.env\.(\w+)|process\.env\[\s*["'](\w+)["']\s*\]|ENV(?:\.fetch\(|\[)\s*["'](\w+)["']\s*[\])]|\$ENV\{\s*["']?(\w+)["']?\s*\}|getenv\(\s*["'](\w+)["']\s*\)/g;

/** A variable, and the text that stands for it where there is none. */
const DEFAULTED = new RegExp(
  String.raw`\b(?:os\.(?:environ\.get|getenv)|ENV\.fetch)\(\s*["'](\w+)["']\s*,\s*(${TEXT})\s*\)|\bprocess\.env\.(\w+)\s*(?:\|\||\?\?)\s*(${TEXT})`,
  'g',
);

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
  const usual = spread.replace(DEFAULTED, (all, first, text, second, other) =>
    value(first ?? second) === undefined ? (text ?? other) : all,
  );
  return usual.replace(VARIABLE, (all, ...names) => {
    const found = value(names.slice(0, 7).find((name) => name !== undefined) as string);
    return isKnown(found) ? literal(found) : all;
  });
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

/** Puts the folder in which code runs, and the user's home, in the place of what asks for them. */
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
      ? findGitOutput(verb, words, session.at(shell, frame))
      : undefined;
    return isKnown(asked) ? literal(asked.trim()) : all;
  });
}
