import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { git, type PublishedPlace, type Repository, readPublished } from '@flow/evidence';
import { shellWord } from '@flow/shell-effects/text/quoted';
import type { Start } from '../../places/surroundings.js';
import { alone, given } from './ask.js';
import { remotesNow } from './confirm.js';
import { type Connections, shownAddress } from './place.js';

/*
 * Pushes and fetches of a program that stands outside of whoever works in the repository. git runs in a bare repository of its
 * own, made for the one call: its objects are those of the real one, and its settings those that were accepted with the remote.
 * So nothing that stands in `.git/config`, its hooks or the files of the work tree decides where something goes, by what
 * program, or what is started.
 */

/** An accepted remote as it is now: where it is fetched from, and where it is pushed to; or why it is not the same. */
export type Accepted =
  | { ok: true; place: PublishedPlace; pushed: PublishedPlace[] }
  | { ok: false; why: 'none' | 'forged' | 'unknown' }
  | { ok: false; why: 'changed'; accepted: string; now: string; back: string };

/**
 * Finds the place that a person has accepted under a remote's name, and holds what git's settings say now against it.
 * @param asks what is asked for: where a remote is pushed to does not concern a fetch
 */
export function acceptedRemote(
  repository: Repository,
  remote: string,
  start: Start,
  asks: 'fetch' | 'push' = 'push',
): Accepted {
  const known = readPublished(repository, start.environment);
  if (known === null) return { ok: false, why: 'none' };
  if (known === 'forged') return { ok: false, why: 'forged' };
  const place = known.find((one) => one.remote === remote);
  if (!place) return { ok: false, why: 'unknown' };
  const now = remotesNow(repository, start).find((one) => one.remote === remote);
  const before = asks === 'fetch' ? [place.address] : pushedOf(place);
  const there = now === undefined ? [] : asks === 'fetch' ? [now.address] : pushedOf(now);
  const isSame = now?.address === place.address && before.join('\n') === there.join('\n');
  if (isSame) return { ok: true, place, pushed: before.map((address) => ({ ...place, address })) };
  const isOnlyPushed = now?.address === place.address;
  const shown = (addresses: readonly string[]) => addresses.map(shownAddress).join(' and ');
  return {
    ...{ ok: false, why: 'changed' },
    accepted: shown(isOnlyPushed ? before : [place.address]),
    now: shown(isOnlyPushed ? there : [now?.address ?? ''].filter(Boolean)),
    back: wayBack(repository, place, isOnlyPushed, start.deadline),
  };
}

const pushedOf = ({ address, pushed }: Pick<PublishedPlace, 'address' | 'pushed'>) => pushed ?? [address];

/** Returns the command by which a remote lies again where it was accepted; else the one that shows what leads it elsewhere. */
function wayBack(repository: Repository, place: PublishedPlace, isOnlyPushed: boolean, deadline: number): string {
  const { remote, address, pushed = [] } = place;
  const valuesOf = (key: string) => {
    const told = git(repository, ['config', '--get-all', `remote.${remote}.${key}`], { deadline }).stdout;
    return told.toString('utf8').split('\n').filter(Boolean);
  };
  const [key, wanted] = isOnlyPushed ? (['pushurl', pushed] as const) : (['url', [address]] as const);
  const set = valuesOf(key);
  if (set.join('\n') === wanted.join('\n')) return "git config --show-origin --get-regexp '^url[.]' (what moves it)";
  const name = `remote.${remote}.${key}`;
  if (wanted.length === 0) return `git config --unset-all ${name}`;
  return wanted
    .map((one, at) => `git config ${at === 0 ? '--replace-all' : '--add'} ${name} ${shellWord(shownAddress(one))}`)
    .join(' && ');
}

/** Tells whether an address is a folder of this machine, whose hooks would run there, or is given to a helper by name. */
export const isNoServer = (address: string): boolean =>
  !/^(?:https?|ssh|git\+ssh|git):\/\//i.test(address) && (!/^[^/:]+:(?!:)/.test(address) || /^file:/i.test(address));

/** A ref that is pushed: the object, by its id, and where it goes. */
export interface Sent {
  /** Null deletes. */
  id: string | null;
  destination: string;
  /** What a forced push expects there; null: nothing. Left out where it is not forced. */
  expects?: string | null;
}

/** The end of git's work outside. */
export interface DoneOutside {
  ok: boolean;
  /** Lines of `git push --porcelain`, or what git said. */
  said: string;
  /** The refs that the place has by now as they were sent. */
  received: readonly string[];
}

/** Pushes objects to an accepted place by their ids. */
export function pushOutside(
  repository: Repository,
  place: PublishedPlace,
  sent: readonly Sent[],
  { letsIn }: Pick<Connections, 'letsIn'>,
  deadline: number,
): DoneOutside {
  return outside(repository, deadline, (directory) => {
    const leases = sent.flatMap(({ destination, expects }) =>
      expects === undefined ? [] : [`--force-with-lease=${destination}:${expects ?? ''}`],
    );
    const specs = sent.map(({ id, destination }) => `${id ?? ''}:${destination}`);
    const plain = ['--porcelain', '--no-recurse-submodules', '--no-follow-tags', '--no-signed', '--no-progress'];
    const run = git(repository, ['push', ...plain, ...leases, '--', place.address, ...specs], {
      deadline,
      directory,
      env: environmentOf(place, letsIn),
    });
    const said = run.stdout.toString('utf8');
    const received = run.status === 0 ? sent.map(({ destination }) => destination) : receivedIn(said);
    return { ok: run.status === 0, said: `${said}${run.stderr}`, received };
  });
}

/** Reads which refs a place has taken, out of the lines of `git push --porcelain`: a flag, both names, what became of it. */
const receivedIn = (said: string): string[] =>
  said.split('\n').flatMap((line) => /^[ +*=-]\t[^\t]*:([^\t]+)\t/.exec(line)?.[1] ?? []);

/** A branch of a remote, with the commit that it has there. */
export type Brought = readonly [branch: string, commit: string];

/** Brings the branches of an accepted place, and writes no ref of the repository. */
export function fetchOutside(
  repository: Repository,
  place: PublishedPlace,
  branches: readonly string[],
  { letsIn }: Pick<Connections, 'letsIn'>,
  deadline: number,
): { brought: Brought[]; said: string } | { failed: string } {
  return outside(repository, deadline, (directory) => {
    const specs =
      branches.length > 0 ? branches.map((one) => `+refs/heads/${one}:refs/in/${one}`) : ['+refs/heads/*:refs/in/*'];
    const plain = [
      '--no-tags',
      '--no-write-fetch-head',
      '--no-recurse-submodules',
      '--no-auto-maintenance',
      '--no-progress',
    ];
    const env = { ...environmentOf(place, letsIn), GIT_OBJECT_DIRECTORY: path.join(repository.commonDir, 'objects') };
    const run = git(repository, ['fetch', '--quiet', ...plain, '--', place.address, ...specs], {
      deadline,
      directory,
      env,
    });
    if (run.status !== 0) return { failed: run.stderr };
    const words = ['for-each-ref', '--format=%(objectname) %(refname)', 'refs/in'];
    const refs = git(repository, words, { deadline, directory, env }).stdout.toString('utf8');
    const brought = refs.split('\n').flatMap((line): Brought[] => {
      const [id = '', ref = ''] = line.split(' ');
      return ref === '' ? [] : [[ref.slice('refs/in/'.length), id]];
    });
    return { brought, said: run.stderr };
  });
}

/** Works in a bare repository of its own beside a repository; it is gone afterwards. */
function outside<T>(repository: Repository, deadline: number, work: (directory: string) => T): T {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'flow-outside-'));
  try {
    for (const name of ['objects/info', 'refs']) mkdirSync(path.join(folder, name), { recursive: true });
    const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
    put('HEAD', 'ref: refs/heads/none\n');
    const format = git(repository, ['rev-parse', '--show-object-format'], { deadline }).stdout.toString('utf8').trim();
    const sha256 = format === 'sha256';
    const more = sha256 ? '[extensions]\n\tobjectformat = sha256\n' : '';
    put('config', `[core]\n\trepositoryformatversion = ${sha256 ? 1 : 0}\n\tbare = true\n${more}`);
    put('objects/info/alternates', `${path.join(repository.commonDir, 'objects')}\n`);
    const shallow = path.join(repository.commonDir, 'shallow');
    if (existsSync(shallow)) copyFileSync(shallow, path.join(folder, 'shallow'));
    // What is here already is not sent for again.
    const words = ['for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads', 'refs/remotes'];
    put('packed-refs', git(repository, words, { deadline }).stdout.toString('utf8'));
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const environmentOf = ({ settings }: PublishedPlace, letsIn: Connections['letsIn']) => ({
  ...alone(settings),
  ...given([...settings, ...letsIn, ['gc.auto', '0'], ['maintenance.auto', 'false']]),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
});
