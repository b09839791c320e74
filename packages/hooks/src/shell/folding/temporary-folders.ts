import type { Language } from '../code/literals.js';
import { EXECUTES, GIT_LIBRARY } from '../code/starts.js';
import { isKnown } from '../state.js';
import { lookup } from '../words/parameters.js';
import type { Around } from './surroundings.js';
import { literal } from './texts.js';

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
export function insertTemporary(text: string, language: Language, { shell, session }: Around): string {
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
