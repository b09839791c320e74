import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { quoted } from '../shell-word.js';

/** Writes a file in one step: a session that reads it meanwhile finds the whole. */
export function writeText(file: string, content: string, mode = 0o600): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, content, { mode });
  chmodSync(fresh, mode);
  renameSync(fresh, file);
}

/** Writes a program that starts another one with the words that follow. */
export function writeProgram(file: string, words: readonly string[]): void {
  const line = words.map(quoted).join(' ');
  writeText(file, `#!/bin/sh\nexec ${line} "$@"\n`, 0o700);
}
