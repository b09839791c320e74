import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readDocument } from './read-document.js';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const contractOf = (text: string) => readDocument('text', 'learnings.md', text, digest).contract;

test.each(['# Learnings', '# Notes', '# Progress', '# Suggestions'])(
  'the title %s names the whole document, whose words are not taken for notes beside it',
  (title) => {
    expect(contractOf(`${title}\n\n## Lessons\n\n- Totals stop at zero.\n`)).toContain('Totals stop at zero.');
  },
);

test('below a title of its own, and beside other sections, notes are no contract', () => {
  expect(contractOf('# Plan\n\n## Scope\n\nAll.\n\n## Notes\n\n- later\n')).not.toContain('later');
  expect(contractOf('# Plan\n\nAll.\n\n# Learnings\n\n- later\n')).not.toContain('later');
});
