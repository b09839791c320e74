import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { has, repository, STACKS, start } from './kit.js';
import { named } from './named-kit.js';

const [GO, PYTEST, , CARGO] = STACKS;

const NODE_FILES = {
  'package.json': '{ "name": "cart", "scripts": { "test": "node --test" } }\n',
  'total.js': 'exports.total = (a, b) => a + b;\n',
  'total.test.js':
    "const { total } = require('./total.js');\nrequire('node:test')('adds', () => require('node:assert').equal(total(1, 2), global.three ?? 4));\n",
};

/** A configuration outside of a repository with which its tests are green, although they are red in every other clone. */
interface Case {
  name: string;
  available: boolean;
  command: string;
  files: Record<string, string>;
  /** The change that is pushed. */
  edit: [file: string, text: string];
  /** Paths from the folder around the repository; the home lies there, too. */
  above: Record<string, string>;
  /** What gives the repository its own, or takes the other away; then the tests tell the truth. */
  remedy: string | null;
  /** With it the tests hold everywhere. */
  mend: [file: string, text: string][];
  /** The command from then on, where it is another one. */
  again?: string;
}

const red = (stack: (typeof STACKS)[number]): Record<string, string> => ({
  ...stack.files,
  [stack.broken[0]]: stack.broken[1],
});

const CASES: Case[] = [
  ...[
    ['pytest.ini', '[pytest]\naddopts = --ignore-glob=*total*\n'],
    ['pyproject.toml', '[tool.pytest.ini_options]\naddopts = ["-q", "-k", "not total"]\n'],
    ['tox.ini', '[tox]\n[pytest]\npython_files = other_*.py\n'],
    ['setup.cfg', '[tool:pytest]\nnorecursedirs =\n  .\n  lib\n'],
  ].map(([file = '', text = '']) => ({
    name: `pytest: ${file}`,
    available: PYTEST!.available,
    command: PYTEST!.test,
    // A test that always passes is left over.
    files: {
      ...PYTEST!.files,
      'lib/test_total_inner.py': 'def test_total():\n    assert False\n',
      'test_other.py': 'def test_other():\n    assert True\n',
      'other_x.py': 'def test_x():\n    assert True\n',
    },
    edit: ['total.py', 'def total(a, b):\n    return b + a\n'] as [string, string],
    above: { [file]: text },
    remedy: "echo '[pytest]' > pytest.ini && git add pytest.ini",
    mend: [['lib/test_total_inner.py', 'def test_total():\n    assert True\n']] as [string, string][],
  })),
  {
    name: 'pytest: a conftest.py beside a harmless pytest.ini',
    available: PYTEST!.available,
    command: PYTEST!.test,
    files: red(PYTEST!),
    edit: ['other.py', 'X = 1\n'],
    above: {
      'pytest.ini': '[pytest]\n',
      'conftest.py':
        'def pytest_collection_modifyitems(items):\n    for item in items:\n        item.obj = lambda: None\n',
    },
    remedy: "echo '[pytest]' > pytest.ini && git add pytest.ini",
    mend: [PYTEST!.fixed],
  },
  {
    name: 'go: go.work',
    available: GO!.available,
    command: GO!.test,
    files: {
      'go.mod': 'module example.com/cart\n\ngo 1.19\n\nrequire example.com/lib v1.0.0\n',
      'total.go': 'package cart\n\nimport "example.com/lib"\n\nfunc Total() int { return lib.Three() }\n',
      'total_test.go':
        'package cart\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) {\n\tif Total() != 3 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
    },
    edit: ['other.go', 'package cart\n'],
    above: {
      'go.work': 'go 1.19\n\nuse (\n\t./repo\n\t./lib\n)\n',
      'lib/go.mod': 'module example.com/lib\n\ngo 1.19\n',
      'lib/lib.go': 'package lib\n\nfunc Three() int { return 3 }\n',
    },
    remedy: null,
    again: 'GOWORK=off go test ./...',
    mend: [
      ['go.mod', 'module example.com/cart\n\ngo 1.19\n'],
      ['total.go', 'package cart\n\nfunc Total() int { return 3 }\n'],
    ],
  },
  {
    name: 'npm: node-options in the home',
    available: true,
    command: 'npm test',
    files: NODE_FILES,
    edit: ['other.js', '\n'],
    above: {
      'three.cjs': 'global.three = 3;\n',
      'home/.npmrc': 'registry=https://registry.example.test/\nnode-options=--require ../three.cjs\n',
    },
    remedy: null,
    mend: [['total.test.js', NODE_FILES['total.test.js'].replace('global.three ?? 4', '3')]],
  },
  {
    name: 'rspec: a tag in the home',
    available: has('rspec', '--version'),
    command: 'rspec',
    files: {
      '.rspec': '--color\n',
      'spec/a_spec.rb': "describe 'x' do\n  it('a', :quick) {}\n  it('b') { raise 'x' }\nend\n",
    },
    edit: ['lib/a.rb', 'X = 1\n'],
    above: { 'home/.rspec': '--tag quick\n' },
    remedy: null,
    mend: [['spec/a_spec.rb', "describe 'x' do\n  it('a') {}\nend\n"]],
  },
  {
    name: 'cargo: flags above',
    available: CARGO!.available,
    command: CARGO!.test,
    files: {
      ...CARGO!.files,
      'src/lib.rs':
        '#![allow(unexpected_cfgs)]\npub fn total(a: i32, b: i32) -> i32 { if cfg!(good) { a + b } else { a - b } }\n',
    },
    edit: ['src/other.rs', '\n'],
    above: { '.cargo/config.toml': '[build]\nrustflags = ["--cfg", "good"]\n' },
    remedy: null,
    mend: [CARGO!.fixed],
  },
];

function around(repo: TempRepo, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = repo.path('..', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

function push(repo: TempRepo, it: ReturnType<typeof start>) {
  repo.commit('what is on disk');
  return it.bash('git push -q origin HEAD');
}

describe('configuration outside of the repository', () => {
  test.each(CASES.filter(({ available }) => available))(
    'E5: $name: green here, red in a clone, and no proof',
    (one) => {
      const repo = repository({ files: one.files });
      around(repo, one.above);
      repo.write(...one.edit);
      const it = start(repo);
      const run = it.bash(one.command);
      expect(run.exit, run.output).toBe(0);
      const [name = ''] = Object.keys(one.above).filter(
        (file) => !/lib|three|pytest\.ini$/.test(file) || Object.keys(one.above).length === 1,
      );
      expect(run.told.join('\n')).toMatch(/cannot count as a result: .* lies outside of the repository/);
      expect(run.told.join('\n')).toContain(path.basename(name));
      const { refused } = push(repo, it);
      expect(refused).toMatch(/PUSH_UNKNOWN.*lies outside of the repository/s);
      const { remedy, again = one.command } = one;
      expect(refused).toContain(remedy ?? again);
      if (remedy !== null) expect(it.bash(remedy)).toMatchObject({ refused: null, exit: 0 });
      // What lies in the home is taken away by hand.
      else if (!one.again) for (const file of Object.keys(one.above)) rmSync(repo.path('..', file));
      expect(it.bash(again).exit).not.toBe(0);
      expect(push(repo, it).refused).toContain('PUSH_RED');
      for (const mend of one.mend) repo.write(...mend);
      expect(it.bash(again)).toMatchObject({ exit: 0, told: [] });
      expect(push(repo, it).refused).toBeNull();
    },
  );

  const HONEST: [
    name: string,
    stack: (typeof STACKS)[number] | undefined,
    above: Record<string, string>,
    noted?: RegExp,
  ][] = [
    ['an empty pytest.ini', PYTEST, { 'pytest.ini': '' }, /PUSH_CONFIG_ABOVE|pytest\.ini/],
    [
      'looks and markers of pytest',
      PYTEST,
      {
        'pytest.ini':
          '[pytest]\naddopts = -ra -q --strict-markers\nmarkers =\n    slow: takes long\ntestpaths = elsewhere\n',
      },
      /pytest\.ini/,
    ],
    [
      'a pyproject.toml of other tools',
      PYTEST,
      { 'pyproject.toml': '[tool.ruff]\nline-length = 100\n', 'conftest.py': 'raise SystemExit(1)\n' },
    ],
    [
      'a workspace of Go of other modules',
      GO,
      {
        'go.work': 'go 1.19\n\nuse ./repo\nuse ./lib\n',
        'lib/go.mod': 'module example.com/lib\n\ngo 1.19\n',
        'lib/l.go': 'package lib\n',
      },
      /go\.work/,
    ],
    ['proxies of Go', GO, { 'home/.config/go/env': 'GOPRIVATE=example.com\nGOTOOLCHAIN=local\n' }],
    [
      'a linker and mirrors of Cargo',
      CARGO,
      {
        '.cargo/config.toml':
          '[net]\nretry = 3\n\n[build]\njobs = 2\nrustflags = ["-C", "debuginfo=1"]\n\n[registries.own]\nindex = "sparse+https://example.test/"\n',
      },
    ],
  ];
  test.each(HONEST)('E5: %s counts', (_name, stack, above, noted) => {
    if (!stack?.available) return;
    const repo = repository({ files: stack.files });
    around(repo, above);
    repo.write(...stack.fixed);
    const it = start(repo);
    expect(it.bash(stack.test)).toMatchObject({ exit: 0, told: [] });
    const pushed = push(repo, it);
    expect(pushed.refused).toBeNull();
    if (noted) expect(pushed.told.join('\n')).toMatch(noted);
    else expect(pushed.told).toEqual([]);
  });

  test('E5: registries, tokens and switches of npm count, and a package.json in the home', () => {
    const repo = repository({
      files: { ...NODE_FILES, 'total.test.js': NODE_FILES['total.test.js'].replace('global.three ?? 4', '3') },
    });
    around(repo, {
      'home/.npmrc':
        'registry=https://registry.example.test/\naudit=false\nprefix=/opt/npm\nnode-options=--max-old-space-size=4096\n//registry.example.test/:_authToken=x\n',
      'package.json': '{ "name": "mine", "jest": { "testPathIgnorePatterns": ["."] }, "mocha": { "grep": "x" } }\n',
    });
    repo.write('total.js', 'exports.total = (a, b) => b + a;\n');
    const it = start(repo);
    expect(it.bash('npm test')).toMatchObject({ exit: 0, told: [] });
    expect(push(repo, it)).toMatchObject({ refused: null, told: [] });
  });

  test.runIf(PYTEST!.available)('E5: a configuration that the line itself puts there and takes away', () => {
    const repo = repository({ files: red(PYTEST!) });
    repo.write('test_other.py', 'def test_other():\n    assert True\n');
    const it = start(repo);
    it.bash(`printf '[pytest]\\naddopts = -k other\\n' > ../pytest.ini && ${PYTEST!.test}; rm ../pytest.ini`);
    expect(push(repo, it).refused).toMatch(/PUSH_/);
  });

  test.runIf(PYTEST!.available)('E5: a command that a person named, with a runner inside that reads above', () => {
    const {
      repo,
      run,
      push: pushed,
    } = named('suites: [{ root: ., command: make test }]\n', {
      ...red(PYTEST!),
      'test_other.py': 'def test_other():\n    assert True\n',
      Makefile: `test:\n\t${PYTEST!.test}\n`,
    });
    around(repo, { 'pytest.ini': '[pytest]\naddopts = -k other\n' });
    run('make test', { exit: 0 });
    expect(pushed()).toMatch(/PUSH_UNKNOWN.*pytest\.ini.*echo '\[pytest\]' > pytest\.ini/s);
    around(repo, { 'pytest.ini': '[pytest]\naddopts = -q\n' });
    run('make test', { exit: 0 });
    expect(pushed()).toBeNull();
  });
});
