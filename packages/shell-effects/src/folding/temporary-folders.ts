import { lookup } from '../bash/words/parameters.js';
import type { Language } from '../code/literals.js';
import { EXECUTES, GIT_LIBRARY } from '../code/starts.js';
import { isKnown } from '../state.js';
import type { Around } from './around.js';
import { literal } from './texts.js';

const NAMED_SO = String.raw`(?:(?:prefix|suffix)\s*=\s*["'][\w.-]*["']\s*,?\s*)*`;
const PIECE = String.raw`["'][\w.-]*["']`;
const TEMPORARY = String.raw`(?:(?:os|require\(\s*["'](?:node:)?os["']\s*\))\.)?tmpdir\(\)`;
/** The ways in which code makes a folder of its own among the temporary ones; `PATH` stands for the module of that name. */
const MAKES_FOLDER: Partial<Readonly<Record<Language, string>>> = {
  python: String.raw`(?<![\w.])(?:tempfile\.)?mkdtemp\(\s*${NAMED_SO}\)`,
  node: String.raw`(?<![\w$.])(?:await\s+)?(?:[\w$]+\.(?:promises\.)?)?mkdtemp(?:Sync)?\(\s*(?:(?:PATH\.)?join\(\s*${TEMPORARY}\s*,\s*${PIECE}\s*\)|${TEMPORARY}\s*\+\s*["']\/[\w.-]*["']|["']\/tmp\/[\w.-]+["'])\s*\)`,
};
/** Where such a folder gets its name, or the code goes into it. */
const NAMES: Partial<Readonly<Record<Language, string>>> = {
  python: String.raw`(?:(?<![\w.])(\w+)\s*=\s*(?:pathlib\.)?(?:Path\(\s*)?|\bos\.chdir\(\s*)`,
  node: String.raw`(?:(?<![\w$.])([\w$]+)\s*=\s*|\bprocess\.chdir\(\s*)`,
};
const WITH_FOLDER = new RegExp(
  String.raw`^([ \t]*)with[ \t]+(?:tempfile\.)?TemporaryDirectory\(\s*${NAMED_SO}\)[ \t]+as[ \t]+(\w+)[ \t]*:`,
  'gm',
);
/** `AS_PATH` matches a temporary folder as an object of `pathlib`. */
const AS_PATH = /(?<![\w.])(\w+)\s*=\s*(?:pathlib\.)?Path\(\s*\1\s*\)/g;
/** The names of these ways given to something else, or where such folders are made. */
const OTHER_FOLDER =
  /\btempdir\b|\bTMPDIR\b|\bos\.environ\b|\bprocess\.env\b|\bas\s+tempfile\b|\bfrom\s+tempfile\b(?!\s+import\s+(?:mkdtemp|TemporaryDirectory)(?:\s*,\s*(?:mkdtemp|TemporaryDirectory))*\s*(?:[;\n]|$))|\bimport\b[^;\n]*\bas\s+(?:mkdtemp|TemporaryDirectory|Path)\b|\b(?:tempfile|mkdtemp(?:Sync)?|TemporaryDirectory|tmpdir|join|Path)\s*(?:=(?!=)|:)|\b(?:def|function|class)\s+(?:mkdtemp(?:Sync)?|TemporaryDirectory|tmpdir|join|Path)\b/;

/** Returns a folder that code makes for itself, where it starts nothing: what it writes there is nobody else's. */
export function insertTemporary(text: string, language: Language, around: Around): string {
  return EXECUTES.test(text.replace(/`/g, '"')) || GIT_LIBRARY.test(text)
    ? text
    : insertOwnFolders(text, language, around);
}

/**
 * Returns folders that code makes for itself, as texts; the text itself where it makes none, or one could be another.
 */
export function insertOwnFolders(text: string, language: Language, { shell, session }: Around): string {
  const makes = MAKES_FOLDER[language];
  if (makes === undefined || OTHER_FOLDER.test(text)) return text;
  const top = lookup('TMPDIR', shell, session)?.value;
  const paths = new Set([...text.matchAll(AS_PATH)].map((match) => match[1]));
  // It stays the same folder.
  const own = language === 'python' ? text.replace(AS_PATH, 'pass') : text;
  let count = 0;
  const folder = (name?: string) => {
    const made = literal(
      `${isKnown(top) && top !== '' ? top : '/tmp'}/made-by-code${++count === 1 ? '' : `-${count}`}`,
    );
    return name !== undefined && paths.has(name) ? `Path(${made})` : made;
  };
  const made = own.replace(
    new RegExp(`${NAMES[language]}(${makes.replace('PATH', () => pathModule(text))})`, 'g'),
    (all, name, call) =>
      name === undefined || isBoundOnce(name, own) ? all.slice(0, -call.length) + folder(name) : all,
  );
  const placed =
    language === 'python'
      ? made.replace(WITH_FOLDER, (all, indent, name) =>
          isBoundOnce(name, own) ? `${indent}${name} = ${folder(name)}\n${indent}if True:` : all,
        )
      : made;
  return placed === own ? text : placed;
}

/** Makes a pattern of the names by which a code has the module `path`. */
function pathModule(text: string): string {
  const bound = /(?<![\w$.])([\w$]+)\s*=\s*require\(\s*["'](?:node:)?path["']\s*\)(?!\s*[.[(])/.exec(text)?.[1];
  return `(?:path|${(bound ?? 'path').replaceAll('$', '\\$')})`;
}

/** A name that code gives to one thing only. */
function isBoundOnce(name: string, text: string): boolean {
  const own = name.replaceAll('$', '\\$');
  const all = new RegExp(
    String.raw`(?<![\w$.])${own}\s*(?:[-+|&?/*]{0,2}=(?!=)|:=)|\b(?:as|for|def|function|global|import)\s+${own}(?![\w$])|[({[,]\s*${own}\s*(?=[,)\]}:=])[^\n;=]*[)\]}]\s*=(?!=)|(?:^|[;\n:])[ \t]*(?:\w+[ \t]*,[ \t]*)*${own}[ \t]*,[\w \t,*]*=(?!=)`,
    'g',
  );
  return text.match(all)?.length === 1;
}
