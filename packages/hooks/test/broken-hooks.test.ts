import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { JEST_MODULES, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, repository, start, workspaceRoot } from './kit.js';

/* Jest and Vitest print the same lines for a hook that throws as for a test: only the places in the file tell. */

const HEADS = {
  jest: 'const load = jest.fn();\n',
  vitest: "import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';\nconst load = vi.fn();\n",
} as const;
const TESTS = `const open = () => {
  throw new Error('no shop');
};
describe('each', () => {
  beforeEach(() => {
    const name = 'corner';
    open(name);
  });
  it('sells', () => {});
  it('buys', () => {});
});
describe('named', () => {
  async function enter() {
    await Promise.resolve();
    throw new Error('no door');
  }
  beforeEach(enter);
  it('enters', () => {});
});
describe('after', () => {
  afterEach(() => expect(1).toBe(2));
  it('leaves', () => {});
  it('pays', () => expect(1).toBe(3));
});
describe('made', () => {
  beforeEach(() => {
    load.mockRejectedValue(new Error('down'));
  });
  it('falls back', async () => expect(await load()).toBe(1));
});
it('opens', () => open('here'));
it('adds', () => expect(1 + 2).toBe(4));
`;

/** What failed by itself, and what a hook kept from its own code or failed afterwards. */
const RED = { 'made > falls back': true, opens: true, adds: true, 'after > pays': true };
const BROKEN = { 'each > sells': false, 'each > buys': false, 'named > enters': false, 'after > leaves': false };

function project(runner: keyof typeof HEADS): TempRepo {
  const manifest = {
    name: 'cart',
    type: runner === 'vitest' ? 'module' : 'commonjs',
    devDependencies: { [runner]: '*' },
  };
  const files = { 'package.json': `${JSON.stringify(manifest)}\n`, '.gitignore': 'node_modules\n' };
  const repo = repository({ files });
  repo.write('a.test.js', `${HEADS[runner]}${TESTS}`);
  return repo;
}

const named = (tests: Record<string, boolean>, [red, not]: readonly [string | null, string | null]) =>
  Object.fromEntries(Object.entries(tests).map(([name, isRed]) => [`a.test.js > ${name}`, isRed ? red : not]));

describe('D56, D61: observed: what a hook kept from its own code was not seen red', () => {
  test.each(['jest', 'vitest'] as const)('%s, from its screen', (runner) => {
    const repo = project(runner);
    const screen = path.join(import.meta.dirname, 'fixtures', `broken-hooks-${runner}.txt`);
    const program = repo.path('node_modules/.bin', runner);
    mkdirSync(path.dirname(program), { recursive: true });
    writeFileSync(program, `#!/bin/sh\ncat '${screen}'\nexit 1\n`);
    chmodSync(program, 0o755);
    // What the real runner printed for this file, which the fixture says.
    expect(readFileSync(screen, 'utf8')).toContain('no door');
    start(repo).bash(runner === 'jest' ? 'npx jest' : 'npx vitest run');
    const { newTests } = JSON.parse(cli(repo, ['status', '--json']).stdout) as {
      newTests: { name: string; proven: string | null }[];
    };
    const proven = Object.fromEntries(newTests.map(({ name, proven: how }) => [name, how]));
    expect(proven).toEqual(named({ ...RED, ...BROKEN }, ['observed', null]));
  });
});

const VITEST = path.join(workspaceRoot, 'node_modules');
const REAL = [
  { runner: 'jest', modules: JEST_MODULES },
  { runner: 'vitest', modules: VITEST },
] as const;

describe('T4 D56, D61: prove-red: what a hook kept from its own code is not red', () => {
  const here = REAL.filter(({ runner, modules }) => existsSync(path.join(modules, '.bin', runner)));
  test.each(here)('$runner', ({ runner, modules }) => {
    const repo = project(runner);
    symlinkSync(modules, repo.path('node_modules'));
    const run = cli(repo, ['prove-red', '--json'], { environment: { NO_COLOR: '1' } });
    const { tests } = JSON.parse(run.stdout) as { tests: { name: string; verdict: string; reason?: string }[] };
    const verdicts = Object.fromEntries(tests.map(({ name, verdict }) => [name, verdict]));
    expect(verdicts).toEqual(named({ ...RED, ...BROKEN }, ['failed-as-expected', 'build-error']));
    expect(tests.find(({ name }) => name.endsWith('sells'))?.reason).toBe('setup-failed');
  });
});
