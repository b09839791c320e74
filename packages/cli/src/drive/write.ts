import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes a file in one step: a session that reads it meanwhile finds the whole. */
export function text(file: string, content: string, mode = 0o600): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, content, { mode });
  chmodSync(fresh, mode);
  renameSync(fresh, file);
}

/** Quotes a word for a shell. */
export const shellWord = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Writes a program that starts another one with the words that follow. */
export function program(file: string, words: readonly string[]): void {
  const line = words.map(shellWord).join(' ');
  text(file, `#!/bin/sh\nexec ${line} "$@"\n`, 0o700);
}
