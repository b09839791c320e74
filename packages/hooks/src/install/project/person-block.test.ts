import { describe, expect, test } from 'vitest';
import { addPersonBlock, holdsPersonBlock, removePersonBlock } from './person-block.js';

const state = (bytes: Buffer | string) => ({ bytes: Buffer.from(bytes), mode: 0o600 });

describe('X62 the block in the memory file of a person', () => {
  test.each<[string, Buffer | string]>([
    ['an ended text', '# Mine\n\nUse tabs.\n'],
    ['an unended last line', '# Mine\n\nUse tabs.'],
    ['a single unended line', 'Use tabs.'],
    ['line ends of Windows', '# Mine\r\nUse tabs.\r\n'],
    ['an unended line behind one of Windows', '# Mine\r\nUse tabs.'],
    ['mixed line ends', 'a\r\nb\nc\r\n'],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x0a, 0x80, 0x0a])],
    ['the mark of UTF-8 and an unended line', '\uFEFFÄ'],
    ['a block of ours of the project', '<!-- flow-hooks -->\n- x\n<!-- flow-hooks end -->\n'],
    ['a mark without an end', 'a\n<!-- flow -->\nb\n'],
    ['blank lines at the end', 'a\n\n\n'],
  ])('leaves everything outside byte for byte, and goes without a trace: %s', (_what, bytes) => {
    const before = state(bytes);
    const once = addPersonBlock(before);
    expect(holdsPersonBlock(once)).toBe(true);
    expect(once.mode).toBe(0o600);
    expect(addPersonBlock(once).bytes).toEqual(once.bytes);
    expect(removePersonBlock(once)!.bytes).toEqual(before.bytes);
    if (before.bytes[0] === 0xef) expect(once.bytes.subarray(0, 3)).toEqual(before.bytes.subarray(0, 3));
  });

  test('a file that holds nothing else comes and goes with it; one without it is nobody of ours', () => {
    const made = addPersonBlock(null);
    expect(made.bytes.toString()).toMatch(/^<!-- flow -->\n<!-- version 1; /);
    expect(removePersonBlock(made)).toBeNull();
    const other = state('# Mine\n');
    expect(removePersonBlock(other)).toBe(other);
    expect(holdsPersonBlock(null)).toBe(false);
  });

  test('an older or edited block is brought up to date where it stands; a newer one stays', () => {
    const now = addPersonBlock(state('before\n')).bytes.toString();
    const [head, tail] = ['before\n', 'after\n'];
    const older = now.replace('version 1;', 'version 0;').replace('## flow', '## flow of old') + tail;
    expect(addPersonBlock(state(older)).bytes.toString()).toBe(now + tail);
    expect(now.startsWith(head)).toBe(true);
    const newer = state(now.replace('version 1;', 'version 2;').replace('## flow', '## flow to come'));
    expect(addPersonBlock(newer)).toBe(newer);
    expect(removePersonBlock(newer)!.bytes.toString()).toBe(head);
  });
});
