import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { writeFileAtomic } from '../../disk/atomic.js';
import { readFileBounded } from '../../disk/read-bounded.js';
import { sealFolder, stateFolder } from '../../disk/state-folder.js';
import type { Environment } from '../../environment.js';
import { EvidenceError } from '../../error.js';
import { isRecord, parseJson } from '../../json.js';
import { isHidden } from '../../keys/keyring.js';
import { homeFolder } from '../configuration.js';
import { findProgram } from '../program.js';
import type { Repository } from '../repository.js';
import { isElsewhere, ownFiles, type PlacedSetting, readConfiguration, sharedFiles } from './configuration-files.js';
import { isAsKept, isKeptProgram, type KeptProgram, keptFile, keptProgram, placesOf } from './kept-programs.js';
import { nestedIn, type SubmodulePaths } from './nested.js';
import { OURS, steeringOf } from './steering-keys.js';

/*
 * A sealed shell writes git's configuration. What that makes git start runs wherever git runs, so outside of a seal git is
 * started only under settings that a person had recorded.
 */

/** What a person had recorded of a sealed repository, in the state folder, where no sealed shell writes. */
interface Kept {
  version: 1;
  settings: { key: string; value: string | null; programs: KeptProgram[] }[];
  /** Programs that we start ourselves, by their names. */
  programs: KeptProgram[];
}

const MAX_BYTES = 1024 * 1024;

const recordOf = (repository: Pick<Repository, 'commonDir'>, environment: Environment) =>
  join(sealFolder(repository, environment), 'git.json');

/** Returns what is recorded; undefined where sessions are not sealed. */
function readKept(repository: Pick<Repository, 'commonDir'>, environment: Environment): Kept | undefined {
  const read = readFileBounded(recordOf(repository, environment), MAX_BYTES);
  if (read.kind === 'missing') return undefined;
  const value = read.kind === 'ok' ? parseJson(read.bytes.toString('utf8')) : undefined;
  const nothing: Kept = { version: 1, settings: [], programs: [] };
  if (!isRecord(value) || !Array.isArray(value.settings) || !Array.isArray(value.programs)) return nothing;
  const settings = value.settings.filter(
    (one): one is Kept['settings'][number] =>
      isRecord(one) && typeof one.key === 'string' && Array.isArray(one.programs) && one.programs.every(isKeptProgram),
  );
  return { version: 1, settings, programs: value.programs.filter(isKeptProgram) };
}

/** The programs that ours start, with where they are found. */
const STARTED = ['git', 'ssh', 'bwrap'];

const startedNow = (repository: Repository, environment: Environment): KeptProgram[] =>
  [
    keptProgram('node', process.execPath),
    // It may name a program for the way to a host.
    keptFile('the configuration of ssh', join(homeFolder(), '.ssh', 'config')),
    ...STARTED.map((name) => {
      const path = findProgram(name, environment.PATH ?? '', repository);
      return path === undefined ? undefined : keptProgram(name, path);
    }),
  ].filter((one) => one !== undefined);

/** Returns the text of a record of what there is now. */
export function keptNow(repository: Repository, environment: Environment): string {
  const { settings } = readConfiguration([...sharedFiles(), ...ownFiles(repository)]);
  const kept: Kept = {
    version: 1,
    settings: settings
      .filter((one) => isSteering(one, repository))
      .map(({ key, value }) => ({ key, value, programs: keptIn(value ?? '', repository) })),
    programs: startedNow(repository, environment),
  };
  return `${JSON.stringify(kept)}\n`;
}

const keptIn = (command: string, repository: Repository): KeptProgram[] =>
  placesOf(command, repository).flatMap(({ name, path }) => keptProgram(name, path) ?? []);

/** Returns the file of the record, which is there where sessions are sealed. */
export const steeringRecord = recordOf;

const isSteering = (setting: PlacedSetting, repository: Repository) =>
  isElsewhere(setting) || (steeringOf(setting) !== null && !isOwnTree(setting, repository));

/** Tells whether a setting names the work tree that is the repository's anyway, as those of submodules do. */
function isOwnTree({ key, value, file }: PlacedSetting, { root }: Repository): boolean {
  if (key !== 'core.worktree') return false;
  try {
    return realpathSync(resolve(dirname(file), value ?? '')) === realpathSync(root);
  } catch {
    return false;
  }
}

/** What a setting has git do outside of the seal, in words. */
const DOES = { program: 'starts a program', address: 'moves an address', file: 'has git write elsewhere' } as const;

/** What would run, or be asked, although nobody recorded it: words for a person, and the command that takes it out. */
export interface Unrecorded {
  what: string;
  remedy: string | null;
}

/** Finds what in a sealed repository has git start what nobody recorded; nothing where sessions are not sealed. */
export function unrecorded(repository: Repository, environment: Environment = process.env): Unrecorded[] {
  const kept = readKept(repository, environment);
  return kept === undefined ? [] : foundIn(repository, kept, true);
}

/** Tells whether programs that ours start are the recorded ones of a sealed repository. */
export function areStartedAsKept(repository: Repository, names: readonly string[], environment: Environment): boolean {
  const kept = readKept(repository, environment)?.programs ?? [];
  return names.every((name) => kept.some((one) => one.name === name && isAsKept(one)));
}

/** Records what there is now in a sealed repository. */
export function recordSteering(repository: Repository, environment: Environment): void {
  writeFileAtomic(recordOf(repository, environment), keptNow(repository, environment), { mode: 0o600 });
}

function foundIn(repository: Repository, kept: Kept, isPersons: boolean): Unrecorded[] {
  const changed = kept.programs.filter((one) => !isAsKept(one));
  const { settings, unread } = readConfiguration([...sharedFiles(), ...ownFiles(repository)]);
  return [
    ...changed.map(({ name, path }) => ({ what: `${path} (${name}) is not as it was recorded`, remedy: null })),
    ...unread.map((file) => ({ what: `${file}, a configuration of git, cannot be read`, remedy: null })),
    ...settings
      .filter((one) => isSteering(one, repository) && (isPersons || !OURS.has(one.key)))
      .flatMap((setting) => unlessKept(setting, repository, kept)),
  ];
}

function unlessKept(setting: PlacedSetting, repository: Repository, kept: Kept): Unrecorded[] {
  const { key, value, file } = setting;
  const known = kept.settings.find((one) => one.key === key && one.value === value);
  const other = known && differing(known.programs, placesOf(value ?? '', repository));
  if (known && other === undefined) return [];
  const does = DOES[steeringOf(setting) ?? 'program'];
  const why = other === undefined ? '' : ` (${other} is another file than was recorded)`;
  return [
    {
      what: `\`${key}\` in ${file} ${does} outside of the seal${why}`,
      remedy: `git config ${placeOf(file, repository)} --unset-all ${word(key)}`,
    },
  ];
}

/** Names a file of configuration as `git config` does. */
function placeOf(file: string, { commonDir }: Repository): string {
  if (file === join(commonDir, 'config')) return '--local';
  return file === join(homeFolder(), '.gitconfig') ? '--global' : `--file ${word(file)}`;
}

/** Returns the first program of a command that is another one than recorded. */
function differing(
  before: readonly KeptProgram[],
  now: readonly Pick<KeptProgram, 'name' | 'path'>[],
): string | undefined {
  const places = new Map(now.map(({ name, path }) => [name, path]));
  const gone = before.find((one) => places.get(one.name) !== one.path || !isAsKept(one));
  return (gone ?? now.find(({ name }) => !before.some((one) => one.name === name)))?.path;
}

const word = (text: string) => (/^[\w./@%+,:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);

/**
 * The record that holds in this process: that of the sealed repository it came to last, for what git enters from there as well.
 * A process that goes on with another user's state folder begins anew.
 */
let inForce: { state: string; kept: Kept } | undefined;

/**
 * Refuses to have git started outside of a seal where a setting that nobody recorded would start a program, move an address, or have git write elsewhere.
 * Costs one look for a file where sessions are not sealed.
 * @param isPersons git is started as a person does, with hooks and a monitor of files
 * @returns the programs that were recorded, by name, for a sealed repository; undefined otherwise
 * @throws EvidenceError GIT_STEERED
 */
export function refuseSteered(
  repository: Repository | undefined,
  paths: SubmodulePaths,
  isPersons = false,
): ReadonlyMap<string, string> | undefined {
  if (repository === undefined) return undefined;
  const { env } = process;
  const kept = readSealed(repository, env) ?? (inForce?.state === stateFolder(env) ? inForce.kept : undefined);
  // Inside of a seal, what git starts is sealed as well.
  if (kept === undefined || isHidden(env)) return undefined;
  for (const one of [repository, ...nestedIn(repository, paths)]) {
    const [found] = foundIn(one, kept, isPersons);
    if (found) refuse(found);
  }
  return new Map(kept.programs.map(({ name, path }) => [name, path]));
}

function refuse({ what, remedy }: Unrecorded): never {
  const out = remedy === null ? '' : ` Take it out: \`${remedy}\`.`;
  throw new EvidenceError('GIT_STEERED', `${what}, so git was not started.${out}`);
}

/**
 * Reads the record of a repository, wherever its git folder says that it lies by now: a planted `commondir` would lead to
 * another one.
 */
function readSealed(repository: Repository, environment: Environment): Kept | undefined {
  const plain = join(repository.root, '.git');
  const isMoved = repository.commonDir !== plain && lstatSync(plain, { throwIfNoEntry: false })?.isDirectory() === true;
  const kept = readKept(repository, environment);
  if (isMoved && existsSync(recordOf({ commonDir: plain }, environment)))
    refuse({
      what: `\`${join(plain, 'commondir')}\` leads git to ${repository.commonDir}`,
      remedy: `rm ${word(join(plain, 'commondir'))}`,
    });
  if (kept !== undefined) inForce = { state: stateFolder(environment), kept };
  return kept;
}
