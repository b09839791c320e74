import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import type { Finding } from '../finding.js';
import { findingAt } from './document.js';
import { oneLine } from './text.js';

/** What of a schema's issue is told; the words of the library are not. */
interface Issue {
  code?: string | undefined;
  path: PropertyKey[];
  keys?: string[];
  expected?: string;
  values?: unknown[];
}

/** YAML as it is read here. Without pretty errors, which cost the length of the text each. */
export function parseYaml(text: string): { document: Document.Parsed; counter: LineCounter } {
  const counter = new LineCounter();
  return { document: parseDocument(text, { lineCounter: counter, prettyErrors: false, logLevel: 'silent' }), counter };
}

/** Errors of the YAML parser (duplicate keys, bad indentation) as findings. `before`: lines above the text. */
export function yamlFindings(document: Document.Parsed, counter: LineCounter, path: string, before = 0): Finding[] {
  return document.errors.slice(0, 20).map(({ pos, message }) =>
    findingAt(path, before + counter.linePos(pos[0]).line, 'YAML_INVALID', {
      problem: oneLine(message.split('\n')[0]!).slice(0, 200),
    }),
  );
}

/** The issues that a schema has with YAML, at the lines of the values they speak of. */
export function issueFindings(
  issues: readonly unknown[],
  document: Document.Parsed,
  counter: LineCounter,
  path: string,
  before = 0,
  inside: PropertyKey[] = [],
): Finding[] {
  return (issues as Issue[]).slice(0, 50).map((issue) => {
    const keys = [...inside, ...issue.path];
    const unknown = issue.keys ?? [];
    const line = before + lineIn(document, counter, [...keys, ...unknown.slice(0, 1)]);
    const field = oneLine([...keys, ...unknown].map(String).join('.')).slice(0, 200);
    const expected = issue.values ? issue.values.map(String).join(', ') : issue.expected;
    return unknown.length > 0
      ? findingAt(path, line, 'FIELD_UNKNOWN', { field })
      : findingAt(path, line, 'FIELD_INVALID', { field, expected });
  });
}

/** The line of a value, or of the nearest one around it that is there. */
export function lineIn(document: Document.Parsed, counter: LineCounter, keys: PropertyKey[]): number {
  for (let length = keys.length; length >= 0; length--) {
    const node = document.getIn(keys.slice(0, length), true);
    if (isNode(node) && node.range) return counter.linePos(node.range[0]).line;
  }
  return 1;
}
