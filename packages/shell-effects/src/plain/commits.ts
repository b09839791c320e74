import { mayMatter } from './may-matter.js';

/**
 * Lines that commit with a message of their own, beside commands that only read: what a commit does is told by git's
 * settings and hooks (`entry/plain-commits.ts`), not by its words. Part of a small file: no imports but the cheap question.
 */

/** Options of `git commit` that open no editor and leave the hooks alone. */
const OPTIONS = /^(?:-[aqs]+|--(?:all|quiet|signoff|amend|no-edit|allow-empty|message=.+)|--)$/s;

/** `TAKES_MESSAGE` matches an option whose next word is the message. */
const TAKES_MESSAGE = /^(?:-[aqs]*m|--message)$/;

/** `HALF` matches a separator or redirection with nothing before or behind it: such text is no line at all. */
const HALF = /(?:^|\n)\s*[;&|]|[;&|<]\s*(?:$|[;&|])|<[ \t]*\n/;

/** Returns true for a line in which every command reads, adds to the index, or is such a commit, and one is. */
export function isPlainCommit(command: string): boolean {
  // Elsewhere other hooks may lie.
  if (!command.includes('commit') || command.length > 4_096 || /(?:^|[\s;&|])cd(?:\s|$)/.test(command)) return false;
  const line = withoutDocuments(command);
  if (line === null || HALF.test(line.replace(/&&|\|\|/g, ';'))) return false;
  let commits = 0;
  const isCommit = (words: readonly string[]) => {
    const isOne = commitsPlainly(words);
    if (isOne) commits += 1;
    return isOne;
  };
  return !mayMatter(line, isCommit) && commits > 0;
}

function commitsPlainly([program, verb, ...words]: readonly string[]): boolean {
  if (program !== 'git' || verb !== 'commit') return false;
  let isTold = words.includes('--no-edit');
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (TAKES_MESSAGE.test(word)) {
      at += 1;
      if (at >= words.length) return false;
      isTold = true;
    } else if (word.startsWith('-') && !OPTIONS.test(word)) return false;
    else if (word.startsWith('--message=')) isTold = true;
  }
  return isTold;
}

/** A message as agents write it: a here-document in which nothing expands, all of a quoted word. */
const DOCUMENT = /"\$\(cat <<'(\w+)'\n([\s\S]*?)\n\1\n\s*\)"/g;

/** Returns the line with a plain word for each such message; null where one is not what it looks like. */
function withoutDocuments(command: string): string | null {
  if (!command.includes('<<')) return command;
  let isWhole = true;
  const line = command.replace(DOCUMENT, (_all, end: string, text: string) => {
    // The first line that is its end closes it, and what no message holds is looked at closely.
    if (text.split('\n').includes(end) || /[\x00-\x08\x0b-\x1f\x7f]/.test(text)) isWhole = false;
    // With quotes of both kinds: inside of other quotes it is no whole word, and the line is read.
    return `"a 'whole' message"`;
  });
  return isWhole ? line : null;
}
