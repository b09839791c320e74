import { needs } from './fetched.js';
import { walks } from './walk.js';

const rakefile = (more: string) =>
  `require 'rake/testtask'\n${more}Rake::TestTask.new do |task|\n  task.pattern = 'test/**/*_test.rb'\nend\n`;

walks({
  name: '36.4 Minitest through a task of Rake, the package installed globally',
  way: 'global',
  files: {
    Rakefile: rakefile(''),
    'lib/cart.rb': 'def total(a, b) = a + b\n',
    'test/cart_test.rb':
      "require 'minitest/autorun'\nrequire 'cart'\n\nclass CartTest < Minitest::Test\n  def test_adds_prices = assert_equal(3, total(1, 2))\nend\n",
  },
  test: 'rake test',
  broken: ['lib/cart.rb', 'def total(a, b) = a - b\n'],
  fixed: ['lib/cart.rb', 'def total(a, b) = b + a\n'],
  runner: ['Rakefile', rakefile('$stdout.sync = true\n')],
  fetch() {
    needs('rake --version', "ruby -e 'require %q(minitest)'");
    return [];
  },
});
