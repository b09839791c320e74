import { splitZ } from '../git/git.js';
import type { IndexGit } from './temporary-index.js';

/** What git reads as more than a name, and `patternOf` does not. */
const OTHERS = /[?[\]\\{}]|\*\*(?!\/)|[^/]\*\*/;

/**
 * Picks the paths that git's glob pathspecs match. Most globs are read here as git reads them (a test), which saves a
 * process; git is asked about others, and about names that look like globs themselves.
 * @param globs relative to the root
 */
export function viewsAmong(paths: readonly string[], globs: readonly string[], run: IndexGit): Set<string> {
  if (globs.length === 0) return new Set();
  const starts = new RegExp(`^(?:${globs.map((glob) => literal(glob.replace(/[*?[\\].*$/s, ''))).join('|')})`);
  const near = paths.filter((path) => starts.test(path));
  if (near.length === 0) return new Set();
  if (globs.some((glob) => OTHERS.test(glob)) || near.some((path) => path.includes('*'))) return askGit(globs, run);
  const pattern = new RegExp(`^(?:${globs.map(patternOf).join('|')})$`);
  return new Set(near.filter((path) => pattern.test(path)));
}

/** A glob without a wildcard speaks of all that lies below its path, too. */
function patternOf(glob: string): string {
  const parts = glob.split(/(\*\*\/|\*)/);
  if (parts.length === 1) return `${literal(glob)}(?:/[^]*)?`;
  return parts.map((part) => (part === '**/' ? '(?:[^]*/)?' : part === '*' ? '[^/]*' : literal(part))).join('');
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function askGit(globs: readonly string[], run: IndexGit): Set<string> {
  const patterns = globs.map((glob) => `:(glob)${glob}`);
  return new Set(splitZ(run(['ls-files', '-z', '--cached', '--others', '--', ...patterns]).stdout));
}
