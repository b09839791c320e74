import { spawn } from 'node:child_process';
import { refuseSteeredIn } from '@flow/evidence';

/** `Said` holds what a git command answered. */
export interface Said {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs git in a folder. */
export type RunGit = (directory: string, ...words: string[]) => Promise<Said>;

/** Runs this machine's git in a folder. It never asks for anything: nobody is there. */
export const runGit: RunGit = (directory, ...words) => {
  return new Promise((done, failed) => {
    // Nothing that a sealed session has put into git's settings runs here.
    const program = refuseSteeredIn(directory)?.get('git') ?? 'git';
    const child = spawn(program, words, {
      cwd: directory,
      env: { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: 'true', LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const text = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (chunk: string) => {
        text[stream] += chunk;
      });
    child.on('error', failed);
    child.on('close', (status) => done({ status, ...text }));
  });
};

/** The answer of git could not be had: never a yes, and never a no (R50). */
export class GitUnknown extends Error {
  override readonly name = 'GitUnknown';

  constructor(words: readonly string[], { stderr }: Said) {
    super(`git ${words[0]} failed: ${stderr.trim().slice(0, 300)}`);
  }
}

/** Runs git and returns its answer. @throws GitUnknown where it failed */
export async function ask(git: RunGit, directory: string, ...words: string[]): Promise<string> {
  const said = await git(directory, ...words);
  if (said.status !== 0) throw new GitUnknown(words, said);
  return said.stdout.trim();
}

/** Tells whether a commit has another one among its ancestors. @throws GitUnknown where git cannot tell */
export async function isAncestor(git: RunGit, directory: string, older: string, newer: string): Promise<boolean> {
  const words = ['merge-base', '--is-ancestor', older, newer];
  const said = await git(directory, ...words);
  if (said.status === 0) return true;
  if (said.status === 1) return false;
  throw new GitUnknown(words, said);
}

/**
 * Returns the commit of a ref; null where there is none.
 * @throws GitUnknown where git cannot tell
 */
export async function commitOf(git: RunGit, directory: string, ref: string): Promise<string | null> {
  const words = ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`];
  const said = await git(directory, ...words);
  if (said.status === 0) return said.stdout.trim();
  if (said.status === 1) return null;
  throw new GitUnknown(words, said);
}
