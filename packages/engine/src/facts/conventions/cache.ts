import path from 'node:path';
import {
  canonical,
  isOurSignature,
  loadKey,
  parseJson,
  type Repository,
  readFileBounded,
  repositoryState,
  sha256,
  sign,
  writeFileAtomic,
} from '@flow/evidence';
import type { Checked } from './violation.js';

const MAX_BYTES = 512 * 1024;

/**
 * The findings of one content are kept, so that git's own hook does not ask programs again that the client's hook has just
 * asked. One answer is kept, with the MAC of this user's key.
 */
export function remembered(content: unknown, repository: Repository, environment: NodeJS.ProcessEnv): Checked | null {
  const read = readFileBounded(fileOf(repository, environment), MAX_BYTES);
  const kept = read.kind === 'ok' ? (parseJson(read.bytes.toString('utf8')) as Partial<Kept> | undefined) : undefined;
  if (kept?.key !== keyOf(content) || typeof kept.mac !== 'string' || !kept.checked) return null;
  return isOurSignature(canonical({ key: kept.key, checked: kept.checked }), kept.mac, environment)
    ? kept.checked
    : null;
}

/** Keeps what was found in some content, unless something could not be asked. */
export function remember(
  content: unknown,
  checked: Checked,
  repository: Repository,
  environment: NodeJS.ProcessEnv,
): void {
  if (checked.unrun.length > 0) return;
  try {
    const what = { key: keyOf(content), checked };
    const kept: Kept = { ...what, mac: sign(loadKey(environment), canonical(what)) };
    writeFileAtomic(fileOf(repository, environment), JSON.stringify(kept), { fsync: false });
  } catch {
    // It is asked again then.
  }
}

interface Kept {
  key: string;
  checked: Checked;
  mac: string;
}

const keyOf = (content: unknown) => sha256(canonical(content));

const fileOf = (repository: Repository, environment: NodeJS.ProcessEnv) =>
  path.join(repositoryState(repository, environment), 'conventions.json');
