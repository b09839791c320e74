import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { packageRoot } from './kit.js';

/** Packs what a user installs into a new folder, which the caller removes. */
export function pack(): { folder: string; tarballs: string[] } {
  const folder = mkdtempSync(path.join(tmpdir(), 'flow-pack-'));
  for (const name of ['hooks', 'cli']) {
    const packed = spawnSync('npx', ['-y', 'pnpm@12', 'pack', '--pack-destination', folder], {
      cwd: path.join(packageRoot, '..', name),
      encoding: 'utf8',
    });
    if (packed.status !== 0) throw new Error(packed.stdout + packed.stderr);
  }
  return { folder, tarballs: readdirSync(folder).map((name) => path.join(folder, name)) };
}

/** The variables of npm in a project, whose cache lies in the folder of the packages. */
export const npmVariables = (folder: string) => ({
  npm_config_cache: path.join(folder, 'cache'),
  npm_config_audit: 'false',
  npm_config_fund: 'false',
});

/** Installs them into a project as a user does, from no registry. */
export function installPacked(
  repo: Pick<TempRepo, 'root' | 'environment'>,
  { folder, tarballs }: ReturnType<typeof pack>,
) {
  const words = ['i', '--offline', '--no-save', '-D', ...tarballs];
  const env = { ...repo.environment, ...npmVariables(folder) };
  return spawnSync('npm', words, { cwd: repo.root, env, encoding: 'utf8' });
}
