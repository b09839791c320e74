import { findSuites } from '@flow/core';
import { expect, test } from 'vitest';
import { PRESETS } from './presets/presets.js';
import { commandPastFailures } from './suites.js';

const commandFor = (files: Record<string, string>) => {
  const paths = Object.keys(files);
  const found = findSuites({ paths, read: (path) => files[path], containing: () => [] }, PRESETS);
  return commandPastFailures(found.find(({ runner: { id } }) => id === 'mocha')!);
};

test.each([
  ['mocha', {}, 'npx mocha --no-bail'],
  ['mocha spec/', {}, 'npm test -- --no-bail'],
  ['mocha spec/', { 'pnpm-lock.yaml': '' }, 'pnpm test --no-bail'],
  ['mocha spec/', { 'yarn.lock': '' }, 'yarn test --no-bail'],
])('a run past failures reaches the runner: %s', (script, more, expected) => {
  const manifest = JSON.stringify({ scripts: { test: script }, devDependencies: { mocha: '12' } });
  expect(commandFor({ 'package.json': manifest, ...more })).toBe(expected);
});
