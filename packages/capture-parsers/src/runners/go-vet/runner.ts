/** `go vet`, text and `-json`: https://pkg.go.dev/cmd/vet */
import { Collector } from '../../collect.js';
import { readIssues } from '../../formats/go-issues.js';
import { asObject, type Json, parseObject } from '../../formats/json-text.js';
import { judgeInspection } from '../../inspect.js';
import { eachLine } from '../../output/text.js';
import type { Runner } from '../../runner.js';
import { readPlace } from '../go/lines.js';

export const goVet: Runner = {
  id: 'go-vet',
  kind: 'lint',
  starts(words) {
    return words[0] === 'go' && (words[1] === '-C' ? words[3] : words[1]) === 'vet';
  },
  // Its own heading of a package; that of the compiler has no brackets.
  signs: /^vet: \S+\.go:\d+|^# \[[^\]\s]+\]$/m,
  read(capture) {
    const { text } = capture;
    const collected = new Collector(capture.input.root);
    const listed = readJson(text, collected);
    const { refused, nothing, broken } = listed
      ? { refused: false, nothing: false, broken: false }
      : readIssues(text, collected);
    return judgeInspection(
      {
        runner: 'go-vet',
        kind: 'lint',
        collected,
        broke: (refused || broken) && collected.found.error === 0,
        // With `-json` the exit code is 0 whatever was found, and nothing says that the last package was reached.
        closing: capture.cut || listed || capture.invocation.words.includes('-json') ? 'none' : 'with-exit',
        nothingRan: nothing,
      },
      capture,
    );
  },
};

/**
 * Reads what `-json` prints: an object for each package with its analyzers, each with its findings. The exit code is
 * then 0 all the same.
 */
function readJson(text: string, collected: Collector): boolean {
  let found = false;
  let lines: string[] | undefined;
  eachLine(text, (line) => {
    if (line === '{') lines = [];
    lines?.push(line);
    if (line !== '}' || !lines) return;
    const packages = parseObject(lines.join('\n'));
    lines = undefined;
    if (!packages) return;
    found = true;
    for (const analyzers of Object.values(packages)) addFindings(asObject(analyzers), collected);
  });
  return found || text.trim() === '{}';
}

function addFindings(analyzers: Json, collected: Collector): void {
  for (const [rule, findings] of Object.entries(analyzers)) {
    if (!Array.isArray(findings)) continue;
    for (const finding of findings) {
      const { posn, message } = asObject(finding);
      const place = readPlace(`${String(posn)}: ${String(message)}`);
      if (place) collected.addIssue({ ...place, rule, severity: 'error' });
    }
  }
}
