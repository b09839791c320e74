import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeOverride } from './index.js';

const code = (overridden: readonly string[], reason: string) => judgeOverride({ overridden }, reason)?.code ?? null;

describe('C48 C67 judgeOverride', () => {
  test.each([
    { name: 'nothing', reason: '' },
    { name: 'spaces', reason: ' \n\t ' },
    { name: 'marks alone', reason: '!!! ... ??? --- ,,,' },
    { name: 'one short word', reason: 'because' },
  ])('is no reason: $name', ({ reason }) => {
    expect(code([], reason)).toBe('OVERRIDE_REASON_MISSING');
  });

  test('three a run, whatever the fourth says', () => {
    const three = ['the generated client is stale', 'vendor folder moved upstream', 'licence headers by legal'];
    expect(code(three.slice(0, 2), 'the schema file must be renamed')).toBeNull();
    expect(code(three, 'the schema file must be renamed')).toBe('OVERRIDE_LIMIT');
  });

  test.each([
    { name: 'the same', again: 'The fixture has to be regenerated' },
    { name: 'other letters and marks', again: 'the FIXTURE has to be, regenerated!' },
    { name: 'other order', again: 'regenerated the fixture has to be' },
    { name: 'a word more', again: 'now the fixture has to be regenerated again' },
    { name: 'a slip of the pen', again: 'the fixtur has to be regenerate' },
  ])('refuses a reason that was used before: $name', ({ again }) => {
    expect(judgeOverride({ overridden: ['the fixture has to be regenerated'] }, again)).toEqual({
      code: 'OVERRIDE_REASON_REPEATED',
      level: 'block',
      args: { earlier: 'the fixture has to be regenerated' },
    });
  });

  test.each([
    'the import of the old client breaks the build',
    'a snapshot of the page was recorded on another system',
    'テストの設定ファイルを移動する必要がある',
  ])('allows another reason: %s', (reason) => {
    expect(code(['the fixture has to be regenerated'], reason)).toBeNull();
  });

  test('whatever is said, what was said before is refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (reason) => {
        const first = code([], reason);
        expect([null, 'OVERRIDE_REASON_MISSING']).toContain(first);
        if (first === null) expect(code([reason], ` ${reason}.`)).toBe('OVERRIDE_REASON_REPEATED');
      }),
    );
  });
});
