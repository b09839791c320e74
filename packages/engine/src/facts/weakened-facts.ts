import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Policy } from '@flow/core';
import { type Repository, repositoryState } from '@flow/evidence';
import { readBlobs } from '@flow/evidence/git/tree-view';
import { isSealedHere } from '../places/seal.js';
import { runWithInput } from './run-with-input.js';

/** How a test, or what runs it, lost strength, as `@flow/weakened` tells it. Texts are foreign. */
export interface Weakening {
  kind: string;
  path: string;
  line: number;
  test?: string;
  before: string;
  after: string;
}

/** What was found, or why nobody looked. */
export type WeakenedFacts =
  | { state: 'seen'; findings: Weakening[] }
  | { state: 'unseen'; why: string; isSealed?: true };

/** The program of the optional package, in a project that has installed it. */
const PROGRAM = 'node_modules/@flow/weakened/dist/program.js';

/** Files in which tests, or what runs them, can lose strength. */
const LOOKED_AT =
  /\.(?:go|pyi?|[cm]?[jt]sx?|rs|java|rb|rake|snap|ambr|golden|approved|gradle|kts|mk|toml|cfg|ini|ya?ml|json|jsonc|xml|sh|bash)$|(?:^|\/)(?:[Mm]akefile|GNUmakefile|[Jj]ustfile|Rakefile|Jenkinsfile|\.(?:rspec|nycrc|c8rc|coveragerc|flake8|pylintrc|mocharc|eslintrc|simplecov)|pylintrc)$|(?:^|\/)(?:__snapshots__|snapshots|golden|expected|approvals)\//;

const MAX_FILES = 600;
/** Characters of both contents together. */
const MAX_TEXT = 16 * 1024 * 1024;
/** Time limit of the look, and what the rest of the push needs, in milliseconds. */
const MAX_TIME = 30_000;
const REST = 1500;

/**
 * Finds how tests lost strength from where the work began to the content that is judged. It is a program of its own: its
 * grammars are large, and it reads foreign text.
 * @returns null where there is nothing to say: nobody asked and nothing is installed, or no file of a kind that is looked at changed
 */
export function weakenedFacts(
  repository: Repository,
  { push }: Policy,
  { fork, judged, changed }: { fork: string; judged: string; changed: readonly string[] },
  deadline: number,
): WeakenedFacts | null {
  if (push.weakened === 'off') return null;
  const program = programOf(repository);
  if (program === null && push.weakened === undefined) return null;
  const files = changed.filter((file) => LOOKED_AT.test(file) && !/(?:^|\/)(?:node_modules|vendor|dist)\//.test(file));
  if (files.length === 0) return null;
  if (program === null) return { state: 'unseen', why: '@flow/weakened is not installed' };
  // A sealed shell can write the program and what it loads, and nothing that a sealed shell wrote is started outside.
  if (isSealedHere(repository, process.env))
    return { state: 'unseen', why: 'sealed shells can write the program that looks', isSealed: true };
  if (files.length > MAX_FILES)
    return { state: 'unseen', why: `${files.length} files changed, more than ${MAX_FILES}` };
  const [before, after] = [textsOf(repository, fork, files, deadline), textsOf(repository, judged, files, deadline)];
  const keep = path.join(repositoryState(repository), 'weakened');
  const input = JSON.stringify({ before, after, keep });
  if (input.length > MAX_TEXT) return { state: 'unseen', why: 'the change is too large' };
  const timeout = Math.min(MAX_TIME, deadline - REST - Date.now());
  if (timeout <= 0) return { state: 'unseen', why: 'there was no time left' };
  const printed = runWithInput(process.execPath, [program, '-'], {
    ...{ directory: repository.root, environment: process.env, input, timeout, mayLeaveInput: false },
    codes: [0, 1],
  });
  if (!printed.ok) return { state: 'unseen', why: printed.why };
  const findings = findingsIn(printed.text);
  return findings === null ? { state: 'unseen', why: 'its answer cannot be read' } : { state: 'seen', findings };
}

/** Finds the program in the work tree, or in the one whose worktree it is. */
function programOf({ root, commonDir }: Repository): string | null {
  const folders = [root, path.dirname(commonDir)];
  return folders.map((folder) => path.join(folder, PROGRAM)).find((file) => existsSync(file)) ?? null;
}

function textsOf(
  repository: Repository,
  treeish: string,
  files: readonly string[],
  deadline: number,
): Record<string, string> {
  const texts = new Map<string, string | undefined>();
  readBlobs(repository, treeish, files, deadline, texts);
  return Object.fromEntries([...texts].filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function findingsIn(text: string): Weakening[] | null {
  try {
    const { version, findings } = JSON.parse(text) as { version?: unknown; findings?: unknown };
    if (version !== 1 || !Array.isArray(findings)) return null;
    const isOne = (one: Partial<Weakening>) =>
      [one.kind, one.path, one.before, one.after].every((part) => typeof part === 'string') &&
      typeof one.line === 'number' &&
      (one.test === undefined || typeof one.test === 'string');
    return findings.every((one) => one !== null && typeof one === 'object' && isOne(one))
      ? (findings as Weakening[])
      : null;
  } catch {
    return null;
  }
}
