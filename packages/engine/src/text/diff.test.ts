import { expect, test } from 'vitest';
import { renderTextDiff } from './diff.js';

test('a difference begins as git writes it, for a file that is new or gone, too', () => {
  const head = (before: string, after: string) => renderTextDiff('a.yaml', before, after).split('\n').slice(0, 3);
  expect(head('a\n', 'b\n')).toEqual(['--- a/a.yaml', '+++ b/a.yaml', '@@ -1,1 +1,1 @@']);
  expect(head('', 'b\n')).toEqual(['--- /dev/null', '+++ b/a.yaml', '@@ -0,0 +1,1 @@']);
  expect(head('a\n', '').slice(0, 2)).toEqual(['--- a/a.yaml', '+++ /dev/null']);
  expect(renderTextDiff('a.yaml', 'a\n', 'a\n')).toBe('');
});
