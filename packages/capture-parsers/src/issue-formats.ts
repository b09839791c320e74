import { asNumber, asObject, asObjects, asText, documentsIn, type Json } from './json-text.js';
import type { Issue } from './report.js';

/**
 * Formats that many linters write alike: Checkstyle and JUnit XML, SARIF (https://sarifweb.azurewebsites.net), GitLab's
 * Code Quality (https://docs.gitlab.com/ci/testing/code_quality/), reviewdog's rdjson
 * (https://github.com/reviewdog/reviewdog/tree/master/proto/rdf), workflow commands of GitHub
 * (https://docs.github.com/actions/reference/workflow-commands-for-github-actions) and of Azure Pipelines.
 */
export interface Machine {
  readonly issues: readonly Issue[];
  /** A document was there, down to its end. */
  readonly complete: boolean;
}

/** Everything that stands in one of these formats; undefined where none does. */
export function readMachineFormats(text: string): Machine | undefined {
  const xml = readXml(text);
  if (xml) return xml;
  const documents = documentsIn(text);
  const read = documents.map(readDocument).filter((issues) => issues !== undefined);
  return read.length ? { issues: read.flat(), complete: true } : undefined;
}

/** An issue without the keys of which nothing is known. */
export function issueOf(
  parts: { readonly [Key in keyof Issue]?: Issue[Key] | undefined } & Pick<Issue, 'severity' | 'message'>,
): Issue {
  const known = Object.entries(parts).filter(([, value]) => value !== undefined && value !== '');
  return { message: '', ...Object.fromEntries(known) } as Issue;
}

/** SARIF, GitLab or rdjson, by its shape. */
function readDocument(document: unknown): Issue[] | undefined {
  const body = asObject(document);
  if (Array.isArray(body.runs)) return asObjects(body.runs).flatMap((run) => asObjects(run.results).map(fromSarif));
  if (Array.isArray(body.diagnostics) && asObject(body.source).name !== undefined)
    return asObjects(body.diagnostics).map((entry) => fromRdjson(entry, asText(body.severity)));
  const list = asObjects(document);
  return list.length && list.every(({ fingerprint, location }) => fingerprint !== undefined && location !== undefined)
    ? list.map(fromGitlab)
    : undefined;
}

function fromSarif(result: Json): Issue {
  const place = asObject(asObject(asObjects(result.locations)[0]).physicalLocation);
  const region = asObject(place.region);
  return issueOf({
    file: asText(asObject(place.artifactLocation).uri),
    line: asNumber(region.startLine),
    column: asNumber(region.startColumn),
    endLine: asNumber(region.endLine),
    endColumn: asNumber(region.endColumn),
    rule: asText(result.ruleId),
    severity: severityOf(asText(result.level) ?? 'warning'),
    message: asText(asObject(result.message).text) ?? '',
  });
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
    rule: asText(entry.check_name),
    severity: severity === 'info' ? 'info' : severity === 'minor' ? 'warning' : 'error',
    message: asText(entry.description) ?? '',
  });
}

function severityOf(word: string): Issue['severity'] {
  if (/^(?:error|fatal)/i.test(word)) return 'error';
  return /^warn/i.test(word) ? 'warning' : 'info';
}

const XML_ROOT = /<(?:checkstyle|testsuites|jslint)\b/;
/** A file, an issue, or the place that a JUnit failure states in its text. Attributes have no bare `<` or `>`. */
const XML_PARTS = /<(file|error|issue|testsuite|testcase|failure)\b([^<>]*)>|line (\d+), col (\d+), (Error|Warning)?/g;

/** Checkstyle, JSLint's XML, and the JUnit XML of linters, where a suite is a file and a case is an issue. */
function readXml(text: string): Machine | undefined {
  const root = XML_ROOT.exec(text)?.[0].slice(1);
  if (root === undefined) return undefined;
  const issues: Issue[] = [];
  let file: string | undefined;
  let test: Attributes | undefined;
  let failure: { readonly severity: Issue['severity']; readonly message: string | undefined } | undefined;
  const add = (attributes: Attributes, more: Partial<Issue> = {}) =>
    issues.push(issueOf({ file, ...fromAttributes(attributes), ...more }));
  const flush = () => {
    if (failure && test) add(test, fromCase(test, failure));
    failure = undefined;
  };
  for (const [, tag, body, line, column, word] of text.matchAll(XML_PARTS)) {
    if (tag === undefined) {
      if (!failure || !test) continue;
      const severity = word === 'Warning' ? 'warning' : failure.severity;
      add(test, { ...fromCase(test, failure), line: Number(line), column: Number(column), severity });
      failure = undefined;
      continue;
    }
    const attributes = readAttributes(body!);
    if (tag === 'file') file = attributes.name;
    else if (tag === 'testsuite' || tag === 'testcase') {
      flush();
      if (tag === 'testsuite') file = attributes.name;
      else test = attributes;
    } else if (root !== 'testsuites') add(attributes);
    else failure = { severity: 'error', message: attributes.message };
  }
  flush();
  return { issues, complete: text.includes(`</${root}>`) || new RegExp(`<${root}[^<>]*/>`).test(text) };
}

type Attributes = Readonly<Record<string, string>>;

function fromAttributes(attributes: Attributes): Issue {
  const number = (key: string) => (attributes[key] ? Number(attributes[key]) : undefined);
  return issueOf({
    line: number('line'),
    column: number('column') ?? number('char'),
    rule: attributes.source?.replace(/^eslint\.rules\./, ''),
    severity: severityOf(attributes.severity ?? 'error'),
    message: attributes.message ?? attributes.reason ?? '',
  });
}

function fromCase(test: Attributes, failure: { message: string | undefined; severity: Issue['severity'] }) {
  const rule = test.name?.replace(/^org\.(?:eslint|ruff)\./, '');
  return { rule: rule === 'unknown' ? '' : (rule ?? ''), message: failure.message ?? '', severity: failure.severity };
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#39': "'", '#10': '\n' };

function readAttributes(body: string): Attributes {
  const found: Record<string, string> = {};
  for (const [, name, quoted, single] of body.matchAll(/([\w:-]+)="([^"]*)"|[\w:-]+='([^']*)'/g))
    if (name) found[name] = (quoted ?? single ?? '').replace(/&(#?\w{1,8});/g, (all, key) => ENTITIES[key] ?? all);
  return found;
}

/** The issue of a line that is a workflow command of GitHub or Azure Pipelines. */
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
