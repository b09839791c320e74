import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './manifests.mjs';

/** Whether a file belongs into a package: what was built, texts of agents and skills, and what every package has. */
const BELONGS = /^(?:package\.json|README\.md|LICENSE|(?:dist|packs|skills)\/.+)$/;
/** Whether a file shows the inside of this repository alone. */
const INSIDE = /\.(?:test|spec)\.[cm]?[jt]s$|(?:^|\/)(?:test|fixtures|\.cache|\.turbo)\//;

const bin = (name) => path.join(root, 'node_modules/.bin', name);

/** Runs a program; its text is told when it fails. @returns faults, none when the program exits with 0 */
function asked(command, words, cwd) {
  const env = { ...process.env, npm_config_loglevel: 'error' };
  const run = spawnSync(command, words, { cwd, encoding: 'utf8', env });
  return run.status === 0
    ? []
    : [`${path.basename(command)}: ${run.stdout ?? ''}${run.stderr ?? ''}${run.error ?? ''}`];
}

/** Packs a package as it is published. @returns the tarball's path. @throws with all that pnpm said */
export function pack(folder, into) {
  mkdirSync(into, { recursive: true });
  const before = new Set(readdirSync(into));
  const packed = spawnSync('pnpm', ['pack', '--pack-destination', into], { cwd: folder, encoding: 'utf8' });
  const file = readdirSync(into).find((name) => !before.has(name));
  if (packed.status !== 0 || file === undefined)
    throw new Error(`pnpm pack in ${folder}: ${packed.stdout}${packed.stderr}${packed.error ?? ''}`);
  return path.join(into, file);
}

/** Files below a folder, as paths from it with `/`. */
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();

/** Paths that a manifest promises: programs, and every target of `exports` but patterns. */
function promised(manifest) {
  const paths = (value) =>
    typeof value === 'string'
      ? [value]
      : value === null || value === undefined
        ? []
        : Object.values(value).flatMap(paths);
  return [...paths(manifest.bin), ...paths(manifest.exports)].filter((one) => !one.includes('*'));
}

/** What is wrong with a manifest as it was packed: `string[]`. */
export function manifestFaults(manifest, url) {
  const faults = [];
  const want = (holds, fault) => void (holds || faults.push(fault));
  want(manifest.description, 'description is missing');
  want(manifest.license === 'MIT', 'license is not MIT');
  want(manifest.engines?.node, 'engines.node is missing');
  want((manifest.keywords ?? []).length > 0, 'keywords are missing');
  want(manifest.repository?.url === url, `repository.url is not ${url}`);
  want(manifest.repository?.directory?.startsWith('packages/'), 'repository.directory names no folder');
  want(manifest.homepage?.startsWith('https://'), 'homepage is missing');
  want(String(manifest.bugs?.url ?? manifest.bugs).startsWith('https://'), 'bugs is missing');
  want(manifest.publishConfig?.provenance === true, 'publishConfig.provenance is not true');
  want(manifest.publishConfig?.access === 'public', 'publishConfig.access is not public');
  for (const field of ['dependencies', 'peerDependencies', 'optionalDependencies'])
    for (const [name, range] of Object.entries(manifest[field] ?? {}))
      want(!/^(?:workspace|catalog|file|link):/.test(range), `${field} ${name} has ${range}`);
  want(!JSON.stringify(manifest.exports ?? {}).includes('@flow/source'), 'exports lead to the source');
  return faults;
}

/** What is wrong with the files of an unpacked package: `string[]`. */
export function contentFaults(files, manifest) {
  const faults = files.filter((file) => !BELONGS.test(file) || INSIDE.test(file)).map((file) => `${file} is packed`);
  for (const file of ['LICENSE', 'README.md', ...promised(manifest).map((one) => path.posix.normalize(one))])
    if (!files.includes(file)) faults.push(`${file} is missing`);
  return faults;
}

/**
 * Looks a tarball through: its manifest, its files, publint, and attw where types are shipped.
 * @returns `{ name, version, packed, unpacked, files, faults }`, sizes in bytes
 */
export function inspect(tarball, area, url) {
  const folder = path.join(area, 'unpacked', path.basename(tarball, '.tgz'));
  mkdirSync(folder, { recursive: true });
  const faults = asked('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
  if (!existsSync(path.join(folder, 'package.json'))) return { name: tarball, faults: [...faults, 'no package.json'] };
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const files = filesBelow(folder);
  faults.push(...manifestFaults(manifest, url), ...contentFaults(files, manifest));
  faults.push(...asked(bin('publint'), ['run', tarball, '--strict']));
  if (manifest.exports['.']) faults.push(...asked(bin('attw'), [tarball, '--profile', 'esm-only', '--no-emoji']));
  return {
    ...{ name: manifest.name, version: manifest.version, manifest, folder, files: files.length, faults },
    packed: statSync(tarball).size,
    unpacked: files.reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0),
  };
}
