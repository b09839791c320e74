/** Prettier 1 to 3: `--check` and `--list-different`. Writing judges nothing. https://prettier.io/docs/cli */
import { Collector } from '../../collect.js';
import { judgeInspection } from '../../inspect.js';
import { eachLine } from '../../output/text.js';
import type { Runner } from '../../runner.js';

const SIGNS =
  /^All matched files use Prettier code style!$|^(?:\[warn\] )?Code style issues (?:were )?found in |^Checking formatting\.\.\.$/m;

export const prettier: Runner = {
  id: 'prettier',
  kind: 'format',
  signs: SIGNS,
  starts: (words) => /^prettier(?:@\S*)?$/.test(words[0] ?? '') && words.some((word) => CHECKS.test(word)),
  read(capture) {
    const { text, invocation } = capture;
    const collected = new Collector(capture.input.root);
    const lists = invocation.words.some((word) => /^(?:--list-different|-l)$/.test(word));
    let [checking, broke, nothing] = [false, false, false];
    let total = 0;
    const unformatted = (file: string) =>
      collected.addIssue({ file, severity: 'error', rule: 'unformatted', message: 'Code style issues found' });
    let closed = false;
    eachLine(text, (line) => {
      // Below its last word is what others say, until it begins again.
      if (closed && line !== BEGINNING) return;
      closed = LAST_WORD.test(line);
      const error = /^\[error\] (.*)$/.exec(line)?.[1];
      const place =
        error === undefined || !/ \(\d+:\d+\)$/.test(error)
          ? null
          : /^(.+?): (\w*Error: .*) \((\d+):(\d+)\)$/.exec(error);
      const warned = /^\[warn\] (.*[^.?\s])$/.exec(line)?.[1];
      const found = /^(?:\[warn\] )?Code style issues (?:were )?found in (?:(\d+) files|the above file)/.exec(line);
      if (place)
        collected.addIssue({
          file: place[1]!,
          line: Number(place[3]),
          column: Number(place[4]),
          severity: 'error',
          message: place[2]!,
        });
      else if (error !== undefined) {
        // The source around a syntax error follows in lines of the same kind.
        if (/^(?:No (?:files|matching|supported)|Explicitly specified)/.test(error)) nothing = true;
        else if (/^[A-Z]/.test(error)) broke = true;
        if (nothing || broke) collected.addProblem({ message: error });
      } else if (line === BEGINNING) checking = true;
      else if (found) total += Number(found[1] ?? 1);
      else if (/^Error occurred when checking code style/.test(line)) total = Math.max(total, 1);
      else if (warned !== undefined && !/^(?:Ignored|Error occurred|jsx|")/.test(warned)) unformatted(warned);
      else if ((lists || checking) && /^[^\s[>].*\.\w+$/.test(line)) unformatted(line);
      else if (line.trim() && !line.startsWith('All matched files')) collected.unparsed++;
    });
    const errors = Math.max(collected.found.error, total);
    return judgeInspection(
      {
        runner: 'prettier',
        kind: 'format',
        collected,
        totals: { errors },
        broke: errors === 0 && !nothing && (broke || invocation.exitCode === 2),
        nothingRan: nothing && errors === 0,
        // It also says that all files are well when it found none, or could read none.
        closing: 'with-exit',
      },
      capture,
    );
  },
};

const BEGINNING = 'Checking formatting...';
const LAST_WORD =
  /^All matched files use |^(?:\[\w+\] )?(?:Code style issues (?:were )?found in|Error occurred when checking code style in) /;
const CHECKS = /^(?:--check|-c|--list-different|-l)$/;
