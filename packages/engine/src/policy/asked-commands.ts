import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Repository, writeFileAtomic } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { repositoryState } from '@flow/evidence/fast';

/*
 * Commands that documents of runs carry: of items, and of interviews. Whoever reads a command line to record its runs has no time
 * to read documents, so that they are kept beside the policy, a file for each run. They are only recorded: no push needs them, and
 * nothing runs them.
 */

const MOST = 500;
const LARGEST = 256 * 1024;

const folderOf = (repository: Repository, environment: NodeJS.ProcessEnv) =>
  path.join(repositoryState(repository, environment), 'asked');

/** Keeps what the documents of a run ask for; a run that asks for nothing, or has ended, has no file. */
export function keepAskedCommands(
  repository: Repository,
  environment: NodeJS.ProcessEnv,
  branch: string,
  commands: readonly string[],
): void {
  const name = `${createHash('sha256').update(branch).digest('hex').slice(0, 16)}.json`;
  const file = path.join(folderOf(repository, environment), name);
  const text = JSON.stringify([...new Set(commands)].sort().slice(0, MOST));
  if (commands.length === 0) {
    if (existsSync(file)) rmSync(file, { force: true });
  } else if (readSmall(file, LARGEST) !== text) writeFileAtomic(file, text, { fsync: false });
}

/** Reads the commands of all runs of a repository. */
export function readAskedCommands(repository: Repository, environment: NodeJS.ProcessEnv): string[] {
  const folder = folderOf(repository, environment);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => commandsIn(readSmall(path.join(folder, name), LARGEST)));
}

function commandsIn(text: string | undefined): string[] {
  try {
    const read: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(read) ? read.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
