import { expect, test } from 'vitest';
import { effectsIn } from '../../test/kit.js';

/** Programs that a command starts, by the words of their calls. */
const started = (command: string) =>
  effectsIn(command).flatMap((effect) => (effect.kind === 'run' ? [effect.argv.join(' ')] : []));

test.each([
  ['node --experimental-vm-modules node_modules/jest/bin/jest.js --ci', './node_modules/.bin/jest --ci'],
  ['node ./node_modules/jest-cli/bin/jest.js', './node_modules/.bin/jest'],
  ['node node_modules/vitest/vitest.mjs run', 'node_modules/.bin/vitest run'],
  ['node --inspect ../../node_modules/mocha/bin/_mocha test', '../../node_modules/.bin/mocha test'],
  ['node node_modules/.bin/eslint src', 'node_modules/.bin/eslint src'],
  ['node node_modules/typescript/bin/tsc -p .', 'node_modules/.bin/tsc -p .'],
])('Node that is given the file of an installed program starts that program: %s', (command, call) => {
  expect(started(command).map((words) => words.replace(/^\.\//, ''))).toContain(call.replace(/^\.\//, ''));
});

test.each([
  'node jest/bin/jest.js',
  'node /tmp/node_modules/jest/bin/jest.js',
  'node other/node_modules/jest/bin/jest.js',
  'node node_modules/other/bin/jest.js',
  'node node_modules/jest/build/index.js',
  'node --check node_modules/jest/bin/jest.js',
])('a file elsewhere is no such program: %s', (command) => {
  expect(started(command).filter((words) => !words.startsWith('node '))).toEqual([]);
});
