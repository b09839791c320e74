import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { project, repository, STACKS, start, workspaceRoot } from './kit.js';

const TSCONFIG =
  '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [], "allowJs": false }, "include": ["src"] }\n';
const BIOME =
  '{ "formatter": { "enabled": false }, "assist": { "enabled": false }, "files": { "includes": ["**/*.ts", "**/*.js"] } }\n';
const files = {
  'tsconfig.json': TSCONFIG,
  'src/price.ts': 'export const price: number = 1;\n',
};
const vitest = STACKS.find(({ name }) => name === 'vitest')!;

/** A package with tests that are green and committed, and these checks configured on its base branch. */
function checked(
  extra: Record<string, string>,
  change: Record<string, string> = { 'src/price.ts': 'export const price: number = 2;\n' },
) {
  const repo = project(vitest, { files: extra });
  const it = start(repo);
  for (const [file, text] of Object.entries(change)) it.write(file, text);
  it.bash('git add -A && git commit -qm change');
  it.bash(vitest.test);
  return { repo, it };
}

const PUSH = 'git push -q -u origin HEAD';

describe('D36 D41 checks that are configured are asked for', () => {
  test('D41 a type checker: missing, red, green', () => {
    const { it } = checked(files);
    const missing = it.bash(PUSH);
    expect(missing.refused).toContain('PUSH_UNTESTED: No run of tsc:. has been recorded');
    expect(missing.refused).toContain('Run `npx tsc --noEmit`');
    expect(missing.refused).not.toContain('vitest:.');

    expect(it.bash('npx tsc --noEmit').exit).toBe(0);
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });

    it.write('src/price.ts', "export const price: number = 'two';\n");
    it.bash('git commit -qam "a wrong type"');
    it.bash(vitest.test);
    expect(it.bash('npx tsc --noEmit').exit).not.toBe(0);
    const red = it.bash(PUSH);
    expect(red.refused).toContain('PUSH_RED: tsc:. failed');
    expect(red.refused).toContain('src/price.ts:1 TS2322');
  });

  test('D36 a linter is stale only when files of its language changed', () => {
    const { it } = checked({ ...files, 'biome.json': BIOME });
    expect(it.bash(PUSH).refused).toContain('No run of biome:. has been recorded');
    expect(it.bash('npx biome check').exit).toBe(0);
    it.bash('npx tsc --noEmit');
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });

    it.write('prices.txt', 'one\n');
    it.bash('git add -A && git commit -qm "a list of prices"');
    const other = it.bash(PUSH);
    expect(other.refused).toContain('PUSH_STALE: The newest run of vitest:.');
    expect(other.refused).not.toMatch(/biome|tsc/);
    it.bash(vitest.test);
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });

    it.write('src/price.ts', 'export const price: number = 3;\n');
    it.bash('git commit -qam "another price"');
    it.bash(vitest.test);
    const stale = it.bash(PUSH);
    expect(stale.refused).toContain('PUSH_STALE: The newest run of biome:.');
    expect(stale.refused).toContain('PUSH_STALE: The newest run of tsc:.');
    expect(stale.refused).not.toContain('vitest:.');
  });

  test('D36 a linter that finds something is red, one that is silenced proves nothing', () => {
    const bad = 'export function price(): number {\n  debugger;\n  return 2;\n}\n';
    const { it } = checked({ 'biome.json': BIOME, 'src/price.ts': files['src/price.ts'] }, { 'src/price.ts': bad });
    expect(it.bash('npx biome check').exit).not.toBe(0);
    expect(it.bash(PUSH).refused).toMatch(/PUSH_RED: biome:\. failed.*src\/price\.ts:2 lint\/suspicious\/noDebugger/);
    it.write('src/price.ts', 'export const price = (): number => 2;\n');
    it.bash('git commit -qam fixed');
    it.bash(vitest.test);
    it.bash('npx biome check --skip=suspicious');
    expect(it.bash(PUSH).refused).toMatch(/PUSH_PARTIAL: Only part of biome:\..*its options leave something out/);
    it.bash('npx biome check > /dev/null');
    expect(it.bash(PUSH).refused).toContain('biome:.');
    it.bash('npx biome check');
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });

  test("D36 the project's own script counts", () => {
    const scripts = vitest.files['package.json']!.replace('"vitest run"', '"vitest run", "lint": "biome check src"');
    const { it } = checked({ 'biome.json': BIOME, 'src/price.ts': files['src/price.ts'], 'package.json': scripts });
    expect(it.bash('npm run lint').exit).toBe(0);
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });

  test('D36 what a check has found where the branch began does not block; what is new does', () => {
    const { it } = checked({ ...files, 'src/old.ts': "export const old: number = 'old';\n" });
    const missing = it.bash(PUSH);
    expect(missing.refused).not.toContain('switch --detach');
    it.bash('npx tsc --noEmit');
    const red = it.bash(PUSH).refused!;
    expect(red).toMatch(/PUSH_RED: tsc:\. failed .*src\/old\.ts:1 TS2322/);
    // The refusal says how to show it, and its commands do so.
    const [, detach = '', back = ''] =
      /`(git switch --detach \w+)`, run the same command there, then `(git switch -)`/.exec(red)!;
    expect(it.bash(detach)).toMatchObject({ refused: null, exit: 0 });
    it.bash('npx tsc --noEmit');
    expect(it.bash(back)).toMatchObject({ refused: null, exit: 0 });
    const pushed = it.bash(PUSH);
    expect(pushed).toMatchObject({ refused: null, exit: 0 });
    expect(pushed.told.join('\n')).toContain('The same problems existed before this branch.');

    it.write('src/price.ts', "\nexport const price: number = 'two';\n");
    it.write('src/old.ts', "// Moved down.\nexport const old: number = 'old';\n");
    it.bash('git commit -qam "a wrong type"');
    it.bash(vitest.test);
    it.bash('npx tsc --noEmit');
    const worse = it.bash(PUSH).refused!;
    expect(worse).toMatch(/PUSH_RED: tsc:\. failed .*src\/price\.ts:2 TS2322/);
    expect(worse).not.toContain('switch --detach');
    it.write('src/price.ts', 'export const price: number = 2;\n');
    it.write('src/old.ts', "export const old: number = 'old', other: number = 'old';\n");
    it.bash('git commit -qam "two on one line"');
    it.bash(vitest.test);
    it.bash('npx tsc --noEmit');
    expect(it.bash(PUSH).refused).toMatch(/PUSH_RED: tsc:\. failed/);
    it.write('src/old.ts', "export const old: number = 'old';\n");
    it.bash('git commit -qam "the right type"');
    it.bash(vitest.test);
    it.bash('npx tsc --noEmit');
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });

  test('D36 nothing is asked where no file of the language changed', () => {
    const { it } = checked({ ...files, 'biome.json': BIOME }, { 'prices.txt': 'one\n' });
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });

  test('D34 D36 the configuration says how severe a check is', () => {
    const config = 'push: { types: warn, lint: "off" }\n';
    const { it } = checked({ ...files, 'biome.json': BIOME, 'flow.config.yaml': config });
    const pushed = it.bash(PUSH);
    expect(pushed.refused).toBeNull();
    expect(pushed.told.join('\n')).toContain('tsc:.');
    expect(pushed.told.join('\n')).not.toContain('biome');
  });

  test('D36 a check that is taken away is told', () => {
    const { it } = checked(files);
    it.bash('git rm -q tsconfig.json && git commit -qm "no types"');
    it.bash(vitest.test);
    const pushed = it.bash(PUSH);
    expect(pushed.refused).toBeNull();
    expect(pushed.told.join('\n')).toContain('The base branch configures tsc');
  });

  test('D41 a formatter warns', () => {
    const prettier = { 'package.json': vitest.files['package.json']!, '.prettierrc': '{}\n' };
    const { it } = checked(prettier, { 'src/price.js': 'export const price = 2;\n' });
    const pushed = it.bash(PUSH);
    expect(pushed).toMatchObject({ refused: null, exit: 0 });
    expect(pushed.told.join('\n')).toContain('No run of prettier:. has been recorded');
  });

  test('D15 D24 a linter leaves a file for people', () => {
    const { it, repo } = checked(files);
    it.write('src/price.ts', "export const price: number = 'two';\n");
    it.bash('npx tsc --noEmit');
    const view = JSON.parse(readFileSync(repo.path('develop/feature/login/types-results-tsc.json'), 'utf8'));
    expect(view).toMatchObject({ errors: 1, warnings: 0, all_green: false, places: ['src/price.ts:1 TS2322'] });
  });
});

/** A repository and an agent with a tool that is not on every machine: in its place a program that prints what the real one printed. */
function withRecorded(name: string, fixture: string, files: Record<string, string>) {
  const folder = path.join(workspaceRoot, 'packages/capture-parsers', fixture);
  const { exitCode = 1 } = JSON.parse(readFileSync(path.join(folder, 'case.json'), 'utf8')) as { exitCode?: number };
  const repo = repository({ files: { 'README.md': '# x\n', ...files } });
  const bin = path.join(repo.home, 'bin');
  mkdirSync(bin);
  const script = `#!/bin/sh\ncat '${folder}/output.txt'\nexit ${exitCode}\n`;
  writeFileSync(path.join(bin, name), script, { mode: 0o755 });
  return { repo, it: start(repo, { environment: { PATH: `${bin}:${process.env.PATH}` } }) };
}

const goStack = STACKS.find(({ name }) => name === 'go')!;

test.skipIf(!goStack.available)('D26 a build is recorded and not asked for', () => {
  const repo = project(goStack);
  const it = start(repo);
  it.write(...goStack.fixed);
  it.bash('git commit -qam change');
  it.bash(goStack.test);
  expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  it.write('total.go', 'package cart\n\nfunc Total(a, b int) int { return c }\n');
  expect(it.bash('go build ./...').exit).not.toBe(0);
  const view = JSON.parse(readFileSync(repo.path('develop/feature/login/build-results-go-build.json'), 'utf8'));
  expect(view).toMatchObject({
    outcome: 'build-error',
    all_green: false,
    places: [expect.stringContaining('total.go:3')],
  });
});

describe('D24 D25 D36 tools of other languages, by what they really print', () => {
  test.each([
    [
      'golangci-lint',
      'golangci-lint run',
      '.golangci.yml',
      'cart/cart.go',
      'corpus/golangci-lint/collected-fmt-v2-three',
      'golangci-lint:. failed',
    ],
    ['ruff', 'ruff check', 'ruff.toml', 'pkg/a.py', 'corpus/ruff/check-concise', 'ruff:. failed'],
    ['mypy', 'mypy .', 'mypy.ini', 'a.py', 'corpus/mypy/errors', 'mypy:. failed'],
    ['eslint', 'eslint .', 'eslint.config.js', 'src/a.js', 'corpus/eslint/problems-v10', 'eslint:. failed'],
    ['oxlint', 'oxlint', '.oxlintrc.json', 'src/a.js', 'fixtures/oxlint/agent', 'oxlint:. failed'],
  ])('%s', (name, command, config, file, fixture, words) => {
    const { it } = withRecorded(name, fixture, { [config]: '', [file]: '' });
    it.write(file, '\n');
    it.bash('git commit -qam change');
    expect(it.bash(PUSH).refused).toContain(`No run of ${name}:. has been recorded`);
    it.bash(command);
    expect(it.bash(PUSH).refused).toContain(`PUSH_RED: ${words}`);
  });

  test('D39 static analysis warns and lets the push through', () => {
    const { it } = withRecorded('semgrep', 'corpus/semgrep/collected-scan-baseline-two', {
      '.semgrep.yml': 'rules: []\n',
      'foo.py': '',
    });
    it.write('foo.py', 'x = 1\n');
    it.bash('git commit -qam change');
    it.bash('semgrep scan --error --config .semgrep.yml');
    const pushed = it.bash(PUSH);
    expect(pushed).toMatchObject({ refused: null, exit: 0 });
    expect(pushed.told.join('\n')).toContain('semgrep:. failed');
  });
});
