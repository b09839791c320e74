import { expect, test } from 'vitest';
import { mayLoseStrength } from './weakened-facts.js';

test.each([
  ...[
    'a.go',
    'src/a.py',
    'a.pyi',
    'x/a.test.tsx',
    'a.cts',
    'a.mjs',
    'b.yml',
    'b.yaml',
    '.json',
    'a.snap',
    'go.go',
    'x.sh',
  ],
  ...[
    'Makefile',
    'sub/makefile',
    'GNUmakefile',
    'justfile',
    'Jenkinsfile',
    '.husky/pre-push',
    'a/.githooks/x',
    '.eslintignore',
  ],
  ...['.rspec', 'sub/.coveragerc', 'pylintrc', '.pylintrc', 'a/__snapshots__/b', 'golden/out', 'x/expected/y.txt'],
])('what runs tests, or is one, is looked at: %s', (file) => {
  expect(mayLoseStrength(file)).toBe(true);
});

test.each([
  ...[
    'go',
    'sh',
    'json',
    'bin/go',
    'a.goo',
    'README.md',
    'a.PY',
    'a.go/b',
    'Makefile.am',
    'xMakefile',
    '.husky',
    'a.txt',
  ],
  ...['golden', 'xgolden/y', 'a.jsxx', 'a.', '.', 'LICENSE'],
])('and nothing else is: %s', (file) => {
  expect(mayLoseStrength(file)).toBe(false);
});
