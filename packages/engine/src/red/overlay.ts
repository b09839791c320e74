import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { FileView } from '@flow/core';
import { git, type Repository } from '@flow/evidence';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';
import { treeEntries } from '@flow/evidence/git/tree-entries';
import { closeOf, maskLiterals } from './mask.js';
import { gitThere } from './throwaway.js';

/** The tree that files are put into, and the content that they come from. */
export interface Laying {
  repository: Repository;
  /** The throwaway work tree. */
  tree: string;
  /** The git tree of what is on disk now. */
  content: string;
  now: FileView;
  deadline: number;
}

/**
 * Puts the tests' own files of today over the base's: written by git from its objects, so that nothing is read from the
 * disk meanwhile; those that are gone are taken away.
 * @returns files that were left out, with the reason
 */
export function layTests(laying: Laying, files: readonly string[]): Map<string, string> {
  const { repository, tree, content, now, deadline } = laying;
  const left = new Map<string, string>();
  const there = new Set(now.paths);
  for (const link of outwardLinks(laying, files)) left.set(link, 'link-leads-out');
  const put = files.filter((file) => there.has(file) && !left.has(file));
  const gone = files.filter((file) => !there.has(file));
  const flags = ['--pathspec-from-file=-', '--pathspec-file-nul'];
  if (gone.length > 0) {
    const words = ['rm', '--quiet', '--force', '--ignore-unmatch', ...flags];
    mustSucceed(gitThere(repository, tree, words, gone.join('\0'), deadline));
  }
  if (put.length > 0)
    mustSucceed(gitThere(repository, tree, ['checkout', '--quiet', content, ...flags], put.join('\0'), deadline));
  return left;
}

function mustSucceed(result: { status: number | null; stderr: string }): void {
  if (result.status !== 0) throw new Error(`The tests cannot be applied to the base: ${result.stderr.slice(0, 300)}`);
}

/** Symbolic links among the files whose target is not below the root. */
function outwardLinks(laying: Laying, files: readonly string[]): string[] {
  const { repository, content, deadline } = laying;
  const asked = new Set(files);
  const entries = [...(treeEntries(repository, content, deadline) ?? [])];
  const links = entries.filter(([file, entry]) => asked.has(file) && entry.startsWith('120000 '));
  return links.flatMap(([file, entry]) => {
    const id = entry.split(' ')[2]!;
    const target = git(repository, ['cat-file', 'blob', id], { deadline }).stdout.toString('utf8');
    const end = path.posix.normalize(path.posix.join(path.posix.dirname(file), target));
    return path.posix.isAbsolute(target) || end === '..' || end.startsWith('../') ? [file] : [];
  });
}

const TEST_MODULE = /#\[cfg\(test\)\]\s*(?:#\[[^\]]*\]\s*)*(?:pub\s+)?mod\s+(\w+)\s*\{/g;

/**
 * Returns the one test module of a Rust source file; null where there is none, undefined where there are several or it
 * has no end.
 */
function testModuleOf(text: string): { from: number; to: number } | null | undefined {
  const masked = maskLiterals(text, 'rust');
  const all = [...masked.matchAll(TEST_MODULE)];
  if (all.length === 0) return null;
  const [{ index, 0: head }] = all as [RegExpExecArray];
  const to = all.length === 1 ? closeOf(masked, index + head.length - 1) : undefined;
  return to === undefined ? undefined : { from: index, to };
}

/**
 * Returns the base's source with today's test module in the place of its own.
 * @returns undefined where that cannot be done exactly
 */
export function withTestModule(base: string, now: string): string | undefined {
  const today = testModuleOf(now);
  const before = testModuleOf(base);
  if (!today || before === undefined) return undefined;
  const module = now.slice(today.from, today.to);
  if (before === null) return `${base.trimEnd()}\n\n${module}\n`;
  return base.slice(0, before.from) + module + base.slice(before.to);
}

/**
 * Puts today's test module into a Rust source file of the base.
 * @returns why it could not be done
 */
export function layTestModule(laying: Laying, base: FileView, file: string): string | undefined {
  const before = base.read(file);
  if (before === undefined) return 'unit-tests-of-new-file';
  const text = withTestModule(before, laying.now.read(file) ?? '');
  if (text === undefined) return 'test-module-not-told-apart';
  const target = inside(laying.tree, file);
  if (target === undefined || !lstatSync(target).isFile()) return 'link-leads-out';
  // A checkout may have changed line ends; the compiler does not care.
  writeFileSync(target, text);
  return undefined;
}

/** Returns the absolute path of a file whose folder really lies in the throwaway tree. */
export function inside(tree: string, file: string): string | undefined {
  const target = path.join(tree, file);
  try {
    return isWithinFolder(realpathSync(path.dirname(target)), tree) ? target : undefined;
  } catch {
    return undefined;
  }
}

/** Caches that a run writes must not be the project's own. */
const OWN_CACHES = new Set(['.vite', '.vitest', '.vite-temp', '.cache']);

/**
 * Gives the throwaway tree the packages that are installed in the project: a folder of its own with a link for each, so
 * that what the runner keeps there stays apart. A package of the project itself is the one of the throwaway tree.
 */
export function linkPackages(repository: Repository, tree: string, folder: string): void {
  const source = path.join(repository.root, folder, 'node_modules');
  const target = inside(tree, path.join(folder, 'node_modules'));
  if (target === undefined || lstatSync(target, { throwIfNoEntry: false })) return;
  linkEach(repository, tree, source, target);
}

function linkEach(repository: Repository, tree: string, source: string, target: string): void {
  let names: string[];
  try {
    names = readdirSync(source);
  } catch {
    return;
  }
  mkdirSync(target);
  for (const name of names) {
    const from = path.join(source, name);
    if (OWN_CACHES.has(name)) continue;
    if (name.startsWith('@') && lstatSync(from).isDirectory())
      linkEach(repository, tree, from, path.join(target, name));
    else symlinkSync(ownPackage(repository, tree, from) ?? from, path.join(target, name));
  }
}

/**
 * Returns the folder of the throwaway tree that stands for a package of the project which its packages are linked to;
 * undefined for any other package, and for one whose entry is built and so is not in the throwaway tree.
 */
function ownPackage({ root }: Repository, tree: string, link: string): string | undefined {
  try {
    if (!lstatSync(link).isSymbolicLink()) return undefined;
    const source = realpathSync(link);
    const inner = path.relative(realpathSync(root), source);
    if (inner === '' || inner.startsWith('..') || inner.split(path.sep).includes('node_modules')) return undefined;
    const own = inside(tree, path.join(inner, 'package.json'));
    if (own === undefined || !existsSync(own)) return undefined;
    const { main, module, exports } = JSON.parse(readFileSync(own, 'utf8')) as Record<string, unknown>;
    const entries = textsIn([main, module, exports]).filter((entry) => existsSync(path.join(source, entry)));
    return entries.every((entry) => existsSync(path.join(tree, inner, entry))) ? path.dirname(own) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the texts in what a file of JSON holds. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

/** Copies a file that git ignores and the runner needs, where the base does not have it. */
export function copyIgnored(repository: Repository, tree: string, file: string): void {
  const source = path.join(repository.root, file);
  const target = inside(tree, file);
  if (target === undefined || lstatSync(target, { throwIfNoEntry: false })) return;
  if (lstatSync(source, { throwIfNoEntry: false })?.isFile()) writeFileSync(target, readFileSync(source));
}
