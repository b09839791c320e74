#!/usr/bin/env node
/**
 * Runs the sample projects and writes `fixtures/<runner>/<case>/`: the command, its output, the exit code of the
 * whole line, and what a correct reader must find. The tests and their states come from the runner's machine format
 * of the same project (go test -json, JUnit XML, vitest's JSON, libtest's JSON), never from the parser here.
 *
 * `node scripts/capture.mjs [runner] [case]`; a runner that is not on the machine is left out and named.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CASES } from './cases.mjs';

const home = path.join(import.meta.dirname, '..');
const [onlyRunner, onlyCase] = process.argv.slice(2);
const modules = path.join(home, '../../node_modules');

/** A copy of a sample in a folder of its own, so that nothing is written beside the sources. */
function projectOf(runner, name) {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'capture-'));
  fs.cpSync(path.join(home, 'samples', runner, name), folder, { recursive: true });
  if (runner === 'vitest') {
    fs.symlinkSync(modules, path.join(folder, 'node_modules'));
    fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }\n');
  }
  return folder;
}

function run(command, cwd, color = false) {
  const env = {
    ...process.env,
    PATH: `${path.join(modules, '.bin')}:${process.env.PATH}`,
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

/** Tests and states from a machine format: `{ tests: { name: pass | fail | skip } }`, one function a runner. */
const TRUTH = {
  go(folder) {
    const tests = {};
    for (const line of run('go test -json -timeout 2s ./...', folder).output.split('\n')) {
      if (!line.startsWith('{')) continue;
      const { Action, Test } = JSON.parse(line);
      if (Test && ['pass', 'fail', 'skip'].includes(Action)) merge(tests, Test, Action);
    }
    return tests;
  },
  pytest(folder) {
    const tests = {};
    run(
      'pytest -q --timeout 2 --junitxml=/tmp/capture-truth.xml || pytest -q --junitxml=/tmp/capture-truth.xml',
      folder,
    );
    const script = `import sys, json, xml.etree.ElementTree as E
for c in E.parse('/tmp/capture-truth.xml').iter('testcase'):
    kinds = [k.tag for k in c]
    print(json.dumps([c.get('classname'), c.get('name'), 'fail' if 'failure' in kinds or 'error' in kinds else 'skip' if 'skipped' in kinds else 'pass']))`;
    if (!fs.existsSync('/tmp/capture-truth.xml')) return tests;
    for (const line of run(`python3 -c "${script.replace(/"/g, '\\"')}"`, folder).output.split('\n')) {
      if (!line.startsWith('[')) continue;
      const [owner, name, state] = JSON.parse(line);
      if (!owner) continue;
      const parts = owner.split('.');
      const at = parts.findIndex((part) => /^[A-Z]/.test(part));
      const file = parts.slice(0, at < 0 ? parts.length : at);
      merge(tests, [`${file.join('/')}.py`, ...(at < 0 ? [] : parts.slice(at)), name].join('::'), state);
    }
    fs.rmSync('/tmp/capture-truth.xml', { force: true });
    return tests;
  },
  vitest(folder) {
    const tests = {};
    run('vitest run --reporter=json --outputFile=truth.json', folder);
    const file = path.join(folder, 'truth.json');
    if (!fs.existsSync(file)) return tests;
    for (const suite of JSON.parse(fs.readFileSync(file, 'utf8')).testResults)
      for (const { ancestorTitles, title, status } of suite.assertionResults)
        merge(
          tests,
          [...ancestorTitles, title].filter(Boolean).join(' > '),
          { passed: 'pass', failed: 'fail' }[status] ?? 'skip',
        );
    fs.rmSync(file);
    return tests;
  },
  cargo(folder) {
    const tests = {};
    const { output } = run('RUSTC_BOOTSTRAP=1 cargo test --no-fail-fast -- -Z unstable-options --format json', folder);
    for (const line of output.split('\n')) {
      if (!line.startsWith('{')) continue;
      const { type, event, name } = JSON.parse(line);
      const state = { ok: 'pass', failed: 'fail', ignored: 'skip' }[event];
      if (type === 'test' && state) merge(tests, name.replace(/ - (?:should panic|compile fail|compile)$/, ''), state);
    }
    return tests;
  },
};

const VERSIONS = { go: 'go version', pytest: 'pytest --version', vitest: 'vitest --version', cargo: 'cargo --version' };

for (const [runner, cases] of Object.entries(CASES)) {
  if (onlyRunner && onlyRunner !== runner) continue;
  const version = run(VERSIONS[runner], os.tmpdir());
  if (version.code !== 0) {
    console.log(`${runner}: not on this machine, left out`);
    continue;
  }
  for (const entry of cases) {
    if (onlyCase && onlyCase !== entry.name) continue;
    if (entry.needs && run(entry.needs, os.tmpdir()).code !== 0) {
      console.log(`${runner}/${entry.name}: needs ${entry.needs}, left out`);
      continue;
    }
    const folder = projectOf(runner, entry.project);
    if (entry.before) run(entry.before, folder);
    const { output, code } = run(entry.command, folder, entry.color);
    const truth = entry.truth ?? TRUTH[runner](folder);
    const shown = Object.entries(truth).filter(
      ([, state]) => entry.names === 'all' || (entry.names === 'failed' && state === 'fail'),
    );
    const tally = (state) => Object.values(truth).filter((value) => value === state).length;
    const counts = entry.counts ?? { passed: tally('pass'), failed: tally('fail'), skipped: tally('skip') };
    const expected = {
      made: version.output.trim().split('\n')[0],
      runner,
      outcome: entry.outcome,
      green: entry.outcome === 'passed' ? 'must' : 'must_not',
      counts,
      tests: Object.fromEntries(shown),
      optional: { ...truth, ...entry.also },
      decoys: entry.decoys ?? [],
      ...(entry.problem ? { problem: entry.problem } : {}),
    };
    const target = path.join(home, 'fixtures', runner, entry.name);
    fs.mkdirSync(target, { recursive: true });
    fs.writeFileSync(path.join(target, 'command.txt'), `${entry.command}\n`);
    fs.writeFileSync(path.join(target, 'output.txt'), neutral(output, folder));
    fs.writeFileSync(path.join(target, 'exit_code.txt'), `${code}\n`);
    fs.writeFileSync(path.join(target, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
    fs.rmSync(folder, { recursive: true, force: true });
    console.log(`${runner}/${entry.name}: exit ${code}, ${output.length} characters`);
  }
}
