import path from 'node:path';
import { isOfClass, type Policy } from '@flow/core';
import { type Repository, repositoryState } from '@flow/evidence';
import { readBlobs } from '@flow/evidence/git/tree-view';
import { askLooker, findLooker, MAX_LOOK, whyNotStarted } from './weakened-program.js';

/** How a test, or what runs it, lost strength, as `@flow/weakened` tells it. Texts are foreign. */
export interface Weakening {
  kind: string;
  path: string;
  line: number;
  test?: string;
  before: string;
  after: string;
  /** The claim of this work that says what the test expects now. */
  claim?: string;
}

/** What was found, or why nobody looked. */
export type WeakenedFacts = { state: 'seen'; findings: Weakening[] } | Unseen;

/** Nobody looked, and why. */
interface Unseen {
  state: 'unseen';
  why: string;
  isSealed?: true;
  /** The policy does not ask, and tests changed: it is said aside. */
  isAside?: true;
  /** The program is another one than was recorded. */
  isOther?: true;
}

/** Ends of the names of files in which tests, or what runs them, can lose strength. */
const ENDS = new Set(
  (
    'go py pyi js cjs mjs jsx cjsx mjsx ts cts mts tsx ctsx mtsx rs java rb rake snap ambr golden approved ' +
    'gradle kts mk toml cfg ini yml yaml json jsonc xml sh bash'
  ).split(' '),
);

/** Whole names of such files, and folders of which all are. */
const NAMES =
  /(?:^|\/)(?:[Mm]akefile|GNUmakefile|[Jj]ustfile|Rakefile|Jenkinsfile|Dockerfile|\.(?:husky|githooks)\/[\w-]+|\.(?:eslint|stylelint|nyc|c8|coverage)ignore|\.(?:rspec|nycrc|c8rc|coveragerc|flake8|pylintrc|mocharc|eslintrc|simplecov)|pylintrc)$|(?:^|\/)(?:__snapshots__|snapshots|golden|expected|approvals)\//;

/** The end of most names says it, which is told without a pattern. */
export function mayLoseStrength(file: string): boolean {
  const dot = file.lastIndexOf('.');
  return (dot >= 0 && ENDS.has(file.slice(dot + 1))) || NAMES.test(file);
}

const MAX_FILES = 600;
/** What the rest of the push needs, in milliseconds. */
const REST = 1500;

/**
 * Finds how tests lost strength from where the work began to the content that is judged. It is a program of its own: its
 * grammars are large, and it reads foreign text.
 * @returns null where there is nothing to say: nobody asked and nothing is installed, or no file of a kind that is looked at changed
 */
export function weakenedFacts(
  repository: Repository,
  policy: Policy,
  { fork, judged, changed, isFresh = false }: Looked,
  deadline: number,
): WeakenedFacts | null {
  if (policy.push.weakened === 'off') return null;
  const looker = findLooker(repository);
  const files = lookedAt(changed);
  if (files.length === 0) return null;
  if (looker === null) return uninstalled(repository, policy, { fork, files }, deadline);
  const why = whyNotStarted(repository, looker);
  if (why !== null && !('isOther' in why && isFresh)) return { state: 'unseen', ...why };
  if (files.length > MAX_FILES)
    return { state: 'unseen', why: `${files.length} files changed, more than ${MAX_FILES}` };
  const [before, after] = [textsOf(repository, fork, files, deadline), textsOf(repository, judged, files, deadline)];
  const keep = path.join(repositoryState(repository), 'weakened');
  const timeout = Math.min(MAX_LOOK, deadline - REST - Date.now());
  if (timeout <= 0) return { state: 'unseen', why: 'there was no time left' };
  const printed = askLooker(repository, looker, ['-'], { before, after, keep }, { timeout, codes: [0, 1] });
  if (!printed.ok) return { state: 'unseen', why: printed.why };
  const findings = findingsIn(printed.text);
  return findings === null ? { state: 'unseen', why: 'its answer cannot be read' } : { state: 'seen', findings };
}

/**
 * Says that nobody looks at what changed since a fork, where the package is missing; null where it is there, or there is nothing
 * to say. No program is started.
 * @param changed lists the changed files; it is asked only where the package is missing
 */
export function weakenedUnlooked(
  repository: Repository,
  policy: Policy,
  fork: string,
  changed: () => readonly string[],
  deadline: number,
): string | null {
  if (policy.push.weakened === 'off' || findLooker(repository) !== null) return null;
  const files = lookedAt(changed());
  return (files.length > 0 && uninstalled(repository, policy, { fork, files }, deadline)?.why) || null;
}

const lookedAt = (changed: readonly string[]) =>
  changed.filter((file) => mayLoseStrength(file) && !/(?:^|\/)(?:node_modules|vendor|dist)\//.test(file));

/** Tells that the package is missing; where the policy does not ask for it, only if tests changed that were there before. */
function uninstalled(
  repository: Repository,
  { push, presets }: Policy,
  { fork, files }: { fork: string; files: readonly string[] },
  deadline: number,
): Unseen | null {
  const unseen = { state: 'unseen', why: '@flow/weakened is not installed' } as const;
  if (push.weakened !== undefined) return unseen;
  const tests = files.filter((file) => presets.some((preset) => isOfClass(file, preset, 'test')));
  // A test that is new has lost nothing.
  const isThere = tests.length > 0 && Object.keys(textsOf(repository, fork, tests, deadline)).length > 0;
  return isThere ? { ...unseen, isAside: true } : null;
}

/** What is looked at: the content where the work began, the one that is judged, and the files that differ. */
interface Looked {
  fork: string;
  judged: string;
  changed: readonly string[];
  /** The installation is CI's own and was made for this look. */
  isFresh?: boolean;
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
      (one.test === undefined || typeof one.test === 'string') &&
      (one.claim === undefined || typeof one.claim === 'string');
    return findings.every((one) => one !== null && typeof one === 'object' && isOne(one))
      ? (findings as Weakening[])
      : null;
  } catch {
    return null;
  }
}
