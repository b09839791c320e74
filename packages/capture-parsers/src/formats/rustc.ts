import type { Collector } from '../collect.js';
import { eachLine } from '../output/text.js';
import type { Issue } from '../report.js';
import { parseObject } from './json-text.js';

/**
 * A diagnosis tells what rustc and clippy say, as cargo passes it on: the long form, `--message-format short` and the
 * JSON lines. https://doc.rust-lang.org/rustc/json.html, https://doc.rust-lang.org/cargo/reference/external-tools.html
 */
export interface Diagnosis {
  /** Errors that name no place in the code: of the linker, of a build script, of cargo itself. */
  readonly loose: readonly string[];
  /** `could not compile`, `aborting due to`, `"success":false`: the build itself says that it failed. */
  readonly failed: boolean;
  /** The sum of `generated N warnings`, without the duplicates. */
  readonly warnings: number;
  /** The errors that `could not compile` and `aborting due to` count. */
  readonly errors: number;
  /** `Finished`, or the JSON line that says that the build succeeded. */
  readonly finished: boolean;
}

const HEAD = /^(error|warning)(?:\[([\w:-]+)\])?: (.+)$/;
const PLACE = /^ *--> (.+?):(\d+):(\d+)$/;
const SHORT = /^(\S[^:\n]*|[A-Z]:[^:\n]+):(\d+):(\d+): (error|warning)(?:\[([\w:-]+)\])?: (.*)$/;
/** The notes that name a lint: "`#[warn(clippy::ptr_arg)]` on by default", "`-D dead-code` implied by `-D warnings`". */
const NOTE = /^ *= note: (?:requested on the command line with )?`(?:#!?\[(?:warn|deny|forbid)\(|-[WDF] )([\w:-]+)[)`]/;
const CLIPPY_PAGE = /rust-clippy\/[^#\s]*#\/?(\w+)$/;
const LEVEL_HERE = /^note: the lint level is defined here$/;
const LEVEL_TEXT = /^ *\d+ *\| .*#!?\[(?:warn|deny|forbid)\(([\w:]+)\)\]/;
const GENERATED = /^`[^`]+` \([^)]*\) generated (\d+) warnings?(?: \((\d+) duplicates?\))?/;
const EMITTED = /^(?:\d+ warnings? emitted|\d+ errors?; \d+ warnings? emitted|build failed, waiting for other jobs)/;
const ABORTED = /^(?:aborting due to |could not compile |could not document |\d+ (?:previous )?errors?$)/;

/** What just and bun say of a command of theirs that failed. */
const TASK_FAILED = /^(?:Recipe `|script ")/;

/** Reads the messages of rustc, as text or as JSON lines, and adds them to what was collected. */
export function readRustc(text: string, collected: Collector): Diagnosis {
  const reader = new RustcReader(collected);
  // JSON lines are longer than any line of a text that is read here.
  eachLine(text, (line) => reader.line(line), true);
  return reader.close();
}

interface Open {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  rule?: string;
  place?: { file: string; line: number; column: number };
  /** After "the lint level is defined here". */
  level: boolean;
}

/** Nobody has more messages than this. */
const RULES_CAP = 1_000;

class RustcReader {
  readonly #collected: Collector;
  readonly #seen = new Set<string>();
  /** The rule of each message, without the names in it. */
  readonly #rules = new Map<string, string>();
  readonly #loose: string[] = [];
  #open: Open | undefined;
  #failed = false;
  #finished = false;
  #warnings = 0;
  #errors = 0;

  constructor(collected: Collector) {
    this.#collected = collected;
  }

  line(wide: string): void {
    if (wide.startsWith('{') && this.#json(wide)) return;
    const line = wide.length > 4_096 ? wide.slice(0, 4_096) : wide;
    const head = line.startsWith('error') || line.startsWith('warning') ? HEAD.exec(line) : null;
    if (head) this.#head(head[1] as 'error' | 'warning', head[2], head[3]!);
    else if (/^ +Finished /.test(line)) this.#finished = true;
    else if (this.#open) this.#detail(this.#open, line);
    if (!head && /^\S/.test(line)) this.#short(line);
  }

  close(): Diagnosis {
    this.#settle();
    return {
      loose: this.#loose,
      failed: this.#failed,
      warnings: this.#warnings,
      errors: this.#errors,
      finished: this.#finished && !this.#failed,
    };
  }

  #head(severity: 'error' | 'warning', rule: string | undefined, message: string): void {
    this.#settle();
    if (ABORTED.test(message)) {
      this.#failed = true;
      this.#errors += Number(/due to (?:(\d+) )?previous/.exec(message)?.[1] ?? 0);
      return;
    }
    if (TASK_FAILED.test(message)) return;
    const generated = GENERATED.exec(message);
    if (generated) this.#warnings += Number(generated[1]) - Number(generated[2] ?? 0);
    else if (!EMITTED.test(message))
      this.#open = { severity, message, level: false, ...(rule === undefined ? {} : { rule }) };
  }

  /** A line below the head of a diagnostic. */
  #detail(open: Open, line: string): void {
    const place = open.place ? null : PLACE.exec(line);
    if (place) open.place = { file: place[1]!, line: Number(place[2]), column: Number(place[3]) };
    else if (LEVEL_HERE.test(line)) open.level = true;
    else {
      const rule = NOTE.exec(line)?.[1] ?? (open.level ? LEVEL_TEXT.exec(line)?.[1] : undefined);
      const page = line.includes('rust-clippy/') ? CLIPPY_PAGE.exec(line.trimEnd())?.[1] : undefined;
      if (page) open.rule = `clippy::${page}`;
      else if (rule && !/^(?:warnings|clippy::(?:all|pedantic|nursery|restriction|style|perf|complexity))$/.test(rule))
        open.rule ??= rule.replace(/-/g, '_');
    }
  }

  #short(line: string): void {
    const match = SHORT.exec(line);
    if (!match) return;
    this.#settle();
    const [, file, row, column, severity, rule, message] = match;
    this.#add({
      file: file!,
      line: Number(row),
      column: Number(column),
      severity: severity as 'error' | 'warning',
      message: message!,
      ...(rule === undefined ? {} : { rule }),
    });
  }

  #settle(): void {
    const open = this.#open;
    this.#open = undefined;
    if (!open) return;
    const { severity, message, rule, place } = open;
    if (place) this.#add({ severity, message, ...place, ...(rule === undefined ? {} : { rule }) });
    else if (severity === 'error') this.#loose.push(message);
  }

  /** A library is compiled again for its tests, and says the same again. */
  #add(issue: Issue): void {
    const key = `${issue.file}\0${issue.line}\0${issue.column}\0${issue.severity}\0${issue.message}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    // The name of a lint is noted below the first of its issues only; others say the same of other names.
    const shape = `${issue.severity} ${issue.message.replace(/`[^`]*`/g, '`')}`;
    const rule = issue.rule ?? this.#rules.get(shape);
    if (issue.rule && this.#rules.size < RULES_CAP) this.#rules.set(shape, issue.rule);
    this.#collected.addIssue(rule === undefined ? issue : { ...issue, rule });
  }

  #json(line: string): boolean {
    const value: Told | undefined = parseObject(line);
    if (!value) return false;
    if (value.reason === 'build-finished') {
      if (value.success) this.#finished = true;
      else this.#failed = true;
      return true;
    }
    const told = value.reason === 'compiler-message' ? value.message : value.$message_type ? value : undefined;
    if (!told || typeof told !== 'object') return value.reason !== undefined;
    this.#message(told as Message);
    return true;
  }

  #message({ level, message, code, spans }: Message): void {
    const severity = level?.startsWith('error') ? 'error' : level === 'warning' ? 'warning' : undefined;
    if (!severity || typeof message !== 'string') return;
    const span = Array.isArray(spans) ? spans.find((candidate) => candidate.is_primary) : undefined;
    if (ABORTED.test(message)) this.#failed = true;
    else if (span)
      this.#add({
        file: String(span.file_name),
        line: Number(span.line_start),
        column: Number(span.column_start),
        endLine: Number(span.line_end),
        endColumn: Number(span.column_end),
        severity,
        message,
        ...(code?.code ? { rule: code.code } : {}),
      });
    else if (severity === 'error') this.#loose.push(message);
  }
}

interface Told {
  readonly reason?: string;
  readonly success?: boolean;
  readonly $message_type?: string;
  readonly message?: unknown;
}

interface Message {
  readonly level?: string;
  readonly message?: string;
  readonly code?: { readonly code?: string } | null;
  readonly spans?: readonly {
    readonly is_primary?: boolean;
    readonly file_name?: string;
    readonly line_start?: number;
    readonly line_end?: number;
    readonly column_start?: number;
    readonly column_end?: number;
  }[];
}
