import path from 'node:path';
import {
  canonical,
  isMac,
  isOurSignature,
  keepPublished,
  loadKey,
  parseJson,
  type Repository,
  readFileBounded,
  readPublished,
  repositoryState,
  sign,
  writeFileAtomic,
} from '@flow/evidence';

const MAX_BYTES = 4 * 1024 * 1024;

/** What is kept beside the key, by the field that its signature is of. */
const KEPT = [
  ['policy.json', 'policy'],
  ['applied.json', 'applied'],
] as const;

/**
 * Signs anew what an older program kept under a MAC, where that verifies: who sees only the public half of the key could not
 * tell that it is ours. Where it cannot be written, it stays as it is.
 */
export function renewSigned(repository: Repository, environment: NodeJS.ProcessEnv): void {
  try {
    for (const [name, field] of KEPT) {
      const file = path.join(repositoryState(repository, environment), name);
      const read = readFileBounded(file, MAX_BYTES);
      const value =
        read.kind === 'ok' ? (parseJson(read.bytes.toString('utf8')) as Record<string, unknown>) : undefined;
      if (!isMac(value?.mac) || !isOurSignature(canonical(value?.[field]), value?.mac, environment)) continue;
      const mac = sign(loadKey(environment), canonical(value?.[field]));
      writeFileAtomic(file, JSON.stringify({ ...value, mac }));
    }
    const published = path.join(repositoryState(repository, environment), 'published.json');
    const read = readFileBounded(published, MAX_BYTES);
    const kept = read.kind === 'ok' ? (parseJson(read.bytes.toString('utf8')) as Record<string, unknown>) : undefined;
    const places = isMac(kept?.mac) ? readPublished(repository, environment) : null;
    if (Array.isArray(places)) keepPublished(repository, places, environment);
  } catch {
    // A full or read-only disk: it verifies as before.
  }
}
