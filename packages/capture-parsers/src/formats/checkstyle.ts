import type { Issue } from '../report.js';
import { tags } from './xml.js';

/**
 * A Checkstyle report tells what stands in a document in Checkstyle's XML, which many linters write.
 * https://checkstyle.org/
 */
export interface Checkstyle {
  readonly issues: readonly Issue[];
  /** Files that could not be checked. */
  readonly exceptions: readonly string[];
  /** It is there to its end. */
  readonly complete: boolean;
}

/** Checkstyle's own `info` and `ignore`, and what other linters write there. */
const SEVERITIES: Record<string, Issue['severity']> = {
  ...Object.fromEntries(['warning', 'warn', 'minor'].map((word) => [word, 'warning'])),
  ...Object.fromEntries(
    ['info', 'information', 'ignore', 'notice', 'note', 'style', 'hint', 'low'].map((word) => [word, 'info']),
  ),
};

/**
 * Returns the severity of a linter's own word. What it does not name, or calls by a word of the project, is an error.
 */
export function severityNamed(word: string | undefined): Issue['severity'] {
  return SEVERITIES[word?.toLowerCase() ?? ''] ?? 'error';
}

/** Where a document begins: on a line of its own, or behind the declaration of XML. */
const ROOT = /^[ \t]*(?:<\?xml[^<>]{0,200}\?>[ \t]*)?<checkstyle\b/m;

/** Returns the documents of a text; undefined when there is none. */
export function readCheckstyle(text: string): Checkstyle | undefined {
  const from = ROOT.exec(text)?.index;
  if (from === undefined) return undefined;
  const issues: Issue[] = [];
  const exceptions: string[] = [];
  let file = '';
  let complete = false;
  for (const { name, kind, attributes } of tags(text.slice(from))) {
    if (name === 'checkstyle') complete = kind !== 'open';
    else if (kind === 'close') continue;
    else if (name === 'file') file = attributes.name ?? '';
    else if (name === 'exception') exceptions.push(file);
    else if (name === 'error') issues.push(issueOf(file, attributes));
  }
  return { issues, exceptions, complete };
}

function issueOf(file: string, attributes: Readonly<Record<string, string>>): Issue {
  const [line, column] = [Number(attributes.line), Number(attributes.column)];
  // Some put their own name in front of the rule.
  const rule = attributes.source?.replace(/^(?:eslint\.rules|ShellCheck)\./, '');
  return {
    ...(file ? { file } : {}),
    ...(line ? { line } : {}),
    ...(column ? { column } : {}),
    ...(rule ? { rule } : {}),
    severity: severityNamed(attributes.severity),
    message: attributes.message ?? '',
  };
}
