import { needs } from './fetched.js';
import { walks } from './walk.js';

const stub = (more: string) => `#!/usr/bin/env ruby\n${more}load Gem.bin_path("rspec-core", "rspec")\n`;

walks({
  name: "U3 RSpec through the project's bin/rspec, the packed package through npx",
  way: 'npx',
  files: {
    '.rspec': '--require spec_helper\n',
    'bin/rspec': stub(''),
    'lib/cart.rb': 'def total(a, b) = a + b\n',
    'spec/spec_helper.rb': "require_relative '../lib/cart'\n",
    'spec/cart_spec.rb': "RSpec.describe 'total' do\n  it('adds prices') { expect(total(1, 2)).to eq 3 }\nend\n",
  },
  executable: ['bin/rspec'],
  test: './bin/rspec',
  broken: ['lib/cart.rb', 'def total(a, b) = a - b\n'],
  fixed: ['lib/cart.rb', 'def total(a, b) = b + a\n'],
  failing: 'adds prices',
  runner: ['bin/rspec', stub('$stdout.sync = true\n')],
  fetch() {
    needs('rspec --version');
    return [];
  },
});
