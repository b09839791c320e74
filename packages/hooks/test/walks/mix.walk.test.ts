import { needs } from './fetched.js';
import { walks } from './walk.js';

const source = (sum: string) => `defmodule Cart do\n  def total(a, b), do: ${sum}\nend\n`;

walks({
  name: 'U1 mix, the package as a dev dependency of npm',
  way: 'npm',
  files: {
    '.gitignore': '_build\nnode_modules\n',
    'mix.exs':
      'defmodule Cart.MixProject do\n  use Mix.Project\n  def project, do: [app: :cart, version: "0.1.0"]\n  def application, do: []\nend\n',
    'lib/cart.ex': source('a + b'),
    'test/test_helper.exs': 'ExUnit.start()\n',
    'test/cart_test.exs':
      'defmodule CartTest do\n  use ExUnit.Case\n  test "adds prices", do: assert(Cart.total(1, 2) == 3)\nend\n',
  },
  test: 'mix test',
  broken: ['lib/cart.ex', source('a - b')],
  // Of another length: mix compiles no file again that has the same size within the same second.
  fixed: ['lib/cart.ex', source('(b + a)')],
  runner: ['test/test_helper.exs', 'ExUnit.start(trace: true)\n'],
  fetch() {
    needs('mix --version');
    return [];
  },
});
