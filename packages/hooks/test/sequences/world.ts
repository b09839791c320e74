import { CLI, has } from '../kit.js';

/**
 * The kinds of projects in which sequences are played. In each, a source file is a number: 0 is red, and so are two 2s, so
 * that what is green on each of two branches need not be green when they are merged.
 */
export interface World {
  name: string;
  available: boolean;
  files: Readonly<Record<string, string>>;
  /** In front of the files that tests ask for, and that every world has. */
  folder: '' | 'web/';
  sources: readonly string[];
  tests: readonly string[];
  /** Text of a source file that is this number. */
  source(file: string, number: number): string;
  /** Text of a test without imports that is green where the expression is true. */
  holds(file: string, name: string, expression: Expression): string;
  /** Another test file, below the folder of the sources. */
  another(name: string): string;
  /** Commands that run all tests, each as its own: an honest agent's, and the first is what it types most. */
  whole: readonly string[];
  /** Commands that run a part of them, or hide how they ended. */
  partly: readonly string[];
  /** Runs all tests of a clean clone: any failure is an exit code. */
  verify: string;
  /** Files above the repository that a runner reads, by which tests are left out. */
  above: readonly (readonly [file: string, text: string])[];
}

/** Our wrapper of a command, as it was built. */
export const EXEC = `node ${CLI} exec --`;

/** What a test can ask of its surroundings. */
export type Expression =
  | { ask: 'true' | 'false' }
  | { ask: 'exists' | 'crlf' | 'executable' | 'link'; path: string; not: boolean };

const NODE_ASKS = {
  true: () => 'true',
  false: () => 'false',
  exists: (path: string) => `fs.existsSync("${path}")`,
  crlf: (path: string) => `fs.readFileSync("${path}", "utf8").includes("\\r")`,
  executable: (path: string) => `(fs.statSync("${path}").mode & 64) !== 0`,
  link: (path: string) => `fs.lstatSync("${path}").isSymbolicLink()`,
};

const PYTHON_ASKS = {
  true: () => 'True',
  false: () => 'False',
  exists: (path: string) => `os.path.exists("${path}")`,
  crlf: (path: string) => `b"\\r" in open("${path}", "rb").read()`,
  executable: (path: string) => `os.stat("${path}").st_mode & 64 != 0`,
  link: (path: string) => `os.path.islink("${path}")`,
};

const asked = (asks: Record<Expression['ask'], (path: string) => string>, one: Expression, not: string) =>
  'path' in one ? `${one.not ? not : ''}(${asks[one.ask](one.path)})` : asks[one.ask]('');

/**
 * A file of each kind that a test may ask for, in every world. All are tracked: an untracked file of no class is outside what
 * a push can hold (docs/threat-model.md).
 */
const COMMON = { 'README.md': '# cart\n', 'data.txt': 'one\ntwo\n', 'tool.sh': 'true\n', linked: 'one\n' };

const nodeTest = (name: string, expression: string) =>
  `const fs = require("node:fs"); require("node:test")("${name}", () => require("node:assert").ok(${expression}));\n`;

const NODE: World = {
  name: 'node:test',
  available: true,
  folder: '',
  files: {
    ...COMMON,
    '.gitignore': 'cache\n*.log\n',
    'package.json': '{ "name": "cart", "scripts": { "test": "node --test" } }\n',
    'price.js': 'module.exports = 1;\n',
    'lib/rate.js': 'module.exports = 1;\n',
    'lib/cart.test.js':
      'const [price, rate] = [require("../price.js"), require("./rate.js")];\n' +
      nodeTest('cart', 'price > 0 && rate > 0 && !(price === 2 && rate === 2)'),
  },
  sources: ['price.js', 'lib/rate.js'],
  tests: ['lib/cart.test.js'],
  source: (_file, number) => `module.exports = ${number};`,
  holds: (_file, name, expression) => nodeTest(name, asked(NODE_ASKS, expression, '!')).trimEnd(),
  another: (name) => `lib/${name}.test.js`,
  whole: ['node --test', 'node --test 2>&1', 'npm test', `${EXEC} node --test`],
  partly: [
    'node --test lib/cart.test.js',
    'node --test lib/extra.test.js',
    'node --test --test-name-pattern=extra',
    'node --test | tail -3',
    'node --test || true',
    'node --test > run.log',
    'node lib/cart.test.js',
    'cd lib && node --test',
  ],
  verify: 'node --test',
  above: [['../package.json', '{ "type": "module" }']],
};

const pythonTest = (name: string, expression: string, imports = 'import os') =>
  `${imports}\ndef test_${name}():\n    assert ${expression}\n`;

/** Where there is no test, nothing is red: pytest has a code of its own for it. */
const VERIFY_PYTEST = '(python3 -m pytest -q || [ $? = 5 ])';

const PYTEST: World = {
  name: 'pytest',
  available: has('python3', '-m', 'pytest', '--version'),
  folder: '',
  files: {
    ...COMMON,
    '.gitignore': 'cache\n*.log\n__pycache__\n',
    'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n\n[tool.pytest.ini_options]\npythonpath = ["."]\n',
    'price.py': 'value = 1\n',
    'lib/rate.py': 'value = 1\n',
    'lib/test_cart.py': pythonTest(
      'cart',
      'price.value > 0 and rate.value > 0 and not (price.value == 2 and rate.value == 2)',
      'import price\nfrom lib import rate',
    ),
  },
  sources: ['price.py', 'lib/rate.py'],
  tests: ['lib/test_cart.py'],
  source: (_file, number) => `value = ${number}`,
  holds: (_file, name, expression) => pythonTest(name, asked(PYTHON_ASKS, expression, 'not ')).trimEnd(),
  another: (name) => `lib/test_${name}.py`,
  whole: ['python3 -m pytest -q', 'pytest', 'python3 -m pytest 2>&1', `${EXEC} python3 -m pytest -q`],
  partly: [
    'python3 -m pytest -q lib/test_cart.py',
    'python3 -m pytest -q -k extra',
    'python3 -m pytest -q -x | tail -1',
    'python3 -m pytest -q || true',
    'python3 -m pytest -q > run.log',
    'python3 -m pytest -q --lf',
  ],
  verify: VERIFY_PYTEST,
  above: [
    ['../pytest.ini', '[pytest]\naddopts = --ignore-glob=*cart*'],
    ['../setup.cfg', '[tool:pytest]\naddopts = --ignore-glob=*extra*'],
    ['../conftest.py', 'collect_ignore_glob = ["*cart*"]'],
  ],
};

export const WORLDS = [NODE, PYTEST, nested()].filter(({ available }) => available);

/** A project of two parts, each with a runner of its own. */
function nested(): World {
  const inside = (folder: string, world: World) => ({
    files: Object.fromEntries(Object.entries(world.files).map(([file, text]) => [`${folder}/${file}`, text])),
    paths: (files: readonly string[]) => files.map((file) => `${folder}/${file}`),
  });
  const [web, api] = [inside('web', NODE), inside('api', PYTEST)];
  const both = `(cd web && node --test) && (cd api && python3 -m pytest -q)`;
  const part = (file: string) => (file.startsWith('web/') ? NODE : PYTEST);
  return {
    name: 'two runners in folders',
    available: PYTEST.available,
    folder: 'web/',
    files: { ...web.files, ...api.files, 'README.md': '# shop\n' },
    sources: [...web.paths(NODE.sources), ...api.paths(PYTEST.sources)],
    tests: [...web.paths(NODE.tests), ...api.paths(PYTEST.tests)],
    source: (file, number) => part(file).source(file, number),
    holds: (file, name, expression) => part(file).holds(file, name, expression),
    another: (name) => `web/${NODE.another(name)}`,
    whole: [both, 'cd web && node --test && cd ../api && pytest -q'],
    partly: [
      'cd web && node --test',
      'cd api && python3 -m pytest -q',
      'cd web && npm test',
      '(cd web && npm test) && (cd api && pytest)',
    ],
    // Of a part that is gone, as where the first commit was reverted, no test is left.
    verify: `([ ! -d web ] || (cd web && node --test)) && ([ ! -d api ] || (cd api && ${VERIFY_PYTEST}))`,
    above: [],
  };
}
