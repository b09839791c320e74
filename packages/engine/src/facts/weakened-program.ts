import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import {
  canonical,
  isOurSignature,
  loadKey,
  type Repository,
  repositoryState,
  sign,
  writeFileAtomic,
} from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { isSealedHere } from '../places/seal.js';
import { type Printed, runWithInput } from './run-with-input.js';

/** The program of the optional package, in a project that has installed it. */
const PACKAGE = 'node_modules/@flow/weakened';
const PROGRAM = 'dist/program.js';

/** Bounds of what is read of the package and of what it needs. */
const MAX_FILES = 5000;
const LOADED = /\.(?:[cm]?js|json|wasm|node)$/;

/** The program that looks for weakened tests: what it is started by, and what it is. */
export interface Looker {
  program: string;
  /** SHA-256 over the package and what it needs; null where that cannot be read. */
  digest: string | null;
}

/** Finds the program in the work tree, or in the one whose worktree it is; null where it is not installed. */
export function findLooker({ root, commonDir }: Pick<Repository, 'root' | 'commonDir'>): Looker | null {
  const folder = [root, path.dirname(commonDir)]
    .map((one) => path.join(one, PACKAGE))
    .find((one) => existsSync(path.join(one, PROGRAM)));
  return folder === undefined ? null : { program: path.join(folder, PROGRAM), digest: digestOf(folder) };
}

/** Takes the digest of all that a start of the program loads: its own built files, and the packages that it needs. */
function digestOf(folder: string): string | null {
  try {
    const { createHash } = process.getBuiltinModule('node:crypto');
    const hash = createHash('sha256');
    let left = MAX_FILES;
    const add = (file: string, name: string) => {
      if (left-- <= 0) throw new Error('too many files');
      hash.update(`${name}\0`).update(createHash('sha256').update(readFileSync(file)).digest());
    };
    const addFolder = (where: string, name: string): void => {
      for (const entry of readdirSync(where, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        const file = path.join(where, entry.name);
        // A link leads elsewhere: what it leads to is what is loaded.
        if (entry.isDirectory() || (entry.isSymbolicLink() && existsSync(path.join(file, '.'))))
          addFolder(file, `${name}/${entry.name}`);
        else if (LOADED.test(entry.name)) add(file, `${name}/${entry.name}`);
      }
    };
    const seen = new Set<string>();
    const addNeeds = (of: string): void => {
      const { dependencies = {} } = JSON.parse(readFileSync(path.join(of, 'package.json'), 'utf8')) as {
        dependencies?: Record<string, string>;
      };
      for (const name of Object.keys(dependencies).toSorted()) {
        const found = neededBy(of, name);
        if (found === null || seen.has(found)) continue;
        seen.add(found);
        addFolder(found, name);
        addNeeds(found);
      }
    };
    const own = realpathSync(folder);
    add(path.join(own, 'package.json'), 'package.json');
    addFolder(path.join(own, 'dist'), 'dist');
    addNeeds(own);
    return hash.digest('hex');
  } catch {
    return null;
  }
}

/** Finds a package as Node does: in the `node_modules` of each folder above. */
function neededBy(folder: string, name: string): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    const here = path.join(at, 'node_modules', name);
    if (existsSync(path.join(here, 'package.json'))) return realpathSync(here);
    if (path.dirname(at) === at) return null;
  }
}

const recordFile = (repository: Repository, environment: NodeJS.ProcessEnv) =>
  path.join(repositoryState(repository, environment), 'weakened.json');

/** Returns the digest that was recorded; undefined where none was, or not by this user. */
export function recordedLooker(repository: Repository, environment: NodeJS.ProcessEnv): string | undefined {
  try {
    const { digest, mac } = JSON.parse(readSmall(recordFile(repository, environment)) ?? '') as Record<string, string>;
    return isOurSignature(canonical(['weakened', digest]), mac!, environment) ? digest : undefined;
  } catch {
    return undefined;
  }
}

/** Records which program may look from now on. Outside of the repository, under the user's key. */
export function recordLooker(repository: Repository, digest: string, environment: NodeJS.ProcessEnv): void {
  const mac = sign(loadKey(environment), canonical(['weakened', digest]));
  writeFileAtomic(recordFile(repository, environment), JSON.stringify({ digest, mac }));
}

/** Records the program that is there, where none has been recorded. */
export function recordFirstLooker(repository: Repository, environment: NodeJS.ProcessEnv): void {
  if (existsSync(recordFile(repository, environment))) return;
  const digest = findLooker(repository)?.digest;
  if (digest) recordLooker(repository, digest, environment);
}

/** Why the program may not be started here, and the way on. */
type NotStarted = { why: string; way: 'sealed' | 'anew' };

/**
 * Tells why the program may not be started here; null where it may. The first one that is met is recorded, as `install`
 * does.
 */
export function whyNotStarted(repository: Repository, looker: Looker): NotStarted | null {
  // A sealed shell can write the program and what it loads, and nothing that a sealed shell wrote is started outside.
  if (isSealedHere(repository, process.env)) return SEALED;
  recordFirstLooker(repository, process.env);
  return isRecorded(repository, looker) ? null : OTHER;
}

/** Tells the same where nobody starts it, and records nothing: a program that nobody has met yet may be started. */
export function whyNotStartedLater(repository: Repository, looker: Looker): NotStarted | null {
  if (isSealedHere(repository, process.env)) return SEALED;
  return !existsSync(recordFile(repository, process.env)) || isRecorded(repository, looker) ? null : OTHER;
}

const SEALED: NotStarted = { why: 'sealed shells can write the program that looks', way: 'sealed' };
const OTHER: NotStarted = { why: 'node_modules/@flow/weakened is not what was recorded', way: 'anew' };

const isRecorded = (repository: Repository, { digest }: Looker) =>
  digest !== null && recordedLooker(repository, process.env) === digest;

/** Characters of a question. */
const MAX_TEXT = 16 * 1024 * 1024;

/** Milliseconds that an answer may take. */
export const MAX_LOOK = 30_000;

/**
 * Asks the program something; a question that is too long is not asked.
 * @param words what it is started with
 * @param codes exit codes of an answer
 */
export function askLooker(
  { root }: Pick<Repository, 'root'>,
  { program }: Looker,
  words: readonly string[],
  question: object,
  { timeout = MAX_LOOK, codes = [0] }: { timeout?: number; codes?: readonly number[] } = {},
): Printed {
  const input = JSON.stringify(question);
  if (input.length > MAX_TEXT) return { ok: false, why: 'the change is too large' };
  return runWithInput(process.execPath, [program, ...words], {
    ...{ directory: root, environment: plainEnvironment(), input, timeout, mayLeaveInput: false, codes },
  });
}

/** Returns variables without those by which node loads something else first. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, NODE_PATH: _path, ...rest } = process.env;
  return rest;
}

/** Returns the digest of a program that is another one than was recorded, for a person to accept; null where there is none. */
export function newLooker(repository: Repository, environment: NodeJS.ProcessEnv): string | null {
  const digest = findLooker(repository)?.digest;
  return digest && existsSync(recordFile(repository, environment)) && digest !== recordedLooker(repository, environment)
    ? digest
    : null;
}
