import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DocumentKind } from '@flow/core/documents';
import { hooks } from '../evidence.js';
import type { Place } from '../workflow/place.js';
import { handOf, unmarked } from './compose.js';

/*
 * What an import has written is known again by the digest in its mark. It is kept on this machine, and git has it in each clone
 * where it was committed before somebody edited it. Only what a later import may bring in follows from it.
 */

/** Texts that are kept; the oldest go first. */
const MAX_KEPT = 200;

/** Commits of a document that are looked through. */
const MAX_COMMITS = 50;

type Around = Place['around'];

async function folderOf({ repository, start }: Around): Promise<string> {
  const { repositoryState } = await hooks();
  return path.join(repositoryState(repository, start.environment), 'imports');
}

/** Keeps a text that an import has written, or would have written had nobody edited the document. */
export async function keepWritten(around: Around, text: string): Promise<void> {
  const { writeFileAtomic } = await hooks();
  const digest = unmarked(text)?.digest;
  if (digest === undefined) return;
  const folder = await folderOf(around);
  try {
    writeFileAtomic(path.join(folder, digest), text);
    const ages = readdirSync(folder).map((name) => ({ name, age: statSync(path.join(folder, name)).mtimeMs }));
    for (const { name } of ages.toSorted((one, other) => other.age - one.age).slice(MAX_KEPT))
      rmSync(path.join(folder, name), { force: true });
  } catch {
    // Without it a later import knows less of what was edited, and says so.
  }
}

/** Finds what the last import wrote into a document that somebody has edited since; null where neither this machine nor git has it. */
export async function lastWritten(
  around: Around,
  file: string,
  kind: DocumentKind,
  text: string,
): Promise<string | null> {
  const { git, readSmall } = await hooks();
  const digest = unmarked(text)?.digest;
  if (digest === undefined) return null;
  const isIt = (one: string) => handOf(kind, one) === 'untouched' && unmarked(one)?.digest === digest;
  const kept = readSmall(path.join(await folderOf(around), digest));
  if (kept !== undefined && isIt(kept)) return kept;
  const { repository } = around;
  const { deadline } = around.start;
  const words = ['log', `-${MAX_COMMITS}`, '--format=%H', '--', `:(top,literal)${file}`];
  const commits = git(repository, words, { deadline }).stdout.toString('utf8').split('\n');
  for (const commit of commits.filter((one) => one !== '')) {
    const { status, stdout } = git(repository, ['cat-file', 'blob', `${commit}:${file}`], { deadline });
    const was = stdout.toString('utf8').replaceAll('\r\n', '\n');
    if (status === 0 && isIt(was)) return was;
  }
  return null;
}
