// Runs the steps of a suite, keeps their totals in .cache/totals, and prints the closing line that CI reads.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const totals = path.join(root, '.cache/totals');
const bin = path.join(root, 'node_modules/.bin');

/** Runs a command of the workspace with its own tools first on the PATH; true when it exits with 0. */
function run(command, words, environment = process.env) {
  const env = { ...environment, PATH: `${bin}${path.delimiter}${environment.PATH}` };
  return (
    spawnSync(command, words, { cwd: root, stdio: 'inherit', env, shell: process.platform === 'win32' }).status === 0
  );
}

/** One step that either holds or does not. */
export function step(name, command, ...words) {
  console.log(`\n== ${name}`);
  const started = Date.now();
  const ok = run(command, words);
  console.log(`-- ${name}: ${ok ? 'ok' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
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
  const skipped = tests.filter((test) => ['skipped', 'pending', 'todo'].includes(test.status));
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
  };
}

/** A failure with the beginning of its message: in CI the end of the log is often all that can be seen. */
function told(name, messages) {
  const text = (messages ?? []).join('\n').replace(/\x1b\[[0-9;]*m/g, '');
  const lines = text.split('\n').filter((line) => !/^ +at .*node_modules/.test(line));
  return [name, ...lines.slice(0, 30)].join('\n    ').slice(0, 3000);
}

/** Adds up results, keeps them for the whole of CI, and prints the closing line; the exit code is 1 if anything failed. */
export function close(suite, results) {
  const sum = (key) => results.reduce((total, one) => total + one[key], 0);
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  const names = results.flatMap((one) => one.names);
  mkdirSync(totals, { recursive: true });
  writeFileSync(path.join(totals, `${suite}.json`), JSON.stringify({ ...total, names }));
  for (const name of names) console.log(`failed: ${name}`);
  for (const name of results.flatMap((one) => one.skippedNames ?? [])) console.log(`skipped: ${name}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}
