/**
 * `cargo nextest`: its human output at all status levels, its libtest-json lines, and its JUnit file shown on a
 * terminal. https://nexte.st/docs/reporting/, https://nexte.st/docs/machine-readable/libtest-json/
 */
import { cargoSubcommand } from '../../command/cargo-command.js';
import { readJunit } from '../../formats/junit.js';
import { eachLine } from '../../output/text.js';
import { type Capture, type Runner, splitAfter } from '../../runner.js';
import { NextestRun } from './run.js';

export const nextest: Runner = {
  id: 'nextest',
  kind: 'test',
  starts: (words) => words[0] === 'cargo-nextest' || cargoSubcommand(words)?.name === 'nextest',
  signs:
    /^ *Nextest run ID |^ +Starting \d+ tests? across \d+ binar|^ {5}Summary \[ *[\d.]+s\] \d+(?:\/\d+)? (?:tests? run|stress run)|^<testsuites name="nextest-run"|^\{"type":"suite","event":"\w+",[^\n]{0,400}"nextest":/m,
  read(capture) {
    if (/<testsuites name="nextest-run"/.test(capture.text) && !SUMMARY_LINE.test(capture.text))
      return readJunit(capture, { runner: 'nextest', identify: ({ name = '' }) => ({ name }) });
    const run = new NextestRun(capture);
    eachLine(withoutHalfLine(capture), (line) => run.line(line), true);
    return run.report();
  },
  split: (text) => splitAfter(text, /^ {5}Summary \[.*$/gm),
};

const SUMMARY_LINE = /^ {5}Summary \[/m;

/** A run that was cut off before its summary may have ended in the middle of a name. */
function withoutHalfLine({ text, invocation }: Capture): string {
  const whole = text.endsWith('\n') || invocation.view !== 'whole' || SUMMARY_LINE.test(text);
  return whole ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}
