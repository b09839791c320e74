import { spawn } from 'node:child_process';
import { copyFileSync, lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { slotVariables } from '@flow/driver/drive';
import type { Environment } from '@flow/evidence';

/** `Preparing` tells how a new work tree is prepared. */
export interface Preparing {
  /** The command of the trusted policy; null for none. */
  setup: string | null;
  /** Tells work trees apart that share a machine's ports and databases. */
  slot: number;
  environment: Environment;
  /** The commit whose `.worktreeinclude` says which ignored files a work tree needs; null where none is known. */
  base: string | null;
}

/** The file in which a user says which files, that git ignores, a work tree needs besides. */
const INCLUDE = '.worktreeinclude';

/** Names of files that git is asked about in one call. */
const AT_ONCE = 500;

/** Milliseconds that a set-up may take. */
const LONGEST = 30 * 60_000;

/**
 * Prepares a new work tree: copies the files that the user's `.worktreeinclude` names, and runs the set-up of the policy. What
 * the item's own branch says of either is not asked (R59, R61).
 * @returns why the work tree cannot be used; null where it can
 */
export async function prepareTree(root: string, worktree: string, preparing: Preparing): Promise<string | null> {
  if (preparing.base !== null) await copyIncluded(root, worktree, preparing.base);
  if (preparing.setup === null) return null;
  const { status, text } = await shellIn(worktree, preparing.setup, {
    ...preparing.environment,
    ...slotVariables(preparing.slot),
  });
  return status === 0 ? null : `the set-up \`${preparing.setup}\` failed with exit code ${status}: ${lastLine(text)}`;
}

async function copyIncluded(root: string, worktree: string, base: string): Promise<void> {
  const told = await run('git', ['show', `${base}:${INCLUDE}`], root);
  if (told.status !== 0) return;
  const folder = mkdtempSync(path.join(tmpdir(), 'flow-include-'));
  try {
    const file = path.join(folder, 'patterns');
    writeFileSync(file, told.text);
    const words = ['ls-files', '-z', '--others', '--ignored', `--exclude-from=${file}`];
    const listed = await run('git', words, root);
    const named = listed.text.split('\0').filter(Boolean);
    for (let at = 0; at < named.length; at += AT_ONCE) {
      // What git does not ignore is somebody's work, and goes its own way.
      const asked = named.slice(at, at + AT_ONCE);
      const ignored = await run('git', ['-c', 'core.quotePath=false', 'check-ignore', '--', ...asked], root);
      const known = new Set(ignored.text.split('\n'));
      for (const name of asked) if (known.has(name)) copyOne(root, worktree, name);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies one file; a link is left out, as it leads elsewhere, and so is what would be written through one. */
function copyOne(root: string, worktree: string, name: string): void {
  const [from, to] = [path.join(root, name), path.join(worktree, name)];
  if (!lstatSync(from, { throwIfNoEntry: false })?.isFile()) return;
  if (lstatSync(to, { throwIfNoEntry: false }) || isBehindLink(worktree, name)) return;
  mkdirSync(path.dirname(to), { recursive: true });
  copyFileSync(from, to);
}

/** Tells whether a folder above a file of a work tree is a link. */
const isBehindLink = (worktree: string, name: string): boolean => {
  const folders = path.dirname(name).split('/');
  return folders.some((_, at) =>
    lstatSync(path.join(worktree, ...folders.slice(0, at + 1)), { throwIfNoEntry: false })?.isSymbolicLink(),
  );
};

interface Ran {
  status: number | null;
  text: string;
}

/** Runs a command in a shell without a terminal. */
export const shellIn = (directory: string, command: string, environment: Environment): Promise<Ran> =>
  run('/bin/sh', ['-c', command], directory, environment);

/** Runs a program without a terminal, with its output as one text. */
function run(program: string, words: readonly string[], cwd: string, environment?: Environment): Promise<Ran> {
  return new Promise((done) => {
    const child = spawn(program, words, {
      cwd,
      ...(environment && { env: environment as NodeJS.ProcessEnv }),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LONGEST,
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        if (text.length < 1_000_000) text += chunk;
      });
    child.on('error', (error) => done({ status: null, text: error.message }));
    child.on('close', (status) => done({ status, text }));
  });
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
