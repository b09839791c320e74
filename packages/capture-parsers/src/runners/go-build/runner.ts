/** `go build` and `go install`, text and `-json`: https://pkg.go.dev/cmd/go#hdr-Compile_packages_and_dependencies */
import { Collector } from '../../collect.js';
import { readIssues } from '../../formats/go-issues.js';
import { judgeInspection } from '../../inspect.js';
import type { Runner } from '../../runner.js';

export const goBuild: Runner = {
  id: 'go-build',
  kind: 'build',
  starts(words) {
    if (words[0] !== 'go') return false;
    const verb = words[1] === '-C' ? words[3] : words[1];
    // `go install module@version` fetches a tool and says nothing of the code here.
    return verb === 'build' || (verb === 'install' && !words.some((word) => word.includes('@')));
  },
  signs: /^\{"ImportPath":"[^"\n]*","Action":"build-(?:output|fail)"/m,
  read(capture) {
    const collected = new Collector(capture.input.root);
    const { refused, nothing, broken } = readIssues(capture.text, collected);
    const dry = capture.invocation.words.includes('-n');
    return judgeInspection(
      {
        runner: 'go-build',
        kind: 'build',
        collected,
        ...(broken || refused ? { totals: { errors: 1 } } : {}),
        closing: capture.cut ? 'none' : 'with-exit',
        nothingRan: nothing || dry,
      },
      capture,
    );
  },
};
