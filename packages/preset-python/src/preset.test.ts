import { detectPresets, type FileView, findSuites } from '@flow/core';
import { testPreset } from '@flow/core/testing';
import { describe, expect, test } from 'vitest';
import { python } from './index.js';

describe('M7 M9 M10 the Python preset', () => {
  const tests = testPreset(python, {
    projects: [
      { 'pyproject.toml': '[project]\n' },
      { 'setup.py': '' },
      { 'services/jobs/tox.ini': '', 'package.json': '{}' },
      { 'requirements.txt': 'flask\n', 'tests/test_app.py': 'def test_app(): pass\n' },
    ],
    others: [{ '.venv/lib/x/setup.py': '' }, { 'a.py': '' }, { 'docs/requirements.txt': 'sphinx\n', 'a.py': '' }],
    paths: {
      source: ['cart.py', 'src/cart/sum.pyi'],
      test: ['test_cart.py', 'cart_test.py', 'shop/tests.py', 'test/helpers.py', 'tests/data.json', 'src/conftest.py'],
      build: ['pyproject.toml', 'requirements-dev.txt', 'uv.lock'],
      generated: ['.venv/lib/x.py', 'src/__pycache__/cart.pyc'],
      document: ['README.md', 'docs/guide.txt'],
      other: ['.env', 'notes.txt'],
    },
    conventions: {
      'no-print': {
        file: 'src/cart.py',
        breaks: ['print(total)', '    print("here")'],
        holds: ['    print(x, file=sys.stderr)', '    pprint(x)', '# print(x)', '    blueprint(x)', '    log.info(x)'],
        leaves: ['src/cart/__main__.py', 'manage.py', 'scripts/load.py', 'tests/test_cart.py', 'src/cart/cli/run.py'],
      },
      'no-bare-except': {
        file: 'src/cart.py',
        breaks: ['    except:', 'except :', '    except: pass'],
        holds: [
          '    except ValueError:',
          '    except Exception:',
          '    except (A, B):',
          '    except:  # all of them, on purpose',
        ],
      },
      'no-mutable-default': {
        file: 'src/cart.py',
        breaks: [
          'def add(item, to=[]):',
          '    async def add(self, to: dict[str, int] = {}):',
          'def add(to=list()):',
          'def add(a=1, to={"x": 1}):',
        ],
        holds: [
          'def add(item, to=None):',
          'def add(to=()):',
          'def add(to: list[int]):',
          '    items = []',
          'def add(to: dict[str, list[int]] = None):',
          'add(to=[])',
          'def add(to=set(FIXED)):',
        ],
      },
      'no-breakpoint': {
        file: 'tests/test_cart.py',
        breaks: [
          '    breakpoint()',
          'import pdb; pdb.set_trace()',
          'import ipdb',
          '    pdb.set_trace()',
          'from pdb import set_trace',
        ],
        holds: ['    breakpoints()', 'import pdbpp_config', '# breakpoint()', '    self.breakpoint()', 'import impdb'],
      },
    },
  });
  for (const { name, run } of tests) test(name, run);
});

describe('M6 whose tests a project of Python has', () => {
  const CASE = 'import unittest\n\nclass TestA(unittest.TestCase):\n    def test_a(self): pass\n';
  const PLAIN = 'from unittest import mock\n\ndef test_a(): pass\n';
  const viewOf = (files: Record<string, string>): FileView => ({
    paths: Object.keys(files),
    read: (path) => files[path],
    containing: (paths, strings) => paths.filter((path) => strings.some((part) => files[path]?.includes(part))),
  });

  test.each<[string, Record<string, string>, string]>([
    ['all written for unittest', { 'tests/test_a.py': CASE, 'tests/test_data.py': 'A = 1\n' }, 'unittest:.'],
    ['none', {}, 'pytest:.'],
    ['plain functions', { 'tests/test_a.py': PLAIN }, 'pytest:.'],
    ['plain functions in one file', { 'tests/test_a.py': CASE, 'tests/test_b.py': PLAIN }, 'pytest:.'],
    ['what only pytest has', { 'test_a.py': CASE, 'test_b.py': 'import pytest\n' }, 'pytest:.'],
    ['a conftest.py', { 'test_a.py': CASE, 'conftest.py': '' }, 'pytest:.'],
    ['pytest among the requirements', { 'test_a.py': CASE, 'requirements-dev.txt': 'pytest==9\n' }, 'pytest:.'],
    ['Django', { 'shop/test_a.py': CASE, 'manage.py': '' }, 'pytest:.'],
  ])('%s', (_, files, expected) => {
    const view = viewOf({ 'pyproject.toml': '[project]\nname = "cart"\n', ...files });
    expect(findSuites(view, [python]).map(({ id }) => id)).toEqual([expected]);
  });

  const BASE = 'import unittest\n\nclass ShopCase(unittest.TestCase):\n    pass\n';
  const HEIR = 'from tests.base import ShopCase\n\nclass TestB(ShopCase):\n    def test_b(self): pass\n';
  const FAR = 'from tests import cases\n\nclass TestC(cases.FarCase):\n    def test_c(self): pass\n';
  const CASES = 'from .base import ShopCase\n\nclass FarCase(ShopCase, Other):\n    pass\n';
  test.each<[string, Record<string, string>, string]>([
    ['a base in another file', { 'tests/base.py': BASE, 'tests/test_b.py': HEIR }, 'unittest:.'],
    ['beside others', { 'tests/base.py': BASE, 'tests/test_a.py': CASE, 'tests/test_b.py': HEIR }, 'unittest:.'],
    ['over two files', { 'tests/base.py': BASE, 'tests/cases.py': CASES, 'tests/test_c.py': FAR }, 'unittest:.'],
    ['a base of another library', { 'tests/test_a.py': CASE, 'tests/test_b.py': HEIR }, 'pytest:.'],
    [
      'a base that is none of unittest',
      { 'tests/base.py': 'class ShopCase(object): pass\n', 'tests/test_b.py': HEIR },
      'pytest:.',
    ],
    ['plain functions beside', { 'tests/base.py': BASE, 'tests/test_b.py': HEIR, 'test_a.py': PLAIN }, 'pytest:.'],
  ])('tests inherited from %s', (_, files, expected) => {
    const view = viewOf({ 'pyproject.toml': '[project]\nname = "cart"\n', ...files });
    expect(findSuites(view, [python]).map(({ id }) => id)).toEqual([expected]);
  });

  test.each<[string, Record<string, string>, string[]]>([
    ['tests below', { 'requirements.txt': 'flask\n', 'app.py': '', 'tests/test_a.py': PLAIN }, ['pytest:.']],
    ['tests of unittest', { 'requirements-dev.txt': '', 'test_a.py': CASE }, ['unittest:.']],
    ['a Pipfile', { Pipfile: '', 'tests/test_a.py': PLAIN }, ['pytest:.']],
    ['no tests', { 'requirements.txt': 'pytest\n', 'app.py': '' }, []],
    ['those of the documentation', { 'docs/requirements.txt': 'sphinx\n', 'docs/conf.py': '', 'test_a.py': PLAIN }, []],
    ['a file that is only called a test', { 'requirements.txt': '', 'tools/test_data.py': 'A = 1\n' }, []],
    ['an inner list', { 'requirements.txt': '', 'tests/requirements.txt': '', 'tests/test_a.py': PLAIN }, ['pytest:.']],
    ['a project around', { 'setup.py': '', 'tests/requirements.txt': '', 'tests/test_a.py': PLAIN }, ['pytest:.']],
    ['a project further in', { 'requirements.txt': '', 'a/setup.py': '', 'a/test_a.py': PLAIN }, ['pytest:a']],
    ['two side by side', { 'a/requirements.txt': '', 'a/test_a.py': PLAIN, 'b/requirements.txt': '' }, ['pytest:a']],
    ['what is installed', { '.venv/lib/requirements.txt': '', '.venv/lib/test_a.py': PLAIN }, []],
  ])('a list of requirements with %s', (_, files, expected) => {
    const view = viewOf(files);
    expect(findSuites(view, [python]).map(({ id }) => id)).toEqual(expected);
    expect(detectPresets(view, [python]).map(({ folder }) => `:${folder}`)).toEqual(
      expected.map((id) => id.slice(id.indexOf(':'))),
    );
  });

  test.each([
    [{ 'tests/test_a.py': CASE }, 'python3 -m unittest discover -s tests'],
    [{ 'tests/test_a.py': CASE, 'tests/__init__.py': '' }, 'python3 -m unittest'],
    [{ 'tests/test_a.py': CASE, 'test_b.py': CASE }, 'python3 -m unittest'],
    [{ 'test_a.py': CASE }, 'python3 -m unittest'],
  ])('what finds the tests of unittest among %o is %s', (files, command) => {
    for (const root of ['', 'a/']) {
      const paths = { 'setup.py': '', ...files };
      const view = viewOf(Object.fromEntries(Object.entries(paths).map(([path, text]) => [root + path, text])));
      expect(findSuites(view, [python]).map(({ runner }) => runner.command)).toEqual([command]);
    }
  });

  const PROJECT = { 'pyproject.toml': '[project]\nname = "cart"\n[tool.ruff]\n' };
  test.each<[string, Record<string, string>, string[]]>([
    ['nothing', PROJECT, ['python3 -m pytest', 'ruff check']],
    ['uv', { ...PROJECT, 'uv.lock': '' }, ['uv run python3 -m pytest', 'uv run ruff check']],
    ['Poetry', { ...PROJECT, 'poetry.lock': '' }, ['poetry run python3 -m pytest', 'poetry run ruff check']],
    ['PDM', { ...PROJECT, 'pdm.lock': '' }, ['pdm run python3 -m pytest', 'pdm run ruff check']],
    ['Pipenv', { 'Pipfile.lock': '', Pipfile: '', 'test_a.py': PLAIN }, ['pipenv run python3 -m pytest']],
    [
      'uv, with tests of unittest',
      { 'setup.py': '', 'uv.lock': '', 'test_a.py': CASE },
      ['uv run python3 -m unittest'],
    ],
    ['uv around several projects', { 'uv.lock': '', 'a/setup.py': '' }, ['uv run python3 -m pytest']],
    ['uv beside the project', { 'b/uv.lock': '', 'a/setup.py': '' }, ['python3 -m pytest']],
    ['uv within Poetry', { 'poetry.lock': '', 'a/uv.lock': '', 'a/setup.py': '' }, ['uv run python3 -m pytest']],
  ])('programs are started by %s', (_, files, commands) => {
    expect(findSuites(viewOf(files), [python]).map(({ runner }) => runner.command)).toEqual(commands);
  });

  test.each([
    ['pyproject.toml', '[tool.mypy]\nstrict = true\nfiles = ["src"]\n', 'mypy'],
    ['pyproject.toml', '[tool.mypy]\r\npackages = ["cart"]\r\n', 'mypy'],
    ['pyproject.toml', '[tool.mypy]\nstrict = true\n[tool.other]\nfiles = ["src"]\n', 'mypy .'],
    ['pyproject.toml', '[tool.mypy]\n# files = ["src"]\nexclude_files = ["a"]\n', 'mypy .'],
    ['mypy.ini', '[mypy]\nfiles = src, tests\n', 'mypy'],
    ['mypy.ini', '[mypy]\nstrict = True\n[mypy-a.*]\nfiles = x\n', 'mypy .'],
    ['setup.cfg', '[metadata]\nname = a\n\n[mypy]\nmodules = cart\n', 'mypy'],
  ])('mypy is asked about what its configuration names: %s %j', (file, text, command) => {
    const suites = findSuites(viewOf({ [file]: text, 'cart.py': '' }), [python]);
    expect(suites.find(({ runner }) => runner.id === 'mypy')?.runner.command).toBe(command);
  });

  test('each package by itself, and the outermost one for all of them', () => {
    const view = viewOf({ 'a/setup.py': '', 'a/test_a.py': CASE, 'b/setup.py': '', 'b/test_a.py': PLAIN });
    expect(findSuites(view, [python]).map(({ id }) => id)).toEqual(['pytest:b', 'unittest:a']);
    const inner = viewOf({ 'setup.py': '', 'test_a.py': CASE, 'b/setup.py': '', 'b/test_b.py': CASE });
    expect(findSuites(inner, [{ ...python, roots: 'outermost' }]).map(({ id }) => id)).toEqual(['pytest:.']);
  });
});
