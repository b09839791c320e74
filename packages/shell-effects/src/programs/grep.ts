import { grepLines } from '../bash/words/text-patterns.js';
import { contentOf } from '../disk/paths.js';
import { grepFiles, listedFiles } from '../disk/search.js';
import { namesAsLines, type PrintCall } from '../prints/call.js';
import type { ProgramFile } from '../program.js';
import { isKnown } from '../state.js';
import type { ReaderRule } from '../writers/rules.js';

const GREP: ReaderRule = {
  skip: 1,
  instead: /^(?:-[a-zA-Z]*[ef]|--regexp|--file)/,
  valued: '-e -f -A -B -C -m -d -D --regexp --file --include --exclude --exclude-dir --color -t -g --glob --type',
  files: '-f --file',
  deep: /^-[a-zA-Z]*[rR]|^--(?:dereference-)?recursive/,
};

/** Searching programs print lines that match a pattern. */
export const grep: ProgramFile = {
  'grep, egrep, fgrep': { reads: GREP, prints: searched },
  zgrep: { reads: GREP },
  rg: { reads: { ...GREP, deep: /./ }, prints: searched },
  'ag, ack': { reads: { ...GREP, deep: /./ } },
};

/** Tells what a search prints: names of files, or the lines of its input. */
function searched({ program, words, operands, input, session, shell }: PrintCall): string | undefined {
  if (program === 'rg' && words.includes('--files')) return namesAsLines(listedFiles(words, session, shell), words);
  const names = namesAsLines(grepFiles(words, session, shell), words);
  if (names !== undefined) return names;
  const [, file, ...more] = operands;
  // Of one file the lines are printed as they are.
  const isOfFile = file !== undefined && more.length === 0 && !words.some((word) => /^-[a-zA-Z]*[rR]/.test(word));
  const text = isOfFile ? contentOf(session, shell, file) : input;
  const own = isOfFile ? words.filter((word) => word !== file) : words;
  return isKnown(text) ? grepLines(program === 'egrep' ? ['-E', ...own] : own, text) : undefined;
}
