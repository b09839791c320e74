import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textBeforePatch, textsAfterPatch } from './patched-text.js';

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');

/** Texts behind a patch, of files that are there; null where nothing is applied. */
function behind(text: string, files: Readonly<Record<string, string>>): Record<string, string | null> | null {
  const texts = textsAfterPatch(
    text,
    (name) => name,
    (name) => files[name] ?? null,
  );
  return texts && Object.fromEntries(texts);
}

const update = (...lines: string[]) => patch('*** Update File: f', ...lines);
const one = (before: string, ...lines: string[]) => behind(update(...lines), { f: before })?.f;

describe('R68 D42 what a patch makes of a file', () => {
  test.each<[what: string, before: string, lines: string[], after: string | undefined]>([
    ['a line between others', 'a\nb\nc\n', ['@@', ' a', '-b', '+B', ' c'], 'a\nB\nc\n'],
    ['without a head', 'a\nb\n', [' a', '-b', '+B'], 'a\nB\n'],
    ['two hunks, each behind the one before', 'x\na\nx\na\n', ['@@', '-x', '+1', '@@', '-x', '+2'], '1\na\n2\na\n'],
    ['behind the line that is named', 'x\nf()\nx\n', ['@@ f()', '-x', '+y'], 'x\nf()\ny\n'],
    ['at the end', 'x\na\nx\n', ['@@', '-x', '+y', '*** End of File'], 'x\na\ny\n'],
    ['nothing but new lines', 'a\n', ['@@', '+b', '+c'], 'a\nb\nc\n'],
    ['nothing left', 'a\n', ['@@', '-a'], ''],
    ['an empty line between hunks', 'a\nb\n', ['@@', '-a', '+A', '', '@@', '-b', '+B'], 'A\nB\n'],
    ['an empty line that is there', 'a\n\nb\n', ['@@', '-a', '+A', '', '-b', '+B'], 'A\n\nB\n'],
    ['an empty line at the end of the file', 'a\n', ['@@', '-a', '+A', ''], 'A\n'],
    ['a file without a last line break', 'a\nb', ['@@', '-b', '+B'], 'a\nB\n'],
    ['blanks that differ', '  a  \nb\n', ['@@', ' a', '-b', '+B'], 'a\nB\n'],
    ['dashes and quotes that differ', 'a – ‘b’\n', ['@@', "-a - 'b'", '+c'], 'c\n'],
    ['line breaks of Windows', 'a\r\nb\r\n', ['@@', ' a', '-b', '+B'], 'a\nB\n'],
    ['a line that is not there', 'a\n', ['@@', '-b', '+B'], undefined],
    ['a head that is not there', 'a\n', ['@@ f()', '-a', '+B'], undefined],
    ['an older place than the hunk before', 'a\nb\n', ['@@', '-b', '+B', '@@', '-a', '+A'], undefined],
  ])('%s', (_what, before, lines, after) => {
    expect(one(before, ...lines)).toBe(after);
  });

  test('files are made, moved and deleted, and one after the other', () => {
    const text = patch(
      '*** Add File: new',
      '+one',
      '+two',
      '*** Update File: a',
      '*** Move to: b',
      '@@',
      '-x',
      '+y',
      '*** Delete File: gone',
      '*** Update File: new',
      '@@',
      '-two',
      '+three',
    );
    expect(behind(text, { a: 'x\n', gone: 'z\n' })).toEqual({ new: 'one\nthree\n', a: null, b: 'y\n', gone: null });
    expect(behind(patch('*** Update File: none', '@@', '+x'), {})).toBeNull();
  });

  // The client takes away an empty line that is the last one, so texts end with another.
  const line = fc.constantFrom('a', 'b', '', '  c', '- [ ] d', '+e', '*** End', '@@ f');
  const text = fc.array(line, { maxLength: 8 }).map((lines) => [...lines, 'z'].map((one) => `${one}\n`).join(''));

  test('one that names every line gives the new text, and undone the old one', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = (sign: string, of: string) =>
          of
            .split('\n')
            .slice(0, -1)
            .map((line) => `${sign}${line}`);
        const whole = update('@@', ...lines('-', before), ...lines('+', after));
        expect(behind(whole, { f: before })).toEqual({ f: after });
        expect(textBeforePatch(whole, (name) => name === 'f', after)).toBe(before);
      }),
    );
  });

  test('undone, a new file tells no text before it, nor does another file or one that was changed since', () => {
    const isF = (name: string) => name === 'f';
    expect(textBeforePatch(patch('*** Add File: f', '+a'), isF, 'a\n')).toBeNull();
    expect(textBeforePatch(update('@@', '-a', '+b'), isF, 'c\n')).toBeNull();
    expect(textBeforePatch(patch('*** Update File: g', '@@', '-a', '+b'), isF, 'b\n')).toBeNull();
    const moved = patch('*** Update File: g', '*** Move to: f', '@@', '-a', '+b');
    expect(textBeforePatch(moved, isF, 'b\n')).toBe('a\n');
  });

  test('whatever stands in it, nothing is thrown', () => {
    const any = fc.array(
      fc.oneof(line, fc.string(), fc.constantFrom('*** Update File: f', '*** Move to: g', '*** End of File')),
    );
    fc.assert(
      fc.property(any, text, (lines, before) => {
        behind(patch(...lines), { f: before });
        textBeforePatch(patch(...lines), () => true, before);
      }),
    );
  });
});
