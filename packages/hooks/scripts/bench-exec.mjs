// What `flow-hooks exec` costs, as ratios against the bare command in the same run. Whole processes, interleaved in
// random order, round by round; a ratio is the median of the per-round ratios. Arguments: `--rounds <n>`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const rounds = Number(values.rounds);
const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const program = fileURLToPath(new URL('../dist/exec.cjs', import.meta.url));
const area = mkdtempSync(path.join(tmpdir(), 'flow-bench-exec-'));
const python = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout.trim();

const environment = {
  PATH: process.env.PATH,
  HOME: path.join(area, 'home'),
  XDG_STATE_HOME: path.join(area, 'state'),
  GOCACHE: path.join(area, 'go-build'),
  LANG: 'C.UTF-8',
};

/** A repository of 200 further files, with a project that `files` make. */
function repository(name, files) {
  const root = path.join(area, name);
  const all = { ...files };
  for (let at = 0; at < 200; at++) all[`data/f${at}.txt`] = `${at}\n`;
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  const git = (...words) =>
    spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.test', ...words], {
      cwd: root,
      env: environment,
    });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'first');
  return root;
}

const plain = repository('plain', {});
const pytest = repository('pytest', {
  'pyproject.toml': '[project]\nname = "x"\nversion = "0"\n',
  '.gitignore': '__pycache__\n.pytest_cache\n',
  'test_a.py': 'def test_a():\n    assert True\n',
});
const vitest = repository('vitest', {
  'package.json': '{ "name": "x", "type": "module", "devDependencies": { "vitest": "5" } }\n',
  '.gitignore': 'node_modules\n',
  'a.test.js': "import { test } from 'vitest';\ntest('a', () => {});\n",
});
symlinkSync(path.join(workspace, 'node_modules'), path.join(vitest, 'node_modules'));
const go = repository('go', {
  'go.mod': 'module example.com/x\n\ngo 1.19\n',
  'a_test.go': 'package x\n\nimport "testing"\n\nfunc TestA(t *testing.T) {}\n',
});

const commands = [
  ['`true`, nothing to record', plain, ['true']],
  ['10 MB through a pipe, nothing to record', plain, ['head', '-c', '10000000', '/dev/zero']],
  ['`pytest -q`, one test', pytest, [python, '-m', 'pytest', '-q']],
  ['`go test ./...`, one test, not cached', go, ['go', 'test', '-count=1', './...']],
  ['`vitest run`, one test', vitest, [path.join(vitest, 'node_modules/.bin/vitest'), 'run']],
];

function time(words, cwd) {
  const started = process.hrtime.bigint();
  const run = spawnSync(words[0], words.slice(1), { cwd, env: environment, maxBuffer: 64 * 1024 * 1024 });
  const elapsed = Number(process.hrtime.bigint() - started) / 1e6;
  if (run.status !== 0) throw new Error(`${words.join(' ')}: exit ${run.status}\n${run.stdout}${run.stderr}`);
  return elapsed;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

try {
  console.log(`\nexec against the bare command  (${rounds} rounds)`);
  console.log('| command | bare, median ms | through exec, median ms | ratio | added, median ms |');
  console.log('| --- | ---: | ---: | ---: | ---: |');
  for (const [name, cwd, words] of commands) {
    const through = [process.execPath, program, '--', ...words];
    for (const one of [words, through]) time(one, cwd);
    const pairs = Array.from({ length: rounds }, () => {
      if (Math.random() < 0.5) {
        const bare = time(words, cwd);
        return [bare, time(through, cwd)];
      }
      const exact = time(through, cwd);
      return [time(words, cwd), exact];
    });
    const [bare, exact] = [0, 1].map((at) => median(pairs.map((pair) => pair[at])).toFixed(0));
    const ratio = median(pairs.map(([one, other]) => other / one)).toFixed(2);
    const added = median(pairs.map(([one, other]) => other - one)).toFixed(0);
    console.log(`| ${name} | ${bare} | ${exact} | ${ratio} | ${added} |`);
  }
} finally {
  rmSync(area, { recursive: true, force: true });
}
