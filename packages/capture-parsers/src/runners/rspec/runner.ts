/**
 * RSpec: the progress and documentation formatters and all that end with the same summary (fuubar, parallel_tests,
 * turbo_tests), the list of the failures formatter, the totals of the HTML formatter; its JSON is in `rspec/json.ts`.
 * https://rspec.info/features/3-13/rspec-core/formatters/, rspec-core's lib/rspec/core/formatters and notifications.rb
 */

import { baseName } from '../../command/words.js';
import { readJunit } from '../../formats/junit.js';
import { type Runner, splitAfter } from '../../runner.js';
import { readJson } from './json.js';
import { readText } from './run.js';

const CLOSING =
  /^Finished in [\d.a-z ]+ seconds?(?: \(files took [^\n]*\))?\n+\d+ examples?, \d+ failures?(?:, \d+ pending)?(?:, \d+ errors? occurred[^\n]*)?$/gm;

export const rspec: Runner = {
  id: 'rspec',
  kind: 'test',
  starts(words) {
    const [program = '', ...rest] = words;
    // As rake starts it, and a file of examples that starts itself.
    if (/^j?ruby$/.test(program)) return rest.some((word) => baseName(word) === 'rspec' || word.endsWith('_spec.rb'));
    if (/^(?:spring|appraisal)$/.test(program)) {
      const at = rest.findIndex((word) => PROGRAM.test(baseName(word)));
      return at >= 0 && rest.slice(0, at).every((word) => /^(?:-|rails$)|=/.test(word));
    }
    return PROGRAM.test(program);
  },
  signs:
    /^\d+ examples?, \d+ failures?(?:, \d+ pendings?)?(?:, \d+ errors? occurred outside of examples)?$|^[^\n]{0,400}\{"version":"\d[\w.]*",(?:"seed":\d+,)?(?:"messages":|"examples":)|^\{"examples":\[\{"(?:id|description)"|^[ \t]*"summary_line": "\d+ examples?, |^rspec '?\.\/[^\n]+ # |^An error occurred (?:while loading |in an? `|outside of examples)/m,
  read(capture) {
    if (/<testsuites?\s[^>]*name="rspec/.test(capture.text)) return readJunit(capture, { runner: 'rspec' });
    return readJson(capture) ?? readText(capture);
  },
  split: (text) => splitAfter(text, CLOSING),
};

const PROGRAM = /^(?:rspec\d?|parallel_rspec|parallel_test|turbo_tests|rspec-queue|rspecq|flatware)$/;
