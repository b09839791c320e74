import path from 'node:path';
import {
  type Environment,
  isOurSignature,
  loadKey,
  parseJson,
  readFileBounded,
  sign,
  writeFileAtomic,
} from '@flow/evidence';

/** A file that is longer is not read again. */
export const MAX_KEPT = 8 * 1024 * 1024;

/** What is signed names its place, so that no file counts in the place of another: of another kind, branch or repository. */
const placed = (file: string, text: string) => `${path.basename(path.dirname(file))}/${path.basename(file)}\n${text}`;

/**
 * Values of JSON that were kept in a file of the state folder under this user's key: what others put there is not taken.
 * @returns none for anything else than what `writeKept` has written
 */
export function readKept(file: string, environment: Environment): unknown[] {
  const read = readFileBounded(file, MAX_KEPT);
  if (read.kind !== 'ok') return [];
  const all = read.bytes.toString('utf8');
  const end = all.indexOf('\n');
  const text = all.slice(end + 1);
  return isOurSignature(placed(file, text), all.slice(0, end), environment) ? text.split('\n').map(parseJson) : [];
}

/**
 * Keeps values of JSON. Where that cannot be done, they are found out anew the next time.
 * @param values each as `JSON.stringify` writes it, on one line
 */
export function writeKept(file: string, values: readonly string[], environment: Environment): void {
  const text = values.join('\n');
  try {
    writeFileAtomic(file, `${sign(loadKey(environment), placed(file, text))}\n${text}`, { fsync: false });
  } catch {
    // The disk is full, or nobody may write there.
  }
}
