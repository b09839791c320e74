import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GOTESTSUM_FOLDER, JEST_MODULES, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { CLI, cli, has, needs, project, repository, STACKS, type Stack, start } from './kit.js';

/* `flow-hooks exec`: a command runs as itself, and what it was is known exactly. */

/** A Node that is not in a temporary folder, where the checkout may lie: there a runner could be anybody's. */
const NODE = [
  process.execPath,
  ...(process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'node')),
]
  .filter((file) => existsSync(file))
  .map((file) => realpathSync(file))
  .find((file) => !/^\/(?:tmp|var\/tmp|dev\/shm)\//.test(file));

const NODE_TEST: Stack = {
  name: 'node-test',
  available: NODE !== undefined,
  suite: 'node-test:.',
  test: `${NODE} --test`,
  files: {
    'package.json': '{ "name": "cart", "type": "module", "scripts": { "test": "node --test" } }\n',
    'total.js': 'export const total = (a, b) => a + b;\n',
    'total.test.js':
      "import assert from 'node:assert';\nimport test from 'node:test';\nimport { total } from './total.js';\ntest('adds prices', () => assert.equal(total(1, 2), 3));\n",
  },
  broken: ['total.js', 'export const total = (a, b) => a - b;\n'],
  fixed: ['total.js', 'export const total = (a, b) => b + a;\n'],
  failing: 'adds prices',
};

const RSPEC: Stack = {
  name: 'rspec',
  available: has('rspec', '--version'),
  suite: 'rspec:.',
  test: 'rspec',
  files: {
    Gemfile: '',
    'total.rb': 'def total(a, b) = a + b\n',
    'spec/total_spec.rb':
      "require_relative '../total'\n\ndescribe 'cart' do\n  it('adds prices') { expect(total(1, 2)).to eq 3 }\nend\n",
  },
  broken: ['total.rb', 'def total(a, b) = a - b\n'],
  fixed: ['total.rb', 'def total(a, b) = b + a\n'],
  failing: 'adds prices',
};

const JEST: Stack = {
  name: 'jest',
  available: existsSync(path.join(JEST_MODULES, '.bin/jest')),
  suite: 'jest:.',
  test: 'npx jest',
  files: {
    'package.json': '{ "name": "cart", "devDependencies": { "jest": "30" } }\n',
    '.gitignore': 'node_modules\n',
    'total.js': 'exports.total = (a, b) => a + b;\n',
    'total.test.js':
      "const { total } = require('./total.js');\ntest('adds prices', () => expect(total(1, 2)).toBe(3));\ntest.todo('later');\n",
  },
  broken: ['total.js', 'exports.total = (a, b) => a - b;\n'],
  fixed: ['total.js', 'exports.total = (a, b) => b + a;\n'],
  failing: 'adds prices',
};

const GO = STACKS.find(({ name }) => name === 'go')!;
const GOTESTSUM: Stack = {
  ...GO,
  name: 'gotestsum',
  available: GO.available && existsSync(path.join(GOTESTSUM_FOLDER, 'gotestsum')),
  test: 'gotestsum',
};

/** A project, with the modules that its runner needs. */
function ready(stack: Stack): TempRepo {
  const repo = project(stack);
  if (stack === JEST) symlinkSync(JEST_MODULES, repo.path('node_modules'));
  return repo;
}

const ALL = [...STACKS, NODE_TEST, RSPEC, JEST, GOTESTSUM];
const PY = STACKS.find(({ name }) => name === 'pytest')!;
const TS = STACKS.find(({ name }) => name === 'vitest')!;

type Run = Pick<SpawnSyncReturns<string>, 'status' | 'signal' | 'stdout' | 'stderr'>;

function bare(repo: TempRepo, words: readonly string[], environment: Record<string, string> = {}): Run {
  const [program = '', ...rest] = words;
  const env = { ...repo.environment, ...environment };
  return spawnSync(program, rest, { cwd: repo.root, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

/** Through `exec`, with nothing of ours on the screen. */
function exact(repo: TempRepo, words: readonly string[], environment: Record<string, string> = {}): Run {
  return bare(repo, [process.execPath, CLI, 'exec', '--quiet', '--', ...words], environment);
}

const sh = (script: string) => ['sh', '-c', script];

interface Recorded {
  seen: string;
  exitCode: number | null;
  suite: string;
  command: string;
  result: { outcome: string; reasons: string[]; tests: [name: string, state: string][]; failing: string[] };
}

/** The receipts in the repository, newest last. */
function receipts(repo: TempRepo): Recorded[] {
  const folder = repo.path('.git/flow/receipts');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')).receipt as Recorded);
}

/** Without what differs from run to run: times, shares of time, and the order in which they were measured. */
const steady = (text: string) =>
  text
    .replace(/\u001b\[[\d;]*m/g, '')
    .replace(/^npm notice.*\n/gm, '')
    .replace(/\d+:\d\d:\d\d/g, 'TIME')
    .replace(/(Duration +).*\n|(Isolate +)(.*\n +)*.*\n/g, '$1\n')
    .replace(/, estimated \d.*/g, '')
    .replace(/(thread '[^']*') \(\d+\)/g, '$1')
    .replace(/(duration_ms:? ?)[\d.]+/g, '$1N')
    .replace(/(target\/debug\/deps\/\w+-)[0-9a-f]+/g, '$1N')
    .replace(/\(cached\)|\(?\b\d+(\.\d+)? ?(ms|s|seconds)\b\)?/g, 'TIME');

describe.each(ALL)('exec of $name', (stack) => {
  const words = stack.test.split(' ');

  test.skipIf(!stack.available).each([
    { end: 'green', files: stack.fixed, outcome: 'passed' },
    { end: 'red', files: stack.broken, outcome: 'failed' },
  ])('D15 the screen, the streams and the exit code are those of the bare command: $end', ({ files, outcome }) => {
    const repo = ready(stack);
    repo.write(...files);
    // Compilers tell what they build only once.
    const environment = { PATH: `${process.env.PATH}${path.delimiter}${GOTESTSUM_FOLDER}` };
    if (['cargo', 'go', 'gotestsum'].includes(stack.name)) bare(repo, words, environment);
    const plain = bare(repo, words, environment);
    const through = exact(repo, words, environment);
    expect(steady(through.stdout)).toBe(steady(plain.stdout));
    expect(steady(through.stderr)).toBe(steady(plain.stderr));
    expect(through.status).toBe(plain.status);
    expect(receipts(repo)).toMatchObject([
      { seen: 'exec', exitCode: plain.status, suite: stack.suite, command: stack.test, result: { outcome } },
    ]);
    if (outcome === 'failed') expect(receipts(repo)[0]?.result.failing.join()).toContain(stack.failing);
  });
});

describe('exact capture: the report tells, the screen cannot', () => {
  const names = (repo: TempRepo) =>
    receipts(repo)
      .at(-1)
      ?.result.tests.map(([name]) => name);

  test.skipIf(!PY.available)('D22 a quiet run names its tests, from the report', () => {
    const repo = project(PY);
    expect(exact(repo, ['python3', '-m', 'pytest', '-q']).status).toBe(0);
    expect(names(repo)).toEqual(['test_total.py::test_total']);
  });

  test.skipIf(!PY.available)('D22 a passing test that prints a red summary does not spoil the result', () => {
    const decoy = "import os\ndef test_decoy():\n    os.write(1, b'== 1 failed in 0.01s ==\\n')\n";
    const repo = project(PY, { files: { 'test_decoy.py': decoy } });
    expect(exact(repo, ['python3', '-m', 'pytest', '-s']).status).toBe(0);
    expect(receipts(repo)[0]?.result).toMatchObject({ outcome: 'passed' });
  });

  test.skipIf(!PY.available)('D97 a test that prints a green summary and ends the runner with 0 proves nothing', () => {
    const decoy =
      "import os\ndef test_a():\n    os.write(1, b'.                  [100%]\\n3 passed in 0.01s\\n')\n    os._exit(0)\n";
    const repo = project(PY, { files: { 'test_a.py': decoy } });
    repo.write('rates.py', 'RATE = 2\n');
    repo.commit('work');
    const run = exact(repo, ['python3', '-m', 'pytest', '-q', '-s']);
    expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining('3 passed') });
    expect(receipts(repo)[0]?.result).toMatchObject({ outcome: 'unknown', reasons: ['report-missing'] });
    // The same command again would prove no more: what to take out is said first.
    expect(start(repo).bash('git push -q origin HEAD').refused).toContain(
      'ends the runner early (as `os._exit` or `process.exit` do): take that out. Then run',
    );
  });

  test.skipIf(!PY.available).each([
    ['as it is loaded', 'END'],
    ['before the report is begun', 'def pytest_configure():\n    END'],
  ])('D97 nor does a conftest.py that does so %s', (_when, code) => {
    const end = "os.write(1, b'.                  [100%]\\n1 passed in 0.01s\\n'); os._exit(0)";
    const repo = project(PY, { files: { 'conftest.py': `import os\n${code.replace('END', end)}\n` } });
    expect(exact(repo, ['python3', '-m', 'pytest', '-q'])).toMatchObject({ status: 0 });
    expect(receipts(repo)[0]?.result).toMatchObject({ outcome: 'unknown', reasons: ['report-missing'] });
  });

  test.skipIf(!PY.available)('D97 a report that contradicts the screen proves nothing, and says so', () => {
    // The test finds our report through the loaded reporter and leaves another one.
    const forged = (tests: number, rest: string) => `import atexit, gc, os
def write(file):
    with open(file, 'w') as report:
        report.write('<testsuites><testsuite name="pytest" errors="0" failures="0" skipped="0" tests="${tests}" time="0.1">' + ''.join(f'<testcase classname="t" name="t{i}" time="0.1"/>' for i in range(${tests})) + '</testsuite></testsuites>')
    ${rest}
def test_forge():
    for one in gc.get_objects():
        if type(one).__name__ == 'Report' and hasattr(one, 'logfile'):
            atexit.register(write, one.logfile)
            break
`;
    // More tests than there were; as many as passed, while another one failed.
    for (const text of [forged(9, 'pass'), `${forged(1, 'os._exit(0)')}def test_red():\n    assert False\n`]) {
      const repo = project(PY, { files: { 'test_red.py': text } });
      expect(exact(repo, ['python3', '-m', 'pytest', 'test_red.py']).status).toBe(0);
      expect(receipts(repo)[0]?.result).toMatchObject({
        outcome: 'unknown',
        reasons: expect.arrayContaining(['report-contradicts']),
      });
    }
  });

  test.skipIf(!PY.available)(
    'tests see the environment, the path and the plugins that they would see without us',
    () => {
      const look = `import json, os, sys
def test_look():
    seen = {'env': dict(os.environ), 'path': sys.path, 'argv': sys.argv, 'site': getattr(sys.modules.get('sitecustomize'), 'MINE', None)}
    json.dump(seen, open(os.environ['SEEN'], 'w'))
`;
      const repo = project(PY, { files: { 'test_look.py': look, 'lib/sitecustomize.py': 'MINE = 1\n' } });
      for (const PYTHONPATH of [repo.path('lib'), undefined]) {
        const seen = [bare, exact].map((run) => {
          const SEEN = path.join(repo.area, 'seen.json');
          const environment = { SEEN, PYTHONDONTWRITEBYTECODE: '1', ...(PYTHONPATH ? { PYTHONPATH } : {}) };
          expect(run(repo, ['python3', '-m', 'pytest', '-q'], environment).status).toBe(0);
          const all = JSON.parse(readFileSync(SEEN, 'utf8'));
          for (const own of ['_', 'SHLVL', 'PYTEST_VERSION']) delete all.env[own];
          return all;
        });
        expect(seen[1]).toEqual(seen[0]);
        expect(seen[0].site).toBe(PYTHONPATH ? 1 : null);
      }
    },
  );

  test.skipIf(!PY.available)('a Python that ignores its variables is given none', () => {
    const look =
      "import os\ndef test_look():\n    assert not [n for n in os.environ if 'flow-exec' in os.environ[n]]\n";
    const repo = project(PY, { files: { 'test_look.py': look } });
    expect(exact(repo, ['python3', '-I', '-m', 'pytest', '-q', 'test_look.py'])).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(exact(repo, ['python3', '-m', 'pytest', '-q', 'test_look.py']).status).toBe(0);
  });

  test('a reporter that the project has chosen stays its own', () => {
    const config = "export default { test: { reporters: ['tap'] } };\n";
    const repo = project(TS, { files: { 'vitest.config.js': config } });
    const plain = bare(repo, ['npx', 'vitest', 'run']);
    const through = exact(repo, ['npx', 'vitest', 'run']);
    expect(plain.stdout).toContain('TAP version');
    expect(steady(through.stdout)).toBe(steady(plain.stdout));
    expect(receipts(repo)[0]?.result.outcome).toBe('passed');
  });

  test('what an agent makes vitest print stays the same, and its tests are named', () => {
    const repo = project(TS);
    const plain = bare(repo, ['npx', 'vitest', 'run'], { CLAUDECODE: '1' });
    const through = exact(repo, ['npx', 'vitest', 'run'], { CLAUDECODE: '1' });
    expect(steady(through.stdout)).toBe(steady(plain.stdout));
    expect(names(repo)).toEqual(['total.test.js > adds prices']);
  });

  test('a script that runs the tests is left as it is: text and exit code', () => {
    const repo = project(TS);
    expect(exact(repo, ['npm', 'test']).status).toBe(0);
    expect(receipts(repo)).toMatchObject([{ seen: 'exec', suite: 'vitest:.', result: { outcome: 'passed' } }]);
  });
});

describe('exec runs a command as itself', () => {
  test('exit codes, also of what cannot be started', () => {
    const repo = repository();
    expect(exact(repo, sh('exit 7')).status).toBe(7);
    expect(exact(repo, ['no-such-program'])).toMatchObject({
      status: 127,
      stderr: expect.stringContaining('not found'),
    });
    repo.write('data.txt', 'no program\n');
    expect(exact(repo, ['./data.txt']).status).toBe(126);
    expect(exact(repo, ['./README.md/x']).status).toBe(127);
    expect(cli(repo, ['exec']).status).toBe(2);
    expect(receipts(repo)).toEqual([]);
  });

  test('standard input, binary bytes and both streams pass through untouched', () => {
    const repo = repository();
    const bytes = Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7) % 256));
    const run = spawnSync(process.execPath, [CLI, 'exec', '--quiet', '--', ...sh('cat; printf error >&2')], {
      cwd: repo.root,
      env: repo.environment,
      input: bytes,
    });
    expect(Buffer.compare(run.stdout, bytes)).toBe(0);
    expect(run.stderr.toString()).toBe('error');
  });

  test('the order of what is written to one file by both streams is kept, and the streams can be opened', () => {
    const repo = repository();
    const script = 'for i in 1 2 3 4 5 6 7 8 9; do echo o$i; echo e$i >&2; done; echo opened > /dev/stderr';
    const through = spawnSync(
      'sh',
      ['-c', '"$@" 2>&1', 'sh', process.execPath, CLI, 'exec', '-q', '--', ...sh(script)],
      {
        cwd: repo.root,
        env: repo.environment,
        encoding: 'utf8',
      },
    );
    const order = Array.from({ length: 9 }, (_, at) => `o${at + 1}\ne${at + 1}\n`).join('');
    expect(through.stdout).toBe(`${order}opened\n`);
  });

  test('10 MB arrive whole', () => {
    const repo = repository();
    const run = exact(repo, sh('head -c 10000000 /dev/zero | tr "\\0" x'));
    expect(run.stdout.length).toBe(10_000_000);
    expect(run.status).toBe(0);
  });

  test('a reader that stops ends the command, as it would without us', () => {
    const repo = repository();
    const script = 'exec "$0" "$@" | head -n 1';
    const run = spawnSync('sh', ['-c', script, process.execPath, CLI, 'exec', '-q', '--', 'yes'], {
      cwd: repo.root,
      env: repo.environment,
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect(run).toMatchObject({ stdout: 'y\n', signal: null });
  });

  test('a slow reader slows the command down, and memory does not grow', async () => {
    const repo = repository();
    const child = spawn(process.execPath, [CLI, 'exec', '-q', '--', 'yes'], {
      cwd: repo.root,
      env: repo.environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      // Its words have come, so what a start takes is taken; nobody reads them.
      await new Promise((resolve) => child.stdout.once('readable', resolve));
      const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const before = resident();
      await new Promise((resolve) => setTimeout(resolve, 1500));
      expect(resident() - before).toBeLessThan(20_000);
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('what outlives the command neither holds us up nor loses its words', async () => {
    const repo = repository();
    const file = path.join(repo.area, 'out.txt');
    const gate = path.join(repo.area, 'gate');
    const script = `(while [ ! -e ${gate} ]; do sleep 0.05; done; echo later) & echo now`;
    const run = spawnSync(
      'sh',
      ['-c', `"$@" > ${file} 2>&1`, 'sh', process.execPath, CLI, 'exec', '-q', '--', ...sh(script)],
      {
        cwd: repo.root,
        env: repo.environment,
        timeout: 30_000,
      },
    );
    const shown = readFileSync(file, 'utf8');
    writeFileSync(gate, '');
    expect(run.status).toBe(0);
    expect(shown).toBe('now\n');
    await expect.poll(() => readFileSync(file, 'utf8'), { timeout: 20_000 }).toBe('now\nlater\n');
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)(
    '%s reaches the command, and ends us as it ended it',
    async (signal) => {
      const repo = repository();
      const start = (script: string) =>
        spawn(process.execPath, [CLI, 'exec', '-q', '--', ...sh(script)], {
          cwd: repo.root,
          env: repo.environment,
          stdio: ['ignore', 'pipe', 'ignore'],
        });
      const end = async (child: ReturnType<typeof start>) => {
        await new Promise((resolve) => child.stdout?.once('data', resolve));
        child.kill(signal);
        return new Promise((resolve) => child.on('exit', (code, by) => resolve(by ?? code)));
      };
      const name = signal.slice(3);
      expect(await end(start(`trap 'exit 9' ${name}; echo up; while :; do sleep 0.05; done`))).toBe(9);
      expect(await end(start('echo up; exec sleep 20'))).toBe(signal);
    },
  );

  test.skipIf(!PY.available)('a killed run is recorded, and proves nothing green', () => {
    const suicide = 'import os, signal\ndef test_a():\n    os.kill(os.getpid(), signal.SIGKILL)\n';
    const repo = project(PY, { files: { 'test_a.py': suicide } });
    expect(exact(repo, ['python3', '-m', 'pytest']).signal).toBe('SIGKILL');
    expect(receipts(repo)).toMatchObject([{ seen: 'exec', exitCode: null }]);
    expect(receipts(repo)[0]?.result.outcome).not.toBe('passed');
  });

  test.skipIf(!PY.available)(
    'a folder that is gone at the end, and no repository at all, change nothing of the command',
    () => {
      const repo = project(PY, {
        files: { 'test_a.py': 'import os, shutil\ndef test_a():\n    shutil.rmtree(os.path.dirname(__file__))\n' },
      });
      const run = bare(repo, [
        process.execPath,
        CLI,
        'exec',
        '--',
        'python3',
        '-B',
        '-m',
        'pytest',
        '-q',
        '-p',
        'no:cacheprovider',
        'test_a.py',
      ]);
      expect(existsSync(repo.root)).toBe(false);
      // pytest itself stumbles over it, with us or without.
      expect(run.status).toBe(1);
      expect(run.stderr).toContain('EVIDENCE_UNWRITABLE');
      const outside = spawnSync(process.execPath, [CLI, 'exec', '-q', '--', ...sh('exit 4')], { cwd: repo.area });
      expect(outside.status).toBe(4);
    },
  );

  test.skipIf(!PY.available)('D103 an edit while it runs makes the run prove nothing, and the person is told', () => {
    const repo = project(PY);
    const edit = "def test_a():\n    open('total.py', 'a').write('# later\\n')\n";
    repo.write('test_a.py', edit);
    const run = cli(repo, ['exec', '--', 'python3', '-m', 'pytest']);
    expect(run).toMatchObject({ status: 0, stderr: expect.stringContaining('files changed while it ran') });
    expect(cli(repo, ['status']).stdout).toContain('unknown');
  });
});

describe.skipIf(!NODE_TEST.available)('U11 a machine on which exec finds no room', () => {
  test('U11: without a temporary folder the command runs as itself, and is recorded', () => {
    const repo = project(NODE_TEST);
    const run = exact(repo, NODE_TEST.test.split(' '), { TMPDIR: path.join(repo.area, 'nowhere') });
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(receipts(repo)).toMatchObject([{ seen: 'exec', exitCode: 0, result: { outcome: 'passed' } }]);
    expect(exact(repo, sh('echo out; exit 3'), { TMPDIR: '/dev/null/x' })).toMatchObject({
      status: 3,
      stdout: 'out\n',
    });
  });

  test.runIf(process.platform === 'linux')(
    'U11: a home in which nothing can be made is told, also with --quiet',
    () => {
      const repo = project(NODE_TEST);
      const run = exact(repo, NODE_TEST.test.split(' '), {
        HOME: '/proc/nobody',
        XDG_STATE_HOME: '/proc/nobody/state',
      });
      expect(run).toMatchObject({
        status: 0,
        stderr: expect.stringContaining('EVIDENCE_UNWRITABLE: Evidence cannot be stored'),
      });
      expect(run.stderr).toContain('`npx flow-hooks doctor` shows what is wrong');
      expect(receipts(repo)).toEqual([]);
    },
  );
});

describe.skipIf(!has('script', '--version'))('exec in a terminal', () => {
  /** Runs words in a terminal of `script`'s, and gives what it showed. */
  function inTerminal(repo: TempRepo, words: readonly string[], environment: Record<string, string> = {}) {
    const file = path.join(repo.area, 'typescript');
    rmSync(file, { force: true });
    const command = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
    const run = spawnSync('script', ['-qefc', command, file], {
      cwd: repo.root,
      env: { ...repo.environment, TERM: 'xterm', SHELL: '/bin/sh', ...environment },
      input: '',
      encoding: 'utf8',
    });
    const shown = readFileSync(file, 'utf8').split('\n').slice(1, -1).join('\n');
    return { status: run.status, shown: shown.replace(/\nScript done[\s\S]*$/, '') };
  }

  test('the command sees the terminal on all streams', () => {
    const repo = repository();
    const { status, shown } = inTerminal(repo, [
      process.execPath,
      CLI,
      'exec',
      '-q',
      '--',
      ...sh('test -t 0 && test -t 1 && test -t 2 && exit 5'),
    ]);
    expect(shown.trim()).toBe('');
    expect(status).toBe(5);
  });

  test.for(ALL.filter(({ name }) => ['pytest', 'vitest', 'node-test', 'rspec'].includes(name)))(
    'D15 $name is known by its report, in its colours',
    (stack, context) => {
      needs(stack, context);
      const repo = project(stack);
      const words = stack.test.split(' ');
      const plain = inTerminal(repo, words);
      // What node:test prints depends on its version, and exec knows that of its own Node.
      const node = stack === NODE_TEST ? NODE! : process.execPath;
      const through = inTerminal(repo, [node, CLI, 'exec', '-q', '--', ...words]);
      expect(through.status).toBe(0);
      expect(through.shown.includes('\u001b[')).toBe(plain.shown.includes('\u001b['));
      if (stack.name !== 'vitest') expect(steady(through.shown)).toBe(steady(plain.shown));
      expect(receipts(repo)).toMatchObject([{ seen: 'exec', exitCode: 0, result: { outcome: 'passed' } }]);
    },
  );

  const silent = STACKS.find(({ name, available }) => available && (name === 'go' || name === 'cargo'));
  test.skipIf(!silent)('without a report nothing is proven by what nobody could read, and the person is told', () => {
    const cargo = silent!;
    const repo = project(cargo);
    const run = inTerminal(repo, [process.execPath, CLI, 'exec', '--', ...cargo.test.split(' ')]);
    expect(run.status).toBe(0);
    expect(run.shown).toContain('| cat');
    expect(receipts(repo)).toMatchObject([{ result: { outcome: 'unknown', reasons: ['terminal'] } }]);
  });
});
