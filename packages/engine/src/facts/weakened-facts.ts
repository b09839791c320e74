import path from 'node:path';
import { isOfClass, matchesAny, type Policy } from '@flow/core';
import { type Repository, repositoryState } from '@flow/evidence';
import { VIEWS } from '../policy/views.js';
import { askLooker, findLooker, MAX_LOOK, whyNotStarted, whyNotStartedLater } from './weakened-program.js';
import { forgetSilence, keepSilence, questionOf, silenceOn } from './weakened-silence.js';
import { type Compared, MAX_READ, type Texts, weakenedTexts } from './weakened-texts.js';

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

/** What was found, with what could not be compared; or why nobody looked. */
export type WeakenedFacts = { state: 'seen'; findings: Weakening[]; unread?: Unseen } | Unseen;

/** Nobody looked, and why. */
export interface Unseen {
  state: 'unseen';
  why: string;
  /**
   * The way on: the package is installed, or installed anew as another one was recorded; nobody may start it here, as sealed shells
   * can write it; a look that takes longer; or eyes, as no program reads it.
   */
  way: 'install' | 'anew' | 'sealed' | 'longer' | 'eyes';
  /** The policy does not ask, and tests changed: it is said aside. */
  isAside?: true;
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
  if (looker === null) return uninstalled(repository, policy, { fork, judged, files }, deadline);
  const why = whyNotStarted(repository, looker);
  if (why !== null && !(why.way === 'anew' && isFresh)) return { state: 'unseen', ...why };
  if (files.length > MAX_FILES) return tooMany(files);
  const texts = weakenedTexts(repository, policy, { fork, judged, files }, deadline);
  const question = questionOf([texts.before, texts.after]);
  const silent = (why: string): Unseen => {
    keepSilence(repository, question, why);
    return { state: 'unseen', why, way: 'longer' };
  };
  const keep = path.join(repositoryState(repository), 'weakened');
  const timeout = Math.min(MAX_LOOK, deadline - REST - Date.now());
  if (timeout <= 0) return silent('there was no time left');
  const { before, after } = texts;
  const printed = askLooker(repository, looker, ['-'], { before, after, keep }, { timeout, codes: [0, 1] });
  if (!printed.ok) return silent(printed.why);
  const findings = findingsIn(printed.text);
  if (findings === null) return silent('its answer cannot be read');
  forgetSilence(repository, question);
  const unread = unreadOf(texts);
  return { state: 'seen', findings, ...(unread && { unread }) };
}

/**
 * Says that nobody looks at what changed since a fork, or that nobody could; null where somebody does, or there is nothing to say.
 * No program is started: what takes time is known from the last time that it was asked.
 * @param changed lists the changed files
 */
export function weakenedUnlooked(
  repository: Repository,
  policy: Policy,
  { fork, judged, changed }: Omit<Looked, 'changed'> & { changed: () => readonly string[] },
  deadline: number,
): Unseen | null {
  if (policy.push.weakened === 'off') return null;
  const files = lookedAt(changed());
  if (files.length === 0) return null;
  const looker = findLooker(repository);
  if (looker === null) return uninstalled(repository, policy, { fork, judged, files }, deadline);
  const why = whyNotStartedLater(repository, looker);
  if (why !== null) return { state: 'unseen', ...why };
  if (files.length > MAX_FILES) return tooMany(files);
  const texts = weakenedTexts(repository, policy, { fork, judged, files }, deadline);
  const silence = silenceOn(repository, questionOf([texts.before, texts.after]));
  return silence === null ? unreadOf(texts) : { state: 'unseen', why: silence, way: 'longer' };
}

const tooMany = ({ length }: readonly string[]): Unseen => ({
  ...{ state: 'unseen', why: `${length} files changed, more than ${MAX_FILES}`, way: 'eyes' },
});

/** Names of files that are told. */
const MAX_NAMES = 3;

/** Tells of tests that could not be compared; null where all could. */
function unreadOf({ unread }: Texts): Unseen | null {
  if (unread.length === 0) return null;
  const more = unread.length > MAX_NAMES ? ` and ${unread.length - MAX_NAMES} more` : '';
  const why = `${unread.slice(0, MAX_NAMES).join(', ')}${more} cannot be read, or ${unread.length === 1 ? 'has' : 'have'} more than ${MAX_READ / 1_000_000} MB`;
  return { state: 'unseen', why, way: 'eyes' };
}

/** Lists the files that are looked at. What a run of tests itself wrote tells of no test, and each run writes it anew. */
const lookedAt = (changed: readonly string[]) =>
  changed.filter(
    (file) => mayLoseStrength(file) && !/(?:^|\/)(?:node_modules|vendor|dist)\//.test(file) && !matchesAny(file, VIEWS),
  );

/** Tells that the package is missing; where the policy does not ask for it, only if tests changed that were there before. */
function uninstalled(repository: Repository, policy: Policy, compared: Compared, deadline: number): Unseen | null {
  const unseen = { state: 'unseen', why: '@flow/weakened is not installed', way: 'install' } as const;
  if (policy.push.weakened !== undefined) return unseen;
  const tests = compared.files.filter((file) => policy.presets.some((preset) => isOfClass(file, preset, 'test')));
  if (tests.length === 0) return null;
  // A test that is new has lost nothing.
  const { before, unread } = weakenedTexts(repository, policy, { ...compared, files: tests }, deadline);
  return Object.keys(before).length + unread.length > 0 ? { ...unseen, isAside: true } : null;
}

/** What is looked at: the content where the work began, the one that is judged, and the files that differ. */
interface Looked {
  fork: string;
  judged: string;
  changed: readonly string[];
  /** The installation is CI's own and was made for this look. */
  isFresh?: boolean;
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
