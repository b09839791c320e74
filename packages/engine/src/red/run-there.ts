import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Suite } from '@flow/core';
import { type Repository, readFileBounded } from '@flow/evidence';
import { load } from '../load.js';
import type * as Parsers from '../recording/parsers.js';
import { copyIgnored, linkPackages } from './overlay.js';
import { type BoundedRun, type RunLimits, runBounded } from './run-bounded.js';
import type { Job, RedRunner, Tools } from './runner.js';
import type { SeenRun } from './sight.js';
import type { Throwaway } from './throwaway.js';

/** The bundler leaves this name alone: parsers stay in a file of their own. */
const parse: typeof Parsers.parse = (input) => load<typeof Parsers>('parsers').parse(input);

/** A suite whose tests are run in a throwaway tree, and what is known of its runner. */
interface Asked {
  suite: Suite;
  runner: Partial<Pick<RedRunner, 'language' | 'environment'>>;
}

/** Folders of packages of a project that are looked at. */
const MAX_PACKAGES = 500;

/** Puts installed packages beside the project, from its root down to the suite, and beside its other packages. */
export function prepare(
  repository: Repository,
  tree: string,
  { suite, runner }: Asked,
  paths: readonly string[] = [],
): void {
  const parts = suite.root === '.' ? [] : suite.root.split('/');
  const folders = ['.', ...parts.map((_, at) => parts.slice(0, at + 1).join('/'))];
  if (runner.language === 'javascript') {
    const packages = paths.filter((file) => /(?:^|\/)package\.json$/.test(file)).slice(0, MAX_PACKAGES);
    for (const folder of new Set([...folders, ...packages.map((file) => path.posix.dirname(file))]))
      linkPackages(repository, tree, folder);
  }
  if (runner.language === 'rust')
    for (const folder of folders) copyIgnored(repository, tree, path.posix.join(folder, 'Cargo.lock'));
}

/** Returns the programs that runs in the throwaway tree start. */
export function toolsFor(
  { root }: Pick<Repository, 'root'>,
  tree: string,
  area: string,
  { suite }: Pick<Asked, 'suite'>,
): Tools {
  const upwards = (name: string, top: string) =>
    [path.join(top, suite.root, name), path.join(top, name)].find((file) => existsSync(file));
  const python = ['.venv', 'venv'].flatMap((folder) => upwards(path.join(folder, 'bin', 'python'), root) ?? []);
  return {
    python: python[0] ?? 'python3',
    installed: (name) => upwards(path.join('node_modules', '.bin', name), tree) ?? name,
    reportFile: path.join(area, 'report.json'),
  };
}

/** Returns variables of the run: the caller's, without those that would lead git or the runner elsewhere. */
export function environmentOf(
  environment: NodeJS.ProcessEnv,
  { runner, suite }: Asked,
  { tree, area }: Pick<Throwaway, 'tree' | 'area'>,
) {
  const kept = Object.entries(environment).filter(
    ([name]) => !/^(?:GIT_|FORCE_COLOR$|VITEST|NODE_TEST_CONTEXT$)/i.test(name),
  );
  return { ...Object.fromEntries(kept), NO_COLOR: '1', ...runner.environment?.(tree, area, suite) };
}

/** `MAX_REPORT` is the longest report of a runner that is read, in bytes. */
export const MAX_REPORT = 64 * 1024 * 1024;

/** Runs a job once in the throwaway tree and reads what it reports; an aborted run throws. */
export async function runOnce(
  job: Pick<Job, 'argv' | 'alone'>,
  limits: RunLimits,
  tree: string,
  tools: Pick<Tools, 'reportFile'>,
): Promise<SeenRun> {
  limits.signal.throwIfAborted();
  rmSync(tools.reportFile, { force: true });
  const run = await runBounded(job.argv, limits);
  limits.signal.throwIfAborted();
  const written = readFileBounded(tools.reportFile, MAX_REPORT);
  const text = written.kind === 'ok' ? written.bytes.toString('utf8') : undefined;
  // A run that writes its report to a file may print what it likes.
  const cut = run.cut && text === undefined;
  return { ...run, cut, report: readReport({ ...run, text: text ?? run.text }, job, tree) };
}

function readReport(run: BoundedRun, job: Pick<Job, 'argv' | 'alone'>, root: string): SeenRun['report'] {
  const reports = parse({
    output: run.text,
    argv: [path.basename(job.argv[0]!), ...job.argv.slice(1)],
    root,
    ...(run.exit === null ? { exitHidden: true } : { exitCode: run.exit }),
  });
  const [only, ...others] = reports.filter(({ kind }) => kind === 'test');
  if (!only || others.length > 0) return undefined;
  const { alone } = job;
  if (alone === undefined) return only;
  return { ...only, tests: only.tests.map((test) => ({ file: path.join(root, alone), ...test })) };
}
