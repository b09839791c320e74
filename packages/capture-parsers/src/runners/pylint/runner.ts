/**
 * Pylint 2 to 4: text, colorized, parseable, msvs, github, json and json2. Its exit code is a set of bits; conventions
 * and refactorings, which have no severity of their own here, are warnings.
 * https://pylint.readthedocs.io/en/stable/user_guide/usage/output.html
 */
import { Collector } from '../../collect.js';
import { issueOf } from '../../formats/issue-formats.js';
import { asNumber, asObject, asObjects, asText, documentsIn } from '../../formats/json-text.js';
import { judgeInspection } from '../../inspect.js';
import { eachLine } from '../../output/text.js';
import type { Issue } from '../../report.js';
import type { Runner } from '../../runner.js';

const SIGNS =
  /^\*{13} Module \S|^Your code has been rated at -?\d|^\S[^\n]{0,300}:\d+:\d+: [CRWEFI]\d{4}: [^\n]{1,500} \([a-z-]+\)$/m;

const TEXT = /^(.+?):(\d+):(\d+): ([CRWEFI])\d{4}: (.*) \(([\w-]+)\)$/;
const PARSEABLE = /^(.+?)(?::(\d+):|\((\d+)\):) \[([CRWEFI])\d{4}\(([\w-]+)\)[^\]]{0,80}\] (.*)$/;
const GITHUB = /^::(?:error|warning|notice) file=(.+?),line=(\d+),endline=\d*,col=(\d+),title=([CRWEFI])\d{4}::(.*)$/;

export const pylint: Runner = {
  id: 'pylint',
  kind: 'lint',
  signs: SIGNS,
  starts: (words) =>
    words[0] === 'pylint' &&
    !words.some((word) => /^--(?:version|help|list-msgs|generate-rcfile|help-msg)\b/.test(word)),
  read(capture) {
    const { text, invocation } = capture;
    const collected = new Collector(capture.input.root);
    for (const document of documentsIn(text)) {
      const entries = asObjects(Array.isArray(document) ? document : asObject(document).messages);
      for (const { path, line, column, symbol, message, type } of entries)
        if (typeof path === 'string') {
          const letter = (asText(type) ?? 'error')[0]!.toUpperCase();
          const place = { line: asNumber(line), column: (asNumber(column) ?? 0) + 1 };
          collected.addIssue(
            issueOf({ file: path, ...place, ...what(letter, asText(symbol)), message: asText(message) ?? '' }),
          );
        }
    }
    let broke = false;
    eachLine(text, (line) => {
      const issue = issueIn(line);
      if (issue) collected.addIssue(issue);
      else if (/^usage: pylint\b|^pylint: error: /.test(line)) broke = true;
      else if (line.trim() && !/^(?:\*{13} |-+$|Your code has been rated |[\s{}[\]"])/.test(line)) collected.unparsed++;
    });
    // Exit code 32 is a wrong option.
    const none = collected.issues.length === 0;
    return judgeInspection(
      {
        runner: 'pylint',
        kind: 'lint',
        collected,
        broke: none && (broke || invocation.exitCode === 32),
        // Its rating is rounded, so that even 10.00 proves nothing.
        closing: 'with-exit',
      },
      capture,
    );
  },
};

/** Columns count from 0. */
function issueIn(line: string): Issue | undefined {
  const row = / \([\w-]+\)$/.test(line) ? TEXT.exec(line) : null;
  if (row)
    return issueOf({
      file: row[1],
      line: Number(row[2]),
      column: Number(row[3]) + 1,
      ...what(row[4]!, row[6]),
      message: row[5]!,
    });
  const parseable = line.includes(' [') ? PARSEABLE.exec(line) : null;
  if (parseable)
    return issueOf({
      file: parseable[1],
      line: Number(parseable[2] ?? parseable[3]),
      ...what(parseable[4]!, parseable[5]),
      message: parseable[6]!,
    });
  const github = line.startsWith('::') ? GITHUB.exec(line) : null;
  if (!github) return undefined;
  const place = { file: github[1], line: Number(github[2]), column: Number(github[3]) + 1 };
  return issueOf({ ...place, ...what(github[4]!), message: github[5]! });
}

function what(letter: string, rule?: string): { severity: Issue['severity']; rule: string | undefined } {
  return { severity: /[FE]/.test(letter) ? 'error' : letter === 'I' ? 'info' : 'warning', rule };
}
