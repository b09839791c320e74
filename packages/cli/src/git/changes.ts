import { runGit } from '../ship/git.js';
import type { Shipping } from '../ship/shipping.js';

/** A file that the next commit would hold. */
export interface Change {
  path: string;
  /** The letter of `git status`: `M`, `A`, `D`, `?`, …; `U` is a conflict. */
  state: string;
  /** A submodule with changes of its own. */
  submodule: boolean;
  /** Somebody has put it into the index. */
  staged: boolean;
}

/** Branch, commit and changes, by one question. */
const STATUS = [
  'status',
  '--porcelain=v2',
  '--branch',
  '--no-ahead-behind',
  '-z',
  '--untracked-files=all',
  '--no-renames',
  '--ignore-submodules=none',
];

/** `Changes` tells what git says of a work tree. */
export interface Changes {
  /** Null when no branch is checked out. */
  branch: string | null;
  /** Null before the first commit. */
  head: string | null;
  /** Everything that differs from HEAD, without what is ignored and without the files that are generated for people. */
  changes: Change[];
}

/** Reads the answer to `STATUS`. */
function readStatus(text: string, isView: (path: string) => boolean): Changes {
  const status: Changes = { branch: null, head: null, changes: [] };
  for (const line of text.split('\0')) {
    const [kind, xy = '', sub = ''] = line.split(' ');
    if (kind === '#') {
      if (xy === 'branch.oid' && sub !== '(initial)') status.head = sub;
      if (xy === 'branch.head' && sub !== '(detached)') status.branch = sub;
    }
    if (kind === '?' && !isView(line.slice(2)))
      status.changes.push({ path: line.slice(2), state: '?', submodule: false, staged: false });
    if (kind !== '1' && kind !== 'u') continue;
    const path = line
      .split(' ')
      .slice(kind === 'u' ? 10 : 8)
      .join(' ');
    const state = kind === 'u' ? 'U' : xy.replaceAll('.', '').slice(-1);
    // `S.M.`: commits of its own are a change like any other, what is not committed in it is not.
    const submodule = sub.startsWith('S') && /[MU]/.test(sub.slice(2));
    status.changes.push({ path, state, submodule, staged: xy[0] !== '.' });
  }
  return status;
}

/**
 * Reads what differs from HEAD in a work tree.
 * @param isView tells the files that are generated for people
 * @returns null where git cannot tell
 */
export async function readChanges(
  at: Pick<Shipping, 'root' | 'call'>,
  isView: (path: string) => boolean,
): Promise<Changes | null> {
  const told = await runGit(at, STATUS, { asks: true });
  return told.status === 0 ? readStatus(told.stdout, isView) : null;
}
