import { describe, expect, test } from 'vitest';
import { has, repository, start } from './kit.js';

/* What real runners write beside the tests, in projects that ignore none of it: from a green run to a push that arrives. */

const PUSH = 'git push -q origin HEAD';

interface Cached {
  name: string;
  /** A command that answers where the runner is on this machine. */
  there: [string, ...string[]];
  test: string;
  files: Record<string, string>;
  /** The code that the tests run, before a number that differs with each change. */
  code: [file: string, comment: string];
  /** What the runner writes that git does not ignore. */
  writes: string;
}

const PYTHON = {
  'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n',
  'total.py': 'def total(a, b):\n    return a + b\n',
  'test_total.py': 'from total import total\n\n\ndef test_total():\n    assert total(1, 2) == 3\n',
};
const NODE = (script: string) => ({
  'package.json': `${JSON.stringify({ name: 'cart', type: 'module', scripts: { test: script } })}\n`,
  'total.js': 'export const total = (a, b) => a + b;\n',
  'total.test.js':
    "import assert from 'node:assert';\nimport test from 'node:test';\nimport { total } from './total.js';\ntest('adds', () => assert.equal(total(1, 2), 3));\n",
});
const LCOV = '--test-reporter=lcov --test-reporter-destination=coverage/lcov.info';
const phpunit = (where: string) => ({
  'flow.config.yaml': 'suites: [{ root: ., command: phpunit }]\n',
  'composer.json': '{ "name": "example/cart" }\n',
  'phpunit.xml': `<?xml version="1.0"?>\n<phpunit ${where}><testsuites><testsuite name="cart"><directory>tests</directory></testsuite></testsuites></phpunit>\n`,
  'src/total.php': '<?php\n\nfunction total(int $a, int $b): int\n{\n    return $a + $b;\n}\n',
  'tests/TotalTest.php':
    "<?php\n\nuse PHPUnit\\Framework\\TestCase;\n\nrequire_once __DIR__ . '/../src/total.php';\n\nfinal class TotalTest extends TestCase\n{\n    public function testAdds(): void\n    {\n        $this->assertSame(3, total(1, 2));\n    }\n}\n",
});

const ROWS: Cached[] = [
  {
    name: 'pytest',
    there: ['python3', '-m', 'pytest', '--version'],
    test: 'python3 -m pytest -q',
    files: PYTHON,
    code: ['total.py', '#'],
    writes: '__pycache__/',
  },
  {
    name: 'coverage',
    there: ['python3', '-m', 'coverage', '--version'],
    test: 'python3 -m coverage run -m pytest -q',
    files: { ...PYTHON, 'flow.config.yaml': 'suites: [{ root: ., command: python3 -m coverage run -m pytest -q }]\n' },
    code: ['total.py', '#'],
    writes: '.coverage',
  },
  {
    name: 'pytest with reports of coverage',
    there: ['python3', '-c', 'import pytest_cov'],
    test: 'python3 -m pytest -q --cov --cov-report=html --cov-report=xml',
    files: PYTHON,
    code: ['total.py', '#'],
    writes: 'coverage.xml',
  },
  {
    name: 'node with a report of coverage',
    there: ['node', '--version'],
    test: 'npm test',
    files: NODE(
      `mkdir -p coverage && node --test --experimental-test-coverage --test-reporter=spec --test-reporter-destination=stdout ${LCOV}`,
    ),
    code: ['total.js', '//'],
    writes: 'coverage/',
  },
  {
    name: 'phpunit',
    there: ['phpunit', '--version'],
    test: 'phpunit',
    files: phpunit(''),
    code: ['src/total.php', '//'],
    writes: '.phpunit.result.cache',
  },
  {
    name: 'phpunit with a folder for its cache',
    there: ['phpunit', '--version'],
    test: 'phpunit',
    files: phpunit('cacheResultFile=".phpunit.cache/test-results"'),
    code: ['src/total.php', '//'],
    writes: '.phpunit.cache/',
  },
];

/** What words say to run where every run writes these files. */
const ways = (words: string) =>
  [...words.matchAll(/If every run writes .+?, run `(.+?)`/g)].map(([, command = '']) => command);

describe.each(ROWS)('U5: caches that nobody ignores: $name', ({ name, there, test: run, files, code, writes }) => {
  const [file, comment] = code;

  test.for(['never written', 'written before', 'committed'])('U5: %s', (state, { skip }) => {
    skip(!has(...there), `${name} is not on this machine`);
    const repo = repository({ files });
    delete repo.environment.PYTHONDONTWRITEBYTECODE;
    const it = start(repo);
    let changes = 0;
    const change = () => {
      repo.write(file, `${files[file]}${comment} ${++changes}\n`);
      repo.git('commit', '-qam', `Change ${changes}`);
    };
    change();
    if (state !== 'never written') {
      expect(it.bash(run).exit).toBe(0);
      if (state === 'committed') repo.git('add', '--', writes);
      change();
    }
    const first = it.bash(run);
    expect(first.exit, first.output).toBe(0);
    const tracked = repo.git('ls-files', '--', writes);
    expect(tracked === '').toBe(state !== 'committed');
    if (state !== 'committed') expect(repo.git('status', '--short', '--', writes)).not.toBe('');

    const { refused } = it.bash(PUSH);
    if (refused === null) return;
    // One of both is enough: whoever reads what is told at the run need not push to hear it.
    const all = ways(state === 'committed' ? first.told.join() : refused);
    expect(all, refused).not.toEqual([]);
    for (const way of all) expect(it.bash(way), way).toMatchObject({ refused: null, exit: 0 });
    it.bash('git add .gitignore && git commit -qm "Caches are nobody\'s work"');
    expect(it.bash(run)).toMatchObject({ exit: 0, told: [] });
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
    // What was followed once holds for the next change.
    change();
    expect(it.bash(run)).toMatchObject({ exit: 0, told: [] });
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });
});

test.skipIf(!has('phpunit', '--version'))('U5: in a folder of the project, the words are typed there', () => {
  const repo = repository({ files: phpunit('') });
  const it = start(repo, { cwd: repo.path('src') });
  repo.write('src/total.php', '<?php\n\nfunction total(int $a, int $b): int\n{\n    return $b + $a;\n}\n');
  repo.git('commit', '-qam', 'Change');
  const [told = ''] = it.bash('cd .. && phpunit').told;
  const [way = ''] = ways(told);
  expect(ways(it.bash(PUSH).refused ?? '')).toEqual([way]);
  expect(way).toMatch(/^cd \.\. && /);
  it.bash(`${way} && git add .gitignore && git commit -qm ignored`);
  expect(it.bash('cd .. && phpunit')).toMatchObject({ exit: 0, told: [] });
  expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
});
