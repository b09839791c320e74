import {
  classify,
  editClass,
  type Finding,
  type MigrationConflict,
  matchesAny,
  migrationConflicts,
  migrationOf,
  type Policy,
} from '@flow/core';
import { git, type Repository, splitZ } from '@flow/evidence';
import type { Base } from '@flow/evidence/git/base';
import { type Revision, revisionConflicts } from '@flow/evidence/git/revisions';
import { shellWord } from '@flow/shell-effects/text/quoted';

/** A migration of the change that gets into the way of another, with what is to be said of it. */
export interface MigrationFact {
  path: string;
  args: Finding['args'];
}

/** The content that is judged. */
export interface JudgedContent {
  judged: string;
  paths: readonly string[];
  /** Paths in which it differs from where it left the base branch. */
  changed: readonly string[];
}

/**
 * Numbers of migrations that a change takes and somebody else has (feature D38). Asks git once, and only where the change
 * touches migrations: for the base branch's own, as they are now.
 */
export function migrationFacts(
  repository: Repository,
  policy: Policy,
  content: JudgedContent,
  base: Base,
  deadline: number,
): MigrationFact[] {
  const { migrations } = policy;
  const numbered = content.changed.filter((file) => migrationOf(file, migrations) !== null && isOwn(file, policy));
  const revisions = content.changed.filter((file) => isRevision(file, migrations) && isOwn(file, policy));
  return [
    ...(numbered.length > 0 ? numbers(repository, policy, content, numbered, base, deadline) : []),
    ...(revisions.length > 0 ? heads(repository, content, revisions, base, deadline) : []),
  ];
}

/** `isOwn` tells whether a file is the project's: neither installed nor a fixture of tests. */
const isOwn = (file: string, policy: Policy) =>
  editClass(file, policy) !== 'test' && policy.presets.every((preset) => classify(file, preset) !== 'generated');

/** Alembic names a migration by what is in it, in a folder `versions`. */
const isRevision = (file: string, globs: readonly string[] | null) =>
  /(?:^|\/)versions\/[^/]+\.py$/.test(file) && (globs === null || matchesAny(file, globs));

function numbers(
  repository: Repository,
  { migrations }: Policy,
  { paths, changed }: JudgedContent,
  touched: readonly string[],
  base: Base,
  deadline: number,
): MigrationFact[] {
  const folders = [...new Set(touched.map((file) => migrationOf(file, migrations)!.group.replace(/:[VUB]$/, '')))];
  const isNear = (file: string) => folders.some((folder) => folder === '' || file.startsWith(`${folder}/`));
  const places = folders.includes('') ? [] : folders.map((folder) => `${folder}/`);
  const words = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', base.commit, '--', ...places];
  const listing = splitZ(git(repository, words, { deadline }).stdout);
  const here = paths.filter(isNear);
  return migrationConflicts(here, changed, listing, migrations).map((conflict) => numberFact(conflict, here, base));
}

function numberFact({ added, other, moves }: MigrationConflict, here: readonly string[], base: Base): MigrationFact {
  const commands = moves.map(({ from, to }) => {
    // A migration that is a folder is moved as one.
    const [left, right] = [folderOf(from), folderOf(to)];
    return left === right
      ? `git mv ${shellWord(from)} ${shellWord(to)}`
      : `git mv ${shellWord(left)} ${shellWord(right)}`;
  });
  const args = {
    kind: 'number',
    other: other.path,
    number: added.written,
    onBase: !here.includes(other.path),
    branch: base.branch,
    moves: [...new Set(commands)].join(' && '),
  };
  return { path: added.path, args };
}

const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'));

const REVISION = '^(down_)?revision( *:[^=]*)? *=';

/** Revisions that follow the same one: Alembic then has two heads, and does not go on. */
function heads(
  repository: Repository,
  { judged, changed }: JudgedContent,
  touched: readonly string[],
  base: Base,
  deadline: number,
): MigrationFact[] {
  const folders = [...new Set(touched.map((file) => file.slice(0, file.lastIndexOf('/') + 1)))];
  const words = [
    '--literal-pathspecs',
    'grep',
    '-z',
    '-I',
    '-E',
    '--full-name',
    '-e',
    REVISION,
    judged,
    base.commit,
    '--',
  ];
  const found = git(repository, [...words, ...folders], { deadline }).stdout.toString('utf8');
  const revisionsAt = (content: string): Revision[] => readRevisions(found, `${content}:`);
  return revisionConflicts(revisionsAt(judged), revisionsAt(base.commit), new Set(changed)).map(
    ({ added, other, parent, onBase }) => {
      const ref = base.ref.replace(/^refs\/(?:remotes|heads)\//, '');
      return { path: added, args: { kind: 'revision', other, number: parent, onBase, branch: base.branch, ref } };
    },
  );
}

/** Parses the answer of `git grep -z` about one content: `<content>:<path>`, NUL, the line. */
function readRevisions(found: string, prefix: string): Revision[] {
  const files = new Map<string, Partial<Revision>>();
  for (const line of found.split('\n')) {
    const [name = '', text = ''] = line.split('\0');
    if (!name.startsWith(prefix)) continue;
    const path = name.slice(prefix.length);
    const file = files.get(path) ?? { path };
    files.set(path, file);
    const value = text.slice(text.indexOf('=') + 1);
    const ids = [...value.matchAll(/['"]([^'"]+)['"]/g)].map(([, id = '']) => id);
    if (text.startsWith('down_')) file.follows = /None\b/.test(value) ? [] : ids.length > 0 ? ids : null;
    else if (ids[0] !== undefined) file.id = ids[0];
  }
  return [...files.values()].flatMap(({ path, id, follows }) =>
    path !== undefined && id !== undefined && follows !== undefined ? [{ path, id, follows }] : [],
  );
}
