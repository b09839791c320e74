// `npx -y pnpm@12 release [--dry-run] [--few] [--keep <folder>]`: everything between a green commit and somebody's first
// `npm i`. All of it happens in a copy of the commit that is checked out: versions by changeset (of a dry run alone), build,
// packages, each tarball looked through, all of them published to a registry on this machine and installed from there by
// name. Without --dry-run the same tarballs then go to npm, from CI alone, which has the right to (trusted publishing).
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { tryExample } from './release/example.mjs';
import { tryInstall, unlock } from './release/installs.mjs';
import { manifests, repositoryUrl, root } from './release/manifests.mjs';
import { startRegistry } from './release/registry.mjs';
import { run } from './release/run.mjs';
import { rowOf, rowsOf, sizeFaults, weightFaults } from './release/sizes.mjs';
import { inspect, pack } from './release/tarball.mjs';
import { MANAGERS, managerWords, NODES, nodeFolder } from './release/tools.mjs';
import { close } from './suite.mjs';

const { values } = parseArgs({
  options: { 'dry-run': { type: 'boolean' }, few: { type: 'boolean' }, keep: { type: 'string' } },
});
const dry = values['dry-run'] === true;
const area = mkdtempSync(path.join(tmpdir(), 'flow-release-'));
process.on('exit', () => {
  unlock(area);
  rmSync(area, { recursive: true, force: true });
});
const copy = path.join(area, 'copy');
let passed = 0;
const failures = [];

function settle(name, faults, detail = '') {
  if (faults.length === 0) passed++;
  else failures.push(name);
  console.log([`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${name}${detail}`, ...faults].join('\n  '));
}

/** Runs a step that everything behind it needs. */
async function step(name, command, words, cwd = copy) {
  const started = Date.now();
  const { status, stdout, stderr } = await run(command, words, { cwd, env: { ...process.env, CI: 'true' } });
  settle(name, status === 0 ? [] : [`${stdout}${stderr}`], ` (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (status !== 0) process.exit(1);
}

if (!dry && process.env.GITHUB_ACTIONS !== 'true') {
  console.error('Only the release workflow publishes: it has the right to, and its provenance. Here: --dry-run.');
  process.exit(2);
}
const url = repositoryUrl();
const here = process.env.GITHUB_REPOSITORY;
if (!dry && url !== `git+https://github.com/${here}.git`) {
  console.error(`package.json says ${url}, and this is ${here}: npx -y pnpm@12 address ${here}`);
  process.exit(2);
}
const changes = readdirSync(path.join(root, '.changeset')).filter(
  (name) => name.endsWith('.md') && name !== 'README.md',
);
if (!dry && changes.length > 0) {
  console.error(`${changes.length} changesets have no version yet: npx -y pnpm@12 changeset version, and commit it.`);
  process.exit(2);
}

await step('a copy of the commit', 'git', ['clone', '-q', '--shared', root, copy], root);
// Installed before its versions change, as the lock file knows none of them.
await step('dependencies', 'pnpm', ['install', '--frozen-lockfile', '--prefer-offline']);
if (dry && changes.length > 0)
  await step('versions by changeset', path.join(copy, 'node_modules/.bin/changeset'), ['version']);
await step('build', path.join(copy, 'node_modules/.bin/turbo'), [
  'run',
  'build',
  '--output-logs=errors-only',
  '--filter=./packages/*',
]);

const tarballs = path.join(area, 'tarballs');
const packages = manifests(copy).map(({ folder }) => ({ tarball: pack(folder, tarballs), folder }));
const inspected = packages.map(({ tarball }) => ({ tarball, ...inspect(tarball, area, url) }));
for (const one of inspected) settle(`${one.name}@${one.version}`, one.faults);
const versions = inspected.filter(({ version }) => version === '0.0.0').map(({ name }) => `${name} has no version`);
settle('every package has a version', versions);
settle(
  'sizes as in docs/packages.md',
  sizeFaults(rowsOf(readFileSync(path.join(root, 'docs/packages.md'), 'utf8')), inspected),
);
settle('what an installation brings', weightFaults(inspected));
for (const row of inspected.map(rowOf))
  console.log(
    `       ${row.name.padEnd(26)}${String(row.packed).padStart(6)} kB packed${String(row.unpacked).padStart(7)} kB unpacked${String(row.files).padStart(5)} files`,
  );

/** Packages behind those that they need. */
function inOrder(all) {
  const names = new Set(all.map(({ name }) => name));
  const ordered = [];
  while (ordered.length < all.length)
    ordered.push(
      ...all.filter(
        (one) =>
          !ordered.includes(one) &&
          Object.keys(one.manifest.dependencies ?? {}).every(
            (need) => !names.has(need) || ordered.some(({ name }) => name === need),
          ),
      ),
    );
  return ordered;
}

const npm = (...words) => {
  const [command, ...first] = managerWords('npm', '24');
  const PATH = `${nodeFolder('24')}${path.delimiter}${process.env.PATH}`;
  return run(command, [...first, ...words], { cwd: area, env: { ...process.env, PATH } });
};
const others = (await npm('config', 'get', 'registry')).stdout.trim();
const registry = await startRegistry({ others });
const here127 = [`--@flow:registry=${registry.url}/`, `--${registry.url.replace('http:', '')}/:_authToken=local`];
for (const { name, tarball } of inOrder(inspected)) {
  // Provenance is said by a CI that the registry trusts: the manifest asks for it, and this machine cannot.
  const { status, stdout, stderr } = await npm(
    'publish',
    tarball,
    ...here127,
    '--provenance=false',
    '--loglevel=error',
  );
  settle(`${name} is published to a registry of this machine`, status === 0 ? [] : [`${stdout}${stderr}`]);
}

const all = NODES.flatMap((node) => MANAGERS.map((manager) => ({ manager, node })));
const pairs = values.few ? NODES.map((node, at) => ({ manager: MANAGERS[at], node })) : all;
for (const pair of pairs) {
  const told = await tryInstall({ ...pair, packages: inspected, registry: registry.url, others, area });
  settle(`installed with ${told.name}`, told.faults, ` (${told.seconds.toFixed(1)} s)`);
}
settle(
  'a preset that somebody else publishes works by its name from a registry (examples/preset-example)',
  await tryExample({ root: copy, registry: registry.url, area }),
);
await registry.close();

if (!dry && failures.length === 0)
  for (const { name, version, tarball } of inOrder(inspected)) {
    const there = (await npm('view', `${name}@${version}`, 'version')).stdout.trim() === version;
    const { status, stdout, stderr } = there ? { status: 0 } : await npm('publish', tarball);
    settle(
      `${name}@${version} ${there ? 'is on npm already' : 'is published'}`,
      status === 0 ? [] : [`${stdout}${stderr}`],
    );
    // What needs this package would be published without it.
    if (status !== 0) break;
  }
if (values.keep) cpSync(tarballs, values.keep, { recursive: true });
close('release', [{ passed, failed: failures.length, skipped: 0, names: failures }]);
