import path from 'node:path';
import { type FileView, isWithin, packageManagerOf, type Suite } from '@flow/core';
import { isRecord } from '@flow/core/record';
import { questionOf, typedAt } from '../policy/suites.js';
import type { SuiteFacts } from './suite-facts.js';

/** A joined command runs several suites of a workspace at once. */
export interface Together {
  command: string;
  /** Their ids. */
  suites: string[];
}

/** Of more packages than that, all are run. */
const MAX_NAMED = 10;

/** States that one more run of the suite ends. */
const LACKING = new Set(['untested', 'stale', 'unknown']);

/**
 * Returns the command by which a workspace runs all of the suites that lack a run, where it has one and they are
 * several: each has to be what its package's script `test` starts.
 */
export function togetherOf(all: readonly SuiteFacts[], view: FileView): Together | null {
  const lacking = all.filter(
    ({ suite, verdict, noTests, testsRemoved }) =>
      questionOf(suite) === 'test' && LACKING.has(verdict.state) && !noTests && !testsRemoved,
  );
  if (lacking.length < 2) return null;
  const paths = new Set(view.paths);
  const joined = joinedCommand(
    lacking.map(({ suite }) => suite),
    paths,
  );
  if (joined) return joined;
  for (const top of topsOf(
    lacking.map(({ suite }) => suite.root),
    paths,
    view,
  )) {
    const suites = lacking.map(({ suite }) => suite).filter((suite) => isScripted(suite, top, view));
    const folders = [...new Set(suites.map(({ root }) => path.posix.relative(top, root)))].sort();
    const command = folders.length < 2 ? null : commandFor(folders, top, paths, view);
    if (command) return { command: typedAt(top, command), suites: suites.map(({ id }) => id) };
  }
  return null;
}

/**
 * Makes a call of a runner that runs the units of several roots, where a file above them joins them: `go test ./a/...
 * ./b/...`. ./b/...`.
 */
function joinedCommand(lacking: readonly Suite[], paths: ReadonlySet<string>): Together | null {
  const { runner } = lacking.find(({ runner }) => runner.units.joined) ?? {};
  const suites = lacking.filter((suite) => suite.runner.id === runner?.id && PLAIN.test(suite.root));
  const isJoined = runner?.units.joined && paths.has(runner.units.joined);
  if (!isJoined || suites.length < 2 || suites.length > MAX_NAMED || !runner.command.includes('./...')) return null;
  const places = suites.map(({ root }) => (root === '.' ? './...' : `./${root}/...`)).sort();
  return { command: runner.command.replace('./...', places.join(' ')), suites: suites.map(({ id }) => id) };
}

const PLAIN = /^[\w./@+-]+$/;

/** Folders that say which packages belong together, and have some of these below them. */
function topsOf(roots: readonly string[], paths: ReadonlySet<string>, view: FileView): string[] {
  const above = new Set<string>();
  for (const root of roots)
    for (let folder = root; folder !== '.'; ) {
      folder = path.posix.dirname(folder);
      above.add(folder);
    }
  return [...above].filter(
    (folder) => paths.has(at(folder, 'pnpm-workspace.yaml')) || manifestOf(folder, view)?.workspaces !== undefined,
  );
}

const at = (folder: string, file: string) => (folder === '.' ? file : `${folder}/${file}`);

function manifestOf(folder: string, view: FileView): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(view.read(at(folder, 'package.json')) ?? '');
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Tells whether the suite is that of a package below, and its script `test` is what runs it. */
function isScripted({ root, runner }: Suite, top: string, view: FileView): boolean {
  if (root === top || !isWithin(root, top) || !PLAIN.test(root)) return false;
  const scripts = manifestOf(root, view)?.scripts;
  const script = isRecord(scripts) ? scripts.test : undefined;
  if (typeof script !== 'string') return false;
  return runner.invocations.some((words) => ` ${script} `.includes(` ${words.join(' ')} `));
}

function commandFor(
  folders: readonly string[],
  top: string,
  paths: ReadonlySet<string>,
  view: FileView,
): string | null {
  const manager = packageManagerOf(top, (folder) => ({
    has: (file) => paths.has(at(folder, file)),
    read: (file) => view.read(at(folder, file)),
  }));
  const isAll = folders.length > MAX_NAMED;
  // Its lines tell packages apart only where it is asked to, should they run one after the other.
  if (manager === 'pnpm' || paths.has(at(top, 'pnpm-workspace.yaml')))
    return `pnpm ${isAll ? '-r' : folders.map((folder) => `--filter ./${folder}`).join(' ')} --stream test`;
  if (manager !== 'npm') return null;
  return `npm test ${isAll ? '--workspaces --if-present' : folders.map((folder) => `-w ${folder}`).join(' ')}`;
}
