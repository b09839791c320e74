/** The list of files in the JSON of Jest, and of Vitest, which is modelled on it: https://jestjs.io/docs/cli#--json */
import type { Collector } from '../../collect.js';
import { asNumber, asObjects, asText, type Json, ownOf } from '../../formats/json-text.js';
import { stacksIn } from '../../output/stack.js';
import type { TestState } from '../../report.js';

const STATES: Record<string, TestState> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'skipped',
  disabled: 'skipped',
  todo: 'todo',
};

/** Tells what a test's entry says of it; undefined for a status that nobody knows. */
export function stateOf({ status }: Json): TestState | undefined {
  return ownOf(STATES, status);
}

/**
 * Adds a file and its tests; false if it did not load.
 * @param nameOf a test's name, from the titles of its groups and its own
 */
export function addFile(collected: Collector, file: Json, nameOf: (titles: readonly string[]) => string): boolean {
  const name = asText(file.name) ?? '';
  const tests = asObjects(file.assertionResults);
  const isFailed = file.status === 'failed';
  const isLost = isFailed && tests.length === 0;
  if (isLost) collected.addProblem({ file: name, message: asText(file.message) ?? '' });
  collected.addFile({ name, state: isLost ? 'error' : isFailed ? 'failed' : 'passed' });
  for (const test of tests) {
    const state = stateOf(test);
    if (!state) continue;
    const titles = [...(Array.isArray(test.ancestorTitles) ? test.ancestorTitles : []), test.title].map(String);
    const messages = Array.isArray(test.failureMessages) ? test.failureMessages.map(String) : [];
    const message = messages[0];
    // Of a test that passed, those are the messages of earlier attempts.
    if (state === 'passed' && (message !== undefined || Number(test.invocations) > 1)) collected.flaky = true;
    const milliseconds = asNumber(test.duration);
    collected.add({
      name: nameOf(titles),
      file: name,
      state,
      ...(milliseconds === undefined ? {} : { seconds: milliseconds / 1000 }),
      ...(message === undefined ? {} : { message }),
      ...(state === 'failed' && message !== undefined ? { stacks: stacksIn(messages) } : {}),
    });
  }
  return !isLost;
}
