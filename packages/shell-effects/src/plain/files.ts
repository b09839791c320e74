import { mayMatter } from './may-matter.js';

/**
 * Commands of plain words that make, copy, move or remove files one by one, as agents give them all day: what they do can
 * be told without a parser. Part of a small file: no imports but the cheap question.
 */

/** Plain files tell what a plain command names. */
export interface PlainFiles {
  /** Files that the command may change or copy, as the command names them. */
  names: string[];
  /** Files that the command changes. */
  written: string[];
  /** Operands that are no folders; with a folder among them the command does more than this. */
  files: string[];
}

/** Options that change nothing of what is told here. */
const OPTIONS: Readonly<Record<string, RegExp>> = {
  mkdir: /^-p$/,
  touch: /^-c$/,
  cp: /^-[fpv]+$/,
  mv: /^-[fv]+$/,
  rm: /^-[fv]+$/,
};

/** Names that only a folder has. */
const FOLDER = /(?:^|\/)\.{0,2}$/;

const lastPart = (name: string) => name.slice(name.lastIndexOf('/') + 1);

/**
 * @returns null for any other command: with a quote, an expansion, a redirection or a pipe, a change of folder, or a program
 * that is not among the five and does not only read
 */
export function plainFiles(command: string): PlainFiles | null {
  if (command.length > 1000 || !/^[\w ./:@%+,=-]*(?:(?:&&|;)[\w ./:@%+,=-]*)*$/.test(command)) return null;
  const told: PlainFiles = { names: [], written: [], files: [] };
  for (const part of command.split(/&&|;/)) {
    const [program = '', ...words] = part.trim().split(/ +/);
    // Nothing before or behind a separator is no command, or a mistake.
    if (
      program === '' ||
      program === 'cd' ||
      !(Object.hasOwn(OPTIONS, program) ? take(program, words, told) : !mayMatter(part))
    )
      return null;
  }
  return told.written.length > 0 ? told : null;
}

function take(program: string, words: readonly string[], { names, written, files }: PlainFiles): boolean {
  const operands = words.filter((word) => !word.startsWith('-'));
  if (words.some((word) => (word.startsWith('-') ? !OPTIONS[program]!.test(word) : FOLDER.test(word)))) return false;
  names.push(...operands);
  if (program !== 'mkdir') files.push(...operands);
  if (program !== 'cp' && program !== 'mv') {
    written.push(...operands);
    return operands.length > 0;
  }
  const [from = '', to = '', ...others] = operands;
  // The folder may be one that the same command makes.
  names.push(`${to}/${lastPart(from)}`);
  written.push(...(program === 'mv' ? [from, to] : [to]));
  return to !== '' && to !== from && others.length === 0;
}
