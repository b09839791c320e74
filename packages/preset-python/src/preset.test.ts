import { testPreset } from '@flow/core/testing';
import { describe, test } from 'vitest';
import { python } from './index.js';

describe('M7 M9 M10 the Python preset', () => {
  const tests = testPreset(python, {
    projects: [
      { 'pyproject.toml': '[project]\n' },
      { 'setup.py': '' },
      { 'services/jobs/tox.ini': '', 'package.json': '{}' },
    ],
    others: [{ '.venv/lib/x/setup.py': '' }, { 'a.py': '' }],
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
