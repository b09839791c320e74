import type { Issue } from '../report.js';
import { readCheckstyle } from './checkstyle.js';
import { asNumber, asObject, asObjects, asText, documentsIn, type Json } from './json-text.js';
import { readSarif } from './sarif.js';
import { type Attributes, tags, textAfter } from './xml.js';

/**
 * Formats that many linters write alike: Checkstyle (`checkstyle.ts`), SARIF (`sarif.ts`), JUnit XML, GitLab's
 * Code Quality (https://docs.gitlab.com/ci/testing/code_quality/), reviewdog's rdjson
 * (https://github.com/reviewdog/reviewdog/tree/master/proto/rdf), workflow commands of GitHub
 * (https://docs.github.com/actions/reference/workflow-commands-for-github-actions) and of Azure Pipelines.
 */
export interface Machine {
  readonly issues: readonly Issue[];
  /** A document was there, down to its end. */
  readonly complete: boolean;
}

/** Reads everything that stands in one of the machine formats for issues; undefined where nothing does. */
export function readMachineFormats(text: string): Machine | undefined {
  const xml = readCheckstyle(text) ?? readXml(text);
  if (xml) return xml;
  const documents = documentsIn(text);
  const read = documents.map(readDocument).filter((issues) => issues !== undefined);
  return read.length ? { issues: read.flat(), complete: true } : undefined;
}

/** Returns an issue without the keys of which nothing is known. */
export function issueOf(
  parts: { readonly [Key in keyof Issue]?: Issue[Key] | undefined } & Pick<Issue, 'severity' | 'message'>,
): Issue {
  const known = Object.entries(parts).filter(([, value]) => value !== undefined && value !== '');
  return { message: '', ...Object.fromEntries(known) } as Issue;
}

/** `readDocument` reads SARIF, GitLab or rdjson, by its shape. */
function readDocument(document: unknown): Issue[] | undefined {
  const body = asObject(document);
  const runs = readSarif(document);
  if (runs) return runs.flatMap(({ issues }) => issues);
  if (Array.isArray(body.diagnostics) && asObject(body.source).name !== undefined)
    return asObjects(body.diagnostics).map((entry) => fromRdjson(entry, asText(body.severity)));
  const list = asObjects(document);
  return list.length && list.every(({ fingerprint, location }) => fingerprint !== undefined && location !== undefined)
    ? list.map(fromGitlab)
    : undefined;
}

function fromRdjson(entry: Json, severity: string | undefined): Issue {
  const location = asObject(entry.location);
  const range = asObject(location.range);
  const [start, end] = [asObject(range.start), asObject(range.end)];
  return issueOf({
    file: asText(location.path),
    line: asNumber(start.line),
    column: asNumber(start.column),
    endLine: asNumber(end.line),
    endColumn: asNumber(end.column),
    rule: asText(asObject(entry.code).value),
    severity: severityOf(asText(entry.severity) ?? severity ?? 'error'),
    message: asText(entry.message) ?? '',
  });
}

function fromGitlab(entry: Json): Issue {
  const location = asObject(entry.location);
  const positions = asObject(asObject(location.positions).begin);
  const severity = asText(entry.severity);
  return issueOf({
    file: asText(location.path),
    line: asNumber(positions.line) ?? asNumber(asObject(location.lines).begin),
    column: asNumber(positions.column),
    // Some have no name for it and put their own in front of the words: `(F401) …`.
    rule:
      asText(entry.check_name) ??
      /^(?:\(([A-Z]+\d+)\)|([A-Z]+\d+):) /
        .exec(asText(entry.description) ?? '')
        ?.slice(1)
        .find(Boolean),
    severity: severity === 'info' ? 'info' : severity === 'minor' ? 'warning' : 'error',
    message: asText(entry.description) ?? '',
  });
}

function severityOf(word: string): Issue['severity'] {
  if (/^(?:error|fatal)/i.test(word)) return 'error';
  return /^warn/i.test(word) ? 'warning' : 'info';
}

/** Where a document begins: on a line of its own, or behind the declaration of XML. */
const XML_ROOT = /^[ \t]*(?:<\?xml[^<>]{0,200}\?>[ \t]*)?<(testsuites|jslint)\b/m;
/** `STATED` matches the place that a failure states in its text. */
const STATED = /line (\d+), col (\d+), (Error|Warning)?/;

/** JSLint's XML, and the JUnit XML of linters, where a suite is a file and a case is an issue. */
function readXml(text: string): Machine | undefined {
  const root = XML_ROOT.exec(text);
  if (!root) return undefined;
  const document = text.slice(root.index);
  const issues: Issue[] = [];
  let file: string | undefined;
  let test: Attributes = {};
  let complete = false;
  for (const tag of tags(document)) {
    const { name, kind, attributes } = tag;
    if (name === root[1]) complete = kind !== 'open';
    else if (kind === 'close') continue;
    else if (name === 'file' || name === 'testsuite') file = attributes.name;
    else if (name === 'testcase') test = attributes;
    else if (name === 'issue') issues.push(fromJslint(file, attributes));
    else if (name === 'failure' || name === 'error')
      issues.push(fromCase(file, test, attributes, kind === 'open' ? textAfter(document, tag) : ''));
  }
  return { issues, complete };
}

function fromJslint(file: string | undefined, attributes: Attributes): Issue {
  return issueOf({
    file,
    line: numberOf(attributes.line),
    column: numberOf(attributes.char),
    severity: 'error',
    message: attributes.reason ?? '',
  });
}

/** The place stands in the failure's text, or else in the case itself. */
function fromCase(file: string | undefined, test: Attributes, failure: Attributes, words: string): Issue {
  const [, line, column, word] = STATED.exec(words) ?? [];
  const rule = test.name?.replace(/^org\.(?:eslint|ruff)\./, '');
  return issueOf({
    file,
    line: numberOf(line ?? test.line),
    column: numberOf(column ?? test.column),
    rule: rule === 'unknown' ? undefined : rule,
    severity: word === 'Warning' ? 'warning' : 'error',
    message: failure.message ?? '',
  });
}

/** Returns the issue of a line that is a workflow command of GitHub or Azure Pipelines. */
export function readAnnotation(line: string): Issue | undefined {
  const github = /^::(error|warning|notice) ([^:]*(?::[^:]+)*?)::(.*)$/.exec(line);
  if (github) {
    const given = pairsOf(github[2]!, ',');
    return issueOf({
      file: given.file && unescaped(given.file),
      line: numberOf(given.line),
      column: numberOf(given.col),
      endLine: numberOf(given.endLine),
      endColumn: numberOf(given.endColumn),
      rule: /\(([^()\s]+)\)$/.exec(unescaped(given.title ?? ''))?.[1] ?? given.title,
      severity: severityOf(github[1]!),
      message: unescaped(github[3]!),
    });
  }
  const azure = /^##vso\[task\.logissue ([^\]]*)\](.*)$/.exec(line);
  if (!azure) return undefined;
  const given = pairsOf(azure[1]!, ';');
  return issueOf({
    file: given.sourcepath,
    line: numberOf(given.linenumber),
    column: numberOf(given.columnnumber),
    rule: given.code,
    severity: severityOf(given.type ?? 'error'),
    message: azure[2]!,
  });
}

function pairsOf(text: string, between: string): Record<string, string | undefined> {
  const pairs = text.split(between).map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1)] as const;
  });
  return Object.fromEntries(pairs);
}

function numberOf(text: string | undefined): number | undefined {
  return text && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** GitHub writes line ends, colons and commas as percent codes. */
function unescaped(text: string): string {
  return text.replace(/%(0A|0D|25|3A|2C)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
