import { expect, test } from 'vitest';
import { plainWords } from './plain-words.js';

test.each([
  ['flow submit simplified', ['flow', 'submit', 'simplified']],
  [
    "  npx flow answer f1 --note 'it is done; $HOME stays'\n",
    ['npx', 'flow', 'answer', 'f1', '--note', 'it is done; $HOME stays'],
  ],
  [`flow answer f1 --note "it's two\nlines"`, ['flow', 'answer', 'f1', '--note', "it's two\nlines"]],
  [`flow answer f1 --note='it'"'"'s'`, ['flow', 'answer', 'f1', "--note=it's"]],
  ["flow answer ''", ['flow', 'answer', '']],
  ['flow start tdd größer', ['flow', 'start', 'tdd', 'größer']],
])('33.3b %s is one plain command', (line, words) => {
  expect(plainWords(line)).toEqual(words);
});

test.each([
  ...[
    '',
    'X=1 flow submit a',
    'PATH=/tmp:$PATH flow submit a',
    'cd x && flow submit a',
    'flow submit a; id',
    'flow submit a\nid',
  ],
  ...[
    'flow submit a | cat',
    'flow submit a > f',
    'flow submit a &',
    'flow submit $(id)',
    'flow submit `id`',
    'flow submit $A',
  ],
  ...[
    'flow submit "$A"',
    'flow submit "`id`"',
    'flow submit "!x"',
    'flow submit a\\ b',
    "flow submit $'a'",
    'flow submit ~/a',
  ],
  ...[
    'flow submit a*',
    'flow submit {a,b}',
    'flow submit [a]',
    'flow submit =a',
    '!flow',
    '(flow submit a)',
    'flow submit a # b',
  ],
  ...[
    "flow submit 'a",
    'flow submit a <<< b',
    '{ flow submit a; }',
    'flow submit a\0b',
    'flow submit a\rb',
    'flow submit a?',
  ],
])('33.3b %j is not', (line) => {
  expect(plainWords(line)).toBeNull();
});
