import { existsSync } from 'node:fs';
import path from 'node:path';

/** A manager is a program that installs others into a folder of its own. */
export interface Manager {
  /** Tells whether a folder is one that it fills. */
  fills(folder: string): boolean;
  /** Names of the manager, as they are typed. */
  names: readonly string[];
  /** Calls after which nothing of what was there before is left. */
  anew: readonly string[];
  /** Files by which a folder is a project that it installs for. */
  manifests: readonly string[];
  /** Files beside its folder that say what lies in it. */
  locks: readonly string[];
  /** Folders in its own that programs fill while they run. */
  caches: readonly string[];
  /** Command that fills the folder anew, where these files lie beside the folder. */
  install(has: (file: string) => boolean): string;
}

const holds = (folder: string, ...names: string[]) => names.some((name) => existsSync(path.join(folder, name)));
const isBeside = (folder: string, ...names: string[]) => holds(path.dirname(folder), ...names);
const isNamed = (folder: string, ...names: string[]) => names.includes(path.basename(folder));

/** The first by whose file something is installed; the last where none is there. */
const byLock = (has: (file: string) => boolean, commands: Readonly<Record<string, string>>) =>
  Object.entries(commands).find(([file], at, all) => has(file) || at === all.length - 1)![1];

const NODE: Manager = {
  fills: (folder) => isNamed(folder, 'node_modules'),
  names: ['npm', 'pnpm', 'yarn', 'bun', 'cnpm', 'corepack'],
  anew: ['npm ci', 'npm clean-install', 'npm install-clean'],
  manifests: ['package.json'],
  locks: ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'],
  caches: ['.cache', '.vite', '.vite-temp', '.vitest', '.tmp', '.package-lock.json'],
  install: (has) =>
    byLock(has, {
      'pnpm-lock.yaml': 'pnpm install',
      'yarn.lock': 'yarn install',
      'bun.lock': 'bun install',
      'bun.lockb': 'bun install',
      'package-lock.json': 'npm ci',
      'npm-shrinkwrap.json': 'npm ci',
      'package.json': 'npm install',
    }),
};

const COMPOSER: Manager = {
  fills: (folder) => isNamed(folder, 'vendor') && (isBeside(folder, 'composer.json') || holds(folder, 'composer')),
  names: ['composer', 'composer.phar'],
  anew: [],
  manifests: ['composer.json'],
  locks: ['composer.lock'],
  caches: [],
  install: () => 'composer install',
};

const BUNDLER: Manager = {
  fills: (folder) => /[\\/](?:vendor[\\/]bundle|\.bundle)$/.test(folder),
  names: ['bundle', 'bundler', 'gem'],
  anew: [],
  manifests: ['Gemfile', 'gems.rb'],
  locks: ['Gemfile.lock', 'gems.locked'],
  caches: ['cache'],
  install: () => 'bundle install',
};

const PYTHON: Manager = {
  fills: (folder) =>
    isNamed(folder, '.venv', 'venv', '.tox', '.nox', '__pypackages__') || holds(folder, 'pyvenv.cfg', 'conda-meta'),
  names: ['pip', 'pip3', 'uv', 'poetry', 'pdm', 'pipenv', 'hatch', 'tox', 'nox', 'conda', 'mamba', 'virtualenv'],
  anew: ['tox -r', 'tox --recreate'],
  manifests: ['pyproject.toml', 'setup.py', 'setup.cfg', 'tox.ini', 'pytest.ini', 'requirements.txt'],
  locks: ['uv.lock', 'poetry.lock', 'pdm.lock', 'Pipfile.lock', 'pylock.toml'],
  caches: ['__pycache__'],
  install: (has) =>
    byLock(has, {
      'uv.lock': 'uv sync',
      'poetry.lock': 'poetry install',
      'pdm.lock': 'pdm install',
      'Pipfile.lock': 'pipenv sync',
      '': 'python3 -m venv .venv && .venv/bin/pip install -r requirements.txt',
    }),
};

const MIX: Manager = {
  fills: (folder) => isNamed(folder, 'deps', '_build') && isBeside(folder, 'mix.exs'),
  names: ['mix'],
  anew: [],
  manifests: ['mix.exs'],
  locks: ['mix.lock'],
  caches: ['test', 'dev'],
  install: () => 'mix deps.get',
};

const DART: Manager = {
  fills: (folder) => isNamed(folder, '.dart_tool') && isBeside(folder, 'pubspec.yaml'),
  names: ['dart', 'flutter'],
  anew: [],
  manifests: ['pubspec.yaml'],
  locks: ['pubspec.lock'],
  caches: ['test', 'build'],
  install: () => 'dart pub get',
};

/** Maven's wrapper fetches its own archive where it is missing, which many projects ignore. */
const MAVEN_WRAPPER: Manager = {
  fills: (folder) => /[\\/]\.mvn[\\/]wrapper$/.test(folder),
  names: ['mvnw', 'mvn'],
  anew: [],
  manifests: ['pom.xml'],
  locks: ['maven-wrapper.properties'],
  caches: ['maven-wrapper.properties'],
  install: () => './mvnw --version',
};

const MANAGERS = [NODE, COMPOSER, BUNDLER, PYTHON, MIX, DART, MAVEN_WRAPPER];

/** Tells whether a program installs into such a folder, by its name. */
export const isManager = (program: string): boolean => MANAGERS.some(({ names }) => names.includes(program));

/** An installed folder is one that a package manager fills. */
export interface Installed {
  folder: string;
  manager: Manager;
}

/** Returns the outermost such folder around a file, or that folder itself; null where there is none. */
export function installedAround(file: string): Installed | null {
  let found: Installed | null = null;
  for (let folder = file; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const manager = MANAGERS.find(({ fills }) => fills(folder));
    if (manager) found = { folder, manager };
  }
  return found;
}

/** Returns the outermost folder around a file that a package manager fills; null where there is none. */
export const installedFolder = (file: string): string | null => installedAround(path.dirname(file))?.folder ?? null;

/** Tells whether a path in such a folder is one that programs write by themselves while they run. */
export function isCache(file: string, { folder, manager }: Installed): boolean {
  const parts = path.relative(folder, file).split(path.sep);
  return parts.some((part) => part === '__pycache__') || manager.caches.includes(parts[0] ?? '');
}

/** Command that is typed beside a folder to fill the folder anew: nothing of the old content stays. */
export function anewCommand({ folder, manager }: Installed): string {
  const project = path.dirname(folder);
  const command = manager.install((file) => existsSync(path.join(project, file)));
  return manager.anew.includes(command) ? command : `rm -rf ${path.basename(folder)} && ${command}`;
}
