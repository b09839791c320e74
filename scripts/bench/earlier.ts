import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** An earlier program is one that was built from another commit of this repository. */
export interface Earlier {
  /** The commit's full id. */
  readonly commit: string;
  /** Folder of the built files. */
  readonly dist: string;
  /** Removes the tree that it was built in. */
  dispose(): void;
}

/** Where the hook's built files lie below a tree. */
export const DIST = 'packages/hooks/dist';

function run(cwd: string, command: string, ...words: string[]): string {
  const done = spawnSync(command, words, { cwd, encoding: 'utf8', maxBuffer: 64 << 20 });
  if (done.status !== 0)
    throw new Error(`${[command, ...words].join(' ')}: exit ${done.status}\n${done.stdout}${done.stderr}`);
  return done.stdout.trim();
}

/**
 * Builds a tag's program in a scratch worktree beside a tree: as deep on the disk, as Node takes longer for a deeper file.
 * @throws Error for a name that is no commit, and where installation or build fail; nothing is left behind then
 */
export function buildEarlier(root: string, tag: string): Earlier {
  const commit = run(root, 'git', 'rev-parse', '--verify', '--quiet', '--end-of-options', `${tag}^{commit}`);
  const tree = path.join(path.dirname(root), `${path.basename(root)}-at-${commit.slice(0, 12)}`);
  if (existsSync(tree)) throw new Error(`${tree} is there already: remove it, with \`git worktree prune\``);
  const dispose = () => {
    spawnSync('git', ['worktree', 'remove', '--force', tree], { cwd: root });
  };
  try {
    run(root, 'git', 'worktree', 'add', '--quiet', '--detach', tree, commit);
    run(tree, 'npx', '-y', 'pnpm@12', 'install', '--frozen-lockfile', '--prefer-offline');
    run(tree, 'npx', '-y', 'pnpm@12', 'build');
    const dist = path.join(tree, DIST);
    if (!existsSync(path.join(dist, 'hook.cjs'))) throw new Error(`the build of ${tag} made no ${DIST}/hook.cjs`);
    return { commit, dist, dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}
