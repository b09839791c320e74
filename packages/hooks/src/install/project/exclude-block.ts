import { statSync } from 'node:fs';
import { join } from 'node:path';
import { withBlock, withoutBlock } from './managed-block.js';

const MARKS = { begin: '# flow-hooks', end: '# flow-hooks end' };

/** Files of this machine alone, which `git add -A` must not take along. */
const LOCAL = ['/.claude/settings.local.json'];

/**
 * Places at which the sandbox of Claude Code (2.1.332, Linux) has a device stand while a command runs, where the project has
 * nothing: so seen in `git status`, which shows each, and `git add -A` fails on them.
 */
const PLANTED_FILES = [
  ...[
    '.bash_profile',
    '.bashrc',
    '.gitconfig',
    '.gitmodules',
    '.mcp.json',
    '.profile',
    '.ripgreprc',
    '.zprofile',
    '.zshrc',
  ],
  ...['launch.json', 'loop.md', 'scheduled_tasks.json'].map((name) => `.claude/${name}`),
];
const PLANTED_FOLDERS = [
  ...['.idea', '.vscode'],
  ...['agents', 'commands', 'output-styles', 'routines', 'skills', 'workflows'].map((name) => `.claude/${name}`),
];

/** Returns the lines that keep the sandbox's devices out of commits, and no folder that a person makes in the place of one. */
export function planting(root: string): string[] {
  // What stands there while a command runs is an empty file to everybody outside.
  const isSomebodys = (path: string) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isDirectory() === true || (stat?.size ?? 0) > 0;
  };
  const missing = (names: readonly string[]) => names.filter((name) => !isSomebodys(join(root, name)));
  return [
    ...missing(PLANTED_FILES).map((name) => `/${name}`),
    ...missing(PLANTED_FOLDERS).flatMap((name) => [`/${name}`, `!/${name}/`]),
  ];
}

/** Returns the text of `.git/info/exclude` (null: no file) with our block in it, everything else as it is. */
export const addLocalBlock = (text: string | null, more: readonly string[] = []): string =>
  withBlock(text, MARKS, [...LOCAL, ...more]);

/** Returns the text without our block. */
export const removeLocalBlock = (text: string): string => withoutBlock(text, MARKS);
