#!/usr/bin/env node
/**
 * Runs the sample projects and writes `fixtures/<runner>/<case>/`: the output, and in `case.json` the command, the exit
 * code of the whole line, and what a correct reader must find. The tests and their states come from the runner's machine format
 * of the same project (go test -json, JUnit XML, vitest's JSON, libtest's JSON), never from the parser here.
 *
 * `node scripts/capture.mjs [runner] [case]`; a runner that is not on the machine is left out and named.
 * What is captured of a runner stands in `samples/<runner>/capture.mjs`, which exports
 * - `version`: the command that prints the tool's version;
 * - `tools(entry)`, optional: tools in the version that a case asks for (`scripts/tools.mjs`);
 * - `prepare({ folder, modules })`, optional: what the copied sample needs before it can run;
 * - `truth({ folder, run, merge, entry })`: tests and states, or for linters `{ issues }`, from the machine format;
 * - `cases`: `project` (a folder of `samples/<runner>`, or of `samples/<samples>`), `command` as it is typed, the `outcome` that the project was
 *   written for, and what the output shows of it. `names`: whether all tests, those that ran, the failed ones or none are named.
 *   `counts`: what is knowable when it is not every test of the project; `truth`: where the machine format cannot
 *   tell them; `with`: the tool's version, for `tools`; `decoys`, `also`, `problem`, `issues` as in
 *   `expected`; `either`: names of several tests with different results.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const home = path.join(import.meta.dirname, '..');
const [onlyRunner, onlyCase] = process.argv.slice(2);
const modules = path.join(home, '../../node_modules');

/** A copy of a sample in a folder of its own, so that nothing is written beside the sources. */
function projectOf(runner, name) {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'capture-'));
  fs.cpSync(path.join(home, 'samples', runner, name), folder, { recursive: true });
  return folder;
}

function run(command, cwd, { color = false, bin = [] } = {}) {
  const env = {
    ...process.env,
    PATH: [...bin, path.join(modules, '.bin'), process.env.PATH].join(':'),
    COLUMNS: '80',
    PYTHONDONTWRITEBYTECODE: '1',
  };
  for (const key of Object.keys(env))
    if (/^(?:FORCE_COLOR|NO_COLOR|CI|CLAUDE|AI_AGENT|VITEST|GITHUB_|RUST_|TERM|npm_)/i.test(key)) delete env[key];
  if (color) Object.assign(env, { FORCE_COLOR: '1', CARGO_TERM_COLOR: 'always' });
  else env.NO_COLOR = '1';
  Object.assign(env, { npm_config_userconfig: '/dev/null', npm_config_loglevel: 'error' });
  const result = spawnSync('bash', ['-c', `exec 2>&1\n${command}`], { cwd, env, maxBuffer: 1 << 28 });
  return { output: result.stdout.toString('utf8'), code: result.status ?? 128 + os.constants.signals[result.signal] };
}

/** Paths of the machine, and what they were. */
function neutral(text, folder) {
  const places = [
    [folder, '/repo'],
    [fs.realpathSync(modules), '/repo/node_modules'],
    [path.join(home, '.cache/capture'), '/usr/tools'],
    [path.join(home, '../..'), '/repo'],
    [os.homedir(), '/home/dev'],
  ];
  let out = text;
  if (prefix) places.unshift([prefix, '/usr']);
  for (const [from, to] of places) out = out.split(from).join(to);
  return out.replace(/hostname="[^"]*"/g, 'hostname="host"').replace(/\/home\/dev\/\.pyenv\/versions\/[^/]+/g, '/usr');
}

/** Where the Python that runs pytest lives, for the paths in its tracebacks. */
const prefix = run('python3 -c "import sys; print(sys.prefix)"', os.tmpdir()).output.trim();

const merge = (tests, name, state) => {
  const order = ['skip', 'pass', 'fail'];
  if (order.indexOf(state) > order.indexOf(tests[name] ?? '')) tests[name] = state;
};

for (const runner of fs.readdirSync(path.join(home, 'samples')).sort()) {
  if (onlyRunner && onlyRunner !== runner) continue;
  const { default: source } = await import(`../samples/${runner}/capture.mjs`);
  for (const entry of source.cases) {
    if (onlyCase && onlyCase !== entry.name) continue;
    if (entry.needs && run(entry.needs, os.tmpdir()).code !== 0) {
      console.log(`${runner}/${entry.name}: needs ${entry.needs}, left out`);
      continue;
    }
    capture(runner, source, entry);
  }
}

function capture(runner, source, entry) {
  const tools = source.tools?.(entry) ?? {};
  const { bin = [] } = tools;
  const folder = projectOf(entry.samples ?? runner, entry.project);
  source.prepare?.({ folder, modules: tools.modules ?? modules, entry });
  const version = run(source.version, folder, { bin });
  if (version.code !== 0) {
    console.log(`${runner}/${entry.name}: the tool is not on this machine, left out`);
    return;
  }
  if (entry.before) run(entry.before, folder, { bin });
  const { output, code } = run(entry.command, folder, { bin, color: entry.color });
  const truth = entry.truth ?? source.truth({ folder, run: (command) => run(command, folder, { bin }), merge, entry });
  const { issues, ...tests } = truth;
  const shown = Object.entries(tests).filter(
    ([name, state]) =>
      !entry.either?.includes(name) &&
      (entry.names === 'all' ||
        (entry.names === 'ran' && state !== 'skip') ||
        (entry.names === 'failed' && state === 'fail')),
  );
  const tally = (state) => Object.values(tests).filter((value) => value === state).length;
  const severity = (kind) => issues.filter((issue) => issue.severity === kind).length;
  const counted = issues
    ? { errors: severity('error'), warnings: severity('warning') }
    : { passed: tally('pass'), failed: tally('fail'), skipped: tally('skip') };
  const expected = {
    made: version.output.trim().split('\n')[0],
    runner: entry.runner ?? runner,
    outcome: entry.outcome,
    green: entry.outcome === 'passed' ? 'must' : 'must_not',
    counts: entry.counts ?? counted,
    tests: Object.fromEntries(shown),
    optional: {
      ...tests,
      ...Object.fromEntries((entry.either ?? []).map((name) => [name, ['pass', 'fail']])),
      ...entry.also,
    },
    decoys: entry.decoys ?? [],
    ...(issues ? { issues } : {}),
    ...(entry.problem ? { problem: entry.problem } : {}),
    ...(entry.segments ? { segments: entry.segments } : {}),
  };
  const target = path.join(home, 'fixtures', runner, entry.name);
  fs.mkdirSync(target, { recursive: true });
  fs.writeFileSync(path.join(target, 'output.txt'), neutral(output, folder));
  const recorded = { command: entry.command, exitCode: code, expected };
  fs.writeFileSync(path.join(target, 'case.json'), `${JSON.stringify(recorded, null, 2)}\n`);
  fs.rmSync(folder, { recursive: true, force: true });
  console.log(`${runner}/${entry.name}: exit ${code}, ${output.length} characters`);
}
