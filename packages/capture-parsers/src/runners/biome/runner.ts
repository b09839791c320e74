/**
 * Biome 1 and 2: `check`, `lint`, `format` and `ci` with the default, summary, JSON, GitHub, GitLab and JUnit reporters.
 * https://biomejs.dev/reference/reporters/
 */
import { Collector } from '../../collect.js';
import { issueOf, readAnnotation, readMachineFormats } from '../../formats/issue-formats.js';
import { asNumber, asObject, asObjects, asText, documentsIn, type Json } from '../../formats/json-text.js';
import { judgeInspection } from '../../inspect.js';
import { eachLine } from '../../output/text.js';
import type { Issue } from '../../report.js';
import { type Capture, type Runner, splitAfter } from '../../runner.js';

const SIGNS =
  /^(?:[^\s━][^\n━]{0,300} )?(?:lint\/\w+\/\w+|assist\/\w+\/\w+|parse|format|reporter\/\w+) [^\n━]{0,40}━━━|^Checked \d+ files? in \S+\. (?:No fixes applied|Fixed \d+ files?)\.$|<testsuites name="Biome"|^::(?:error|warning|notice) title=(?:lint|assist|parse|format)\b/m;

export const biome: Runner = {
  id: 'biome',
  kind: 'lint',
  signs: SIGNS,
  starts(words) {
    if (!/^(?:biome(?:@\S*)?|@biomejs\/biome(?:@\S*)?)$/.test(words[0] ?? '')) return false;
    const command = words.slice(1).find((word) => !word.startsWith('-'));
    if (words.some((word) => /^(?:--help|-h|--version|-V)$/.test(word))) return false;
    // Writing changes files and judges none, except that `check --write` tells what it could not mend.
    const writes = words.some((word) => /^--(?:write|fix|apply|apply-unsafe)$/.test(word));
    return /^(?:check|lint|ci)$/.test(command ?? '') || (command === 'format' && !writes);
  },
  split: (text) => splitAfter(text, /^Checked \d+ files? in .*$(?:\n(?:Found|Skipped) \d+ .*)*(?:\n\w+ ━+\n\n .*)?/gm),
  read(capture) {
    const run = new BiomeRun(capture);
    run.machine();
    eachLine(capture.text, (line) => run.line(line));
    return run.report();
  },
};

/** `FRAME` matches the frame above a diagnostic; the one above the last remark names a command instead of a file. */
const FRAME = /^(\S.*?)(?::(\d+):(\d+))? ((?:[a-zA-Z]\w*\/)*[a-zA-Z]\w*) +(?:[A-Z]+ +){0,3}━+$/;
const MARK = /^ {2}([×✖!⚠iℹ]) (.*)$/;
const FOUND = /^Found (\d+) (error|warning|info)(?:s|\(s\))?\.?$/;
const CHECKED = /^(?:Checked|Formatted|Linted) (\d+) file(?:s|\(s\))? in /;

/** What it calls its severities in GitLab's format. */
const GITLAB: Record<string, Issue['severity']> = {
  info: 'info',
  minor: 'info',
  major: 'warning',
  critical: 'error',
  blocker: 'error',
};

class BiomeRun {
  readonly #capture: Capture;
  readonly #collected: Collector;
  readonly #totals = { errors: 0, warnings: 0 };
  #open: { file?: string; line?: number; column?: number; rule: string } | undefined;
  #checked: number | undefined;
  #json = false;
  #broke = false;
  #failed = false;

  constructor(capture: Capture) {
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
  }

  machine(): void {
    const { text, invocation } = this.#capture;
    for (const document of documentsIn(text).map(asObject)) {
      const summary = asObject(document.summary);
      if (!Array.isArray(document.diagnostics) || asNumber(summary.errors) === undefined) continue;
      this.#json = true;
      this.#checked = (asNumber(summary.changed) ?? 0) + (asNumber(summary.unchanged) ?? 0);
      this.#totals.errors += asNumber(summary.errors) ?? 0;
      this.#totals.warnings += asNumber(summary.warnings) ?? 0;
      for (const entry of asObjects(document.diagnostics)) this.#collected.addIssue(fromJson(entry));
    }
    if (this.#json) return;
    // JUnit does not tell errors from warnings; a run that ended with 0 had no errors.
    const told = invocation.exitCode === 0 ? 'warning' : 'error';
    const junit = text.includes('<testsuites');
    const words = documentsIn(text).flatMap((document) => asObjects(document).map(({ severity }) => asText(severity)));
    for (const [index, issue] of (readMachineFormats(text)?.issues ?? []).entries()) {
      const rule = issue.rule?.replace(/^org\.biome\./, '').replaceAll('.', '/');
      const severity = GITLAB[words[index] ?? ''] ?? (junit ? told : issue.severity);
      this.#collected.addIssue({ ...issue, ...(rule ? { rule } : {}), severity });
    }
  }

  line(line: string): void {
    const frame = line.endsWith('━') ? FRAME.exec(line) : null;
    if (frame) {
      const place = frame[2] ? { line: Number(frame[2]), column: Number(frame[3]) } : {};
      this.#open = this.#json ? undefined : { file: frame[1]!, ...place, rule: frame[4]! };
      return;
    }
    const mark = MARK.exec(line);
    if (mark) {
      this.#mark(mark[1]!, mark[2]!);
      return;
    }
    const found = FOUND.exec(line);
    const checked = CHECKED.exec(line);
    if (found?.[2] === 'error') this.#totals.errors += Number(found[1]);
    else if (found?.[2] === 'warning') this.#totals.warnings += Number(found[1]);
    else if (checked) this.#checked = (this.#checked ?? 0) + Number(checked[1]);
    else if (/^Error: no such |^(?:Error: )?(?:`.*`|Expected) .*(?:not expected|expected)/.test(line))
      this.#broke = true;
    else {
      const annotation = readAnnotation(line);
      if (annotation) this.#collected.addIssue(annotation);
      else if (line.trim()) this.#collected.unparsed++;
    }
  }

  #mark(sign: string, message: string): void {
    const severity = /[×✖]/.test(sign) ? 'error' : /[!⚠]/.test(sign) ? 'warning' : 'info';
    if (this.#open) this.#collected.addIssue({ ...this.#open, severity, message });
    else if (/^Some (?:errors|warnings) were emitted/.test(message)) this.#failed = true;
    else if (/^No files were processed/.test(message)) this.#checked = 0;
    else if (/^Biome (?:couldn't|exited|encountered)|configuration .* (?:error|invalid)/.test(message))
      this.#broke = true;
    this.#open = undefined;
  }

  report() {
    const { invocation, cut } = this.#capture;
    const { errors, warnings } = this.#totals;
    const none = errors + warnings + this.#collected.found.error + this.#collected.found.warning === 0;
    // The diagnostics come before the totals or on another stream, so that only an end that is there can prove.
    const whole = !cut && (invocation.view === 'whole' || invocation.view === 'tail');
    const clean = none && this.#checked !== undefined && this.#checked > 0 && !this.#failed && whole;
    return judgeInspection(
      {
        runner: 'biome',
        kind: invocation.words.includes('format') ? 'format' : 'lint',
        version: /^(?:Biome )?[Vv]ersion: (\d+\.\d+\.\d+)/m.exec(this.#capture.text)?.[1],
        collected: this.#collected,
        totals: this.#totals,
        warningsBlock: this.#failed,
        broke: none && (this.#broke || this.#failed) && this.#checked !== 0,
        nothingRan: this.#checked === 0 && errors === 0,
        closing: clean ? 'proof' : 'with-exit',
      },
      this.#capture,
    );
  }
}

function fromJson(entry: Json): Issue {
  const location = asObject(entry.location);
  const start = asObject(location.start);
  const place = offsetPlace(asText(location.sourceCode), Array.isArray(location.span) ? location.span[0] : undefined);
  const severity = asText(entry.severity);
  return issueOf({
    file: asText(location.path) ?? asText(asObject(location.path).file),
    line: asNumber(start.line) ?? place?.line,
    column: asNumber(start.column) ?? place?.column,
    rule: asText(entry.category),
    severity: severity === 'warning' ? 'warning' : /^(?:error|fatal)$/.test(severity ?? '') ? 'error' : 'info',
    message: asText(entry.description) ?? asText(entry.message) ?? '',
  });
}

/** Biome 1 gives offsets in bytes of the source that it also prints. */
function offsetPlace(source: string | undefined, offset: unknown): { line: number; column: number } | undefined {
  if (source === undefined || typeof offset !== 'number') return undefined;
  const before = new TextDecoder().decode(new TextEncoder().encode(source).slice(0, offset));
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}
