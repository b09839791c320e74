/**
 * `gofmt`, `goimports`, `gofumpt` and `go fmt` with `-l` or `-d`: files that are not formatted, listed or as a diff.
 * They end with 0 although they list files (newer ones may end with 1), so that a listed file is what tells.
 * https://pkg.go.dev/cmd/gofmt
 */
import { Collector } from '../../collect.js';
import { goToolWords } from '../../command/go-tools.js';
import { judgeInspection } from '../../inspect.js';
import { eachLine } from '../../output/text.js';
import type { Report } from '../../report.js';
import type { Capture, Runner } from '../../runner.js';

export const gofmt: Runner = {
  id: 'gofmt',
  kind: 'format',
  starts(words) {
    if (words[0] === 'go') return words[1] === 'fmt' || toolWords(words) !== undefined;
    // Without one of these it prints the formatted file and judges nothing.
    return toolWords(words)?.some((word) => /^--?(?:[ldw]|diff|list|write)$/.test(word)) === true;
  },
  signs: /^diff (?:-u )?\S+\.go\.orig \S+\.go$/m,
  read,
};

function toolWords(words: readonly string[]): readonly string[] | undefined {
  return goToolWords(words, /^(?:gofmt|goimports|gofumpt)$/);
}

const SYNTAX = /^(\S[^:]*\.go):(\d+):(\d+): (.+)$/;
const BROKEN = /^(?:stat |lstat |open |flag provided but not defined: |usage: |error: |panic: |go: |pattern )/;

function read(capture: Capture): Report {
  const collected = new Collector(capture.input.root);
  const { words } = capture.invocation;
  // What is written is put right, and then it is well.
  const writes = words.some((word) => /^--?w$/.test(word)) || (words[0] === 'go' && words[1] === 'fmt');
  const severity = writes ? 'info' : 'error';
  const seen = new Set<string>();
  let broke = false;
  let theirs = false;
  const add = (file: string) => {
    if (!seen.has(file)) collected.addIssue({ file, severity, message: 'not formatted' });
    seen.add(file);
  };
  eachLine(capture.text, (line) => {
    // What `go build`, `go vet` and `go test` complain of stands below the name of the package.
    theirs ||= line.startsWith('# ');
    if (theirs) return;
    const wrong = SYNTAX.exec(line);
    const diff = /^diff (?:-u )?(\S.*?\.go)(?:\.orig)? \S/.exec(line)?.[1];
    if (wrong)
      collected.addIssue({
        file: wrong[1]!,
        line: Number(wrong[2]),
        column: Number(wrong[3]),
        severity: 'error',
        message: wrong[4]!,
      });
    else if (diff !== undefined) add(diff);
    else if (/^[^\s:+@-][^:]*\.go$/.test(line)) add(line);
    else if (BROKEN.test(line)) {
      broke = true;
      collected.addProblem({ message: line });
    } else if (line.trim()) collected.unparsed++;
  });
  // Files are listed with exit code 0, so that all of the output must be there.
  const whole = !capture.cut && capture.invocation.view === 'whole';
  const closing = whole ? 'with-exit' : 'none';
  return judgeInspection(
    { runner: 'gofmt', kind: 'format', collected, broke: broke && !collected.found.error, closing },
    capture,
  );
}
