import { accessSync, constants, lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import type { ShellContext } from './effects.js';

/** Node context options tell what a caller says of the place in which a command line starts. */
export interface NodeContextOptions {
  /** Absolute directory in which the command line starts. @default the directory of this process */
  cwd?: string;
  /** Home folder, for `~` and for what programs keep there. @default the home folder of this user */
  home?: string;
  /** Environment that the command line inherits. @default the environment of this process */
  env?: Readonly<Record<string, string | undefined>>;
  /** Bytes above which a file counts as unreadable. @default 262,144 */
  maxFileBytes?: number;
  /** Epoch milliseconds at which the analysis ends, with the line unreadable. @default never */
  deadline?: number;
}

const MAX_FILE_BYTES = 256 * 1024;
/** Milliseconds after which git has not answered. */
const GIT_TIME = 2_000;

/**
 * Returns a context on this machine's disk. Files are read, and `git config --get` is asked for an alias; nothing is
 * written and nothing of the command line is run.
 */
export function nodeContext(options: NodeContextOptions = {}): ShellContext {
  const { deadline, maxFileBytes = MAX_FILE_BYTES } = options;
  return {
    cwd: options.cwd ?? process.cwd(),
    home: options.home ?? homedir(),
    hostName: hostname(),
    env: options.env ?? process.env,
    readFile: (file) => readText(file, maxFileBytes),
    isOver: () => deadline !== undefined && Date.now() > deadline,
    listDirectory: (folder) => orUndefined(() => readdirSync(folder)),
    canMakeIn: (folder) => orUndefined(() => accessSync(folder, constants.W_OK | constants.X_OK) ?? true) ?? false,
    readLink: (file) => orUndefined(() => readlinkSync(file)),
    fileFacts(file) {
      const entry = orUndefined(() => lstatSync(file));
      return entry && { modified: entry.mtimeMs, size: entry.size };
    },
    gitAlias: aliasByGit,
  };
}

/** Returns the text of a file; undefined when the file is missing, larger than `maxBytes`, or no plain file. */
function readText(file: string, maxBytes: number): string | undefined {
  return orUndefined(() => {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= maxBytes ? readFileSync(file, 'utf8') : undefined;
  });
}

function aliasByGit(directory: string, name: string): string | undefined {
  if (!/^[\w.-]+$/.test(name)) return undefined;
  // Loaded only where a line uses a name that git does not know.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const answer = spawnSync('git', ['config', '--get', `alias.${name}`], {
    cwd: directory,
    encoding: 'utf8',
    timeout: GIT_TIME,
    windowsHide: true,
  });
  return answer.status === 0 ? answer.stdout.trim() : undefined;
}

/** Returns the answer of a question to the disk; undefined where the disk gives an error instead. */
function orUndefined<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
