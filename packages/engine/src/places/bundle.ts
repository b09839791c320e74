import { join } from 'node:path';
import type { Finding } from '@flow/core';
import { sha256 } from '@flow/evidence';
import { readState } from '@flow/evidence/disk/file-state';
import { BUNDLE_FILES } from './bundle-files.js';

/** The list of hashes beside the copied files has this name. */
export const MANIFEST = 'manifest.json';

/** The list of hashes says which version the files are, and gives the SHA-256 of each by name. */
export interface BundleManifest {
  version: string;
  files: Record<string, string>;
}

/**
 * Reads the built files and makes their manifest.
 * @param folder absolute path of the package's `dist`
 * @returns name and bytes of everything that belongs into the per-user folder, manifest last
 */
export function readBundle(
  folder: string,
  version: string,
): { ok: true; files: { name: string; bytes: Buffer }[] } | { ok: false; findings: Finding[] } {
  const files: { name: string; bytes: Buffer }[] = [];
  const findings: Finding[] = [];
  for (const name of BUNDLE_FILES) {
    const state = readState(join(folder, name));
    if (state) files.push({ name, bytes: state.bytes });
    else findings.push({ code: 'BUNDLE_INCOMPLETE', level: 'block', path: join(folder, name), args: { file: name } });
  }
  if (findings.length > 0) return { ok: false, findings };
  const manifest: BundleManifest = {
    version,
    files: Object.fromEntries(files.map(({ name, bytes }) => [name, sha256(bytes)])),
  };
  files.push({ name: MANIFEST, bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) });
  return { ok: true, files };
}

/**
 * Compares a per-user copy with its manifest.
 * @returns the names of files that are missing or changed; null when there is no readable manifest
 */
export function verifyBundle(folder: string): string[] | null {
  let manifest: Partial<BundleManifest> | null;
  try {
    manifest = JSON.parse(readState(join(folder, MANIFEST))?.bytes.toString('utf8') ?? 'null') as typeof manifest;
  } catch {
    return null;
  }
  const hashes = manifest?.files;
  if (typeof hashes !== 'object' || hashes === null) return null;
  return BUNDLE_FILES.filter((name) => {
    const state = readState(join(folder, name));
    return !state || sha256(state.bytes) !== hashes[name];
  });
}
