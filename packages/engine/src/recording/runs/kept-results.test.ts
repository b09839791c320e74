import { expect, test } from 'vitest';
import { keeperOf } from './kept-results.js';

const gradle = (tasks: string[], summary: string) =>
  `${tasks.map((task) => `> Task ${task}`).join('\n')}\n\nBUILD SUCCESSFUL in 1s\n${summary}\n`;

test.each([
  ['Gradle', gradle([':compileJava UP-TO-DATE', ':test UP-TO-DATE'], '2 actionable tasks: 2 up-to-date')],
  ['Gradle', gradle([':compileTestJava', ':test FROM-CACHE'], '2 actionable tasks: 1 executed, 1 from cache')],
  ['Gradle', gradle([':compileTestJava NO-SOURCE', ':test NO-SOURCE'], '1 actionable task: 1 executed')],
  ['Gradle', gradle([':app:testDebugUnitTest UP-TO-DATE'], '9 actionable tasks: 9 up-to-date')],
  ['Gradle', 'BUILD SUCCESSFUL in 402ms\n3 actionable tasks: 3 up-to-date\n'],
  ['Make', "make: Nothing to be done for 'test'.\n"],
  ['Make', "make: 'test' is up to date.\n"],
  ['Ninja', 'ninja: no work to do.\n'],
  ['Task', 'task: Task "test" is up to date\n'],
  ['Turborepo', 'web:test: cache hit, replaying logs 2b50a4b3c0cb013d\nweb:test: 3 passed\n'],
  ['Nx', '\nNx read the output from the cache instead of running the command for 2 out of 2 tasks.\n'],
  ['Bazel', '//a:a_test  (cached) PASSED in 0.1s\n\nExecuted 0 out of 1 test: 1 test passes.\n'],
  ['Maven', '[INFO] Skipping plugin execution (cached): surefire:test\n'],
])('U2: %s says that no test ran: %j', (tool, output) => {
  expect(keeperOf(output)).toBe(tool);
  expect(keeperOf(output.replaceAll('\n', '\r\n'))).toBe(tool);
});

test.each([
  [
    'a test task that ran',
    gradle([':compileJava UP-TO-DATE', ':test'], '2 actionable tasks: 1 executed, 1 up-to-date'),
  ],
  ['one of several', gradle([':a:test UP-TO-DATE', ':b:test'], '4 actionable tasks: 1 executed, 3 up-to-date')],
  ['a module without tests', gradle([':api:test NO-SOURCE', ':app:test'], '4 actionable tasks: 4 executed')],
  [
    'a task of another name',
    gradle([':latestVersion UP-TO-DATE', ':compileTestJava UP-TO-DATE'], '3 actionable tasks: 1 executed'),
  ],
  ['what another goal says', "sh test.sh\n3 tests, 0 failures\nmake: Nothing to be done for 'docs'.\n"],
  [
    'one package of two',
    'a:test: cache hit, replaying logs 2b50\nb:test: cache miss, executing 2b51\n Cached:    1 cached, 2 total\n',
  ],
  ['words of a test', 'prints > Task :test UP-TO-DATE in the middle of a line\n'],
])('U2: %s is a run', (_, output) => {
  expect(keeperOf(output)).toBeUndefined();
});
