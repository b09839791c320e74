/** Checkstyle's XML, which many linters write. https://checkstyle.org/ */

import { Collector } from '../../collect.js';
import { readCheckstyle } from '../../formats/checkstyle.js';
import { judgeInspection } from '../../inspect.js';
import type { Report } from '../../report.js';
import type { Capture, Runner } from '../../runner.js';

export const checkstyle: Runner = {
  id: 'checkstyle',
  kind: 'lint',
  generic: true,
  starts: (words) => words[0] === 'checkstyle' && !words.includes('--version'),
  signs: /^<checkstyle(?: version="[^"\n]{0,40}")?>$|^[ \t]*<checkstyle\b[^<>]{0,200}>[ \t]*$/m,
  read,
};

function read(capture: Capture): Report {
  const collected = new Collector(capture.input.root);
  const { issues = [], exceptions = [], complete = false } = readCheckstyle(capture.text) ?? {};
  for (const issue of issues) collected.addIssue(issue);
  for (const file of exceptions) collected.addProblem({ file, message: 'exception' });
  return judgeInspection(
    {
      runner: 'checkstyle',
      kind: 'lint',
      collected,
      broke: exceptions.length > 0 && issues.length === 0,
      closing: complete ? 'with-exit' : 'none',
      doubts: complete ? [] : ['unfinished'],
    },
    capture,
  );
}
