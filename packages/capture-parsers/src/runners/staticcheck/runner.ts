/** Staticcheck: text, stylish, JSON lines and SARIF. https://staticcheck.dev/docs/running-staticcheck/cli/formatters/ */
import { Collector } from '../../collect.js';
import { goToolWords } from '../../command/go-tools.js';
import { asNumber, asObject, asText, documentsIn } from '../../formats/json-text.js';
import { readSarif } from '../../formats/sarif.js';
import { judgeInspection } from '../../inspect.js';
import { eachLine } from '../../output/text.js';
import type { Issue, Report } from '../../report.js';
import type { Capture, Runner } from '../../runner.js';

export const staticcheck: Runner = {
  id: 'staticcheck',
  kind: 'lint',
  starts(words) {
    const own = goToolWords(words, /^staticcheck$/);
    return (
      own !== undefined &&
      !own.some((word) => /^--?(?:version|debug\.version|h|help|explain|list-checks|merge)$/.test(word))
    );
  },
  signs:
    /^\S[^\n:]{0,300}\.go:\d+:\d+: [^\n]{1,500} \((?:SA|S|ST|QF|U)\d{4}\)$|^\{"code":"(?:[A-Z]{1,2}\d{4}|compile)","severity":|^ ✖ \d+ problems \(\d+ errors, \d+ warnings, \d+ ignored\)$/m,
  read,
};

const TEXT = /^(\S[^:]*?):(\d+)(?::(\d+))?: (.*) \(([A-Za-z]+\d*)\)$/;
const ROW = /^ {2}\((\d+), (\d+)\) +(\S+) +(.*)$/;
const SUMMARY = /^ ✖ \d+ problems? \((\d+) errors?, (\d+) warnings?, \d+ ignored\)$/;
/** What the go command says of packages that it cannot find or load has no place. */
const UNPLACED = /^-: (.*) \(compile\)$/;
const BROKEN = /^(?:-: pattern |flag provided but not defined: |panic: |fatal error: |couldn't |error: )/;

function read(capture: Capture): Report {
  const collected = new Collector(capture.input.root);
  if (/^\{/m.test(capture.text)) for (const document of documentsIn(capture.text)) addDocument(document, collected);
  const { totals, broke, nothing } = readLines(capture.text, collected);
  const found = collected.found.error + collected.found.warning;
  return judgeInspection(
    {
      runner: 'staticcheck',
      kind: 'lint',
      collected,
      totals: { problems: (totals?.errors ?? 0) + (totals?.warnings ?? 0) },
      warningsBlock: true,
      broke: broke && found === 0,
      nothingRan: nothing && found === 0,
      closing: 'with-exit',
    },
    capture,
  );
}

/** Adds a line of JSON, or a document of SARIF. */
function addDocument(document: unknown, collected: Collector): void {
  for (const { issues } of readSarif(document) ?? []) for (const issue of issues) collected.addIssue(issue);
  const { code, location, message, severity, end } = asObject(document);
  if (typeof code !== 'string' || !location || severity === 'ignored') return;
  const [from, to] = [asObject(location), asObject(end)];
  const numbers = {
    line: asNumber(from.line),
    column: asNumber(from.column),
    endLine: asNumber(to.line) || undefined,
    endColumn: asNumber(to.column) || undefined,
  };
  const known = Object.fromEntries(Object.entries(numbers).filter(([, value]) => value));
  collected.addIssue({
    file: asText(from.file) ?? '',
    ...known,
    rule: code,
    severity: severity === 'warning' ? 'warning' : 'error',
    message: asText(message) ?? '',
  });
}

/** Reads lines of text and of `stylish`. */
function readLines(text: string, collected: Collector) {
  let file: string | undefined;
  let totals: { errors: number; warnings: number } | undefined;
  let broke = false;
  let nothing = false;
  const add = (parts: Partial<Issue>, message: string) => collected.addIssue({ ...parts, severity: 'error', message });
  eachLine(text, (line) => {
    const placed = TEXT.exec(line);
    const row = ROW.exec(line);
    const summary = SUMMARY.exec(line);
    const unplaced = UNPLACED.exec(line);
    if (placed) {
      const column = placed[3] ? { column: Number(placed[3]) } : {};
      add({ file: placed[1]!, line: Number(placed[2]), ...column, rule: placed[5]! }, placed[4]!);
    } else if (row && file !== undefined) {
      // What has no place stands below a dash, at 0, 0.
      const place = file === '-' ? {} : { file, line: Number(row[1]), column: Number(row[2]) };
      add({ ...place, rule: row[3]! }, row[4]!);
    } else if (summary) totals = { errors: Number(summary[1]), warnings: Number(summary[2]) };
    else if (/^(?:\S.*\.go|-)$/.test(line)) file = line;
    else if (/matched no packages|no Go files/.test(line)) nothing = true;
    else if (BROKEN.test(line)) {
      broke = true;
      collected.addProblem({ message: unplaced?.[1] ?? line });
    } else if (unplaced) add({ rule: 'compile' }, unplaced[1]!);
    else if (line.trim()) collected.unparsed++;
  });
  return { totals, broke, nothing };
}
