import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { type GateRules, matchesAny, type PresentContent, type Subject } from '@flow/core';
import {
  diffTrees,
  git,
  isBare,
  type Repository,
  readFileBounded,
  rootCommits,
  splitZ,
  type TakenTree,
  takeTree,
} from '@flow/evidence';
import { treeEntries } from '@flow/evidence/git/tree-entries';
import { INSTALLED, WORK_VIEWS } from '../../policy/views.js';
import { gitLineEnds } from '../../text/line-ends.js';

const MAX_FILES = 500;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_LOOKED_AT = 20_000;

/** A subject's file is one that a gate's globs match in one content, with its bytes. */
export interface SubjectFile extends Subject {
  bytes: Buffer;
}

/** Returns the gate's globs with the branch's name in them; none for a gate about a branch where there is none. */
export function globsOf(rules: Pick<GateRules, 'subjects'>, branch: string | null): string[] {
  // A branch may have any of these characters in its name, and none of them means a pattern then.
  const literal = branch?.replace(/[\\{}()[\]!*?+@|^$]/g, '\\$&');
  return rules.subjects.flatMap((glob) => {
    if (!glob.includes('{branch}')) return [glob];
    return literal === undefined ? [] : [glob.replaceAll('{branch}', () => literal)];
  });
}

const isView = (name: string) => matchesAny(name, WORK_VIEWS);

/**
 * Lists files on disk that globs match, sorted by path. Links are not followed. Undefined when there are too many, or
 * too large ones.
 */
export function filesOnDisk(repository: Repository, globs: readonly string[]): SubjectFile[] | undefined {
  if (isBare(repository)) return [];
  const names = new Set<string>();
  for (const glob of globs) {
    if (!walk(repository.root, startOf(glob), (name) => matchesAny(name, [glob]) && !isView(name) && names.add(name)))
      return undefined;
  }
  return collect([...names], (name) => {
    const read = readFileBounded(path.join(repository.root, name), MAX_BYTES);
    return read.kind === 'ok' ? read.bytes : submoduleOnDisk(repository, name);
  });
}

/** Lists files of a commit or tree that globs match, sorted by path. */
export function filesOfTree(
  repository: Repository,
  treeish: string,
  globs: readonly string[],
  deadline: number,
): SubjectFile[] | undefined {
  if (globs.length === 0) return [];
  const entries = treeEntries(repository, treeish, deadline);
  if (entries === null) return undefined;
  const names = [...entries.keys()].filter((name) => matchesAny(name, globs) && !isView(name));
  return collect(names, (name) => {
    const [, type, id = ''] = entries.get(name)!.split(' ');
    if (type === 'commit') return submodule(id);
    const blob = git(repository, ['cat-file', 'blob', id], { deadline });
    return blob.status === 0 && blob.stdout.length <= MAX_BYTES ? blob.stdout : undefined;
  });
}

/** A submodule is approved as git records it: by its commit, in the words of git's diff. */
const submodule = (commit: string) => Buffer.from(`Subproject commit ${commit}\n`);

function submoduleOnDisk(repository: Repository, name: string): Buffer | undefined {
  const head = git(repository, ['rev-parse', '--verify', 'HEAD'], { directory: path.join(repository.root, name) });
  return head.status === 0 ? submodule(head.stdout.toString('latin1').trim()) : undefined;
}

function collect(names: string[], read: (name: string) => Buffer | undefined): SubjectFile[] | undefined {
  if (names.length > MAX_FILES) return undefined;
  const files: SubjectFile[] = [];
  for (const name of names.sort()) {
    const bytes = read(name);
    if (bytes === undefined) return undefined;
    files.push({ path: name, sha256: hashOf(bytes), bytes });
  }
  return files;
}

/**
 * Makes the digest of a file's bytes with git's line ends, which is the same for a file that git writes to disk with
 * others (`core.autocrlf`, `eol`).
 */
export function hashOf(bytes: Buffer): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(gitLineEnds(bytes)).digest('hex');
}

/** Returns the part of a glob before its first wildcard, up to a slash. */
function startOf(glob: string): string {
  const plain = glob.replace(/\\(.)/g, '$1');
  const wild = glob.replace(/\\./g, '__').search(/[*?[{(!+@]/);
  if (wild < 0) return plain;
  const before = glob.slice(0, wild).replace(/\\(.)/g, '$1');
  return before.includes('/') ? before.slice(0, before.lastIndexOf('/')) : '';
}

/** Visits all files and submodules at or below a place in the repository; false when there are too many to look at. */
function walk(root: string, from: string, visit: (name: string) => void): boolean {
  if (isBehindLink(root, from)) return false;
  const queue = [from];
  for (let looked = 0; queue.length > 0; looked++) {
    if (looked > MAX_LOOKED_AT) return false;
    const folder = queue.pop()!;
    let entries: import('node:fs').Dirent[];
    try {
      entries = readdirSync(path.join(root, folder), { withFileTypes: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') visit(folder);
      continue;
    }
    for (const entry of entries) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const isFolder = entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules';
      if (isFolder && !existsSync(path.join(root, name, '.git'))) queue.push(name);
      else if (isFolder || entry.isFile()) visit(name);
    }
  }
  return true;
}

/** Tells whether the way to a place in the repository leads over a link. */
function isBehindLink(root: string, place: string): boolean {
  try {
    return realpathSync(path.join(root, place)) !== path.join(realpathSync(root), place);
  } catch {
    return false;
  }
}

/**
 * The whole content on disk, as it can be approved; null when it cannot be taken. What `install` wrote belongs to it
 * once it is tracked: other people's clients run it.
 */
export function contentToApprove(repository: Repository, deadline: number): TakenTree | null {
  const tracked = splitZ(git(repository, ['ls-files', '-z', '--', ...INSTALLED], { deadline }).stdout);
  const views = [...WORK_VIEWS, ...INSTALLED.filter((name) => !tracked.includes(name))];
  const taken = takeTree(repository, { views, deadline });
  return 'failed' in taken ? null : taken;
}

/** Keeps the trees that hold the same content as another tree, apart from views. */
export function alike(
  repository: Repository,
  trees: readonly (string | null)[],
  content: string | null,
  deadline: number,
): string[] {
  if (content === null) return [];
  const asked = [...new Set(trees)].filter((tree): tree is string => tree !== null && /^[0-9a-f]{40,64}$/.test(tree));
  return asked.filter((tree) => {
    const difference = diffTrees(repository, tree, content, { deadline });
    return difference !== 'gone' && difference.every(isView);
  });
}

/** Place that a gate is held against: the disk, a commit (CI), or a commit with the disk beside it (a push). */
export interface Place {
  branch: string | null;
  /** A commit or tree; null for the disk alone. */
  commit: string | null;
  /** Documents that are not committed count as they are on disk. */
  disk: boolean;
}

/** Returns the files that a gate is about, at a place. Undefined when they cannot be taken. */
export function subjectFiles(
  repository: Repository,
  rules: GateRules,
  { branch, commit, disk }: Place,
  deadline: number,
): SubjectFile[] | undefined {
  const globs = globsOf(rules, branch);
  const committed = commit === null ? [] : filesOfTree(repository, commit, globs, deadline);
  const onDisk = disk ? filesOnDisk(repository, globs) : [];
  if (committed === undefined || onDisk === undefined) return undefined;
  const known = new Set(committed.map((file) => file.path));
  const beside = onDisk.filter((file) => !known.has(file.path));
  return [...committed, ...beside].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Returns the content at a place, for `judgeGate`.
 * @param content tree or commit that holds the whole of it
 * @param trees those that approvals speak of
 */
export function presentContent(
  repository: Repository,
  rules: GateRules,
  place: Place,
  content: string | null,
  trees: readonly (string | null)[],
  deadline: number,
): PresentContent {
  const files = subjectFiles(repository, rules, place, deadline);
  return {
    repo: rootCommits(repository, deadline),
    branch: place.branch,
    trees: rules.tree ? alike(repository, trees, content, deadline) : [],
    // What cannot be read is not what was approved.
    subjects: files?.map(({ path: name, sha256 }) => ({ path: name, sha256 })) ?? [
      { path: '(unreadable)', sha256: '' },
    ],
    now: Date.now(),
  };
}
