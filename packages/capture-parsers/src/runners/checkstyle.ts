/** Checkstyle's XML, which many linters write. https://checkstyle.org/ */
import { Collector } from '../collect.js';
import { judgeInspection } from '../inspect.js';
import type { Issue, Report } from '../report.js';
import type { Capture, Runner } from '../runner.js';
import { tags } from '../xml.js';

export const checkstyle: Runner = {
  id: 'checkstyle',
  kind: 'lint',
  generic: true,
  starts: (words) => words[0] === 'checkstyle' && !words.includes('--version'),
  signs: /^<checkstyle(?: version="[^"\n]{0,40}")?>$|^\s*<checkstyle\b[^<>]{0,200}>\s*$/m,
  read,
};

const SEVERITIES: Record<string, Issue['severity']> = { warning: 'warning', info: 'info', ignore: 'info' };

function read(capture: Capture): Report {
  const collected = new Collector(capture.input.root);
  let file = '';
  let closed = false;
  for (const { name, kind, attributes } of tags(capture.text)) {
    if (name === 'checkstyle') closed = kind !== 'open';
    else if (kind === 'close') continue;
    else if (name === 'file') file = attributes.name ?? '';
    else if (name === 'error') {
      const [line, column] = [Number(attributes.line), Number(attributes.column)];
      collected.addIssue({
        file,
        ...(line ? { line } : {}),
        ...(column ? { column } : {}),
        ...(attributes.source ? { rule: attributes.source } : {}),
        severity: SEVERITIES[attributes.severity?.toLowerCase() ?? ''] ?? 'error',
        message: attributes.message ?? '',
      });
    } else if (name === 'exception') collected.addProblem({ file, message: 'exception' });
  }
  return judgeInspection(
    {
      runner: 'checkstyle',
      kind: 'lint',
      collected,
      broke: collected.problems.length > 0 && collected.issues.length === 0,
      closing: closed ? 'with-exit' : 'none',
      doubts: closed ? [] : ['unfinished'],
    },
    capture,
  );
}
