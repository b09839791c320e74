import { expect, test } from 'vitest';
import { forgetting, ignoring } from './ignored.js';

test('U5: a line for each place, one for all compiled modules of Python, and none for names that no line can hold', () => {
  expect(ignoring(['.coverage', 'a/__pycache__/x.pyc', '__pycache__/'], true)).toBe(
    "printf '%s\\n' /.coverage __pycache__/ >> .gitignore",
  );
  expect(ignoring([], true)).toBeNull();
  expect(ignoring(['a\u001b[1m'], true)).toBeNull();
});

test('U5: what is committed is taken out of git first, whole where it is a folder of compiled modules', () => {
  expect(forgetting(['.coverage', 'a/__pycache__/x.pyc', 'a/__pycache__/y.pyc'], false)).toBe(
    "git rm -rq --cached -- .coverage a/__pycache__ && printf '\\n%s' /.coverage __pycache__/ >> .gitignore",
  );
  for (const name of ['*.log', 'a?', ':(top)a', 'a\\b', 'folder/', 'a\nb']) expect(forgetting([name], true)).toBeNull();
});
