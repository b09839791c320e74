import { matchesAny } from '../paths.js';

/**
 * Numbers of database migrations (feature D38), read from the names of files: golang-migrate, sqlx, goose, Rails, Django,
 * Knex (`0007_add_x.up.sql`), Flyway (`V7__add_x.sql`), Prisma and Hasura (`0007_add_x/migration.sql`).
 */
export interface Migration {
  path: string;
  /** Migrations of one group must not share a number. */
  group: string;
  /** The number as it is written, and without what does not count. */
  written: string;
  number: string;
  /** What it is called, without number and direction. */
  name: string;
}

/** A migration conflict is a pair of migrations with one number. */
export interface MigrationConflict {
  added: Migration;
  other: Migration;
  /** How the added ones of the folder get numbers that nobody has, in their order; none where numbers are times. */
  moves: { from: string; to: string }[];
}

const FOLDER = /^(?:migrations?|migrate)$/;
const ENDING = /\.(?:sql|py|rb|js|cjs|mjs|ts|go|php|cs|java|kt|exs|cql|json|ya?ml|xml)$/;
const IN_FOLDER = /^(?:migration|up|down)\.\w+$/;
const FLYWAY = /^([VUB])(\d+(?:[._]\d+)*)__(.+)$/;
const NUMBERED = /^(\d+)[._-](.+)$/;
/** Times from the year down to the minute at least. */
const TIME = /^(?:19|20)\d{10,}$|^\d{10}$|^\d{13}$/;

/** Returns the migration that a path is; null when it is none. `globs` stand in place of the usual folders. */
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
 * Returns the numbers that a change takes and somebody else has already, one for each folder.
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
  return [...new Set(added.map(({ group }) => group))].flatMap((group) => {
    const own = added.filter((one) => one.group === group);
    const others = all.filter((one) => one.group === group && !own.some(({ path }) => path === one.path));
    return conflictIn(own, others);
  });
}

function conflictIn(own: readonly Migration[], others: readonly Migration[]): MigrationConflict[] {
  if (own.some(isJoining)) return [];
  const sorted = [...own].sort((a, b) => compare(a.number, b.number) || (a.path < b.path ? -1 : 1));
  for (const [at, added] of sorted.entries()) {
    const clashes = (other: Migration) => other.number === added.number && other.name !== added.name;
    const other = others.find((other) => clashes(other) && !isJoining(other)) ?? sorted.find(clashes);
    if (other) return [{ added, other, moves: movesOf(sorted.slice(at), [...sorted.slice(0, at), ...others]) }];
  }
  return [];
}

function read(path: string, globs: readonly string[] | null): Migration[] {
  const found = migrationOf(path, globs);
  return found === null ? [] : [found];
}

const first = (number: string) => BigInt(number.split('.')[0]!);

function compare(a: string, b: string): number {
  const [one, other] = [first(a), first(b)];
  return one === other ? a.localeCompare(b, 'en', { numeric: true }) : one < other ? -1 : 1;
}

/** Migrations in their order behind all others, as wide as they are written. */
function movesOf(sorted: readonly Migration[], others: readonly Migration[]): MigrationConflict['moves'] {
  if ([...sorted, ...others].some(({ written }) => TIME.test(written))) return [];
  // Where nobody else has the first one's number, it keeps it.
  const least = first(sorted[0]!.number) - 1n;
  // biome-ignore lint/complexity/useMathMinMax: Math knows no BigInt
  let next = others.reduce((most, { number }) => (first(number) > most ? first(number) : most), least);
  const numbers = new Map<string, bigint>();
  return sorted.flatMap((one) => {
    const key = `${one.number} ${one.name}`;
    if (!numbers.has(key)) numbers.set(key, ++next);
    const written = String(numbers.get(key)).padStart(/^\d+$/.test(one.written) ? one.written.length : 0, '0');
    const to = renumbered(one, written);
    return to === one.path ? [] : [{ from: one.path, to }];
  });
}

/** Renames a migration: its file under another number. */
function renumbered({ path, written }: Migration, next: string): string {
  const parts = path.split('/');
  const at = parts.findLastIndex((part) => part.replace(/^[VUB](?=\d)/, '').startsWith(written));
  return parts.map((part, index) => (index === at ? part.replace(written, next) : part)).join('/');
}
