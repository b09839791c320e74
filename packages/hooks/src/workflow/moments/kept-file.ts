import { type Environment, isOurMac, loadKey, mac, parseJson, readFileBounded, writeFileAtomic } from '@flow/evidence';

/** A file that is longer is not read again. */
export const MAX_KEPT = 8 * 1024 * 1024;

/**
 * What was kept in a file of the state folder under this user's key: what others put there is not taken.
 * @returns undefined for anything else than what `writeKept` has written
 */
export function readKept(file: string, environment: Environment): unknown {
  const read = readFileBounded(file, MAX_KEPT);
  if (read.kind !== 'ok') return undefined;
  const all = read.bytes.toString('utf8');
  const end = all.indexOf('\n');
  const text = all.slice(end + 1);
  return isOurMac(text, all.slice(0, end), environment) ? parseJson(text) : undefined;
}

/** Keeps a value of JSON. Where that cannot be done, it is found out anew the next time. */
export function writeKept(file: string, value: object, environment: Environment): void {
  const text = JSON.stringify(value);
  try {
    writeFileAtomic(file, `${mac(loadKey(environment), text)}\n${text}`, { fsync: false });
  } catch {
    // The disk is full, or nobody may write there.
  }
}
