import { readSelection } from '../evidence/selection.js';
import { baseOf, isWithin, matchesAny } from '../paths.js';
import type { FileView } from './file-view.js';
import type { RunnerSpec } from './preset.js';

/*
 * A project whose settings do not say what a checker looks at says it where it calls that checker: in `tox.ini`, a makefile, a
 * script. What lies elsewhere, such as data of tests or a file of documentation, was never meant to pass.
 */

/** What may stand in front of a checker where a line calls it, and not only speaks of it. */
const STARTS =
  /^(?:-|run:|script:|commands|commands_pre|=|-m|run|exec|uv|uvx|poetry|pdm|hatch|pipenv|env|\w+=\S*|(?:.*\/)?python[\d.]*)$/;
const MOST_CALLS = 20;

/** Returns a checker that looks at no more than what the project's own calls of it name; as it is where they do not tell. */
export function withOwnScope(runner: RunnerSpec, root: string, view: FileView): RunnerSpec {
  const front = root === '.' ? '' : `${root}/`;
  const calls = callsFrom(root, runner, view);
  const named = calls.slice(0, MOST_CALLS).map((words) => pathsOf(words, runner, root, view));
  const paths = [...new Set(named.flatMap((found) => found ?? [root]))].sort();
  if (calls.length > MOST_CALLS || paths.length === 0 || paths.includes(root)) return runner;
  const words = paths.map((path) => path.slice(front.length));
  const { tests } = runner.units;
  const own = paths.flatMap((path) => (view.paths.includes(path) ? [path] : tests.map((glob) => `${path}/**/${glob}`)));
  return { ...runner, command: [runner.id, ...words].join(' '), units: { ...runner.units, tests: own } };
}

/** Lists the words of the calls of a checker in the files in which a project calls it. */
export function callsFrom(root: string, runner: RunnerSpec, view: FileView): string[][] {
  if (!runner.calledIn) return [];
  const front = root === '.' ? '' : `${root}/`;
  const globs = runner.calledIn.map((glob) => `${front}${glob}`);
  const files = view.paths.filter((path) => isWithin(path, root) && isOneOf(path, globs));
  return view.containing(files, [runner.id]).flatMap((path) => callsIn(view.read(path) ?? '', runner));
}

/** A name alone is that of a file at the root, not of one anywhere. */
const isOneOf = (path: string, globs: readonly string[]): boolean =>
  matchesAny(
    path,
    globs.filter((glob) => glob.includes('/')),
  ) || globs.includes(path);

/** Lists the words of the calls of a runner in the lines of a file, where it is given any. */
function callsIn(text: string, { id }: RunnerSpec): string[][] {
  const whole = text
    .replace(/\\\r?\n/g, ' ')
    .replace(/["'],\s*["']/g, ' ')
    .replace(/\bsession\.run\(\s*["']/g, '\n');
  return whole.split(/\r?\n|&&|\|\|?|;/).flatMap((line) => {
    const words = plain(line).split(/\s+/);
    const at = words.findIndex((word) => baseOf(word) === id);
    const isCall = at >= 0 && words.slice(0, at).every((word) => STARTS.test(word));
    // A requirement names a version behind it.
    const isRequirement = /^[<>=!~]/.test(words[at + 1] ?? '<');
    return isCall && !isRequirement ? [words.slice(at + 1)] : [];
  });
}

/** Returns a line as a shell would be given it, without what makefiles, tox, nox and tables of scripts put around its words. */
const plain = (line: string): string =>
  line
    .replace(/^\s*["']?[\w:.-]+["']?\s*=\s*\[?\s*["']/, '')
    .replace(/^\s*[@+-]+(?=\w)|#.*$|["')]+\s*,?\s*$|\{(?:env|tty):[^{}]*\}/g, '')
    .replace(/\{(?:pos)?args:?([^{}]*)\}/g, '$1')
    .replace(/\{tox(?:inidir|_root)\}\/?/g, './')
    .trim();

/** Lists the files and folders that a call names, none where it names no path; null where it may look at others. */
function pathsOf(words: readonly string[], runner: RunnerSpec, root: string, view: FileView): readonly string[] | null {
  const { valued } = runner.selection;
  if (words.every((word, at) => word.startsWith('-') || valued.includes(words[at - 1] ?? ''))) return [];
  const selection = readSelection(words, runner, { root, directory: root });
  if (selection.kind === 'whole') return [root];
  if (selection.kind !== 'units') return null;
  const isThere = (path: string) => view.paths.some((file) => file === path || file.startsWith(`${path}/`));
  const found = selection.units.map((unit) => unit.replace(/\/\*\*$/, ''));
  return found.every(isThere) ? found : null;
}
