import { askGit, runGit, unknown } from './run-git.js';

/** A meeting is a repository's clone and the remote through which machines meet. */
export interface Meeting {
  /** A folder of the clone. */
  folder: string;
  /** The remote, by its name or address. */
  remote: string;
}

/** Lists refs of the remote that begin with one of these names, as they are now. @throws CoordinatorUnknown */
export async function remoteRefs({ folder, remote }: Meeting, ...names: string[]): Promise<Map<string, string>> {
  const patterns = names.map((name) => (name.endsWith('/') ? `${name}*` : name));
  const told = await askGit(folder, ['ls-remote', '--refs', '--', remote, ...patterns]);
  const refs = new Map<string, string>();
  for (const line of told.split('\n').filter(Boolean)) {
    const [id = '', ref = ''] = line.split('\t');
    const isAsked = names.some((name) => (name.endsWith('/') ? ref.startsWith(name) : ref === name));
    if (isAsked && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)) refs.set(ref, id);
  }
  return refs;
}

/**
 * Brings objects of the remote's refs here, under no name.
 * @returns false where a ref is another one by now
 * @throws CoordinatorUnknown
 */
export async function fetchObjects({ folder, remote }: Meeting, refs: ReadonlyMap<string, string>): Promise<boolean> {
  const missing = [...refs];
  const known = await Promise.all(
    missing.map(async ([, id]) => (await runGit(folder, ['cat-file', '-e', id])).status === 0),
  );
  const wanted = missing.filter((_, at) => !known[at]);
  if (wanted.length === 0) return true;
  const words = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'];
  const ran = await runGit(folder, [...words, '--', remote, ...wanted.map(([ref]) => ref)]);
  if (ran.status === 0) {
    const there = await Promise.all(
      wanted.map(async ([, id]) => (await runGit(folder, ['cat-file', '-e', id])).status === 0),
    );
    return there.every(Boolean);
  }
  // A ref that was there a moment ago and is gone is a change, and no breakdown.
  if (/couldn't find remote ref/.test(ran.stderr)) return false;
  throw unknown(words, ran);
}

/**
 * Moves a ref of the remote from one object to another, where nobody else has moved it meanwhile.
 * @param from '' for a ref that is not there yet
 * @returns false where it is not known to have moved: whoever asks reads the ref again
 */
export async function swapRef({ folder, remote }: Meeting, ref: string, from: string, to: string): Promise<boolean> {
  const words = ['push', '--quiet', '--porcelain', '--no-follow-tags', '--no-recurse-submodules', '--no-signed'];
  const ran = await runGit(folder, [...words, `--force-with-lease=${ref}:${from}`, '--', remote, `${to}:${ref}`]);
  return ran.status === 0;
}
