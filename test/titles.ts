import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const known = new Map<string, string[]>();

/** Titles of the tests and groups of a file: the first argument of a call of `test` or `describe`, or of its table. */
export function titlesOf(file: string): string[] {
  let titles = known.get(file);
  if (!titles) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const calls = text.matchAll(/(?:\b(?:test|it|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g);
    titles = [...calls].map((match) => match[2]!.replace(/\\(.)/g, '$1'));
    known.set(file, titles);
  }
  return titles;
}

/** Tests that a text of the documents names: `file › title`, or a part of the title. */
export function testsNamedIn(text: string): { file: string; title: string }[] {
  return [...text.matchAll(/`([^`]+\.test\.ts) › ([^`]+)`/g)].map(([, file = '', title = '']) => ({ file, title }));
}
