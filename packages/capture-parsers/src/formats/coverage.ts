import { eachLine } from '../output/text.js';
import type { Coverage, CoverageTotal } from '../report.js';

/**
 * Returns the totals of a coverage report among other output: `go test -cover` and `go tool cover -func`, coverage.py
 * and pytest-cov, Istanbul's tables and text summary (nyc, c8, Jest, Vitest), lcov, `node --test`, `cargo llvm-cov`,
 * cargo-tarpaulin and SimpleCov. Undefined where there is no total: several packages of Go have none.
 */
export function readCoverage(text: string): Coverage | undefined {
  // Totals stand at the end, so that of a long text no more is looked at.
  const end = text.length > REACH ? text.slice(-REACH) : text;
  if (!SOME.test(end)) return undefined;
  const totals = new Totals();
  eachLine(end, (line) => totals.line(line));
  return totals.coverage(end === text);
}

const REACH = 200_000;

/** What nyc and c8 say below a run of whatever tests, when they end it for coverage below what was asked for. */
export const TOO_LITTLE =
  /^ERROR: (?:Coverage for \w+ \([\d.]+%\) does not meet |Uncovered (?:count for )?\w+ \(\d+\) exceeds? )/m;

/**
 * What tools say below a run whose coverage is below what was asked for: the first of those above behind any words of theirs,
 * coverage.py, SimpleCov, Mix, JaCoCo.
 */
const MISSED =
  /^[^\n]{0,200}\bCoverage for \w+ \([\d.]+%\) does not meet |^[^\n]{0,20}Coverage failure: total of [\d.]+ is less than |^FAIL Required test coverage of |^(?:\w+ )?[Cc]overage \([\d.]+%\) is below the expected minimum coverage |^SimpleCov failed (?:build )?(?:with exit|due to) |^Coverage test failed, threshold not met|^Rule violated for (?:bundle|package|class) /m;

/** Tells whether a tool that measures coverage says, behind the runner's last line, that too little is covered. */
export const missesCoverage = (text: string, from: number): boolean =>
  MISSED.test(text.slice(Math.max(from, text.length - REACH)));

/** One look at the whole text, which most outputs end with. */
const SOME =
  /\d% of statements|^total:\s+\(statements\)|^TOTAL +\d|^\| *\*\*TOTAL\*\*|^ ?All files *\||^[#ℹ] all files|^Statements +: |^LF:\d|\d% coverage, \d|^Line Coverage: |\d LOC \(\d/m;

type Kind = keyof Coverage;

const GO = /(?:^|\t)coverage: (\d+(?:\.\d+)?)% of statements(?: in .*)?$/;
const GO_TOTAL = /^total:\s+\(statements\)\s+(\d+(?:\.\d+)?)%$/;
/** `SUMMARY` matches `Statements : 80% ( 8/10 )`. */
const SUMMARY = /^(Statements|Branches|Functions|Lines) +: (?:(\d+(?:\.\d+)?)%|Unknown%) \( (\d+)\/(\d+) \)/;
const NODE = /^[#ℹ] all files +\| +(\d+\.\d+) \| +(\d+\.\d+) \| +(\d+\.\d+) \|/;
const LCOV = /^(LF|LH|BRF|BRH|FNF|FNH):(\d+)$/;
const TARPAULIN = /^(\d+(?:\.\d+)?)% coverage, (\d+)\/(\d+) lines covered/;
/** `RUBY` matches SimpleCov's `Line Coverage: 90.0% (9 / 10)` and, before 0.22, `9 / 10 LOC (90.0%) covered.` */
const RUBY = /^(Line|Branch) Coverage: (\d+(?:\.\d+)?)% \((\d+) \/ (\d+)\)/;
const OLD_RUBY = /(?:^| )(\d+) \/ (\d+) LOC \((\d+(?:\.\d+)?)%\) covered\.?$/;

class Totals {
  /** The first `All files` line holds the whole; a later report of the same run stands for it. */
  #found: { [Key in Kind]?: CoverageTotal } = {};
  /** Totals of single packages: one is the whole, of several nobody knows it. */
  #packages = 0;
  readonly #lcov = new Map<string, number>();
  /** The columns of coverage.py's table. */
  #columns: readonly string[] = [];

  line(line: string): void {
    const first = line.charCodeAt(0);
    // Most lines are of no concern, and are told by their first letter or by a sign in them.
    if (LCOV.test(line)) this.#count(line);
    else if (line.startsWith('Name ') || line.startsWith('Filename ')) this.#columns = line.trim().split(/ {1,}/);
    else if (line.startsWith('TOTAL ')) this.#table(line);
    else if (first === 0x7c && line.includes('**TOTAL**')) this.#markdown(line);
    else if (first === 0x53 || first === 0x42 || first === 0x46 || first === 0x4c) this.#summary(line);
    else if (line.includes('ll files')) this.#files(line);
    else if (line.includes('%')) this.#words(line);
  }

  #count(line: string): void {
    const [key, value] = line.split(':') as [string, string];
    this.#lcov.set(key, (this.#lcov.get(key) ?? 0) + Number(value));
  }

  #summary(line: string): void {
    const match = SUMMARY.exec(line);
    const ruby = line.startsWith('L') || line.startsWith('B') ? RUBY.exec(line) : null;
    if (match) {
      const kind = match[1]!.toLowerCase() as Kind;
      if (match[2] !== undefined) this.#found[kind] = totalOf(match[2], match[3], match[4]);
    } else if (ruby) this.#found[ruby[1] === 'Line' ? 'lines' : 'branches'] = totalOf(ruby[2]!, ruby[3], ruby[4]);
  }

  /** Istanbul's columns are statements, branches, functions and lines; those of Node lines, branches and functions. */
  #files(line: string): void {
    const node = NODE.exec(line);
    const names = node ? NODE_COLUMNS : ISTANBUL_COLUMNS;
    const cells = node ? node.slice(1) : line.split('|').slice(1, 5);
    if (!node && (!/^ ?All files *\|/.test(line) || cells.length < 4)) return;
    for (const [index, kind] of names.entries()) {
      const percent = (cells[index] ?? '').trim();
      if (PERCENT.test(percent)) this.#found[kind] = totalOf(percent);
    }
  }

  #words(line: string): void {
    const go = line.includes('of statements') ? GO.exec(line.trimEnd()) : null;
    const all = line.startsWith('total:') ? GO_TOTAL.exec(line) : null;
    const rust = line.includes('% coverage, ') ? TARPAULIN.exec(line) : null;
    const ruby = line.includes(' LOC (') ? OLD_RUBY.exec(line) : null;
    if (go) {
      // With -v a package says it twice: alone on a line, and behind its result.
      const alone = line.startsWith('coverage: ');
      if (!alone || this.#packages === 0) this.#found.statements = totalOf(go[1]!);
      if (!alone) this.#packages++;
    } else if (all) {
      this.#found.statements = totalOf(all[1]!);
      this.#packages = 0;
    } else if (rust) this.#found.lines = totalOf(rust[1]!, rust[2], rust[3]);
    else if (ruby) this.#found.lines = totalOf(ruby[3]!, ruby[1], ruby[2]);
  }

  /** The last row of coverage.py, or of `cargo llvm-cov`, whose rows are triples of a total, the missed and a percent. */
  #table(line: string): void {
    const cells = line.trim().split(/\s+/).slice(1);
    const numbers = cells.map((cell) => Number(cell.replace('%', '')));
    if (numbers.some((value, index) => Number.isNaN(value) && cells[index] !== '-')) return;
    if (cells.filter((cell) => cell.endsWith('%')).length > 1 || this.#columns.includes('Regions'))
      this.#triples(cells);
    else if (cells.length >= 3 && cells.at(-1)!.endsWith('%')) this.#python(cells, numbers);
  }

  /** `| **TOTAL** | **9** | **5** | **44%** |` of `coverage report --format=markdown`. */
  #markdown(line: string): void {
    const [, ...cells] = line.replaceAll(/[|*]/g, ' ').trim().split(/\s+/);
    if (/^\d+(?: \d+)+ \d+(?:\.\d+)?%$/.test(cells.join(' '))) this.#python(cells, cells.map(parseFloat));
  }

  /** Statements and missed, and with branches their number and how many were partly taken; one percentage for both. */
  #python(cells: readonly string[], numbers: readonly number[]): void {
    const [statements = 0, missed = 0] = numbers;
    const percent = cells.at(-1)!.slice(0, -1);
    const covered = statements - missed;
    this.#found.statements =
      cells.length >= 5 ? { percent: Number(percent) } : { percent: Number(percent), covered, total: statements };
  }

  #triples(cells: readonly string[]): void {
    for (const [index, kind] of LLVM_COLUMNS.entries()) {
      const [total, missed, percent] = cells.slice(index * 3, index * 3 + 3);
      if (!kind || !percent?.endsWith('%')) continue;
      this.#found[kind] = totalOf(percent.slice(0, -1), String(Number(total) - Number(missed)), total);
    }
  }

  /** `whole`: no package's total can have been missed. */
  coverage(whole: boolean): Coverage | undefined {
    for (const [kind, found, hit] of whole ? LCOV_KINDS : []) {
      const total = this.#lcov.get(found);
      const covered = this.#lcov.get(hit) ?? 0;
      if (total) this.#found[kind] ??= { percent: Math.round((covered / total) * 10_000) / 100, covered, total };
    }
    if (this.#packages > (whole ? 1 : 0)) delete this.#found.statements;
    return Object.keys(this.#found).length ? this.#found : undefined;
  }
}

const PERCENT = /^\d+(?:\.\d+)?$/;
const ISTANBUL_COLUMNS: readonly Kind[] = ['statements', 'branches', 'functions', 'lines'];
const NODE_COLUMNS: readonly Kind[] = ['lines', 'branches', 'functions'];
/** Regions are no total of ours. */
const LLVM_COLUMNS: readonly (Kind | undefined)[] = [undefined, 'functions', 'lines', 'branches'];
const LCOV_KINDS: readonly (readonly [Kind, string, string])[] = [
  ['lines', 'LF', 'LH'],
  ['branches', 'BRF', 'BRH'],
  ['functions', 'FNF', 'FNH'],
];

function totalOf(percent: string, covered?: string, total?: string): CoverageTotal {
  if (covered === undefined || total === undefined) return { percent: Number(percent) };
  return { percent: Number(percent), covered: Number(covered), total: Number(total) };
}
