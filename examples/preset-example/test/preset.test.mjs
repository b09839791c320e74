import { test } from 'node:test';
import { testPreset } from '@flow/core/testing';
import { playPreset } from '@flow/hooks/testing';
import { preset } from '../dist/index.js';

const samples = {
  projects: [{ cpanfile: "requires 'perl', '5.20';\n" }, { 'services/api/Makefile.PL': '' }],
  others: [{ 'lib/Cart.pm': '' }, { 'local/lib/perl5/X/Makefile.PL': '' }],
  paths: {
    source: ['lib/Cart.pm', 'script/cart'],
    test: ['t/cart.t', 't/lib/Helper.pm'],
    build: ['cpanfile', '.proverc'],
    generated: ['blib/lib/Cart.pm'],
    document: ['README.md', 'Changes'],
    other: ['.env'],
  },
  conventions: {
    'no-dumper': {
      file: 'lib/Cart.pm',
      breaks: ['  print Dumper($cart);', '  warn Dumper $cart;'],
      holds: [
        '  log_debug(Dumper($cart));',
        '  # print Dumper($cart);',
        '  print Dumper($cart); # asked for by --dump',
      ],
      leaves: ['README.md'],
    },
    'no-two-argument-open': {
      file: 'lib/Cart.pm',
      breaks: ['  open(my $in, "<$file");', "  open FILE, '>cart';"],
      holds: ["  open(my $in, '<', $file);", '  # open it', '  reopen($in);'],
      leaves: ['t/cart.t'],
    },
  },
  // What a green run prints, as prove 3.44 did.
  outputs: {
    tap: 't/cart.t .. ok\nAll tests successful.\nFiles=1, Tests=1,  0 wallclock secs ( 0.01 usr +  0.00 sys =  0.01 CPU)\nResult: PASS\n',
  },
};

// What it says of itself, and then the whole way: refused without a run, refused after a red one, pushed after a green one.
const tests = [...testPreset(preset, samples), ...playPreset(preset, samples)];
for (const { name, run } of tests) test(name, () => run());
