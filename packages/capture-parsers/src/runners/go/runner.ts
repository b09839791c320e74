/**
 * `go test`, plain, `-v` and `-json`.
 * https://pkg.go.dev/cmd/go#hdr-Testing_flags, https://pkg.go.dev/cmd/test2json
 */
import type { Runner } from '../../runner.js';
import { holdsEvents, readJson } from './json.js';
import { GoRun } from './run.js';
import { readText } from './text.js';

const FAILING_EVENT = /^\{[^\n]*"Action":"fail"/m;

export const go: Runner = {
  id: 'go',
  kind: 'test',
  starts(words) {
    if (words[0] === 'richgo' || words[0] === 'gotest') return words[1] !== 'version';
    if (words[0] !== 'go') return false;
    return (
      words[1] === 'test' ||
      (words[1] === '-C' && words[3] === 'test') ||
      (/^-C=/.test(words[1] ?? '') && words[2] === 'test')
    );
  },
  signs:
    /^(?:=== RUN {1,3}\S|ok {2}\t\S+\t|FAIL\t\S+ ?\t?[[\d]|\? {3}\t\S+\t\[no test files\]|--- (?:FAIL|PASS|SKIP): \S+ \([\d.]+s\)$|\{[^\n]*"Action":"(?:start|run|output|pass|fail|skip|build-output|build-fail)")/m,
  forms: /=== RUN {3}[A-Z]|(?: {4})?--- (?:PASS|FAIL|SKIP): /,
  read(capture) {
    const run = new GoRun(capture);
    if (holdsEvents(capture.text, capture.invocation.words)) readJson(capture.text, run);
    else {
      readText(capture.text, run);
      // Some other run may have told of a failure as an event.
      if (capture.invocation.words[0] !== 'go' && hasFailingEvent(capture.text)) run.unfinished = true;
    }
    return run.report();
  },
};

/** The words alone are looked for first: that is much faster, and nearly no text has them. */
function hasFailingEvent(text: string): boolean {
  return text.includes('"Action":"fail"') && FAILING_EVENT.test(text);
}
