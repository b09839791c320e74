import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Reading, readAbove } from './read-above.js';
import { keysIn, settingsIn, wordsIn } from './settings-text.js';

/** What a runner reads around a repository in `area/repo`, whose home is `area/home`: `!` in front of what is doubted. */
function around(
  reader: string,
  files: Readonly<Record<string, string>>,
  env: Record<string, string> = {},
  more: Partial<Reading> = {},
): string[] {
  const area = realpathSync(mkdtempSync(path.join(tmpdir(), 'flow-above-')));
  onTestFinished(() => rmSync(area, { recursive: true, force: true }));
  const root = path.join(area, 'repo');
  for (const [name, text] of Object.entries({ 'repo/README.md': '', ...files })) {
    mkdirSync(path.dirname(path.join(area, name)), { recursive: true });
    writeFileSync(path.join(area, name), text);
  }
  const run: Reading = {
    readers: [reader],
    directory: root,
    root,
    context: { cwd: root, home: path.join(area, 'home'), env, readFile: () => undefined },
    written: () => false,
    choosesOthers: (words) => words.some((word) => /^(?:-k|--ignore|--tag)/.test(word)),
    ...more,
  };
  return readAbove(run).map(({ file, isDoubted }) => (isDoubted ? '!' : '') + path.relative(area, file));
}

const PYPROJECT = '[tool.pytest.ini_options]\naddopts = "-k x"\n';

describe('what runners read above a repository', () => {
  test.each<
    [name: string, reader: string, files: Record<string, string>, found: string[], env?: Record<string, string>]
  >([
    [
      'pytest: the nearest one counts',
      'pytest',
      { 'pytest.ini': '[pytest]\naddopts = -k x', 'repo/pytest.ini': '' },
      [],
    ],
    [
      'pytest: the repository’s own pyproject.toml without a section does not',
      'pytest',
      { 'pyproject.toml': PYPROJECT, 'repo/pyproject.toml': '[project]' },
      ['!pyproject.toml'],
    ],
    ['pytest: sections of others', 'pytest', { 'tox.ini': '[tox]\n', 'setup.cfg': '[metadata]\n' }, []],
    [
      'pytest: words that leave nothing out',
      'pytest',
      { 'pytest.toml': '[pytest]\naddopts = ["-ra", "-q"]\n' },
      ['pytest.toml'],
    ],
    [
      'pytest: a list on several lines',
      'pytest',
      { 'pytest.toml': '[pytest]\naddopts = [\n  "-q",\n  "--ignore=a",\n]\n' },
      ['!pytest.toml'],
    ],
    [
      'pytest: code that is put into its way',
      'pytest',
      { '.pytest.ini': '[pytest]\npythonpath = ../other\n' },
      ['!.pytest.ini'],
    ],
    [
      'pytest: a conftest.py beside a setup.py',
      'pytest',
      { 'setup.py': '', 'conftest.py': '' },
      ['setup.py', '!conftest.py'],
    ],
    ['pytest: a conftest.py by itself is not read', 'pytest', { 'conftest.py': '' }, []],
    [
      'pytest: nor one above the repository’s own root',
      'pytest',
      { 'setup.py': '', 'conftest.py': '', 'repo/pyproject.toml': '' },
      [],
    ],
    ['mocha: what leaves tests out', 'mocha', { '.mocharc.json': '{ "timeout": 1, "grep": "x" }' }, ['!.mocharc.json']],
    [
      'mocha: what leaves none out',
      'mocha',
      { '.mocharc.yml': 'timeout: 5000\nreporter: dot # as ever\n' },
      ['.mocharc.yml'],
    ],
    ['mocha: a list of YAML', 'mocha', { '.mocharc.yaml': 'ignore:\n  - a.js\n' }, ['!.mocharc.yaml']],
    [
      'mocha: an earlier name above goes before a later one within',
      'mocha',
      { '.mocharc.js': '', 'repo/.mocharc.json': '{}' },
      ['!.mocharc.js'],
    ],
    ['mocha: and the same name within before one above', 'mocha', { '.mocharc.js': '', 'repo/.mocharc.js': '' }, []],
    [
      'vitest: an older one looks above',
      'vitest',
      { 'vitest.config.ts': '', 'node_modules/vitest/package.json': '{ "version": "3.2.4" }' },
      ['!vitest.config.ts'],
    ],
    [
      'vitest: a newer one does not',
      'vitest',
      { 'vitest.config.ts': '', 'node_modules/vitest/package.json': '{ "version": "5.1.1" }' },
      [],
    ],
    ['jest: up to the first package.json', 'jest', { 'jest.config.js': '', 'repo/package.json': '{}' }, []],
    ['jest: or above, where there is none', 'jest', { 'jest.config.js': '' }, ['!jest.config.js']],
    ['npm: another shell', 'npm', { 'home/.npmrc': 'script-shell=./x.sh\n' }, ['!home/.npmrc']],
    [
      'npm: a usual shell and memory',
      'npm',
      { 'home/.npmrc': 'script-shell=/bin/bash\nnode-options="--max-old-space-size=4096"\n' },
      ['home/.npmrc'],
    ],
    [
      'npm: a file that a variable names',
      'npm',
      { rc: 'node-options=--import x\n', 'home/.npmrc': 'node-options=--import x' },
      ['!rc'],
      { NPM_CONFIG_USERCONFIG: '../rc' },
    ],
    ['npm: a folder above without a workspace', 'npm', { '.npmrc': 'node-options=--import x\n' }, []],
    [
      'npm: one with a workspace',
      'npm',
      { '.npmrc': 'node-options=--import x\n', 'package.json': '{ "workspaces": ["repo"] }' },
      ['!.npmrc'],
    ],
    [
      'pnpm: settings of a workspace',
      'pnpm',
      { 'pnpm-workspace.yaml': "packages:\n  - 'repo'\nnodeOptions: --import x\n" },
      ['!pnpm-workspace.yaml'],
    ],
    ['node: nothing of npm', 'node-test', { 'home/.npmrc': 'node-options=--import x\n' }, []],
    ['go: a workspace that replaces', 'go', { 'go.work': 'go 1.20\nuse ./repo\nreplace a => ./a\n' }, ['!go.work']],
    ['go: a workspace within', 'go', { 'go.work': 'replace a => ./a\n', 'repo/go.work': 'use .\n' }, []],
    ['go: switched off', 'go', { 'go.work': 'replace a => ./a\n' }, [], { GOWORK: 'off' }],
    [
      'go: another system',
      'go',
      { 'home/.config/go/env': 'GOPROXY=direct\nCGO_ENABLED=0\n' },
      ['!home/.config/go/env'],
    ],
    ['go: no file of variables', 'go', { 'home/.config/go/env': 'CGO_ENABLED=0\n' }, [], { GOENV: 'off' }],
    [
      'cargo: a runner',
      'cargo',
      { '.cargo/config.toml': '[target.x86_64-unknown-linux-gnu]\nlinker = "clang"\nrunner = "true"\n' },
      ['!.cargo/config.toml'],
    ],
    [
      'cargo: the user’s own linker',
      'cargo',
      {
        'home/.cargo/config.toml':
          '[target.x86_64-unknown-linux-gnu]\nlinker = "clang"\nrustflags = ["-C", "link-arg=-fuse-ld=mold"]\n[source.crates-io]\nreplace-with = "mirror"\n',
      },
      ['home/.cargo/config.toml'],
    ],
    [
      'cargo: a workspace that takes it in',
      'cargo',
      { 'Cargo.toml': '[workspace]\nmembers = ["repo"]\n' },
      ['!Cargo.toml'],
    ],
    [
      'cargo: one that leaves it out',
      'cargo',
      { 'Cargo.toml': '[workspace]\nmembers = ["a"]\nexclude = ["repo"]\n' },
      [],
    ],
    [
      'cargo: its own',
      'cargo',
      { 'Cargo.toml': '[workspace]\nmembers = ["repo"]\n', 'repo/Cargo.toml': '[package]\nname = "x"\n[workspace]\n' },
      [],
    ],
    ['rustfmt: other looks', 'cargo-fmt', { 'rustfmt.toml': 'max_width = 200\n' }, ['!rustfmt.toml']],
    ['rspec: looks', 'rspec', { 'home/.rspec': '--color\n--format documentation\n' }, []],
    ['rspec: code', 'rspec', { 'home/.rspec': '--require ~/x\n' }, ['!home/.rspec']],
    ['maven: words', 'maven', { '.mvn/maven.config': '-DskipTests\n' }, ['!.mvn/maven.config']],
    ['maven: its own folder', 'maven', { '.mvn/maven.config': '-DskipTests\n', 'repo/.mvn/wrapper': '' }, []],
    ['maven: mirrors', 'maven', { 'home/.m2/settings.xml': '<settings><mirrors><mirror/></mirrors></settings>' }, []],
    [
      'maven: a profile',
      'maven',
      { 'home/.m2/settings.xml': '<properties><skipITs>true</skipITs></properties>' },
      ['!home/.m2/settings.xml'],
    ],
    [
      'gradle: a script',
      'gradle',
      { 'home/.gradle/init.gradle': 'allprojects { tasks.withType(Test) { enabled = false } }' },
      ['!home/.gradle/init.gradle'],
    ],
    ['gradle: memory', 'gradle', { 'home/.gradle/gradle.properties': 'org.gradle.jvmargs=-Xmx2g\n' }, []],
    ['dotnet: what builds take in', 'dotnet', { 'Directory.Build.props': '<Project/>' }, ['!Directory.Build.props']],
    ['a runner that reads nothing', 'unittest', { 'pytest.ini': '' }, []],
  ])('E5: %s', (_name, reader, files, found, env = {}) => {
    const all = around(reader, files, env);
    // Of the home only what is doubted is worth a word.
    const home = (file: string) => file.startsWith('home/');
    expect(all.filter((file) => !home(file) || found.includes(file))).toEqual(found);
    expect(all.filter((file) => file.startsWith('!'))).toEqual(found.filter((file) => file.startsWith('!')));
  });

  test('E5: what the line itself may write is not known, and a large file neither', () => {
    const written = (file: string) => file.endsWith('/pytest.ini') && !file.includes('/repo/');
    expect(around('pytest', {}, {}, { written })).toEqual(['!pytest.ini']);
    expect(around('pytest', { 'pytest.ini': ' '.repeat(5_000_000) })).toEqual(['!pytest.ini']);
  });
});

describe('texts of settings', () => {
  test('E5: sections, values that go on, and comments', () => {
    const text = '# x\n[a.b]\none = 1\n  2\n[c]\n"two" = [\n  "[d]",\n]\nthree: x\n';
    expect(settingsIn(text).map(({ name, value }) => [name, value])).toEqual([
      ['a.b.one', '1 2'],
      ['c.two', '[ "[d]", ]'],
      ['c.three', 'x'],
    ]);
  });

  test('E5: keys of JSON with comments and of YAML; what is neither is not read', () => {
    expect(keysIn('{\n  // x\n  "a": [1]\n}')).toMatchObject([{ name: 'a', value: '[1]' }]);
    expect(keysIn('---\n# x\na: 1\nb:\n  c: 2\n- d\n')?.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(keysIn('module.exports = {}')).toBeNull();
  });

  test('E5: words of a list and of a line', () => {
    expect(wordsIn('["-C", "link-arg=x"]')).toEqual(['-C', 'link-arg=x']);
    expect(wordsIn('-q --tag "a b"')).toEqual(['-q', '--tag', 'a', 'b']);
  });
});
