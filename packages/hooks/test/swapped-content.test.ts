import { writeFileSync } from 'node:fs';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { CLI, has, repository, STACKS, start } from './kit.js';

/** Only root mounts, and not everywhere. */
const CAN_MOUNT =
  process.getuid?.() === 0 && has('unshare', '-m', 'sh', '-c', 'd=$(mktemp -d) && mount --bind $d $d && umount $d');

const GOOD = 'exports.total = (a, b) => a + b;\n';
const BAD = 'exports.total = (a, b) => a - b;\n';
const NODE = {
  'package.json': '{ "name": "cart", "scripts": { "test": "node --test" } }\n',
  'total.js': GOOD,
  'total.test.js':
    "const { total } = require('./total.js');\nrequire('node:test')('adds', () => require('node:assert').equal(total(1, 2), 3));\n",
};
const PYTEST = STACKS.find(({ name }) => name === 'pytest')!;

/** A project whose work tree is broken and not committed yet: what is committed is green. */
function broken(files: Record<string, string> = NODE, file = 'total.js', text = BAD): TempRepo {
  const repo = repository({ files });
  repo.write(file, text);
  return repo;
}

/** Pushes what is on disk; the words of the refusal, or null where it went through. */
function push(repo: TempRepo, it: ReturnType<typeof start>): string | null {
  repo.commit('what is on disk');
  return it.bash('git push -q origin HEAD').refused;
}

/** Each swaps the content for the run within the call, and puts it back: the run is green, what is there is red. */
const SWAPS: [name: string, command: string, files?: Record<string, string>][] = [
  ['a stash', 'git stash -q && node --test; git stash pop -q'],
  ['a stash around npm', 'git stash -q && npm test; git stash pop -q'],
  ['a patch', 'git diff > ../p && git checkout -q -- . && node --test && git apply ../p'],
  [
    'a file of another commit',
    'cp total.js ../kept && git checkout -q HEAD -- total.js && node --test; cp ../kept total.js',
  ],
  ['an edit there and back', 'sed -i s/-/+/ total.js && node --test; sed -i s/+/-/ total.js'],
  ['a file moved away', 'mv total.js ../kept && git checkout -q -- total.js && node --test; mv ../kept total.js'],
  ['a script', 'bash swap.sh', { 'swap.sh': 'git stash -q\nnode --test\ngit stash pop -q\n' }],
  ['a rule of make', 'make swapped', { Makefile: 'swapped:\n\tgit stash -q\n\tnode --test\n\tgit stash pop -q\n' }],
  [
    "npm's scripts around the test",
    'npm test',
    {
      'package.json':
        '{ "name": "cart", "scripts": { "pretest": "git stash -q", "test": "node --test", "posttest": "git stash pop -q" } }\n',
    },
  ],
  ['exec', `node ${CLI} exec -- sh -c 'git stash -q; node --test; git stash pop -q'`],
];

describe('content that is swapped within the call', () => {
  test.each(SWAPS)('E1: %s proves nothing, and a push of what is there is refused', (_name, command, more = {}) => {
    const repo = broken({ ...NODE, ...more });
    const it = start(repo);
    const run = it.bash(command);
    expect(run.refused).toBeNull();
    expect(repo.read('total.js')).toBe(BAD);
    expect(push(repo, it)).toMatch(/PUSH_(?:UNTESTED|UNKNOWN|STALE|RED)/);
  });

  const SHOWN = SWAPS.filter(([name]) => name !== 'exec');
  test('E1: where the reading of the command shows the swap, it is said before; nothing is refused', () => {
    const repo = broken(Object.assign({}, NODE, ...SWAPS.map(([, , more]) => more)));
    const it = start(repo);
    repo.git('config', 'user.name', 'somebody');
    for (const [name, command] of SHOWN)
      expect(it.tool('Bash', { command }), name).toMatchObject({
        refused: null,
        told: [expect.stringMatching(/`node --test` will prove nothing here: .* in a call of their own/)],
      });
    const silent = [
      'npx prettier --write . && node --test',
      'sed -i s/-/+/ total.js && node --test',
      'node --test > out.txt; cat out.txt; rm out.txt',
      'cp total.js ../kept && node --test; rm ../kept',
      'mkdir -p dist && cp total.js dist && node --test && rm -r dist',
      'git add -A && node --test && git commit -qm work',
      'git stash list; node --test; git stash list',
      'echo one > notes.md && node --test; echo two > notes.md',
    ];
    for (const command of silent)
      expect(it.tool('Bash', { command }), command).toMatchObject({ refused: null, told: [] });
  });

  test.runIf(CAN_MOUNT).each([
    ['in a namespace of its own', "unshare -m sh -c 'mount --bind ../good.js total.js; node --test'"],
    ['over a file', 'mount --bind ../good.js total.js; node --test; umount total.js'],
    ['within exec', `node ${CLI} exec -- unshare -m sh -c 'mount --bind ../good.js total.js; node --test'`],
  ])('E1: what a mount shows the run alone proves nothing: %s', (_name, command) => {
    const repo = broken();
    writeFileSync(repo.path('../good.js'), GOOD);
    const it = start(repo);
    expect(it.bash(command)).toMatchObject({ refused: null, exit: 0 });
    expect(push(repo, it)).toMatch(/PUSH_UNKNOWN.*a mount in its line/);
    repo.write('total.js', 'exports.total = (a, b) => b + a;\n');
    expect(it.bash('node --test').exit).toBe(0);
    expect(push(repo, it)).toBeNull();
  });

  test('E8: a line that sets the clock proves nothing', () => {
    const repo = repository({ files: NODE });
    repo.write('total.js', 'exports.total = (a, b) => b + a;\n');
    const it = start(repo);
    // It cannot be set to that, and nothing changes.
    it.bash('date -s nonsense; node --test');
    expect(push(repo, it)).toMatch(/PUSH_UNKNOWN.*sets the clock/);
    it.bash('date; node --test');
    expect(push(repo, it)).toBeNull();
  });

  test('E1: the agent is told which file was put back, and the remedy leads to the truth', () => {
    const repo = broken();
    const it = start(repo);
    const { told } = it.bash('git stash -q && node --test; git stash pop -q');
    expect(told.join('\n')).toMatch(
      /have their old content again, while that line ran \(`total\.js`\).*in its own call/,
    );
    expect(it.bash('node --test').exit).toBe(1);
    expect(push(repo, it)).toContain('PUSH_RED');
  });

  test('E1: a folder that is moved away and back is seen', () => {
    const repo = broken({
      ...NODE,
      'total.js': "exports.total = require('./lib/add.js');\n",
      'lib/add.js': 'module.exports = (a, b) => a + b;\n',
    });
    repo.git('checkout', '-q', '--', 'total.js');
    repo.write('lib/add.js', 'module.exports = (a, b) => a - b;\n');
    const it = start(repo);
    it.bash('mv lib ../kept && git checkout -q -- lib && node --test; rm -r lib && mv ../kept lib');
    expect(push(repo, it)).toMatch(/PUSH_(?:UNTESTED|UNKNOWN|STALE|RED)/);
  });

  /** A project whose test asks a submodule `sub`: its first commit is green, and the one that is checked out red. */
  function withSubmodule({ files, test, inner }: (typeof INNER)[number]): TempRepo {
    const repo = repository({ files });
    repo.git('config', '--global', 'protocol.file.allow', 'always');
    repo.git('init', '-q', '--bare', '-b', 'main', '../sub.git');
    repo.git('clone', '-q', '../sub.git', '../inner');
    const git = (...words: string[]) => repo.git('-C', '../inner', ...words);
    repo.write(`../inner/${inner}`, test.good);
    git('add', '-A');
    git('commit', '-qm', 'good');
    git('push', '-q', 'origin', 'HEAD:main');
    repo.git('submodule', 'add', '-q', repo.path('../sub.git'), 'sub');
    repo.commit('good');
    repo.write(`sub/${inner}`, test.bad);
    repo.git('-C', 'sub', 'commit', '-qam', 'bad');
    repo.git('-C', 'sub', 'push', '-q', 'origin', 'HEAD:main');
    repo.commit('bad');
    writeFileSync(repo.path('../good'), test.good);
    return repo;
  }
  const INNER = [
    {
      runner: 'node --test',
      available: true,
      inner: 'rate.js',
      files: {
        'package.json': NODE['package.json'],
        'rate.test.js':
          "require('node:test')('rate', () => require('node:assert').equal(require('./sub/rate.js'), 1));\n",
      },
      test: { good: 'module.exports = 1;\n', bad: 'module.exports = 2;\n' },
    },
    {
      runner: PYTEST.test,
      available: PYTEST.available,
      inner: 'rate.py',
      files: {
        '.gitignore': '__pycache__\n.pytest_cache\n',
        'pyproject.toml':
          '[project]\nname = "cart"\nversion = "0"\n\n[tool.pytest.ini_options]\npythonpath = ["sub"]\n',
        'test_rate.py': 'import rate\n\n\ndef test_rate():\n    assert rate.value == 1\n',
      },
      // Python takes what it has compiled of a file for its content, where time and size are the same.
      test: { good: 'value = 1\n', bad: 'value = 2  # bad\n' },
    },
  ];
  /** Each hides what the submodule has from the run, by its own git or without one. */
  const INSIDE: [name: string, command: (run: string, file: string) => string][] = [
    ['another commit of it', (run) => `(cd sub && git checkout -q HEAD~1); ${run}; (cd sub && git checkout -q -)`],
    ['a file of it', (run, file) => `cp ${file} ../kept; cp ../good ${file}; ${run}; cp ../kept ${file}`],
    ['a file moved away', (run, file) => `mv ${file} ../kept; cp ../good ${file}; ${run}; mv ../kept ${file}`],
    [
      'its update from here',
      (run) =>
        `git checkout -q HEAD~1 && git submodule -q update; ${run}; git checkout -q - && git submodule -q update`,
    ],
  ];
  test.each(
    INNER.filter(({ available }) => available).flatMap((one) =>
      INSIDE.map(([name, command]) => [one.runner, name, one, command] as const),
    ),
  )('E1: inside a submodule, with %s: %s', (_runner, _name, one, command) => {
    const repo = withSubmodule(one);
    const it = start(repo);
    const swapped = it.bash(command(one.runner, `sub/${one.inner}`));
    expect(swapped.refused).toBeNull();
    expect(swapped.output).toMatch(/pass(?:ed| 1)/);
    expect(repo.git('-C', 'sub', 'status', '--short')).toBe('');
    expect(it.bash('git push -q origin HEAD').refused).toMatch(/PUSH_UNKNOWN.*were put back while it ran/);
    // What is there is red; the submodule made green, and its commit taken here, passes.
    expect(it.bash(one.runner).exit).not.toBe(0);
    expect(it.bash('git push -q origin HEAD').refused).toContain('PUSH_RED');
    it.bash('git -C sub checkout -q HEAD~1; git commit -qam good');
    expect(it.bash(one.runner)).toMatchObject({ exit: 0, told: [] });
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });

  test.runIf(PYTEST.available)('E1: the same with pytest', () => {
    const repo = broken(PYTEST.files, ...PYTEST.broken);
    const it = start(repo);
    it.bash(`git stash -q && ${PYTEST.test}; git stash pop -q`);
    expect(push(repo, it)).toMatch(/PUSH_(?:UNTESTED|UNKNOWN|STALE|RED)/);
  });

  /** Each touches files, and no relevant one after the run's start that had other content. */
  const HONEST: [name: string, command: string, files?: Record<string, string>][] = [
    ['the run alone', 'node --test'],
    ['a look at git around it', 'git status --short && node --test && git diff --stat'],
    ['a branch of the same commit', 'git switch -qc other && node --test'],
    [
      'a cache beside the sources',
      'node --test && mkdir -p .cache && date > .cache/stamp',
      { '.gitignore': '.cache\n' },
    ],
    ['build output that is ignored', 'mkdir -p dist && cp total.js dist/ && node --test', { '.gitignore': 'dist\n' }],
    ['a document', 'touch README.md && node --test', { 'README.md': '# cart\n' }],
    ['a commit behind it', 'node --test && git add -A && git commit -qm done'],
  ];
  test.each(HONEST)('E1: %s still counts', (_name, command, more = {}) => {
    const repo = repository({ files: { ...NODE, ...more } });
    repo.write('total.js', 'exports.total = (a, b) => b + a;\n');
    const it = start(repo);
    expect(it.bash(command)).toMatchObject({ refused: null, exit: 0, told: [] });
    expect(push(repo, it)).toBeNull();
  });

  test('E1: a formatter that writes nothing counts before the tests; exec around the runner alone counts inside a swap', () => {
    const repo = broken();
    const it = start(repo);
    // A formatter reads every file, and writes those that it would change.
    writeFileSync(repo.path('../format.cjs'), "require('node:fs').readFileSync('total.js')\n");
    repo.write('total.js', 'exports.total = (a, b) => b + a;\n');
    it.bash('node ../format.cjs && node --test');
    expect(push(repo, it)).toBeNull();
    repo.write('total.js', BAD);
    it.bash(`git stash -q && node ${CLI} exec -- node --test; git stash pop -q`);
    expect(push(repo, it)).toMatch(/PUSH_/);
    repo.git('reset', '-q', '--hard', 'HEAD~1');
    expect(it.bash('git push -q origin HEAD:refs/heads/again').refused).toBeNull();
  });
});
