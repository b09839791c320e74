// Runs the steps of a suite, keeps their totals in .cache/totals, and prints the closing line that CI reads.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesLeft, frontsLeft, IS_CORE, isLeft } from '../test/core.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));
const totals = path.join(root, '.cache/totals');
const bin = path.join(root, 'node_modules/.bin');

/** How a command of the workspace is started: with the workspace's own tools first on the PATH. */
const started = (environment, stdio) => ({
  cwd: root,
  stdio,
  env: { ...environment, PATH: `${bin}${path.delimiter}${environment.PATH}` },
  shell: process.platform === 'win32',
});

/** Runs a command of the workspace; true when it exits with 0. */
function run(command, words, environment = process.env) {
  return spawnSync(command, words, started(environment, 'inherit')).status === 0;
}

/** One step that either holds or does not. */
export function step(name, command, ...words) {
  console.log(`\n== ${name}`);
  const begun = Date.now();
  return settled(name, run(command, words), begun);
}

/**
 * Steps of which none needs another, side by side: each alone leaves a core idle.
 * @param steps `[name, command, ...words]` of each; what one prints is shown when it has ended
 */
export function stepsBeside(...steps) {
  return Promise.all(
    steps.map(([name, command, ...words]) => {
      const begun = Date.now();
      const printed = [];
      const child = spawn(command, words, started(process.env, ['ignore', 'pipe', 'pipe']));
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => printed.push(bytes));
      return new Promise((resolve) => {
        const ended = (ok) => {
          console.log(`\n== ${name}`);
          process.stdout.write(Buffer.concat(printed));
          resolve(settled(name, ok, begun));
        };
        child.on('error', () => ended(false));
        child.on('close', (status) => ended(status === 0));
      });
    }),
  );
}

/** The result of a step that has ended. */
function settled(name, ok, begun) {
  console.log(`-- ${name}: ${ok ? 'ok' : 'FAILED'} in ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, names: ok ? [] : [name] };
}

/** A vitest run: counted test by test from its own JSON report. */
export function vitest(name, words = [], environment = process.env) {
  console.log(`\n== ${name}`);
  const file = path.join(root, `.cache/${name}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const ok = run('vitest', ['run', ...reporters, ...words], environment);
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, names: [`${name}: no report`] };
  }
  const tests = report.testResults.flatMap((one) => one.assertionResults);
  const count = (...states) => tests.filter((test) => states.includes(test.status)).length;
  const failed = count('failed');
  const idle = report.testResults.flatMap((one) =>
    one.assertionResults
      .filter((test) => ['skipped', 'pending', 'todo'].includes(test.status))
      .map((test) => ({ ...test, file: path.relative(root, one.name).split(path.sep).join('/') })),
  );
  const left = IS_CORE ? idle.filter((test) => isLeft(test.file, test.fullName)) : [];
  if (IS_CORE)
    for (const front of leavesNothing(report.testResults)) console.log(`test/core.ts: no test begins with ${front}`);
  const skipped = idle.filter((test) => !left.includes(test));
  // A file that could not be loaded has no test of its own.
  const broken = report.testResults.filter(
    (one) => one.status === 'failed' && !one.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: count('passed'),
    failed: failed + broken.length + (ok || failed + broken.length > 0 ? 0 : 1),
    skipped: skipped.length,
    names: [
      ...tests.filter((test) => test.status === 'failed').map((test) => told(test.fullName, test.failureMessages)),
      ...broken.map((one) => told(path.relative(root, one.name), [one.message])),
    ],
    skippedNames: skipped.map((test) => test.fullName),
    leftNames: left.map((test) => test.fullName),
  };
}

/** The rows of `test/core.ts` whose file was read and has no test of theirs. */
const leavesNothing = (results) =>
  results.flatMap((one) => {
    const titles = one.assertionResults.map((test) => test.fullName);
    const fronts = frontsLeft(path.relative(root, one.name).split(path.sep).join('/'));
    return fronts.filter((front) => !titles.some((title) => title.startsWith(front)));
  });

/** A failure with the beginning of its message: in CI the end of the log is often all that can be seen. */
function told(name, messages) {
  const text = (messages ?? []).join('\n').replace(/\x1b\[[0-9;]*m/g, '');
  const lines = text.split('\n').filter((line) => !/^ +at .*node_modules/.test(line));
  return [name, ...lines.slice(0, 30)].join('\n    ').slice(0, 3000);
}

/** The suites of which the core leaves something, by the name of their total. */
const LEAVES = { check: 'tests', journeys: 'journeys', walks: 'walks', client: 'client' };

/** Adds up results, keeps them for the whole of CI, and prints the closing line; the exit code is 1 if anything failed. */
export function close(suite, results) {
  const sum = (key) => results.reduce((total, one) => total + one[key], 0);
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  const names = results.flatMap((one) => one.names);
  // What a run of the core leaves to others is neither passed nor skipped.
  const left = {
    tests: results.flatMap((one) => one.leftNames ?? []),
    files: IS_CORE && LEAVES[suite] ? filesLeft(LEAVES[suite]) : [],
  };
  mkdirSync(totals, { recursive: true });
  writeFileSync(path.join(totals, `${suite}.json`), JSON.stringify({ ...total, names, left }));
  for (const name of names) console.log(`failed: ${name}`);
  for (const name of results.flatMap((one) => one.skippedNames ?? [])) console.log(`skipped: ${name}`);
  for (const name of [...left.files, ...left.tests]) console.log(`left to the jobs of GitHub: ${name}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}
