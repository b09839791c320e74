import { statSync } from 'node:fs';
import path from 'node:path';
import { readEvidence } from '@flow/engine/facts/evidence';
import type { Surroundings } from '@flow/engine/places/surroundings';
import { isOnPath } from '@flow/engine/text/program-here';
import { folderIn } from '@flow/evidence/disk/folder-in';
import { codeRow } from './codes.js';
import { resolveCommit } from './commit.js';
import { KINDS, type Thing } from './explained.js';
import { testNamed } from './test.js';

const FORM = new RegExp(`^(${KINDS.join('|')}):(.+)$`, 's');

/** Reads the form that leaves no doubt: `file:src/a.ts`, `test:adds prices`. Null for any other word. */
export function formOf(word: string): Thing | null {
  const [, kind, name = ''] = FORM.exec(word) ?? [];
  return kind === undefined ? null : { kind: kind as Thing['kind'], name };
}

/**
 * Lists what a word without a form may name here, besides a command: a code, a file, a commit, a test on record. A word that
 * starts a program is a command as ever, so it names a thing only in its form: what is typed as a command keeps its meaning
 * whatever files and tests are called.
 */
export function readingsOf(word: string, around: Surroundings, directory: string): Thing[] {
  const readings: Thing[] = [];
  // Some machines have a program of that name, which nobody asks about by it alone.
  if (HEAD.test(word) && resolveCommit(word, around) !== null) return [{ kind: 'commit', name: word }];
  if (startsProgram(word, around, directory)) return readings;
  if (codeRow(word)) readings.push({ kind: 'code', name: word });
  const file = fileNamed(word, around, directory);
  if (file !== null) readings.push({ kind: 'file', name: file });
  if (REVISION.test(word) && resolveCommit(word, around) !== null) readings.push({ kind: 'commit', name: word });
  if (testNamed(word, readEvidence(around.repository), around).length === 1)
    readings.push({ kind: 'test', name: word });
  // What is written as codes are, and names nothing, is a code that does not exist, and no command that may be run.
  return readings.length === 0 && CODE.test(word) ? [{ kind: 'code', name: word }] : readings;
}

const HEAD = /^(?:HEAD|@)(?:[~^]\d{0,4}){0,8}$/;
/** The beginning of an id, a branch, a tag, or one of these and how far behind it. */
const REVISION = /^(?:[0-9a-f]{7,64}|[A-Za-z][\w./-]*(?:[~^]\d{0,4}){0,8})$/;
const CODE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/;

/** Words with which a shell does something by itself. */
const BUILT_IN =
  /^(?:[.:!{[]|\[\[|\w+=.*|alias|bg|builtin|case|cd|command|coproc|declare|dirs|disown|enable|eval|exec|exit|export|fc|fg|for|function|hash|if|jobs|let|local|mapfile|popd|pushd|read|readonly|return|select|set|shift|shopt|source|trap|type|typeset|ulimit|umask|unalias|unset|until|wait|while)$/;

/** Tells whether the first word of a line is a program's: a shell's own, one of the search path, or a file that may be run. */
function startsProgram(line: string, { start }: Surroundings, directory: string): boolean {
  const [first = ''] = line.trim().split(/\s/, 1);
  if (BUILT_IN.test(first)) return true;
  if (/^[\w.+-]+$/.test(first)) return isOnPath(first, start.environment);
  if (!/[\\/]/.test(first)) return false;
  const stat = statSync(path.resolve(directory, first), { throwIfNoEntry: false });
  return stat?.isFile() === true && (stat.mode & 0o111) !== 0;
}

/** Returns the path of a file that is there, relative to the root; null for none, and for what lies outside. */
export function fileNamed(word: string, { repository }: Surroundings, directory: string): string | null {
  if (word.length > 4096 || word.includes('\0')) return null;
  for (const from of [directory, repository.root]) {
    const file = path.resolve(from, word);
    const inside = folderIn(repository.root, file);
    if (inside !== null && inside !== '.' && statSync(file, { throwIfNoEntry: false })?.isFile()) return inside;
  }
  return null;
}
