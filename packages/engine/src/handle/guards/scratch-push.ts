import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findRepository, git } from '@flow/evidence';
import type { Effect, GitAct, Push, Run } from '@flow/shell-effects';
import type { Surroundings } from '../../places/surroundings.js';
import { wordsOf } from './unseen-content.js';

/** A repository that the line makes among the temporary files. */
interface Made {
  readonly path: string;
  /** The repository that the new one is a clone of. */
  readonly source?: string;
  /** The repository that it is another work tree of. */
  readonly main?: string;
}

const PLAIN = {
  init: /^(?:-q|--quiet|--bare|--initial-branch=[\w./-]+)$/,
  clone: /^(?:-q|--quiet|--bare|--no-hardlinks|--no-local|--single-branch|--no-tags)$/,
};

/** Settings that say nothing of where a push goes, or of what it starts. */
const HARMLESS =
  /^(?:user|author|committer|init\.defaultbranch|advice|commit|tag|color|push\.default|protocol\.file|receive|pull|gc|safe\.directory|core\.(?:autocrlf|bare|filemode|logallrefupdates|quotepath))(?:\.|$)/;

/** Variables of git's that only say who, when and how loud, or take settings away. */
const PERSONAL =
  /^GIT_(?:(?:AUTHOR|COMMITTER|TERMINAL_PROMPT|PAGER|EDITOR|MERGE_AUTOEDIT)\w*=|(?:TRACE\w*|CONFIG_NOSYSTEM)=(?:\d|true|false)$|CONFIG_(?:GLOBAL|SYSTEM)=\/dev\/null$)/;

/** Variables that lead git to another repository, or to another program. */
const PLACES = /^GIT_(?:DIR|COMMON_DIR|TEMPLATE_DIR|EXEC_PATH|CONFIG_(?:COUNT|PARAMETERS))$/;

/**
 * Tells whether a push goes from a repository to another repository that the same line makes first, both new and among the
 * temporary files, as a trial of git does: nothing that anybody has is published. Every step has to be a plain one. Where a
 * failed step would leave the push to the repository that the line starts in, the push must lead to the new remote from
 * there, too.
 */
export function isScratchPush(push: Push, before: readonly Effect[], around: Surroundings): boolean {
  const { directory, remote = 'origin' } = push;
  if (directory === undefined || !isPlain(before, around)) return false;
  const acts = before.filter((effect): effect is GitAct => effect.kind === 'git');
  const repositories = acts.flatMap((act) => madeBy(act, around));
  const made = [...repositories, ...acts.flatMap((act) => treeAddedBy(act, repositories, around))];
  const isEmpty = (place: string) => !made.some((one) => isWithin(place, one.path)) && isNowhere(place, before, around);
  if (isEmpty(directory) && straysOf(push, before).every(isEmpty)) return true;
  const from = made.find((one) => isWithin(directory, one.path));
  if (from === undefined) return false;
  // `git init w && cd w`: had it failed, what follows would find no repository where the line still is.
  const done = acts.filter((act) => act.directory === undefined || !isEmpty(act.directory));
  const targets = isAddress(remote) ? [remote] : addressesOf(remote, from, done);
  const places = [directory, ...straysOf(push, before)];
  const isRemote = (one: Made) => targets.some((address) => places.some((place) => leadsTo(address, place, one)));
  if (isTampered(before, from, made, isRemote)) return false;
  const isMade = (address: string, place: string) =>
    made.some((other) => other !== from && leadsTo(address, place, other)) || isNothing(address, place, before, around);
  if (targets.length === 0 || !targets.every((one) => isMade(one, directory))) return false;
  return straysOf(push, before).every(
    (place) =>
      isEmpty(place) ||
      (isAddress(remote)
        ? isMade(remote, place)
        : targets.every((one) => isMade(one, place)) && isNamedThere(push, before, place, around)),
  );
}

/** A new folder among the temporary ones that the line makes no repository of: git finds nothing to push there. */
function isNowhere(directory: string, before: readonly Effect[], { repository }: Surroundings): boolean {
  const own = /^(?:\.git|HEAD|config|objects|refs|commondir|packed-refs)$/;
  return (
    isNew(directory, repository.root) &&
    findRepository(directory) === undefined &&
    before.every(
      (effect) =>
        effect.kind !== 'write' ||
        (effect.by === 'mkdir' && (effect.path === directory || !isWithin(effect.path, directory))) ||
        (!isWithin(directory, effect.path) &&
          !(isWithin(effect.path, directory) && own.test(path.relative(directory, effect.path).split(path.sep)[0]!))),
    )
  );
}

/** A path among the temporary files at which nothing is, and nothing is put by the line: a push to it fails. */
function isNothing(address: string, place: string, before: readonly Effect[], { repository }: Surroundings): boolean {
  const folder = path.resolve(place, address.replace(/^file:\/\//, ''));
  return (
    !/^\w[\w+.-]*:(?!\/\/)|^(?!file:)\w[\w+.-]*:\/\//.test(address) &&
    isNew(folder, repository.root) &&
    isNew(`${folder}.git`, repository.root) &&
    before.every(
      (effect) =>
        effect.kind !== 'write' ||
        (effect.by === 'mkdir' && !isWithin(effect.path, folder)) ||
        (!isWithin(effect.path, folder) &&
          !isWithin(effect.path, `${folder}.git`) &&
          (!isWithin(folder, effect.path) || /^git (?:init|clone)$/.test(effect.by) || effect.how === 'delete')),
    )
  );
}

const isAddress = (remote: string) => /[/.]/.test(remote);

/** Folder that git starts in if a step before has failed; `-C /tmp/x` then starts nothing. */
function straysOf({ strayed = [] }: Push, before: readonly Effect[]): readonly string[] {
  const own = before.at(-1);
  return own?.kind === 'run' && own.argv[1] === '-C' && own.argv[2]?.startsWith('/') ? [] : strayed;
}

/**
 * Tells whether the line gives the remote its address in another repository, too, where the push then runs: the line sets
 * nothing else there.
 */
function isNamedThere({ remote }: Push, before: readonly Effect[], place: string, { start }: Surroundings): boolean {
  const isMade = (effect: Effect) =>
    effect.kind === 'write' && /^git (?:init|clone)$/.test(effect.by) && isWithin(place, effect.path);
  const there = findRepository(place);
  // Nothing is there to push, but for what the line makes.
  if (there === undefined) return !before.some(isMade);
  if (remote === undefined) return false;
  const last = before.findLast((effect): effect is GitAct => effect.kind === 'git' && effect.verb === 'remote');
  const verb = last === undefined ? undefined : wordsOf(last)[0];
  if (verb !== 'add' && verb !== 'set-url') return false;
  const isBare = (run: Effect) =>
    run.kind !== 'run' ||
    !run.argv.includes('set-url') ||
    (run.output === 'whole' && run.errorOutput === 'whole' && Object.keys(run.environment).length === 0);
  if (!before.every(isBare)) return false;
  // What is there is not added again, and an address for pushes is left as it is.
  const key = `^remote\\.${remote.replaceAll('.', '\\.')}\\.${verb === 'add' ? '' : 'pushurl$'}`;
  return git(there, ['config', '--get-regexp', key], { deadline: start.deadline }).status === 1;
}

const isWithin = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);

const leadsTo = (address: string, directory: string, { path: folder }: Made) =>
  path.resolve(directory, address.replace(/^file:\/\//, '')) === folder;

/** Tells whether nothing before the push, around it or on the machine could lead the push elsewhere. */
function isPlain(before: readonly Effect[], { repository, start }: Surroundings): boolean {
  const runs = before.filter((effect): effect is Run => effect.kind === 'run');
  const own = runs.at(-1);
  if (own === undefined || before.at(-1) !== own || !isPlainPush(own)) return false;
  if (own.argv.some((word) => word === undefined || /^--(?:rec|exe)/.test(word))) return false;
  if (Object.keys(start.environment).some((name) => PLACES.test(name))) return false;
  const given = runs.flatMap((run) => Object.entries(run.environment).map((one) => one.join('=')));
  if (given.some((variable) => /^GIT_/.test(variable) && !PERSONAL.test(variable))) return false;
  if (!runs.every((run) => run.program !== 'mktemp' || makesFolder(run))) return false;
  const isSteered = before.some(
    (effect) =>
      effect.kind === 'opaque' ||
      effect.kind === 'disarm' ||
      (effect.kind === 'setting' && !HARMLESS.test(effect.name ?? '')),
  );
  if (isSteered) return false;
  const question = ['config', '--get-regexp', '^(url\\..*\\.(push)?insteadof|init\\.templatedir)$'];
  // Other addresses for the same, or hooks for whatever is made: git says 1 where there are none.
  return git(repository, question, { deadline: start.deadline }).status === 1;
}

/** `git push` with nothing before its verb but a folder and settings that do not matter. */
function isPlainPush({ argv: [program, ...words] }: Run): boolean {
  if (program !== 'git') return false;
  let at = words[0] === '-C' ? 2 : 0;
  while (words[at] === '-c' && HARMLESS.test((words[at + 1] ?? '').toLowerCase().replace(/=.*$/s, ''))) at += 2;
  return words[at] === 'push';
}

const makesFolder = ({ argv, environment }: Run) =>
  argv.some((word) => /^-\w*d\w*$|^--directory$/.test(word ?? '')) && !('TMPDIR' in environment);

/** Returns the repository that `git init` or `git clone` makes where nothing is yet. */
function madeBy(act: GitAct, { repository }: Surroundings): Made[] {
  if (act.verb !== 'init' && act.verb !== 'clone') return [];
  const { verb } = act;
  const words = wordsOf(act).filter(
    (word, at, all) => verb === 'clone' || (word !== '-b' && !(all[at - 1] === '-b' && /^[\w./-]+$/.test(word))),
  );
  const operands = words.filter((word) => !word.startsWith('-'));
  const isUsual = words.every((word) => !word.startsWith('-') || PLAIN[verb].test(word));
  const from = act.directory;
  if (!isUsual || from === undefined || operands.length !== (act.verb === 'init' ? Math.min(operands.length, 1) : 2))
    return [];
  const folder = path.resolve(from, operands.at(act.verb === 'init' ? 0 : 1) ?? '.');
  if (!isNew(folder, repository.root)) return [];
  if (act.verb === 'init') return [{ path: folder }];
  const source = path.resolve(from, operands[0]!);
  return isTemporary(source) || findRepository(source)?.root === repository.root ? [{ path: folder, source }] : [];
}

/** Finds another work tree that `git worktree add` makes of a repository made in the same line. */
function treeAddedBy(act: GitAct, made: readonly Made[], { repository }: Surroundings): Made[] {
  const [verb, ...words] = act.verb === 'worktree' ? wordsOf(act) : [];
  const main = made.find((one) => act.directory !== undefined && isWithin(act.directory, one.path));
  if (verb !== 'add' || main === undefined || act.directory === undefined) return [];
  const place = words.find((word, at) => !word.startsWith('-') && !/^-[bB]$/.test(words[at - 1] ?? ''));
  const isUsual = words.every((word) => !word.startsWith('-') || /^(?:-[qbBd]|--quiet|--detach)$/.test(word));
  const folder = path.resolve(act.directory, place ?? '.');
  return isUsual && isNew(folder, repository.root) ? [{ ...main, path: folder, main: main.path }] : [];
}

/** Tells whether a folder is among the temporary files and nothing is there yet. */
const isNew = (folder: string, root: string) => isTemporary(folder) && !isWithin(folder, root) && !existsSync(folder);

const isTemporary = (folder: string) =>
  [...new Set(['/tmp', '/var/tmp', tmpdir()])].some((one) => folder !== one && isWithin(folder, one));

/**
 * Tells whether something else than git writes into one of the remotes or into a repository's own folder, or puts something
 * in its place. Files of a work tree that nothing is pushed to are work.
 */
function isTampered(
  before: readonly Effect[],
  from: Made,
  made: readonly Made[],
  isRemote: (one: Made) => boolean,
): boolean {
  // Whatever was deleted before git made anything is gone.
  const first = before.findIndex((effect) => effect.kind === 'git' && /^(?:init|clone)$/.test(effect.verb));
  return before.some(
    (effect, at) =>
      effect.kind === 'write' &&
      !(effect.how === 'delete' && at < first) &&
      !/^git (?:init|clone)$/.test(effect.by) &&
      !(effect.by === 'git worktree' && made.some((one) => one.main !== undefined && one.path === effect.path)) &&
      made.some((one) => {
        const own = one === from || !isRemote(one) ? path.join(one.path, '.git') : one.path;
        const isPut = effect.how !== 'write' || effect.by !== 'mkdir';
        return isWithin(effect.path, own) || (isPut && isWithin(one.path, effect.path));
      }),
  );
}

/** Lists the addresses of a remote of the new repository; empty where the words are not plain. */
function addressesOf(name: string, from: Made, acts: readonly GitAct[]): string[] {
  const found: string[] = [];
  let first = name === 'origin' ? from.source : undefined;
  for (const act of acts) {
    if (act.verb !== 'remote') continue;
    const [verb, ...rest] = wordsOf(act);
    if (verb === undefined || verb === '-v' || verb === 'get-url' || verb === 'show') continue;
    const words = rest.filter((word) => word !== '--push');
    const { directory } = act;
    if (directory === undefined || ![from.path, from.main ?? from.path].some((one) => isWithin(directory, one)))
      return [];
    if (!/^(?:add|set-url)$/.test(verb) || words.length !== 2 || words.some((word) => word.startsWith('-'))) return [];
    if (words[0] !== name) continue;
    // One that is there already is not added again.
    if (verb === 'add' && first !== undefined) return [];
    if (verb === 'set-url') first = undefined;
    found.push(words[1]!);
  }
  return first === undefined ? found : [first, ...found];
}
