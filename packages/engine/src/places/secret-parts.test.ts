import { readFileSync } from 'node:fs';
import { isSecret } from '@flow/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasSecretPart } from './secret-parts.js';

const RULES = { write: [], allow: [], read: 'off' as const };

/** Strings of all patterns that the rules are made of, so that the property meets secrets and not only noise. */
const SOURCE = readFileSync(new URL('../../../core/src/policy/sensitive.ts', import.meta.url), 'utf8');
const WORDS = [...new Set(SOURCE.match(/[a-z0-9]{2,}/g))];

test('C27 the cheap question over-matches: whatever is a secret has a telling part', () => {
  const piece = fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom('.', '_', '-', '/', 'x'));
  const name = fc.array(piece, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(''));
  const seen: string[] = [];
  fc.assert(
    fc.property(name, fc.boolean(), (file, home) => {
      const question = {
        inRepository: home ? null : file,
        inHome: home ? file : null,
        name: file.slice(file.lastIndexOf('/') + 1),
        text: 'password = x',
      };
      if (!isSecret(question, RULES)) return;
      seen.push(file);
      expect(hasSecretPart(file.toUpperCase())).toBe(true);
    }),
    {
      numRuns: 20_000,
      examples: [
        ['.env', false],
        ['.ssh/id_work', true],
        ['.npmrc', false],
        ['.gem/credentials', true],
      ],
    },
  );
  expect(seen.length).toBeGreaterThan(3);
});

test.each(['src/app.ts', 'README.md', 'docs/guide.md', 'pkg/score/score.go', 'package.json'])(
  'P1 %s needs no closer look',
  (file) => expect(hasSecretPart(file)).toBe(false),
);
