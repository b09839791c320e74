import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { git, type Repository, splitZ } from '@flow/evidence';
import { operationIn } from '@flow/evidence/git/git-operation';
import type { Effect, GitAct, Write } from '@flow/shell-effects';
import { realPlace } from '../places/real-place.js';
import { type FileQuestion, questionFor, stashActionOf } from './git-touches.js';

/**
 * Programs that bring files into a folder and leave those alone that they do not know: archives, downloads, copies,
 * packages, and what is made from an interface's description, with names of its own. Any other that is told a folder may rewrite what lies in it.
 */
const BRINGS =
  /^(?:bsdtar|tar|unzip|7z\w*|cpio|ar|curl|wget|aria2c|scp|sftp|rsync|cp|install|npm|pnpm|yarn|bun|pip\d?|uv|protoc|git (?:worktree|clone|init|submodule|format-patch|archive))$/;

/** Programs that give a folder's files the names that they had below another. */
const COPIES = /^(?:cp|mv|git mv|rsync|scp|install|ditto)$/;

const MAX_WALKED = 5000;

/** Files that a write reaches. With `probe`, the present files only tell what the folder is for: other names will come. */
export interface Reach {
  files: string[];
  /** The name of a file in the folder of which nothing else is known. */
  probe: string | null;
}

const NOTHING: Reach = { files: [], probe: null };

const shared = new WeakMap<readonly Effect[], Map<string, ReachedFiles>>();

/** Returns the files that a command reaches in a repository: guards that ask for them share what git has answered. */
export function reachedFiles(repository: Repository, effects: readonly Effect[], deadline: number): ReachedFiles {
  const roots = shared.get(effects) ?? new Map<string, ReachedFiles>();
  shared.set(effects, roots);
  const found = roots.get(repository.root) ?? new ReachedFiles(repository, effects, deadline);
  roots.set(repository.root, found);
  return found;
}

/**
 * Collects the files of one repository that the writes of a command reach. Paths are relative to its root, with `/`.
 */
export class ReachedFiles {
  private readonly answers = new Map<string, string[] | null>();
  private readonly repository: Repository;
  private readonly effects: readonly Effect[];
  private readonly deadline: number;

  constructor(repository: Repository, effects: readonly Effect[], deadline: number) {
    this.repository = repository;
    this.effects = effects;
    this.deadline = deadline;
  }

  /** Real place of a path; null outside of the work tree, and for git's own files. */
  placeOf(absolute: string, how: Write['how'] = 'write'): string | null {
    const normal = path.normalize(absolute);
    // What is deleted or moved is a link itself, not what it leads to.
    const isItself = how === 'delete' || how === 'move';
    const real = isItself ? path.join(realPlace(path.dirname(normal)), path.basename(normal)) : realPlace(normal);
    const place = path.relative(this.repository.root, real).split(path.sep).join('/');
    return place === '..' || place.startsWith('../') || place === '.git' || place.startsWith('.git/') ? null : place;
  }

  /** Every file that a write reaches, as far as it can be known. */
  of(write: Write): Reach {
    const place = this.placeOf(write.path, write.how);
    // An empty folder is nothing to git, and neither are the times and the mode of one.
    if (place === null || write.by === 'mkdir') return NOTHING;
    const isFolder = kindOf(path.join(this.repository.root, place)) === 'folder';
    if (write.reach === 'exact') return isFolder ? NOTHING : { files: [place], probe: null };
    const arriving = write.how === 'write' ? this.arriving(write, place) : [];
    if (!isFolder) return { files: [place, ...arriving], probe: write.reach === 'into' ? `${place}/x` : null };
    const brings = write.reach === 'into' && BRINGS.test(write.by);
    if (brings && arriving.length > 0) return { files: arriving, probe: null };
    // Into the root all kinds of files can come.
    if (brings && place === '') return NOTHING;
    const present = this.below(place, this.touchedBy(brings ? null : this.actOf(write)));
    return { files: [...present, ...arriving], probe: brings ? `${place}/x` : null };
  }

  /** The files that git says a command of its own will change below a path; null where it does not say. */
  byGit(write: Write): string[] | null {
    const place = this.placeOf(write.path, write.how);
    const act = this.actOf(write);
    if (place === null || this.isElsewhere(act)) return null;
    const files = this.touchedBy(act);
    if (files === null) return null;
    // A tree that is not known may hold the very file that is asked for, though nothing lies there now.
    const isUnknown = act?.argv.includes(undefined) === true && place !== '';
    const own = isUnknown && kindOf(path.join(this.repository.root, place)) !== 'folder' ? [place] : [];
    return [...new Set([...own, ...this.below(place, files)])];
  }

  /** The command is one of another repository, of whose commits this one's git knows nothing. */
  private isElsewhere(act: GitAct | null): boolean {
    if (act?.directory === undefined) return false;
    return path.relative(this.repository.root, realPlace(act.directory)).split(path.sep)[0] === '..';
  }

  /** Files that exist by a name of which the middle is not known: `src/*.ts`. */
  matching(pattern: string): string[] {
    const [head = '', ...rest] = pattern.split('*');
    const tail = rest.at(-1) ?? '';
    const start = this.placeOf(head.endsWith('/') ? head : path.dirname(head));
    // A beginning of which nothing is known says nothing; what happens is looked at afterwards.
    if (start === null || !path.isAbsolute(head) || (start === '' && tail === '')) return [];
    const prefix = head.endsWith('/') ? '' : path.basename(head);
    const within = start === '' ? prefix : `${start}/${prefix}`;
    const found = this.below(start, this.touchedBy(null)).filter(
      (file) => file.startsWith(within) && file.endsWith(tail),
    );
    return found.length > 0 ? found : [`${within}x${tail}`];
  }

  /** Keeps the files that git ignores: they are no part of the repository. */
  ignored(places: readonly string[]): Set<string> {
    if (places.length === 0) return new Set();
    const input = `${places.join('\0')}\0`;
    const answer = git(this.repository, ['check-ignore', '-z', '--stdin'], { input, deadline: this.deadline });
    return new Set(answer.status === 0 ? splitZ(answer.stdout) : []);
  }

  /**
   * Keeps the files in which git has stopped with a conflict, also after the conflict was resolved: somebody has to mend
   * them before the merge or the replay can go on, whatever the phase.
   */
  conflicted(places: readonly string[]): Set<string> {
    if (places.length === 0 || operationIn(this.repository) === null) return new Set();
    const told = ['-u', '--resolve-undo'].flatMap((which) => this.ask(['ls-files', '-z', '--full-name', which]) ?? []);
    const files = new Set(told.map((entry) => entry.slice(entry.indexOf('\t') + 1)));
    return new Set(places.filter((place) => files.has(place)));
  }

  /** Names that a copy or a move brings to a place: the names below its sources. */
  private arriving(write: Write, place: string): string[] {
    if (!COPIES.test(write.by)) return [];
    const sources = this.effects.flatMap((effect) => {
      const isSource = effect.kind === 'read' || (effect.kind === 'write' && effect.how === 'move');
      return isSource && effect.by === write.by ? [effect.path] : [];
    });
    return sources
      .flatMap((source) => (kindOf(source) === 'folder' ? walk(source) : []))
      .map((name) => (place === '' ? name : `${place}/${name}`));
  }

  /** The git command that a write belongs to: the nearest before it. */
  private actOf(write: Write): GitAct | null {
    const before = this.effects.slice(0, this.effects.indexOf(write));
    const act = before.findLast((one): one is GitAct => one.kind === 'git' && `git ${one.verb}` === write.by) ?? null;
    if (act?.verb !== 'checkout-index') return act;
    // What a tree of the same line has put into the index is what comes out of it.
    return before.findLast((one): one is GitAct => one.kind === 'git' && one.verb === 'read-tree') ?? act;
  }

  /** Files that a command touches as git tells them; null where git does not tell. */
  private touchedBy(act: GitAct | null): string[] | null {
    const question = questionFor(this.isElsewhere(act) ? null : act, this.repository.root);
    if (act === null || question[0] !== 'stash') return this.ask(question);
    // What the same line has stashed comes back: the stashing is judged.
    return this.isOwnStash(act) ? [] : this.ask(question);
  }

  private isOwnStash(act: GitAct): boolean {
    const before = this.effects.slice(0, this.effects.indexOf(act));
    const stashes = before.filter((one): one is GitAct => one.kind === 'git' && one.verb === 'stash');
    const taken = stashes.filter((one) => stashActionOf(one) === 'push');
    const putBack = stashes.filter((one) => stashActionOf(one) === 'pop');
    const last = taken.at(-1);
    if (stashActionOf(act) !== 'pop' || last === undefined || taken.length <= putBack.length) return false;
    // Where there was nothing to stash, an older one comes back.
    return (this.touchedBy(last)?.length ?? 0) > 0;
  }

  private below(place: string, files: readonly string[] | null): string[] {
    const { root } = this.repository;
    const known = files ?? walk(path.join(root, place)).map((name) => (place === '' ? name : `${place}/${name}`));
    return place === '' ? [...known] : known.filter((file) => file === place || file.startsWith(`${place}/`));
  }

  /** Asks git once for each question; null when it does not answer. */
  private ask(question: FileQuestion): string[] | null {
    const key = question.join(' ');
    const known = this.answers.get(key);
    if (known !== undefined) return known;
    const answer = git(this.repository, question, { deadline: this.deadline });
    const isNoStash = question[0] === 'stash' && answer.status === 1;
    // Between commits there is a line break.
    const told = splitZ(answer.stdout).map((file) => file.replace(/^\n+/, ''));
    const files = isNoStash ? [] : answer.status === 0 ? told : null;
    this.answers.set(key, files);
    return files;
  }
}

function kindOf(absolute: string): 'file' | 'folder' | null {
  try {
    return lstatSync(absolute).isDirectory() ? 'folder' : 'file';
  } catch {
    return null;
  }
}

/**
 * Returns the files below a folder, relative to it; neither git's nor those of packages, and no more than a bounded
 * number.
 */
function walk(folder: string): string[] {
  const found: string[] = [];
  const queue = [''];
  for (let at = 0; at < queue.length && found.length < MAX_WALKED && at < MAX_WALKED; at++) {
    const inside = queue[at]!;
    let entries: import('node:fs').Dirent[];
    try {
      entries = readdirSync(path.join(folder, inside), { withFileTypes: true });
    } catch {
      continue;
    }
    for (const entry of entries) {
      if (entry.name === '.git' || entry.name === 'node_modules') continue;
      const name = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory()) queue.push(name);
      else found.push(name);
    }
  }
  return found;
}
