import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Agent,
  type AgentOptions,
  type AnswerEvent,
  agent,
  closeAfterTest,
  EACH_ALONE,
  hookHere,
  runProgram,
  type TempRepo,
  type TempRepoOptions,
  tempRepo,
} from '@flow/test-kit';
import { inject, type TestContext } from 'vitest';

export const packageRoot = fileURLToPath(new URL('..', import.meta.url));
export const workspaceRoot = path.resolve(packageRoot, '../..');

/** Integration tests speak to what is shipped, so a build has to come first; `FLOW_TEST_DIST` names another one. */
const DIST = process.env.FLOW_TEST_DIST ?? path.join(packageRoot, 'dist');
/** The built dispatcher. */
export const HOOK = path.join(DIST, 'hook.cjs');
export const CLI = path.join(DIST, 'flow-hooks.cjs');
if (!existsSync(HOOK)) throw new Error('dist is missing: run `pnpm build` first');

/** A temporary repository that is removed after the test. */
export function repository(options: TempRepoOptions = {}): TempRepo {
  const repo = tempRepo({ branch: 'feature/login', ...options });
  closeAfterTest(() => repo.dispose());
  return repo;
}

const answer = hookHere(HOOK);
/** The built hook answers within this process, unless each event is to have a process of its own. */
export const answeredHere: { answer?: AnswerEvent } = EACH_ALONE ? {} : { answer };

/**
 * An agent whose session has begun. The built hook answers within this process, unless it is another one or variables for
 * node are given.
 */
export function start(repo: TempRepo, options: Partial<AgentOptions> = {}): Agent {
  const { environment = {} } = options;
  const isSeen = options.node || Object.keys(environment).some((name) => name.startsWith('NODE_'));
  const one = agent({ hook: HOOK, repo, ...(isSeen || options.hook ? {} : answeredHere), ...options });
  one.start();
  return one;
}

/** Runs the command-line program in a repository. */
export function cli(
  repo: TempRepo,
  words: readonly string[],
  { cwd = repo.root, environment }: { cwd?: string; environment?: Record<string, string> } = {},
) {
  return runProgram(CLI, words, { cwd, environment: { ...repo.environment, ...environment } });
}

const answers = new Map(Object.entries(inject('programs') ?? {}));

/** True when a program answers on this machine. */
export function has(...words: [string, ...string[]]): boolean {
  const line = words.join(' ');
  const known = answers.get(line) ?? spawnSync(words[0], words.slice(1), { stdio: 'ignore' }).status === 0;
  answers.set(line, known);
  return known;
}

/** Skips a running test by its name where the runner of its stack is not on this machine. */
export function needs({ name, available }: Stack, { skip }: Pick<TestContext, 'skip'>): void {
  skip(!available, `${name} is not on this machine`);
}

export interface Stack {
  name: string;
  available: boolean;
  suite: string;
  test: string;
  files: Record<string, string>;
  /** A change that makes the tests fail, one that keeps them green, and the name that fails. */
  broken: [file: string, text: string];
  fixed: [file: string, text: string];
  failing: string;
}

export const STACKS: Stack[] = [
  {
    name: 'go',
    available: has('go', 'version'),
    suite: 'go:.',
    test: 'go test ./...',
    files: {
      'go.mod': 'module example.com/cart\n\ngo 1.19\n',
      'total.go': 'package cart\n\nfunc Total(a, b int) int { return a + b }\n',
      'total_test.go':
        'package cart\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) {\n\tif Total(1, 2) != 3 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
    },
    broken: ['total.go', 'package cart\n\nfunc Total(a, b int) int { return a - b }\n'],
    fixed: ['total.go', 'package cart\n\nfunc Total(a, b int) int { return b + a }\n'],
    failing: 'TestTotal',
  },
  {
    name: 'pytest',
    available: has('python3', '-m', 'pytest', '--version'),
    suite: 'pytest:.',
    test: 'python3 -m pytest -q',
    files: {
      'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n',
      '.gitignore': '__pycache__\n',
      'total.py': 'def total(a, b):\n    return a + b\n',
      'test_total.py': 'from total import total\n\n\ndef test_total():\n    assert total(1, 2) == 3\n',
    },
    broken: ['total.py', 'def total(a, b):\n    return a - b\n'],
    fixed: ['total.py', 'def total(a, b):\n    return b + a\n'],
    failing: 'test_total',
  },
  {
    name: 'vitest',
    available: true,
    suite: 'vitest:.',
    test: 'npx vitest run',
    files: {
      'package.json':
        '{ "name": "cart", "type": "module", "scripts": { "test": "vitest run" }, "devDependencies": { "vitest": "5" } }\n',
      '.gitignore': 'node_modules\n',
      'total.js': 'export const total = (a, b) => a + b;\n',
      'total.test.js':
        "import { expect, test } from 'vitest';\nimport { total } from './total.js';\ntest('adds prices', () => expect(total(1, 2)).toBe(3));\n",
    },
    broken: ['total.js', 'export const total = (a, b) => a - b;\n'],
    fixed: ['total.js', 'export const total = (a, b) => b + a;\n'],
    failing: 'adds prices',
  },
  {
    name: 'cargo',
    available: has('cargo', '--version'),
    suite: 'cargo:.',
    test: 'cargo test --offline',
    files: {
      'Cargo.toml': '[package]\nname = "cart"\nversion = "0.1.0"\nedition = "2021"\n',
      '.gitignore': 'target\nCargo.lock\n',
      'src/lib.rs': 'pub fn total(a: i32, b: i32) -> i32 { a + b }\n',
      'tests/total.rs': '#[test]\nfn adds_prices() { assert_eq!(cart::total(1, 2), 3); }\n',
    },
    broken: ['src/lib.rs', 'pub fn total(a: i32, b: i32) -> i32 { a - b }\n'],
    fixed: ['src/lib.rs', 'pub fn total(a: i32, b: i32) -> i32 { b + a }\n'],
    failing: 'adds_prices',
  },
];

/** Every scenario of Claude Code is led with the shell file in front of Node: FLOW_CLIENT_FRONT=posix says so (nightly). */
export const WITH_FRONT = process.env.FLOW_CLIENT_FRONT === 'posix';

/** Files of a repository; with `WITH_FRONT` with a policy that asks for the front, unless the scenario says itself whether there is one. */
export function askingForFront(files: Record<string, string>): Record<string, string> {
  const policy = files['flow.config.yaml'] ?? '';
  if (!WITH_FRONT || /^front:/m.test(policy)) return files;
  const end = policy === '' || policy.endsWith('\n') ? '' : '\n';
  return { ...files, 'flow.config.yaml': `${policy}${end}front: posix\n` };
}

/** A repository with a stack's files on its base branch, ready for an agent's work. */
export function project(stack: Stack, options: TempRepoOptions = {}): TempRepo {
  const files = askingForFront({ 'README.md': '# cart\n', ...stack.files, ...options.files });
  const repo = repository({ ...options, files });
  if (stack.name === 'vitest') symlinkSync(path.join(workspaceRoot, 'node_modules'), repo.path('node_modules'));
  return repo;
}

/** The quickest stack that is on the machine, for tests that are not about a runner. */
export const QUICK = STACKS.find((stack) => stack.name === 'pytest' && stack.available) ?? STACKS[2]!;

/** The quickest stack's file with a comment more: another content, as green as before. */
export const commented = (note: string): [file: string, text: string] => [
  QUICK.fixed[0],
  `${QUICK.fixed[1]}${QUICK.name === 'pytest' ? '#' : '//'} ${note}\n`,
];

/** Another test file of the quickest stack, which passes. */
export const anotherTest = (name: string): [file: string, text: string] =>
  QUICK.name === 'pytest'
    ? [`test_${name}.py`, `def test_${name}():\n    assert True\n`]
    : [`${name}.test.js`, `import { test } from 'vitest';\ntest('${name}', () => {});\n`];

/** Makes a throw-away key that git signs with from here on. @returns its file, and the line by which a policy lists it */
export function newKey(repo: TempRepo, name: string): { file: string; line: string } {
  const file = path.join(repo.area, name);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', file]);
  repo.git('config', '--global', 'gpg.format', 'ssh');
  repo.git('config', '--global', 'user.signingkey', file);
  return { file, line: `${name}@example.test ${readFileSync(`${file}.pub`, 'utf8').trim()}` };
}
