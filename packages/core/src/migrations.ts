import { matchesAny } from './paths.js';

/**
 * Numbers of database migrations (feature D38), read from the names of files: golang-migrate, sqlx, goose, Rails, Django,
 * Knex (`0007_add_x.up.sql`), Flyway (`V7__add_x.sql`), Prisma and Hasura (`0007_add_x/migration.sql`).
 */
export interface Migration {
  path: string;
  /** Migrations of one group must not share a number. */
  group: string;
  /** As it is written, and without what does not count. */
  written: string;
  number: string;
  /** What it is called, without number and direction. */
  name: string;
}

/** Two migrations of one number. */
export interface MigrationConflict {
  added: Migration;
  other: Migration;
  /** Everything that belongs to the added one: the way back, too. */
  files: string[];
  /** A number that nobody has, as it would be written; null where numbers are times. */
  next: string | null;
}

const FOLDER = /^(?:migrations?|migrate)$/;
const ENDING = /\.(?:sql|py|rb|js|cjs|mjs|ts|go|php|cs|java|kt|exs|cql|json|ya?ml|xml)$/;
const IN_FOLDER = /^(?:migration|up|down)\.\w+$/;
const FLYWAY = /^([VUB])(\d+(?:[._]\d+)*)__(.+)$/;
const NUMBERED = /^(\d+)[._-](.+)$/;
/** Times from the year down to the minute at least. */
const TIME = /^(?:19|20)\d{10,}$|^\d{10}$|^\d{13}$/;

/** The migration that a path is; null when it is none. `globs` stand in place of the usual folders. */
export function migrationOf(path: string, globs: readonly string[] | null): Migration | null {
  if (globs !== null && !matchesAny(path, globs)) return null;
  const parts = path.split('/');
  // A folder that is a migration: what lies in it has its number.
  const inFolder = parts.length > 1 && IN_FOLDER.test(parts.at(-1)!) && NUMBERED.test(parts.at(-2)!);
  const base = inFolder ? parts.at(-2)! : parts.at(-1)!;
  const above = parts.slice(0, inFolder ? -2 : -1);
  if (!inFolder && !ENDING.test(base)) return null;
  const flyway = inFolder ? null : FLYWAY.exec(base);
  if (flyway) {
    const [, kind = '', written = '', rest = ''] = flyway;
    return { path, group: `${above.join('/')}:${kind}`, written, number: versionOf(written), name: nameOf(rest) };
  }
  if (globs === null && !above.slice(-2).some((folder) => FOLDER.test(folder))) return null;
  const [, written, rest] = NUMBERED.exec(base) ?? [];
  if (written === undefined || rest === undefined) return null;
  return { path, group: above.join('/'), written, number: versionOf(written), name: nameOf(rest) };
}

const versionOf = (written: string) =>
  written
    .split(/[._]/)
    .map((part) => part.replace(/^0+(?=\d)/, ''))
    .join('.')
    .replace(/(?:\.0)+$/, '');

/** `add_x.up.sql`, `add_x.down.sql`, `add_x_up.sql` and `do.add_x.sql` are of one migration. */
function nameOf(rest: string): string {
  const stem = rest.replace(/^(?:do|undo)\./, '').split('.')[0]!;
  return stem.replace(/[_-](?:up|down|do|undo)$/, '');
}

/** Django's way to bring two of one number together, or to write several anew as one. */
const isJoining = ({ name }: Migration) => /(?:^|_)(?:merge|squashed)(?:_|$)/.test(name);

/**
 * The numbers that a change takes and somebody else has already.
 * @param here paths of the content that is judged
 * @param changed paths in which it differs from where it left the base branch
 * @param base paths of the base branch as it is now, in the folders of `changed`
 */
export function migrationConflicts(
  here: readonly string[],
  changed: readonly string[],
  base: readonly string[],
  globs: readonly string[] | null,
): MigrationConflict[] {
  const touched = new Set(changed);
  const onBase = new Set(base);
  const present = new Set(here);
  const added = changed.filter((path) => present.has(path) && !onBase.has(path)).flatMap((path) => read(path, globs));
  if (added.length === 0) return [];
  // What the change takes away or gives another name does not count any more.
  const kept = base.filter((path) => present.has(path) || !touched.has(path));
  const all = [...new Set([...here, ...kept])].flatMap((path) => read(path, globs));
  const conflicts: MigrationConflict[] = [];
  for (const one of added) {
    const group = all.filter((other) => other.group === one.group);
    if (isJoining(one) || group.some((other) => isJoining(other) && touched.has(other.path))) continue;
    const same = group.filter((other) => other.number === one.number);
    const other = same.find((other) => other.name !== one.name && !isJoining(other));
    if (!other || conflicts.some(({ files }) => files.includes(one.path) || files.includes(other.path))) continue;
    const files = same.filter(({ name, path }) => name === one.name && present.has(path)).map(({ path }) => path);
    conflicts.push({ added: one, other, files: [...new Set(files)].sort(), next: nextOf(one, group) });
  }
  return conflicts;
}

function read(path: string, globs: readonly string[] | null): Migration[] {
  const found = migrationOf(path, globs);
  return found === null ? [] : [found];
}

/** The next number of a group, as wide as the others are written. */
function nextOf({ written }: Migration, group: readonly Migration[]): string | null {
  if (TIME.test(written)) return null;
  const firsts = group.map(({ number }) => BigInt(number.split('.')[0]!));
  const most = firsts.reduce((most, one) => (one > most ? one : most), 0n);
  const width = /^\d+$/.test(written) ? written.length : 0;
  return String(most + 1n).padStart(width, '0');
}

/** The same file under another number. */
export function renumbered({ path, written }: Pick<Migration, 'path' | 'written'>, next: string): string {
  const parts = path.split('/');
  const at = parts.findLastIndex((part) => part.replace(/^[VUB](?=\d)/, '').startsWith(written));
  return parts.map((part, index) => (index === at ? part.replace(written, next) : part)).join('/');
}
