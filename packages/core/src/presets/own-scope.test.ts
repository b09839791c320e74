import { describe, expect, test } from 'vitest';
import { python } from '../../../preset-python/src/index.js';
import type { FileView } from './file-view.js';
import { unitsOf } from './suite-paths.js';
import { findSuites } from './suites.js';

const CODE = {
  'src/app/a.py': '',
  'tests/test_a.py': '',
  'tests/data/broken.py': '',
  'docs/conf.py': '',
  'setup.py': '',
};

/** What is asked of mypy, and which files that has to cover. */
function asked(files: Record<string, string>, settings = '[tool.mypy]\nstrict = true\n') {
  const texts: Record<string, string> = { 'pyproject.toml': settings, ...CODE, ...files };
  const view: FileView = {
    paths: Object.keys(texts),
    read: (path) => texts[path],
    containing: (paths, strings) => paths.filter((path) => strings.some((part) => texts[path]?.includes(part))),
  };
  const suites = findSuites(view, [python]);
  const suite = suites.find(({ id }) => id === 'mypy:.');
  if (!suite) return null;
  return { command: suite.runner.command, units: unitsOf(suite, suites, view) };
}

const EVERYTHING = { command: 'mypy .', units: Object.keys(CODE).sort() };
const SOURCE = { command: 'mypy src', units: ['src/app/a.py'] };

describe('what a checker is asked for where its settings do not say it', () => {
  test.each<[file: string, text: string]>([
    ['tox.ini', '[testenv:mypy]\ndeps =\n    mypy==1.0\ncommands =\n    mypy {posargs:src}\n'],
    ['tox.ini', '[testenv:mypy]\ndeps =\n    mypy >= 1.0\ncommands =\n    mypy src\n'],
    ['tox.ini', '[testenv:types]\ncommands = mypy  {env:MYPY_COLOR} ./src\n'],
    [
      'tox.ini',
      '[testenv:types]\ncommands = {envpython} -m pip install mypy src\n  python -m mypy --strict {toxinidir}/src\n',
    ],
    ['Makefile', 'types:\n\t@uv run mypy \\\n\t\tsrc # all of it\n'],
    ['noxfile.py', 'def types(session):\n    session.install("mypy")\n    session.run("mypy", "--strict", "src")\n'],
    ['noxfile.py', 'def types(session):\n    session.run(\n        "mypy",\n        "./src",\n    )\n'],
    ['scripts/lint.sh', '#!/bin/sh\nset -e\nmypy src\nruff check src tests\n'],
    [
      '.github/workflows/ci.yml',
      'jobs:\n  types:\n    steps:\n      - name: Run mypy tests\n        run: pip install mypy tests && mypy src\n',
    ],
  ])('the project’s own call in %s: %j', (file, text) => {
    expect(asked({ [file]: text })).toEqual(SOURCE);
  });

  test('several calls are one', () => {
    expect(asked({ 'tox.ini': 'commands =\n  mypy src\n  mypy setup.py\n' })).toEqual({
      command: 'mypy setup.py src',
      units: ['setup.py', 'src/app/a.py'],
    });
  });

  test.each<[why: string, text: string]>([
    ['a call names all', 'commands =\n  mypy src\n  mypy .\n'],
    ['a call names what is not there', 'commands = mypy lib\n'],
    ['a call leaves something out', 'commands = mypy --exclude src/app src\n'],
    ['nobody knows what one of the calls looks at', 'commands =\n  mypy src\n  mypy $(git ls-files tests)\n'],
    ['a call names no path', 'commands = mypy\n'],
    ['a line speaks of it', 'description = run mypy on src\n# mypy src\ndeps = mypy src\n'],
  ])('everything where %s', (_, text) => {
    expect(asked({ 'tox.ini': text })).toEqual(EVERYTHING);
  });

  test('settings that say it come first', () => {
    expect(asked({ 'tox.ini': 'commands = mypy src\n' }, '[tool.mypy]\nfiles = ["src", "tests"]\n')?.command).toBe(
      'mypy',
    );
  });
});

describe('a checker that pre-commit runs', () => {
  const hook = (more = '') =>
    `repos:\n  - repo: https://github.com/pre-commit/mirrors-mypy\n    rev: v2\n    hooks:\n      - id: mypy\n        args: []\n${more}  - repo: x\n    hooks:\n      - id: other\n        additional_dependencies: [a]\n`;
  const PACKAGES = '        additional_dependencies:\n          # types\n          - attrs\n';
  const CONFIG = '.pre-commit-config.yaml';

  test.each([PACKAGES, '        additional_dependencies: [attrs]\n'])(
    'is not asked outside the packages that pre-commit alone gives it: %j',
    (packages) => {
      expect(asked({ [CONFIG]: hook(packages) })).toBeNull();
    },
  );

  test.each([
    ['has none of its own', { [CONFIG]: hook() }],
    ['has none in a list that is empty', { [CONFIG]: hook('        additional_dependencies: []\n') }],
  ])('is asked as ever where it %s', (_why, files) => {
    expect(asked(files)).toEqual(EVERYTHING);
  });

  test.each([
    ['tox.ini', '[testenv:types]\ncommands = mypy src\n'],
    ['hatch.toml', '[envs.types.scripts]\ncheck = "mypy --install-types --non-interactive {args:src}"\n'],
    ['pyproject.toml', '[tool.mypy]\nstrict = true\n[tool.poe.tasks]\ntypes = "mypy src"\n'],
    ['.github/workflows/ci.yml', 'jobs:\n  types:\n    steps:\n      - run: uv run mypy src\n'],
  ])('is asked for what the project itself calls in %s', (file, text) => {
    expect(asked({ [CONFIG]: hook(PACKAGES), [file]: text })).toEqual(SOURCE);
  });
});
