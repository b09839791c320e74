/** Black: `--check` and `--diff`. Formatting itself judges nothing. https://black.readthedocs.io/en/stable/usage_and_configuration/ */
import { Collector } from '../../collect.js';
import { issueOf } from '../../formats/issue-formats.js';
import { judgeInspection } from '../../inspect.js';
import { eachLine } from '../../output/text.js';
import type { Runner } from '../../runner.js';

const SIGNS = /^All done! ✨|^Oh no! 💥|^\d+ files? would be (?:reformatted|left unchanged)\b|^would reformat \S/m;

export const black: Runner = {
  id: 'black',
  kind: 'format',
  signs: SIGNS,
  starts: (words) => words[0] === 'black' && words.some((word) => word === '--check' || word === '--diff'),
  read(capture) {
    const { text, invocation } = capture;
    const collected = new Collector(capture.input.root);
    let [reformat, unparsed, unchanged] = [0, 0, 0];
    let [nothing, broke] = [false, false];
    eachLine(text, (line) => {
      const file = /^would reformat (.+)$/.exec(line)?.[1];
      const error = /^error: cannot (?:format|parse:) (.*)$/.exec(line)?.[1];
      const total =
        /^(?:(\d+) files? would be reformatted)?(?:, )?(?:(\d+) files? would be left unchanged)?(?:, )?(?:(\d+) files? would fail to reformat)?\.$/.exec(
          line,
        );
      if (file !== undefined)
        collected.addIssue({ file, severity: 'error', rule: 'unformatted', message: 'would be reformatted' });
      else if (error !== undefined) {
        const place = /^(.+?):(?: Cannot parse(?: for target version [^:]*)?:)? ?(\d+):(\d+)(?:: (.*))?$/.exec(error);
        collected.addIssue(
          issueOf({
            file: place?.[1] ?? error.slice(0, Math.max(0, error.indexOf(':'))),
            line: place ? Number(place[2]) : undefined,
            column: place ? Number(place[3]) + 1 : undefined,
            severity: 'error',
            message: place?.[4] ?? error,
          }),
        );
      } else if (total && line.length > 1) {
        reformat += Number(total[1] ?? 0);
        unchanged += Number(total[2] ?? 0);
        unparsed += Number(total[3] ?? 0);
      } else if (/^No (?:Python files are present|Path provided)|Nothing to do/.test(line)) nothing = true;
      else if (/^(?:Usage: black|Error: )/.test(line)) broke = true;
      else if (line.trim()) collected.unparsed++;
    });
    const errors = Math.max(collected.found.error, reformat + unparsed);
    return judgeInspection(
      {
        runner: 'black',
        kind: 'format',
        collected,
        totals: { errors },
        broke: errors === 0 && (broke || invocation.exitCode === 2),
        nothingRan: nothing && errors === 0,
        closing: unchanged > 0 && errors === 0 ? 'proof' : 'with-exit',
      },
      capture,
    );
  },
};
