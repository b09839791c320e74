import { type Document, isMap, isNode, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
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
  /** In an issue of a union: what each form of the union has against the value. */
  errors?: Issue[][];
}

/** YAML as it is read here: one document. Without pretty errors, which cost the length of the text each. */
export function parseYaml(text: string): { document: Document.Parsed; counter: LineCounter } {
  const counter = new LineCounter();
  // Where the log is silent, whatever stands behind a second `---` is lost without a word.
  return { document: parseDocument(text, { lineCounter: counter, prettyErrors: false, logLevel: 'error' }), counter };
}

/** Errors of the YAML parser (duplicate keys, bad indentation) as findings. `before`: lines above the text. */
export function yamlFindings(document: Document.Parsed, counter: LineCounter, path: string, before = 0): Finding[] {
  return document.errors.slice(0, 20).map(({ code, pos, message }) =>
    findingAt(path, before + counter.linePos(pos[0]).line, 'YAML_INVALID', {
      problem: code === 'MULTIPLE_DOCS' ? SECOND : oneLine(message.split('\n')[0]!).slice(0, 200),
    }),
  );
}

const SECOND = 'a second document (`---`) begins here, and only one is read.';

/** Returns the issues that a schema has with YAML, at the lines of the keys they speak of. */
export function issueFindings(
  issues: readonly unknown[],
  document: Document.Parsed,
  counter: LineCounter,
  path: string,
  before = 0,
  inside: PropertyKey[] = [],
): Finding[] {
  return (issues as Issue[])
    .flatMap(nearest)
    .slice(0, 50)
    .map((issue) => {
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

/** Tells what is wrong inside a value that may have several forms: of the one that it comes nearest to, where it has one. */
function nearest(issue: Issue): Issue[] {
  const inner = issue.errors?.find(
    (form) => form.length > 0 && form.every(({ path, keys }) => path.length > 0 || keys),
  );
  return inner?.flatMap(nearest).map((one) => ({ ...one, path: [...issue.path, ...one.path] })) ?? [issue];
}

/** The line of a key or an entry, or of the nearest one around it that is there. */
export function lineIn(document: Document.Parsed, counter: LineCounter, keys: PropertyKey[]): number {
  for (let length = keys.length; length >= 0; length--) {
    const node = keyIn(document, keys.slice(0, length)) ?? document.getIn(keys.slice(0, length), true);
    if (isNode(node) && node.range) return counter.linePos(node.range[0]).line;
  }
  return 1;
}

/** Returns the key itself where the last one is that of a map: what it says may stand below it. */
function keyIn(document: Document.Parsed, keys: PropertyKey[]): Node | undefined {
  const around = keys.length > 0 ? document.getIn(keys.slice(0, -1), true) : undefined;
  if (!isMap(around)) return undefined;
  const isNamed = (key: unknown): key is Node => isScalar(key) && String(key.value) === String(keys.at(-1));
  return around.items.map(({ key }) => key).find(isNamed);
}
