import { testPreset } from '@flow/core/testing';
import { describe, test } from 'vitest';
import { go } from './index.js';

describe('M7 M9 M10 the Go preset', () => {
  const tests = testPreset(go, {
    projects: [{ 'go.mod': 'module example.com/cart\n' }, { 'services/api/go.mod': '', 'web/package.json': '{}' }],
    others: [{ 'vendor/example.com/x/go.mod': '' }, { 'main.go': 'package main\n' }],
    paths: {
      source: ['cart.go', 'internal/sum/sum.go', 'internal/mocksmith/a.go', 'api/cart.proto'],
      test: [
        'cart_test.go',
        'internal/sum/testdata/in.json',
        'internal/testutil/must.go',
        'internal/cart/mock_store.go',
      ],
      build: ['go.mod', 'services/api/go.sum', 'go.work'],
      generated: ['vendor/example.com/x/x.go'],
      document: ['README.md', 'docs/adr/1.txt'],
      other: ['.env', 'deploy.yaml'],
    },
    conventions: {
      'no-print': {
        file: 'cart.go',
        breaks: ['\tfmt.Println(total)', 'fmt.Printf("%d", n)', '\tprintln(total)', '\tfmt.Print(x)'],
        holds: [
          '\tfmt.Fprintln(w, total)',
          '\ts := fmt.Sprint(x)',
          '\t// fmt.Println(total)',
          '\tfmt.Println(x) //nolint:forbidigo',
          '\tlog.Println(x)',
          '\tprinter.Print(x)',
        ],
        leaves: ['main.go', 'cmd/cart/root.go', 'services/api/cmd/run.go', 'cart_test.go', 'cart.md'],
      },
      'no-panic': {
        file: 'cart.go',
        breaks: ['\tpanic(err)', '\tpanic("no such kind")'],
        holds: [
          '\tpanic("unreachable") // every kind is handled above',
          '\tdispanic(x)',
          '\t// panic(err)',
          '\treturn err',
        ],
        leaves: ['main.go', 'cart_test.go', 'cmd/cart/root.go'],
      },
      'no-ignored-error': {
        file: 'cart.go',
        breaks: ['\t_ = file.Close()', '\t_ = save(cart)'],
        holds: [
          '\t_ = file.Close() // read only',
          'var _ io.Reader = (*Cart)(nil)',
          '\t_ = value',
          '\tfor _ = range items {',
          '\t_ = any.(Cart)',
          '\tn, _ := fmt.Sscan(text)',
        ],
        leaves: ['cart_test.go'],
      },
      'no-sleep-in-tests': {
        file: 'cart_test.go',
        breaks: ['\ttime.Sleep(2 * time.Second)'],
        holds: ['\t<-time.After(time.Second)', '\ttime.Sleep(d) // the clock under test'],
        leaves: ['cart.go'],
      },
    },
  });
  for (const { name, run } of tests) test(name, run);
});
