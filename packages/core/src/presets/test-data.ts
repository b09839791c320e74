import { folderOf, isWithin, matchesGlob } from '../paths.js';
import type { FileView } from './file-view.js';
import { foldersAbove } from './paths-within.js';
import type { Suite } from './suite.js';
import { unitsOf } from './suite-paths.js';

/*
 * Tests of tools stand on whole projects: their files make no suite. What lies among the data of tests is a project of its own only
 * where something says so: a lock file, the workspace that takes it in, or whatever starts it from further out.
 */

/** Folders of these names hold what tests stand on. */
const DATA =
  /(?:^|\/)(?:fixtures?|__fixtures__|test[-_]?data|snapshots?|__snapshots__|tests?\/data|resources\/tests?)(?=\/|$)/i;
/** What lies in folders of these names is a test, or something that tests stand on. */
const TESTS = /(?:^|\/)(?:tests?|__tests__|e2e)(?=\/)/;

const LOCKS = [
  ...['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb', 'deno.lock'],
  ...[
    'uv.lock',
    'poetry.lock',
    'pdm.lock',
    'Pipfile.lock',
    'Cargo.lock',
    'go.sum',
    'Gemfile.lock',
    'composer.lock',
    'mix.lock',
  ],
];

/** Files from which tests are started: those of CI, and those that lie beside a project. */
const STARTING =
  /^(?:\.github\/workflows\/|\.circleci\/|\.gitlab-ci|\.ci\/|azure-pipelines)|(?:^|\/)(?:package\.json|[\w.-]*\.toml|[\w.-]*\.ya?ml|[\w.-]*\.(?:sh|mk|cfg|ini)|noxfile\.py|go\.work|(?:GNU)?[Mm]akefile|\.?[Jj]ustfile|Rakefile)$/;

/** Returns the suites that are no data of the tests of another one. */
export function withoutTestData(suites: readonly Suite[], view: FileView): Suite[] {
  const maybe = suites.filter((suite) => isAmongTests(suite.root) && isUnclaimed(suite, suites, view));
  if (maybe.length === 0) return [...suites];
  const starting = startingFiles(maybe, view);
  const paths = new Set(view.paths);
  const data = new Set(maybe.filter(({ root }) => !isOwnProject(root, paths, starting)));
  return suites.filter((suite) => !data.has(suite));
}

/** Tells whether a folder lies, by its name, among the data of tests. */
export const isTestData = (root: string): boolean => DATA.test(root);

const isAmongTests = (root: string): boolean => DATA.test(root) || TESTS.test(root);

/** Tells whether no test is lost without the suite: it has none, or a suite of the same stack around it runs them. */
function isUnclaimed(suite: Suite, suites: readonly Suite[], view: FileView): boolean {
  const isData = DATA.test(suite.root);
  if (!isTests(suite)) return isData;
  const around = suites.filter((one) => isTests(one) && isAround(one.root, suite.root));
  const takesIn = ({ preset, runner }: Suite) => preset.id === suite.preset.id && runner.innerRoots === 'covered';
  return around.some(takesIn) || ((isData || around.length > 0) && unitsOf(suite, suites, view).length === 0);
}

const isTests = ({ runner }: Suite): boolean => (runner.question ?? 'test') === 'test';
const isAround = (outer: string, root: string): boolean =>
  outer !== root && isWithin(root, outer) && !isAmongTests(outer);

/** A file from which tests may be started, with the folder that its words are told from. */
interface Starting {
  folder: string;
  text: string;
}

/** Reads the files around some suites that may start them, each once: there may be hundreds of suites. */
function startingFiles(suites: readonly Suite[], view: FileView): Starting[] {
  const above = new Set(['.', ...suites.flatMap(({ root }) => foldersAbove(root))]);
  const isData = (folder: string) => folder !== '.' && isAmongTests(`${folder}/`);
  const files = view.paths.flatMap((path) => {
    const folder = path.startsWith('.') ? '.' : folderOf(path);
    return above.has(folder) && !isData(folder) && STARTING.test(path) ? [{ folder, path }] : [];
  });
  view.announce?.(files.map(({ path }) => path));
  return files.map(({ folder, path }) => ({ folder, text: view.read(path) ?? '' }));
}

/** Tells whether something says that a folder is a project of its own. */
function isOwnProject(root: string, paths: ReadonlySet<string>, starting: readonly Starting[]): boolean {
  if (LOCKS.some((name) => paths.has(`${root}/${name}`))) return true;
  return starting.some(({ folder, text }) => {
    if (!isWithin(root, folder)) return false;
    const inside = folder === '.' ? root : root.slice(folder.length + 1);
    // A name alone is that of any folder.
    const isNamed = folder === '.' || inside.includes('/');
    return (isNamed && text.includes(inside)) || takesIn(inside, text);
  });
}

/** Lists of the packages that a workspace takes in, in a manifest of npm, pnpm, uv or Cargo. */
const WORKSPACE =
  /\b(?:workspaces|packages|members)["']?\s*[:=]\s*(?:\{\s*"packages"\s*:\s*)?(\[[^\]]*\]|(?:\s*-\s+\S+)+)/g;

function takesIn(folder: string, text: string): boolean {
  const globs = [...text.matchAll(WORKSPACE)].flatMap(
    ([, list = '']) => list.match(/!?[\w.@*/{},-]*\w[\w.@*/{},-]*|!?\*+(?:\/\*+)*/g) ?? [],
  );
  const isIn = (glob: string) => matchesGlob(folder, glob.replace(/^\.\//, ''));
  return (
    globs.some((glob) => !glob.startsWith('!') && isIn(glob)) &&
    !globs.some((glob) => glob.startsWith('!') && isIn(glob.slice(1)))
  );
}
