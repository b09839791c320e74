import { isOfClass, type Policy } from '@flow/core';
import type { Repository } from '@flow/evidence';
import { type GitObject, Objects } from '@flow/evidence/git/objects';

/** The longest text that grammars take, in bytes: `@flow/weakened` reads no longer one. */
export const MAX_READ = 1_000_000;

/** The texts of the files that changed, before and after, by their paths. */
export interface Texts {
  before: Record<string, string>;
  after: Record<string, string>;
  /** Tests that were there before and cannot be compared: one of their texts is too long, or git did not tell it. */
  unread: string[];
}

/** The two contents that are compared, as git names them, and the files that differ. */
export interface Compared {
  fork: string;
  judged: string;
  files: readonly string[];
}

/** Reads the texts of both contents with one git, so that what it does not tell is missing in none or in both. */
export function weakenedTexts(
  repository: Repository,
  { presets }: Pick<Policy, 'presets'>,
  { fork, judged, files }: Compared,
  deadline: number,
): Texts {
  const objects = new Objects(repository, deadline);
  objects.announce(files.flatMap((file) => [`${fork}:${file}`, `${judged}:${file}`]));
  const texts: Texts = { before: {}, after: {}, unread: [] };
  const isTest = (file: string) => presets.some((preset) => isOfClass(file, preset, 'test'));
  // In one order: what was asked is known again by its digest.
  for (const file of files.toSorted()) {
    const [was, is] = [objects.read(`${fork}:${file}`), objects.read(`${judged}:${file}`)];
    // What is new has lost nothing; a file that changed is on one of both sides.
    const isLost = was === null ? is === null : isTooLong(was) || (is !== null && isTooLong(is));
    if (isLost && isTest(file)) texts.unread.push(file);
    // Half of a pair would look like a test that came or went.
    if ([was, is].some((one) => one !== null && isTooLong(one))) continue;
    if (was?.type === 'blob') texts.before[file] = was.bytes.toString('utf8');
    if (is?.type === 'blob') texts.after[file] = is.bytes.toString('utf8');
  }
  return texts;
}

const isTooLong = ({ bytes }: GitObject) => bytes.length > MAX_READ;
