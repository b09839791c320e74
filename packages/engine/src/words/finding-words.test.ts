import type { Finding } from '@flow/core';
import { describe, expect, test } from 'vitest';
import { unseenFinding } from '../judges/weakened.js';
import { formatFinding, formatRefusal } from './finding-words.js';

const finding = (code: string, level: Finding['level'], suite: string): Finding => ({
  code,
  level,
  args: { suite, question: 'lint', command: suite },
});
const codesOf = (text: string) =>
  text
    .split('\n')
    .slice(1)
    .map((line) => /^- (\w+)/.exec(line)?.[1] ?? line);

describe('a refusal', () => {
  test('D40 what only warns stands apart, behind all that the refusal needs', () => {
    const text = formatRefusal(
      '`git push`',
      [
        finding('PUSH_FLAKY', 'warn', 'jest'),
        finding('PUSH_NO_TESTS', 'note', 'go'),
        finding('PUSH_UNTESTED', 'block', 'vitest'),
        { code: 'EVIDENCE_VOID', level: 'note', args: {} },
        finding('PUSH_UNTESTED', 'warn', 'eslint'),
      ],
      0,
    );
    expect(codesOf(text)).toEqual([
      'PUSH_UNTESTED',
      'EVIDENCE_VOID',
      'Only told, and no reason for the refusal:',
      'PUSH_FLAKY',
      'PUSH_UNTESTED',
    ]);
    expect(text.indexOf('vitest')).toBeLessThan(text.indexOf('Only told'));
    expect(text.indexOf('eslint')).toBeGreaterThan(text.indexOf('Only told'));
  });

  test('D40 without warnings nothing stands behind it', () => {
    expect(codesOf(formatRefusal('`git push`', [finding('PUSH_UNTESTED', 'block', 'vitest')], 0))).toEqual([
      'PUSH_UNTESTED',
    ]);
  });
});

test.each(['install', 'anew', 'sealed', 'longer', 'eyes'] as const)(
  'weakened tests: where nobody looked (%s), the words name the command of the finding',
  (way) => {
    const found = unseenFinding({ state: 'unseen', why: 'nobody may', way }, 'warn');
    const text = formatFinding(found, 0);
    if (way === 'eyes') expect(text).toMatch(/nobody may\. No program reads it/);
    else expect(text).toContain(`\`${found.args.command}\``);
  },
);
