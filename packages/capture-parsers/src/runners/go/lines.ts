/**
 * The module tells what lines of `go test`, `go build` and `go vet` look like; shared by the readers of their outputs.
 */

// 1 status, 2 package, 3 the rest: `ok  	example.com/a	0.1s	coverage: …`, `FAIL	example.com/a [build failed]`
const PACKAGE = /^(ok|FAIL|\?)[\t ]\s*(\S+)(?:\s+(.*))?$/;
// 1 file, 2 line, 3 column, 4 message, as the compiler and vet print it
const PLACE = /^(?:vet: )?([^\s:](?:[^:]|:(?=[\\/]))*\.(?:go|s|c|cc|cpp|h|mod|work)):(\d+)(?::(\d+))?: (.*)$/;

// 1 name without the number of processors
const BENCHMARK = /^(Benchmark\S*?)(?:-\d+)?\s+\d+\s+[\d.]+ \S+\/op/;
// 1 name, as told when time is up; one tab before Go 1.23, spaces where a terminal was copied
const STILL_RUNNING = /^(?:\t| {8}){1,2}(\S.*) \([\d.]+[a-zµ]+[\d.a-zµ]*\)$/;
// 1 package: `-cover` tells of packages without tests too
const UNCOVERED = /^\t(\S+)\t\tcoverage: /;

/** Before Go 1.9 the closing line of a package did not say so. */
export const NO_TESTS = 'testing: warning: no tests to run';

/** Lines of the runner that say nothing about a test. */
export const SAYS_NOTHING =
  /^(?:coverage: |exit status |go: |testing: warning: |goos: |goarch: |pkg: |cpu: |-test\.shuffle |fuzz: |Benchmark)/;

/** No package that is there, or none with tests, was named. */
export const NO_PACKAGES = /^(?:go: (?:warning: "\S+" )?(?:no packages|matched no packages)|no packages to test)/;

/** Errors of the go command itself, before anything is built. */
export const COMMAND_ERROR =
  /^(?:go: (?!downloading|finding|extracting|warning|added|upgraded|found|creating|to add|updates? )|go (?:test|build|vet|list): |no required module|cannot find package|can't load package|package \S+ is not in|package \S+(?:\.go)?: |package \S+$|pattern \S+: |main module \(|no Go files in |build constraints exclude|stat \S+: (?:no such|directory not)|directory \S+ (?:outside|is not|not in)|flag provided but not defined|invalid value |malformed import path|import cycle not allowed|build \S+: (?:cannot|no)|named files must|found packages \S+ \(|-\S+ requires|cannot use -)/;

/** Words of the runtime that end a test binary. */
export const DEATH =
  /^(?:panic: |fatal error: |signal: |SIG[A-Z]+: |unexpected fault address|runtime: goroutine stack exceeds|race: limit on|exit status \d|\*\*\* Test (?:killed|I\/O)|bufio\.Scanner: token too long)/;

export const TIMED_OUT = /test timed out after|ran too long/;

/** Longer lines are judged by their beginning. */
export const LINE_CAP = 4_096;

/** Names that the testing package gives; anything else at the left margin was printed by somebody else. */
export const TOP_LEVEL = /^(?:Test|Fuzz|Example|Benchmark)(?![a-z])[^\s/]*$/;

/**
 * `TELLING` holds the first characters of the lines of the runner and of a runtime that dies, and of hosts that took text
 * out.
 */
export const TELLING = 'oF?PpfsSureb*[.…';
const IS_TELLING = new Uint8Array(128);
for (const char of TELLING) IS_TELLING[char.charCodeAt(0)] = 1;
const ELLIPSIS = 0x2026;

/** Tells whether a line that begins with this character (its code) can say something of a run. */
export function isTelling(char: number): boolean {
  return char < 128 ? IS_TELLING[char] === 1 : char === ELLIPSIS;
}

export interface PackageLine {
  readonly status: 'ok' | 'FAIL' | '?';
  readonly name: string;
  readonly rest: string;
}

/** Returns the closing line of a package. Tests print such words too; the runner's have a known ending. */
export function readPackageLine(line: string): PackageLine | undefined {
  const match = PACKAGE.exec(line);
  if (!match) return undefined;
  const [, status, name, rest = ''] = match;
  const known =
    status === '?'
      ? rest.startsWith('[no test files]')
      : status === 'ok'
        ? /^(?:\(cached\)|\d+(?:\.\d+)?s\b)/.test(rest)
        : /^(?:\(cached\)|\d+(?:\.\d+)?s\b|\[(?:build|setup) failed\])/.test(rest);
  return known ? { status: status as PackageLine['status'], name: name!, rest } : undefined;
}

/** Returns the name of a benchmark, from the line with its numbers. */
export const benchmarkOf = (line: string): string | undefined => BENCHMARK.exec(line)?.[1];

/** Returns the name of a test that still ran when time was up. */
export const stillRunning = (line: string): string | undefined => STILL_RUNNING.exec(line)?.[1];

/** Returns the package without tests of which a line says how little is covered. */
export const uncoveredPackage = (line: string): string | undefined => UNCOVERED.exec(line)?.[1];

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  readonly message: string;
}

/** Returns a complaint with its place, as the compiler and vet print it. */
export function readPlace(line: string): Place | undefined {
  const match = PLACE.exec(line);
  if (!match) return undefined;
  const [, file, row, column, message] = match;
  return {
    file: file!.replace(/^\.[\\/]/, ''),
    line: Number(row),
    ...(column === undefined ? {} : { column: Number(column) }),
    message: message!,
  };
}
