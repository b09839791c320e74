/** The module tells what lines of cargo's own say, which stand around those of the test binaries. */

/** `Running tests/it.rs (target/debug/deps/it-0a1b)`, before 1.54 `Running target/debug/deps/it-0a1b`, with `-v` its words. */
const TARGET = /^\s+(?:Running (.+?) \(([^()]+)\)|Running `?([^\s`]*[/\\]deps[/\\][^\s`]+)[^`]*`?|Doc-tests (\S+))$/;

/** Returns the name of the target that a line announces. */
export function targetOf(line: string): string | undefined {
  const target = TARGET.exec(line);
  if (!target) return undefined;
  const [, source, , binary, crate] = target;
  return crate === undefined ? (source ?? binary) : `doc-tests ${crate}`;
}

/** What cargo is about to do. */
export const STATUS =
  /^ +(?:Compiling|Finished|Blocking|Updating|Downloading|Downloaded|Locking|Adding|Fresh|Checking|Executable|Building|Dirty|Caused|Running|Waiting|Packaging|Removed|Scraping) /;
/** Cargo's own last words about a target that failed, also behind what a test had printed when it died. */
export const TARGET_FAILED = /(?:^|\.\.\. )error: (?:(?:test|doctest|bench) failed, to rerun |\d+ targets? failed:)/;
/** Why a target failed that had not said so itself. */
export const DIED = /^ {2}process didn't exit successfully: `/;
/** Why cargo could not make a target. */
export const NOT_BUILT =
  /^error: (?:could not compile |failed to (?:parse|load|read|get|run custom build|select|resolve|download)|no (?:such (?:sub)?command|(?:test|bin|example|bench|library) target)|package ID|could not find|unexpected argument|Found argument|the (?:option|lock file|package)|manifest path|toolchain|linking with )/;
