/**
 * `cargo test`: unit, integration and documentation tests, pretty and terse, and libtest's JSON; `cargo bench`,
 * `cargo llvm-cov`, `cargo tarpaulin`, `cross test`, and a test binary that is started by itself.
 * https://doc.rust-lang.org/cargo/commands/cargo-test.html. What the test binaries print is read in `cargo/suite.ts`.
 */
import { cargoSubcommand } from '../../command/cargo-command.js';
import { eachLine } from '../../output/text.js';
import { type Runner, splitBefore } from '../../runner.js';
import { CargoRun } from './run.js';

export const cargo: Runner = {
  id: 'cargo',
  kind: 'test',
  starts(words) {
    if (TEST_BINARY.test(words[0] ?? '')) return true;
    const command = cargoSubcommand(words);
    return command !== undefined && (COMMANDS.has(command.name) || isInstaTest(command.name, command.rest));
  },
  signs:
    /^test result: (?:ok|FAILED)\. \d+ passed; \d+ failed;|^running \d+ (?:merged doc)?tests?$|^ {4} Running (?:unittests |tests[/\\])|^ {3}Doc-tests \S|^\{ ?"type": ?"(?:suite|test)", ?"event": ?"|^error: (?:test|doctest) failed, to rerun pass /m,
  read(capture) {
    const run = new CargoRun(capture);
    eachLine(capture.text, (line) => run.line(line), true);
    return run.report();
  },
  split: splitRuns,
};

const COMMANDS = new Set(['test', 't', 'bench', 'llvm-cov', 'tarpaulin']);
/** What cargo names a test binary: the crate and a hash. */
const TEST_BINARY = /^[\w-]+-[0-9a-f]{16}$/;

function isInstaTest(name: string, rest: readonly string[]): boolean {
  return name === 'insta' && rest.find((word) => !word.startsWith('-')) === 'test';
}

/** A build that begins after the results of a run belongs to the next run. */
function splitRuns(text: string): string[] {
  let results = 0;
  const opening: string[] = [];
  const marked = text.replace(/^(?:test result: | +(?:Compiling|Blocking|Dirty|Finished) ).*$/gm, (line) => {
    if (line.startsWith('test')) results++;
    else if (results) {
      results = 0;
      opening.push(line);
      return `\0${line}`;
    }
    return line;
  });
  return opening.length ? splitBefore(`\0${marked}`, /^\0/gm).map((piece) => piece.slice(1)) : [text];
}
