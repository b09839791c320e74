import { tempRepo } from '@flow/test-kit';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { addedBetween, addedByTool, addedInDiff } from './added.js';

const at = (lines: readonly { line: number; text: string }[]) => lines.map(({ line, text }) => `${line} ${text}`);

describe('D45 the lines that a change adds', () => {
  test('between two texts: what was there, moved, or was taken away is none', () => {
    expect(at(addedBetween('a\nb\nc\n', 'c\nb\na\nd\na\n'))).toEqual(['4 d', '5 a']);
    expect(at(addedBetween('', 'a\n'))).toEqual(['1 a']);
    expect(at(addedBetween('a\r\nb\r\n', 'a\nb\n'))).toEqual([]);
    expect(at(addedBetween('a\n', ''))).toEqual([]);
  });

  test('of the tools: replacements are undone, patches name their lines, whole texts have to be compared', () => {
    const isThis = (name: unknown) => name === 'f';
    const by = (input: Record<string, unknown>, after: string) => {
      const lines = addedByTool(input, after, isThis);
      return lines === null ? null : at(lines);
    };
    expect(by({ file_path: 'f', old_string: 'b', new_string: 'x $& y' }, 'a x $& y c\nd\n')).toEqual(['1 a x $& y c']);
    expect(by({ file_path: 'f', old_string: 'a', new_string: 'b', replace_all: true }, 'b\nb\n')).toEqual([
      '1 b',
      '2 b',
    ]);
    expect(by({ file_path: 'f', old_string: 'a\n', new_string: '' }, 'b\n')).toEqual([]);
    const edits = [
      { old_string: '1', new_string: '2' },
      { old_string: '2', new_string: '3' },
    ];
    expect(by({ file_path: 'f', edits }, '3\n4\n')).toEqual(['1 3']);
    const patch_string = '*** Begin Patch\n*** Update File: f\n@@\n-d\n a\n b\n c\n-x\n+b\n+d\n+b\n*** End Patch\n';
    // What moved was there, and so was what stands around.
    expect(by({ patch_string }, 'a\nb\nc\nb\nd\nb\n')).toEqual(['4 b', '6 b']);
    expect(by({ patch_string }, 'formatted\n')).toBeNull();
    expect(by({ file_path: 'f', content: 'a' }, 'a')).toBeNull();
    expect(by({ file_path: 'f', old_string: 'a', new_string: 'gone' }, 'formatted')).toBeNull();
    expect(by({ file_path: 'f', old_string: 'w', new_string: 'x' }, 'x\ny x\n')).toBeNull();
  });

  test('never throws on what a tool may send', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('edits', 'old_string', 'new_string', 'content', 'file_path', 'patch_string'),
          fc.anything(),
        ),
        fc.string(),
        (input, after) => {
          const lines = addedByTool(input, after, () => true);
          for (const { line, text } of lines ?? []) expect(after.split(/\r?\n/)[line - 1]).toBe(text);
        },
      ),
    );
  });
});

describe("D45 git's own diff", () => {
  const repo = tempRepo();
  afterAll(() => repo.dispose());
  const line = fc.constantFrom(
    'a',
    'b',
    '+++ b/x',
    '--- a/x',
    '@@ -1 +1 @@',
    '-c',
    '+d',
    '\\ No newline at end of file',
    '',
    'diff --git a/x b/x',
  );
  const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
  const name = fc.constantFrom(
    'plain.txt',
    'a b.txt',
    'ä☃.txt',
    'tab\t.txt',
    'quote".txt',
    'back\\slash.txt',
    'line\nend.txt',
    'b/b/x',
    '-x',
  );

  test('is read whatever lines and names hold', () => {
    fc.assert(
      fc.property(name, text, text, (file, before, after) => {
        repo.write(file, `${before}\n`);
        repo.commit('before');
        repo.write(file, after);
        repo.commit('after');
        const flags = ['-r', '-p', '-U0', '--no-renames', '--src-prefix=a/', '--dst-prefix=b/'];
        const files = addedInDiff(repo.git('diff-tree', ...flags, 'HEAD~1', 'HEAD'));
        const lines = after.split('\n');
        for (const [found, added] of files) {
          expect(found).toBe(file);
          for (const { line, text } of added) expect(lines[line - 1]).toBe(text);
        }
        const kept = new Map<string, number>();
        for (const one of `${before}\n`.split('\n').slice(0, -1)) kept.set(one, (kept.get(one) ?? 0) + 1);
        const numbers = new Set([...files.values()].flat().map(({ line }) => line));
        // What is not told as added was there before.
        for (const [at, one] of lines.entries()) {
          if (numbers.has(at + 1) || (one === '' && at === lines.length - 1)) continue;
          expect(kept.get(one) ?? 0).toBeGreaterThan(0);
          kept.set(one, kept.get(one)! - 1);
        }
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
