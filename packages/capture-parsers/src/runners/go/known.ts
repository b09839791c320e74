import type { Capture } from '../../runner.js';
import { mayLackBeginning } from '../../verdict.js';

/** `Known` tells what is known of an output of `go test` before its lines are read. */
export interface Known {
  /** `=== RUN` lines tell a test's own words from results. */
  readonly verbose: boolean;
  /** What stood before may be missing, and with it announcements. */
  readonly lost: boolean;
  readonly filtered: boolean;
  /** No `-v` was given: passing and skipped tests are not told. */
  readonly quiet: boolean;
  /** With `-v`, as here, every test is told. */
  readonly tells: boolean;
  /** The go command itself said that all is well. */
  readonly allWell: boolean;
  /** A single package that is ok, whose tests alone can have printed lines of packages that failed. */
  readonly alone: boolean;
  /** Benchmarks may have run. */
  readonly benches: boolean;
}

/** Tells what the command, its exit code and the first lines say. */
export function knownOf(text: string, capture: Capture): Known {
  const { invocation } = capture;
  const { words } = invocation;
  const told = isTold(capture);
  const quiet = askedForLess(capture) && !beginsVerbose(text);
  const allWell = invocation.exitCode === 0;
  return {
    verbose: text.includes('=== RUN ') && !quiet,
    lost: mayLackBeginning(capture) || lacksAnnouncements(text, capture),
    filtered: invocation.view === 'parts',
    quiet,
    tells: told && words.some((word) => VERBOSE.test(word)),
    allWell,
    alone: allWell && quiet && words.slice(2).every((word) => word.startsWith('-')),
    benches: !told || words.some((word) => /^--?(?:test\.)?bench(?:=|$)/.test(word)),
  };
}

/**
 * Tells whether tests are told of and none was announced: somebody took those lines away, as `-v` always prints them.
 */
function lacksAnnouncements(text: string, { input, invocation: { words } }: Capture): boolean {
  const tells = (!words.length && !input.command) || words.some((word) => VERBOSE.test(word));
  return tells && !text.includes('=== RUN ') && /^--- (?:PASS|SKIP): \S+ \(/m.test(text);
}

const VERBOSE = /^--?(?:test\.)?v(?:=true)?$/;

/** Tells whether the words are all that the go command was told. */
function isTold({ input, invocation: { words } }: Capture): boolean {
  return words[0] === 'go' && !input.command?.includes('GOFLAGS') && !words.some((word) => /\$|^@/.test(word));
}

/** Tells whether the words show that no `-v` was given: `=== RUN` lines are then what tests print. */
function askedForLess(capture: Capture): boolean {
  return isTold(capture) && !capture.invocation.words.some((word) => /^--?(?:test\.)?(?:v|json)(?:=|$)/.test(word));
}

/** Tells whether the first thing that any test printed is an announcement: `-v` may come from the environment. */
function beginsVerbose(text: string): boolean {
  const at = text.indexOf('=== RUN ');
  if (at < 0 || (at > 0 && text[at - 1] !== '\n')) return false;
  return text
    .slice(0, at)
    .split('\n')
    .every((line) => !line || /^(?:ok {2}\t|\?|go: |#)/.test(line));
}
