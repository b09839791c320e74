import { expect, test } from 'vitest';
import { effectsIn, publishing } from '../../test/kit.js';
import { readLiterals } from './literals.js';

test.each([
  [`const parts = line.split(/['"/]/); run("x")`, ['x']],
  [`const isQuoted = (one) => /^["']/.test(one) && !/'$/.test(one); run("x")`, ['x']],
  [`return /"/g`, []],
  [`if (/[/"]/.test(a)) run("x")`, ['x']],
  [`a = b / 2; run("x") / 3`, ['x']],
  [`a = (1) / 2; run("x") / 3`, ['x']],
  [`a.return / 2; run("x") / 3`, ['x']],
  [`a\n/ 2; run("x"); c /3`, ['x']],
  [`a${' '.repeat(60)}/ 2; run("x") / 3`, ['x']],
  [`i++ / 2; run("x"); c / 3`, ['x']],
  [`a = /unended; run("x")`, ['x']],
])('D100 the quotes of a pattern begin no text in JavaScript, and a division hides none: %s', (code, expected) => {
  expect(readLiterals(code, 'node').items.map((one) => one.value)).toEqual(expected);
});

const SPLITS = `const cp = require('child_process');
const words = process.argv[2].split(/['"]/);
console.log('to publish: git push', words);
const other = /["']/.test('x');
`;

test('D99 D100 a text between two patterns with a quote is still a text, and a push behind them still one', () => {
  expect(publishing(effectsIn('node x.cjs', { 'x.cjs': SPLITS }))).toEqual([]);
  const pushes = `${SPLITS}cp.execSync('git push');\n`;
  expect(publishing(effectsIn('node x.cjs', { 'x.cjs': pushes }))).not.toEqual([]);
});
