import { existsSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** Variables for a child process: nothing is inherited that is not named here. */
export type Environment = Record<string, string>;

/**
 * Where real runners keep what they must not download again for every temporary home: the variable, and the folders
 * below the user's home that it stands for when it is not set (Linux, then macOS).
 */
const toolchainCaches: readonly (readonly [variable: string, ...folders: string[]])[] = [
  ['GOCACHE', '.cache/go-build', 'Library/Caches/go-build'],
  ['GOMODCACHE', 'go/pkg/mod'],
  ['CARGO_HOME', '.cargo'],
  ['RUSTUP_HOME', '.rustup'],
  ['PYENV_ROOT', '.pyenv'],
];

/** Returns folders of the toolchains that exist on this machine, as the variables that name them. */
function toolchains(): Environment {
  const found: Environment = {};
  for (const [variable, ...folders] of toolchainCaches) {
    const candidates = [process.env[variable], ...folders.map((folder) => join(homedir(), folder))];
    const existing = candidates.find((folder) => folder !== undefined && existsSync(folder));
    if (existing !== undefined) found[variable] = existing;
  }
  // A new user's Go cache is empty: one that all temporary homes share saves building the standard library for each.
  found.GOCACHE ??= join(tmpdir(), `flow-go-build-${process.getuid?.() ?? 0}`);
  return found;
}

/**
 * pyenv puts a script of a dozen processes in front of every Python; the Python that it would choose comes first here, as
 * after `pyenv shell`.
 */
function searchPath(inherited: string): string {
  const folders = inherited.split(delimiter);
  const shims = folders.find((folder) => /[\\/]\.?pyenv[\\/]shims$/.test(folder));
  if (shims === undefined) return inherited;
  const root = dirname(shims);
  const version = process.env.PYENV_VERSION ?? readOr(join(root, 'version'), '').trim();
  const own = join(root, 'versions', version, 'bin');
  return version !== '' && existsSync(join(own, 'python3')) ? [own, ...folders].join(delimiter) : inherited;
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}

/**
 * Returns the environment of a user who has just been created: PATH, HOME, XDG_*, LANG, and the toolchain caches of the
 * user who runs the tests, so that no result depends on that user's git, shell or client configuration.
 */
export function cleanEnvironment(home: string): Environment {
  return {
    PATH: searchPath(process.env.PATH ?? '/usr/bin:/bin'),
    HOME: home,
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CONFIG_HOME: join(home, '.config'),
    LANG: 'C.UTF-8',
    // Python takes compiled code for current when second and size of its source agree: an edit of a test within the
    // second of the run before would not be seen.
    PYTHONDONTWRITEBYTECODE: '1',
    ...toolchains(),
  };
}
