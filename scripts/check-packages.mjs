// Packs every public package as it would be published and checks the tarball: publint, and attw where types are shipped.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './suite.mjs';

const bin = (name) => path.join(root, 'node_modules/.bin', name);
const run = (command, words, cwd) => {
  const result = spawnSync(command, words, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, npm_config_loglevel: 'error' },
  });
  if (result.status !== 0) console.log(`${result.stdout ?? ''}${result.stderr ?? ''}${result.error ?? ''}`);
  return result.status === 0;
};

const folder = mkdtempSync(path.join(tmpdir(), 'flow-pack-'));
let failed = 0;
for (const name of readdirSync(path.join(root, 'packages')).sort()) {
  const cwd = path.join(root, 'packages', name);
  const manifest = JSON.parse(readFileSync(path.join(cwd, 'package.json'), 'utf8'));
  if (manifest.private) continue;
  const packed = spawnSync('pnpm', ['pack', '--pack-destination', folder], { cwd, encoding: 'utf8' });
  const tarball = readdirSync(folder).find((file) => file.startsWith(`${manifest.name.slice(1).replace('/', '-')}-`));
  const ok =
    packed.status === 0 &&
    tarball !== undefined &&
    run(bin('publint'), ['run', path.join(folder, tarball), '--strict']) &&
    (!manifest.exports['.'] || run(bin('attw'), [path.join(folder, tarball), '--profile', 'esm-only', '--no-emoji']));
  if (packed.status !== 0) console.log(packed.stdout, packed.stderr, packed.error);
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${manifest.name}`);
  if (!ok) failed++;
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed > 0 ? 1 : 0;
