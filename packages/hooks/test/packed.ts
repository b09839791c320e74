import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageRoot } from './kit.js';

/** The package as its user gets it. */
export interface Packed {
  tarball: string;
  dispose(): void;
}

/** Packs the built package into a temporary folder, as it is published. */
export function pack(): Packed {
  const folder = mkdtempSync(path.join(tmpdir(), 'flow-pack-'));
  const packed = spawnSync('npx', ['-y', 'pnpm@12', 'pack', '--pack-destination', folder], {
    cwd: packageRoot,
    encoding: 'utf8',
  });
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (!name) throw new Error(packed.stdout + packed.stderr);
  return { tarball: path.join(folder, name), dispose: () => rmSync(folder, { recursive: true, force: true }) };
}
