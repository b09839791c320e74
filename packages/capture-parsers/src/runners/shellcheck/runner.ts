/** ShellCheck: tty, gcc, JSON, JSON1, Checkstyle, diff and quiet. https://github.com/koalaman/shellcheck/blob/master/shellcheck.1.md */

import { Collector } from '../../collect.js';
import { baseName } from '../../command/words.js';
import { readCheckstyle } from '../../formats/checkstyle.js';
import { asNumber, asObject, asObjects, asText, documentsIn, type Json } from '../../formats/json-text.js';
import { judgeInspection } from '../../inspect.js';
import { eachLine } from '../../output/text.js';
import type { Issue, Report } from '../../report.js';
import type { Capture, Runner } from '../../runner.js';

export const shellcheck: Runner = {
  id: 'shellcheck',
  kind: 'lint',
  starts(words) {
    const own =
      words[0] === 'xargs' || words[0] === 'find'
        ? words.slice(words.findIndex((word) => baseName(word) === 'shellcheck'))
        : words;
    return (
      /^shellcheck(?:-py)?$/.test(baseName(own[0] ?? '')) &&
      !own.some((word) => /^(?:-V|--version|--help|--list-optional)$/.test(word))
    );
  },
  signs:
    /^In \S[^\n]{0,300} line \d+:$|^\S[^\n:]{0,300}:\d+:\d+: (?:error|warning|note): [^\n]{1,500} \[SC\d{4}\]$|^(?:\{"comments":)?\[\{"file":"[^"\n]{1,300}","line":\d+,"endLine":\d+|source='ShellCheck\.SC\d{4}'/m,
  read,
};

const SEVERITIES: Record<string, Issue['severity']> = { error: 'error', warning: 'warning' };
const severityOf = (word: string | undefined) => SEVERITIES[word ?? ''] ?? 'info';
const GCC = /^(\S[^:]*):(\d+):(\d+): (error|warning|note): (.*) \[(SC\d+)\]$/;
const HEAD = /^In (\S.*) line (\d+):$/;
/** `REMARK` matches the sign under the line of code, and the code of the remark, with its severity since 0.7.1. */
const REMARK = /^( *)\^[-^]* ?(SC\d{4})(?: \((error|warning|info|style)\))?: (.*)$/;
const BROKEN = /: openBinaryFile: |^(?:Unknown value for|unrecognized option|invalid option|No files specified)/;

function read(capture: Capture): Report {
  const { text } = capture;
  const collected = new Collector(capture.input.root);
  if (/^(?:\[|\{"comments")/m.test(text))
    for (const document of documentsIn(text)) {
      const list = Array.isArray(document) ? document : asObject(document).comments;
      for (const entry of asObjects(list)) if (entry.file) collected.addIssue(fromJson(entry));
    }
  for (const issue of readCheckstyle(text)?.issues ?? []) collected.addIssue(issue);
  let place: { file: string; line: number } | undefined;
  let broke = false;
  eachLine(text, (line) => {
    const head = HEAD.exec(line);
    const gcc = GCC.exec(line);
    const remark = place ? REMARK.exec(line) : null;
    if (head) place = { file: head[1]!, line: Number(head[2]) };
    else if (gcc)
      collected.addIssue({
        file: gcc[1]!,
        line: Number(gcc[2]),
        column: Number(gcc[3]),
        rule: gcc[6]!,
        severity: severityOf(gcc[4]),
        message: gcc[5]!,
      });
    else if (remark)
      collected.addIssue({
        ...place!,
        column: remark[1]!.length + 1,
        rule: remark[2]!,
        severity: severityOf(remark[3] ?? 'warning'),
        message: remark[4]!,
      });
    else if (/^--- a\/(\S.*)$/.test(line))
      collected.addIssue({ file: line.slice(6), severity: 'warning', message: 'a fix is proposed' });
    else if (BROKEN.test(line)) {
      broke = true;
      collected.addProblem({ message: line });
    } else if (line.trim()) collected.unparsed++;
  });
  const { error, warning, info } = collected.found;
  const found = error + warning + info;
  return judgeInspection(
    {
      runner: 'shellcheck',
      kind: 'lint',
      collected,
      totals: { problems: found },
      warningsBlock: true,
      broke: broke && found === 0,
      closing: 'with-exit',
    },
    capture,
  );
}

function fromJson(entry: Json): Issue {
  const numbers = {
    line: asNumber(entry.line),
    column: asNumber(entry.column),
    endLine: asNumber(entry.endLine),
    endColumn: asNumber(entry.endColumn),
  };
  return {
    file: asText(entry.file) ?? '',
    ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined)),
    rule: `SC${asNumber(entry.code) ?? ''}`,
    severity: severityOf(asText(entry.level)),
    message: asText(entry.message) ?? '',
  };
}
