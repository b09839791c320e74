import { posix } from 'node:path';
import { matchGlob } from '../bash/words/glob.js';
import { walkDisk } from '../disk/disk.js';
import type { Session, Shell } from '../state.js';
import { repositoryRoot } from './places.js';

/** `Tracking` tells what git knows of the files beneath the present directory. */
export interface Tracking {
  readonly root: string;
  /** A tracked file, or a folder that holds one; undefined when the index cannot be read. */
  isTracked(absolute: string): boolean | undefined;
  isIgnored(absolute: string): boolean;
}

/** Reads the index by its names alone: they stand in it as they are, each closed by a NUL. */
export function readTracking(
  session: Session,
  shell: Shell,
  { excludes = [], isAlone = false }: { excludes?: readonly string[]; isAlone?: boolean } = {},
): Tracking | undefined {
  const root = repositoryRoot(session, shell);
  if (root === undefined) return undefined;
  const index = session.context.readFile(posix.join(root, '.git/index'));
  const files = isAlone ? [] : ['.gitignore', '.git/info/exclude'];
  const texts = files.map((file) => session.read(posix.join(root, file)) ?? '');
  const rules = ignoreRules([...texts, ...excludes].join('\n'));
  const inside = (absolute: string) => posix.relative(root, absolute);
  return {
    root,
    isTracked(absolute) {
      if (index === undefined) return undefined;
      const name = inside(absolute);
      return index.includes(`${name}\0`) || index.includes(`${name}/`);
    },
    isIgnored(absolute) {
      const parts = inside(absolute).split('/');
      return parts.some((_, at) => decide(rules, parts.slice(0, at + 1)));
    },
  };
}

const MAX_RULES = 1000;

interface IgnoreRule {
  readonly segments: readonly string[];
  readonly isAnchored: boolean;
  readonly isNegated: boolean;
}

function ignoreRules(text: string): IgnoreRule[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(0, MAX_RULES)
    .map((line) => {
      const isNegated = line.startsWith('!');
      const pattern = line
        .replace(/^!/, '')
        .replace(/\/(?:\*\*)?$/, '')
        .replace(/^\*\*\//, '');
      return {
        segments: pattern.replace(/^\//, '').split('/'),
        isAnchored: pattern.includes('/'),
        isNegated,
      };
    });
}

function decide(rules: readonly IgnoreRule[], parts: readonly string[]): boolean {
  let ignored = false;
  for (const { segments, isAnchored, isNegated } of rules) {
    const own = isAnchored ? parts : parts.slice(-1);
    if (matchesSegments(segments, own)) ignored = !isNegated;
  }
  return ignored;
}

/** `**` stands for any number of folders, also none. */
function matchesSegments(segments: readonly string[], parts: readonly string[]): boolean {
  const at = segments.indexOf('**');
  if (at < 0) {
    return segments.length === parts.length && segments.every((segment, of) => matchGlob(segment, parts[of]!));
  }
  const before = segments.slice(0, at);
  if (!matchesSegments(before, parts.slice(0, at))) return false;
  const rest = segments.slice(at + 1);
  // A second one makes trying all its places dear: what is left out is then taken for a file that is not ignored.
  if (rest.includes('**')) return false;
  return parts.length - at >= rest.length && matchesSegments(rest, parts.slice(parts.length - rest.length));
}

/**
 * Files beneath a place that git does not track; `ignored` says which of them: all, only the ignored, or only the others.
 * `excludes` are patterns of the command line (`git clean -e`), which come after those of files, and hold with `with` alone.
 */
export function untracked(
  place: string,
  ignored: 'with' | 'only' | 'without',
  session: Session,
  shell: Shell,
  excludes: readonly string[] = [],
): string[] | undefined {
  const tracking = readTracking(session, shell, { excludes, isAlone: ignored === 'with' });
  const found = tracking === undefined ? undefined : walkDisk(place, session, shell);
  if (tracking === undefined || found === undefined || shell.cwd === undefined) return undefined;
  const names: string[] = [];
  for (const { path, isFolder } of found) {
    const absolute = posix.resolve(shell.cwd, path);
    if (isFolder || absolute.startsWith(`${tracking.root}/.git/`)) continue;
    const isTracked = tracking.isTracked(absolute);
    if (isTracked === undefined) return undefined;
    if (isTracked) continue;
    if (tracking.isIgnored(absolute) === (ignored === 'only')) names.push(path);
  }
  return names;
}

/** Lists files beneath a place that git tracks. */
export function trackedBeneath(place: string, session: Session, shell: Shell): string[] | undefined {
  const tracking = readTracking(session, shell);
  const found = tracking === undefined ? undefined : walkDisk(place, session, shell);
  if (tracking === undefined || found === undefined || shell.cwd === undefined) return undefined;
  const { cwd } = shell;
  if (tracking.isTracked(tracking.root) === undefined) return undefined;
  return found
    .filter(({ path, isFolder }) => !isFolder && tracking.isTracked(posix.resolve(cwd, path)) === true)
    .map(({ path }) => path.replace(/^\.\//, ''));
}
