import { expect, test } from 'vitest';
import { type FileView, folderView, pathsByName } from './file-view.js';

const view = (...paths: string[]): FileView => ({ paths, read: (path) => `text of ${path}`, containing: () => [] });

test.each([
  ['*.sln', 'App.sln', true],
  ['*.gradle.kts', 'settings.gradle.kts', true],
  ['*.kts', 'settings.gradle.kts', true],
  ['*.gradle.kts', 'settings.kts', false],
  ['*.gradle.kts', 'settings.gradle', false],
])('a marker %s in a folder with %s: %j', (file, path, isThere) => {
  const files = view(`app/${path}`, 'other/a.txt');
  const here = folderView('app', files, pathsByName(files, [{ file }]));
  expect(here.has(file)).toBe(isThere);
  expect(here.read(file)).toBe(isThere ? `text of app/${path}` : '');
});
