/**
 * Semgrep (`scan` and `ci`) 0.x and 1.x, and Opengrep: text, JSON, SARIF, GitLab, JUnit XML, Vim and Emacs.
 * https://semgrep.dev/docs/cli-reference, https://semgrep.dev/docs/semgrep-appsec-platform/json-and-sarif
 */
import { Collector } from '../../collect.js';
import { issueOf } from '../../formats/issue-formats.js';
import { asNumber, asObject, asObjects, asText, documentsIn, type Json } from '../../formats/json-text.js';
import { readSarif } from '../../formats/sarif.js';
import { tags } from '../../formats/xml.js';
import { judgeInspection } from '../../inspect.js';
import { eachLine } from '../../output/text.js';
import type { Issue, Reason, Report } from '../../report.js';
import type { Capture, Runner } from '../../runner.js';

const SIGNS =
  /^[Rr]an \d+ rules? on \d+ files?: \d+ findings?\b|^│ \d+ (?:\w+ ){1,4}Findings? +│|^ • Findings: \d+ \(\d+ blocking\)$|^\{"(?:version|errors)":(?![^\n]{0,60}"runs":)[^\n]{1,300}"results": ?\[(?:\]|\{ ?"check_id")|<testsuite [^<>]{0,200}name="semgrep results"|"driver":\{"name":"[Ss]emgrep|"analyzer":\{"id":"semgrep"/m;

/** Subcommands and options that look at no code, or test rules. */
const OTHER =
  /^(?:login|logout|lsp|publish|show|test|install-\S+|validate|mcp|dump-\S+|--version|--help|-h|--test|--validate|--dump-\S+|--show-\S+)$/;

export const semgrep: Runner = {
  id: 'semgrep',
  kind: 'lint',
  starts(words) {
    return /^(?:py|o)?semgrep$|^opengrep$/.test(words[0] ?? '') && !words.slice(1).some((word) => OTHER.test(word));
  },
  signs: SIGNS,
  read(capture) {
    const run = new SemgrepRun(capture);
    run.documents();
    eachLine(capture.text, (line) => run.line(line));
    return run.report();
  },
};

const RAN = /^\s*[Rr]an (\d+) rules?(?: on (\d+) files?)?: (\d+) findings?\b/;
/** `FINDINGS` matches a line of the scan's summary since 1.100, and of `semgrep ci`. */
const FINDINGS = /^ {0,4}(?:[•*-] )?(?:Findings: |Found )(\d+)(?: findings?)? \((\d+) blocking\)/;
const BOX = /^\s*[│|] (\d+) (?:.* )?Findings? +[│|]$/;
/** What older versions put above the findings. */
const HEADING = /^\s*(?:(?:First-Party |Blocking |Non-?blocking |Code |Secrets )*(?:Findings|Rules Fired.*)):$/i;
const SECTION = /^\s*[│|] (?:Scan Status|Scan Summary|Scanning|Results|Debugging Info|Scan Environment).*[│|]$/;
const CODE = /^ *(\d+)┆/;
const VIM = /^(\S[^:]*):(\d+):(\d+):([EWI]):([^:\s]+):(.*)$/;
const EMACS = /^(\S[^:]*):(\d+):(\d+):(error|warning|info)(?:\(([^()]*)\))?:(.*)$/i;
const RULE_MARK = /^ {2,5}([❯❱]+) (\S.*?)\s*$/;
/** Where the name behind a mark begins. */
const RULE_INDENT = 7;
const MARKS: Record<string, Issue['severity']> = { '❯❯❱': 'error', '❯❱': 'warning', '❱': 'info' };
/** In a trace the lines of code are steps, no findings. */
const TRACE = /^ +(?:Taint comes from|Taint flows through|This is how taint|Call trace|Taint source|Sink)/;
/** Something was not looked at, or not to its end. */
const PARTIAL =
  /^\s*Partially scanned: [1-9]|^\s*[•◦] (?:Partially (?:analyzed|scanned)[^:]*|Internal matching errors?|Timed? ?out[^:]*|Parse errors?[^:]*): [1-9]|^(?:\[?WARN\w*\]?:? )?(?:Warning: )?\d+ timeout error\(s\) in /;
const BROKEN =
  /^(?:\[ERROR\]|\[\d\d\.\d\d\]\[ERROR\]|Error:|ERROR:|Traceback \(most recent call last\)|semgrep(?: \w+)?: unknown|Usage: semgrep|Failed to run 'git|invalid configuration file|Invalid rule schema|run `semgrep login`|Could not start scan|fatal:|No config given)/;
/** `SEVERITIES` holds JSON's own words for severities; those of rules for dependencies and secrets among them. */
const SEVERITIES: Record<string, Issue['severity']> = {
  ERROR: 'error',
  CRITICAL: 'error',
  HIGH: 'error',
  WARNING: 'warning',
  MEDIUM: 'warning',
  UNKNOWN: 'warning',
  INFO: 'info',
  LOW: 'info',
  E: 'error',
  W: 'warning',
  I: 'info',
};

function severityOf(word: string | undefined): Issue['severity'] {
  return SEVERITIES[word?.toUpperCase() ?? ''] ?? 'warning';
}

class SemgrepRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  #version: string | undefined;
  /** What the summary counts. */
  #total: number | undefined;
  /** The sum of the headings above findings. */
  #boxed = 0;
  #document = false;
  #unfinished = false;
  #partial = false;
  #nothing = false;
  #broken: string[] = [];
  /** Below a heading of findings. */
  #listing = false;
  #file: string | undefined;
  #rule: string | undefined;
  #severity: Issue['severity'] = 'warning';
  #message = '';
  /** The line before was a rule's name. */
  #named = false;
  /** The next line of code begins a finding. */
  #fresh = true;
  #last = 0;
  #trace = false;

  constructor(capture: Capture) {
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
  }

  documents(): void {
    const { text } = this.#capture;
    if (/<testsuite [^<>]{0,200}name="semgrep results"/.test(text)) this.#junit(text);
    if (!/^\{/m.test(text)) return;
    for (const document of documentsIn(text)) this.#json(asObject(document));
    if (!this.#document && /^\{(?:"(?:version|errors|results|\$schema)":|$)/m.test(text)) this.#unfinished = true;
  }

  #json(body: Json): void {
    const sarif = readSarif(body);
    if (sarif) {
      this.#document = true;
      for (const { issues, version, troubles, succeeded } of sarif) {
        this.#version ??= version;
        for (const issue of issues) this.#collected.addIssue(issue);
        if (troubles.length || succeeded === false) this.#partial = true;
        for (const message of troubles) this.#collected.addProblem({ message });
      }
    } else if (Array.isArray(body.results) && Array.isArray(body.errors)) {
      this.#document = true;
      this.#version = asText(body.version);
      for (const result of asObjects(body.results)) this.#result(result);
      for (const error of asObjects(body.errors)) this.#error(error);
      const scanned = asObject(body.paths).scanned;
      if (Array.isArray(scanned) && !scanned.length) this.#nothing = true;
    } else if (Array.isArray(body.vulnerabilities)) {
      this.#document = true;
      for (const entry of asObjects(body.vulnerabilities)) this.#vulnerability(entry);
      if (asObject(body.scan).status === 'failure') this.#partial = true;
    }
  }

  #result(result: Json): void {
    const [start, end, extra] = [asObject(result.start), asObject(result.end), asObject(result.extra)];
    if (extra.is_ignored === true) return;
    this.#add({
      file: asText(result.path),
      line: asNumber(start.line),
      column: asNumber(start.col),
      endLine: asNumber(end.line),
      endColumn: asNumber(end.col),
      rule: asText(result.check_id),
      severity: severityOf(asText(extra.severity)),
      message: asText(extra.message) ?? '',
    });
  }

  #error(error: Json): void {
    this.#partial = true;
    const file = asText(error.path);
    const line = asNumber(asObject(asObjects(error.spans)[0]?.start).line);
    const message = asText(error.message) ?? asText(error.long_msg) ?? asText(error.type) ?? '';
    this.#collected.addProblem({
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { line }),
      message,
    });
  }

  #vulnerability(entry: Json): void {
    const place = asObject(entry.location);
    this.#add({
      file: asText(place.file),
      line: asNumber(place.start_line),
      endLine: asNumber(place.end_line),
      rule: asText(asObjects(entry.identifiers).find(({ type }) => type === 'semgrep_type')?.value),
      severity: severityOf(asText(entry.severity)),
      message: asText(entry.message) ?? asText(entry.description) ?? '',
    });
  }

  #junit(text: string): void {
    let test: Readonly<Record<string, string>> = {};
    this.#unfinished = true;
    for (const { name, kind, attributes } of tags(text)) {
      if (name === 'testsuites' && kind === 'close') {
        this.#document = true;
        this.#unfinished = false;
      } else if (kind !== 'close' && name === 'testcase') test = attributes;
      else if (kind !== 'close' && name === 'failure')
        this.#add({
          file: test.file ?? test.classname,
          line: Number(test.line) || undefined,
          rule: test.name,
          severity: severityOf(attributes.type),
          message: attributes.message ?? '',
        });
    }
  }

  #add(parts: Parameters<typeof issueOf>[0]): void {
    this.#collected.addIssue(issueOf(parts));
  }

  line(line: string): void {
    if (!line.trim() || this.#summary(line)) return;
    const box = BOX.exec(line);
    if (box || HEADING.test(line)) {
      this.#boxed += Number(box?.[1] ?? 0);
      this.#listing = !/Rules Fired/i.test(line);
      this.#file = undefined;
      this.#fresh = true;
    } else if (SECTION.test(line)) this.#listing = false;
    else if (this.#listing) this.#finding(line);
    else if (!this.#document && !this.#editor(line)) this.#collected.unparsed++;
  }

  #summary(line: string): boolean {
    const ran = RAN.exec(line);
    if (ran) {
      this.#total = Number(ran[3]);
      if (Number(ran[1]) === 0 || ran[2] === '0') this.#nothing = true;
      this.#listing = false;
      return true;
    }
    const found = FINDINGS.exec(line);
    if (found) {
      this.#total ??= Number(found[1]);
      return true;
    }
    if (PARTIAL.test(line)) this.#partial = true;
    if (/^\s*(?:• (?:Targets scanned|Rules run): 0|Nothing to scan\.)$/.test(line)) this.#nothing = true;
    const version = /^\s*(?:versions +- )?semgrep (?:version )?(\d+\.\d+\.\d+)\b/.exec(line)?.[1];
    if (version) this.#version = version;
    if (!BROKEN.test(line)) return false;
    this.#broken.push(line);
    return true;
  }

  /** A line below a heading of findings: a file, a rule, its message, or code. */
  #finding(line: string): void {
    const code = CODE.exec(line);
    if (code) {
      // The lines of one finding follow each other.
      const begins = this.#fresh || Number(code[1]) !== this.#last + 1;
      if (begins && !this.#trace && this.#file !== undefined)
        this.#add({
          file: this.#file,
          line: Number(code[1]),
          rule: this.#rule,
          severity: this.#severity,
          message: this.#message,
        });
      this.#fresh = false;
      this.#last = Number(code[1]);
      return;
    }
    if (/^ *(?:⋮┆|▶▶┆ Autofix)/.test(line)) {
      this.#fresh = true;
      if (line.includes('⋮')) this.#trace = false;
      return;
    }
    if (line.includes('┆') || /^ *\[(?:hid|shortened)/.test(line)) return;
    if (TRACE.test(line)) {
      this.#trace = true;
      return;
    }
    const indent = line.length - line.trimStart().length;
    const marked = RULE_MARK.exec(line);
    // A long name goes on in the next line, below its beginning.
    const goesOn = this.#named && indent === RULE_INDENT;
    this.#named = marked !== null || goesOn;
    if (marked) this.#begin(marked[2]!, MARKS[marked[1]!] ?? 'warning');
    else if (goesOn) this.#rule += line.trim();
    else if (indent < 5) {
      this.#file = line.trim();
      this.#begin(undefined, 'warning');
    } else if (indent < 8) this.#begin(line.trim(), 'warning');
    else if (!/^❰❰|^Details: /.test(line.trim())) this.#message += `${this.#message ? ' ' : ''}${line.trim()}`;
  }

  #begin(rule: string | undefined, severity: Issue['severity']): void {
    this.#rule = rule;
    this.#severity = severity;
    this.#message = '';
    this.#fresh = true;
    this.#trace = false;
  }

  /** A line for an editor's list of errors. */
  #editor(line: string): boolean {
    const match = VIM.exec(line) ?? EMACS.exec(line);
    if (!match) return false;
    const [, file, number, column, severity, rule, message] = match;
    this.#add({
      file,
      line: Number(number),
      column: Number(column),
      ...(rule ? { rule } : {}),
      severity: severityOf(severity),
      message: message!,
    });
    return true;
  }

  report(): Report {
    const { invocation, text } = this.#capture;
    const { found } = this.#collected;
    const seen = found.error + found.warning + found.info;
    const total = Math.max(this.#total ?? 0, this.#boxed, seen);
    const summed = this.#total !== undefined;
    for (const message of this.#broken) this.#collected.addProblem({ message });
    const doubts: Reason[] = [];
    if (this.#unfinished && !summed) doubts.push('unfinished');
    if ((this.#partial || (this.#broken.length > 0 && !summed)) && total === 0) doubts.push('errors');
    if (summed && total > this.#total!) doubts.push('counts-disagree');
    // Silence says something together with an exit code that findings would have changed.
    const asked = (...options: string[]) => invocation.words.some((word) => options.includes(word));
    const quiet = asked('--quiet', '-q') && asked('--error') && !text.trim();
    const failed = (invocation.exitCode ?? 0) > 1 || (invocation.exitCode === undefined && invocation.lineFailed);
    return judgeInspection(
      {
        runner: 'semgrep',
        kind: 'lint',
        version: this.#version,
        collected: this.#collected,
        totals: { problems: total },
        warningsBlock: true,
        nothingRan: this.#nothing && total === 0,
        broke: total === 0 && !summed && !this.#document && this.#broken.length > 0 && (failed || !quiet),
        closing: summed ? 'proof' : this.#document || quiet ? 'with-exit' : 'none',
        doubts,
      },
      this.#capture,
    );
  }
}
