import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempRepository } from '../../test/temp-repository.js';
import { rootCommits } from '../decisions/approvals.js';
import { mergeBase } from './ancestry.js';
import { askOnce } from './lasting.js';

const id = (digit: string) => digit.repeat(40);

test('what full ids decide is asked once; a name that can move, a failure and a shallow clone are asked again', () => {
  const { repository } = tempRepository();
  let asked = 0;
  const ask = (question: string, ids: string[], answer: string | null = 'answer') =>
    askOnce(repository, question, ids, () => {
      asked += 1;
      return answer;
    });
  const count = (...words: Parameters<typeof ask>) => {
    asked = 0;
    expect([ask(...words), ask(...words)]).toEqual(Array(2).fill(words[2] === undefined ? 'answer' : words[2]));
    return asked;
  };
  expect(count('a', [id('1'), id('2')])).toBe(1);
  expect(count('a', [id('2'), id('1')])).toBe(1);
  expect(count('b', [id('1'), id('2')])).toBe(1);
  expect(count('a', [id('1'), 'HEAD'])).toBe(2);
  expect(count('a', [id('1').slice(1), id('2')])).toBe(2);
  expect(count('c', [id('1')], null)).toBe(2);
  // What was asked long ago is forgotten.
  for (let at = 0; at < 40; at += 1) ask(`${at}`, [id('1')]);
  expect(count('a', [id('1'), id('2')])).toBe(1);
  writeFileSync(path.join(repository.commonDir, 'shallow'), `${id('1')}\n`);
  expect(count('a', [id('1'), id('2')])).toBe(2);
});

test('the common commit and the first commits follow what is checked out', () => {
  const temp = tempRepository();
  const commit = (message: string) => {
    temp.git('commit', '-q', '--allow-empty', '-m', message);
    return temp.git('rev-parse', 'HEAD');
  };
  const first = commit('first');
  const deadline = Date.now() + 60_000;
  expect(mergeBase(temp.repository, first, 'HEAD', deadline)).toBe(first);
  commit('second');
  expect(mergeBase(temp.repository, first, 'HEAD', deadline)).toBe(first);
  expect(rootCommits(temp.repository)).toEqual([first]);
  temp.git('checkout', '-q', '--orphan', 'other');
  const other = commit('other');
  expect(mergeBase(temp.repository, first, 'HEAD', deadline)).toBeNull();
  expect(rootCommits(temp.repository)).toEqual([other]);
});
