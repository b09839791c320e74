import { expect, test } from 'vitest';
import type { Objects } from './objects.js';
import type { Repository } from './repository.js';
import { viewOf } from './tree-view.js';

test('35.2 git is not asked for a file that is in no list of the content, and is asked for others of its name at once', () => {
  const asked: string[] = [];
  const objects = {
    announce: (names: readonly string[]) => void asked.push(...names),
    read: (name: string) => ({ id: '0', type: 'blob', bytes: Buffer.from(`text of ${name}`) }),
  } as unknown as Objects;
  const paths = ['a/package.json', 'b/package.json', 'b/xpackage.json', 'go.mod'];
  const view = viewOf({} as Repository, 'HEAD', paths, 0, objects);
  expect([view.read('package.json'), view.read('c/package.json'), view.read('b')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(asked).toEqual([]);
  expect(view.read('b/package.json')).toBe('text of HEAD:b/package.json');
  expect(new Set(asked)).toEqual(new Set(['HEAD:a/package.json', 'HEAD:b/package.json']));
});

test('35.2 words are looked for in a few files by reading them, not by a search of the whole content', () => {
  const asked: string[] = [];
  const texts: Record<string, string> = { 'a.py': 'import pytest', 'b.py': 'import os', 'c.py': 'pytest\0' };
  const objects = {
    announce: (names: readonly string[]) => void asked.push(...names),
    read: (name: string) => ({ id: '0', type: 'blob', bytes: Buffer.from(texts[name.replace('HEAD:', '')] ?? '') }),
  } as unknown as Objects;
  const paths = [...Object.keys(texts), ...Array.from({ length: 20_000 }, (_, at) => `src/${at}.py`)];
  // No git is started: there is no repository.
  const view = viewOf({} as Repository, 'HEAD', paths, 0, objects);
  expect(view.containing(['a.py', 'b.py', 'c.py'], ['pytest', 'nose'])).toEqual(['a.py']);
  expect(view.containing(['b.py'], ['import os'])).toEqual(['b.py']);
  expect(asked).toEqual(['HEAD:a.py', 'HEAD:b.py', 'HEAD:c.py']);
});
