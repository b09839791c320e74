import { describe, expect, test } from 'vitest';
import { clean, eachLine, secondsOf } from './text.js';

describe('D28 terminal codes', () => {
  test.each([
    ['colours', '\x1b[31mFAIL\x1b[0m x', 'FAIL x'],
    ['24-bit colour with colons', '\x1b[38:2:1:2:3mx', 'x'],
    ['C1 control sequence', '\x9b31mx', 'x'],
    ['title', '\x1b]0;title\x07x', 'x'],
    ['link', '\x1b]8;;http://a\x1b\\text\x1b]8;;\x1b\\', 'text'],
    ['device string', '\x1bPabc\x1b\\x', 'x'],
    ['title without an end keeps the next line', '\x1b]0;title\nnext', '0;title\nnext'],
    ['lone escape at the end', 'x\x1b', 'x'],
    ['charset', '\x1b(Bx', 'x'],
    ['byte order mark', '\ufeffx', 'x'],
    ['CRLF', 'a\r\nb\r\r\nc', 'a\nb\nc'],
    ['progress', ' 10%\r 50%\r100%\nnext', '100%\nnext'],
    ['progress that ends with a return', '10%\r20%\r\nnext', '20%\nnext'],
    ['nothing to do', 'plain\ntext é ✓', 'plain\ntext é ✓'],
  ])('%s', (_, dirty, expected) => {
    expect(clean(dirty)).toBe(expected);
  });
});

test('lines are numbered, capped unless wide, and the last needs no newline', () => {
  const lines: [string, number][] = [];
  eachLine(`a\n\n${'x'.repeat(5_000)}`, (line, index) => lines.push([line.slice(0, 3) + line.length, index]));
  expect(lines).toEqual([
    ['a1', 0],
    ['0', 1],
    ['xxx4096', 2],
  ]);
});

test.each([
  ['12ms', 0.012],
  ['1.5s', 1.5],
  ['0.00', 0],
  ['2m 3s', 123],
  ['soon', undefined],
  ['', undefined],
])('%s is %s seconds', (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
});
