/**
 * JUnit XML of any tool (https://github.com/testmoapp/junitxml). The report's runner is the tool that wrote the
 * documents where they say so. Runners with an id of their own read theirs themselves.
 */
import { readJunit } from '../../formats/junit.js';
import type { Runner } from '../../runner.js';

/** Programs without a reader of their own, and the words with which they write JUnit XML to the terminal. */
const PROGRAMS = /^(?:pest|behat|codecept|bats|go-junit-report|tap|karma)$/;

export const junit: Runner = {
  id: 'junit',
  kind: 'test',
  generic: true,
  starts: (words) =>
    PROGRAMS.test(words[0] ?? '') && (words[0] === 'go-junit-report' || words.some((word) => /junit/i.test(word))),
  signs: /^[^\n]{0,200}<testsuites?(?:\s[^<>\n]{0,400}=|>|\s*$)/m,
  read: (capture) => readJunit(capture, {}),
};
