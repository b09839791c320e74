import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './manifests.mjs';

/* Nodes and package managers for the release's installations, from npm, each kept in a folder of .cache/release. */

const SYSTEM = { linux: 'linux', darwin: 'darwin', win32: 'win' }[process.platform] ?? process.platform;
const BUN = { linux: 'linux', darwin: 'darwin', win32: 'windows' }[process.platform] ?? process.platform;
const BUN_ARCH = process.arch === 'arm64' ? 'aarch64' : process.arch;

/** The Nodes on which packages are tried: the newest of each line that is supported, and the oldest that hooks run on. */
export const NODES = ['20.19', '22', '24', '26'];
/** The package managers that packages are tried with. */
export const MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'];
/** The npm that comes with a Node. */
const NPM_OF = { 20.19: '10', 22: '10', 24: '11', 26: '12' };

/** Installs one package of npm into a folder of its own, once. @returns the folder. @throws with all that npm said */
function fetched(name, version) {
  const folder = path.join(root, '.cache/release', `${name.replace('/', '_')}_${version}`);
  const at = path.join(folder, 'node_modules', name);
  if (!existsSync(path.join(at, 'package.json'))) {
    mkdirSync(folder, { recursive: true });
    const words = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    const run = spawnSync('npm', [...words, `${name}@${version}`], {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (run.status !== 0)
      throw new Error(`npm install ${name}@${version}: ${run.stdout}${run.stderr}${run.error ?? ''}`);
  }
  return at;
}

/** The folder with the program `node` of a version. */
export const nodeFolder = (version) => path.join(fetched(`node-${SYSTEM}-${process.arch}`, version), 'bin');

/** The words that start a package manager under the Node of a version, which comes first on the search path. */
export function managerWords(name, node) {
  if (name === 'npm') return ['node', path.join(fetched('npm', NPM_OF[node]), 'bin/npm-cli.js')];
  if (name === 'pnpm') return ['node', path.join(fetched('pnpm', '12'), 'bin/pnpm.mjs')];
  if (name === 'yarn') return ['node', path.join(fetched('@yarnpkg/cli-dist', '4'), 'bin/yarn.js')];
  return [path.join(fetched(`@oven/bun-${BUN}-${BUN_ARCH}`, '1'), 'bin/bun')];
}

/** The words that start the language server by which editors complete YAML. */
export const languageServer = () => [
  path.join(nodeFolder('24'), 'node'),
  path.join(fetched('yaml-language-server', '2'), 'bin/yaml-language-server'),
  '--stdio',
];
