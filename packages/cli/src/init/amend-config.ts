import { type Document, isMap, isScalar, parseDocument, stringify } from 'yaml';

/** A value of a configuration and where it stands. */
interface Setting {
  path: string[];
  value: unknown;
}

/** The outcome of adding settings to a configuration that is there already. */
export interface Amended {
  text: string;
  /** The text that is added, as YAML; empty where nothing is missing. */
  added: string;
  /** Settings that the text has otherwise, and keeps. */
  kept: string[];
}

/**
 * Adds settings to the text of a configuration, with all that is there as it is: values, comments, order.
 * @param wanted settings as an object; whatever stands at the same place already stays
 * @returns null where the text cannot be read, or has something else where a setting would belong
 */
export function amendConfig(text: string, wanted: object): Amended | null {
  const document = parseDocument(text, { keepSourceTokens: true });
  const { contents } = document;
  const isWindows = text.includes('\r\n');
  const isEmpty = contents === null || (isScalar(contents) && contents.value === null);
  if (document.errors.length > 0 || document.warnings.length > 0 || !(isEmpty || isMap(contents))) return null;
  const missing: Setting[] = [];
  const kept: string[] = [];
  for (const setting of settingsOf(wanted)) {
    const there = isEmpty ? 'nothing' : lookUp(document, setting.path);
    if (there === 'other') return null;
    if (there === 'nothing') missing.push(setting);
    else if (there.value !== setting.value) kept.push(`${setting.path.join('.')}: ${String(there.value)}`);
  }
  const added = stringify(treeOf(missing), { lineWidth: 0 });
  if (missing.length === 0) return { text, added: '', kept };
  const isNew = missing.every(({ path: [first = ''] }) => isEmpty || !document.has(first));
  // Behind the last line nothing else is touched; between the lines, the document is written anew around them.
  const isBlock = isEmpty || (isMap(contents) && !contents.flow);
  if (isNew && isBlock && !hasEndMark(text)) {
    const whole = `${text.trimEnd()}${text.trim() === '' ? '' : '\n\n'}${added}`;
    return { text: isWindows ? whole.replace(/\r?\n/g, '\r\n') : whole, added, kept };
  }
  if (isWindows) return null;
  for (const { path, value } of missing) document.setIn(path, value);
  return { text: document.toString({ lineWidth: 0 }), added, kept };
}

/** Writes settings as a person may copy them. */
export const inOneLine = (wanted: object) => stringify(wanted, { lineWidth: 0, collectionStyle: 'flow' }).trim();

/** A mark of the document's end, or of another one's beginning: nothing can be put behind it. */
const hasEndMark = (text: string) => /\n(?:---|\.\.\.)\s/.test(`${text.trim()}\n`);

/** Returns the settings in an object, the innermost values with their places. */
function settingsOf(value: object, path: string[] = []): Setting[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null
      ? settingsOf(inner, [...path, name])
      : [{ path: [...path, name], value: inner }],
  );
}

function treeOf(settings: readonly Setting[]): object {
  const tree: Record<string, unknown> = {};
  for (const { path, value } of settings) {
    let place = tree;
    for (const name of path.slice(0, -1)) {
      place[name] ??= {};
      place = place[name] as Record<string, unknown>;
    }
    place[path.at(-1)!] = value;
  }
  return tree;
}

/** Looks up a place: its value, nothing, or a value on the way there that is no table. */
function lookUp(document: Document, path: readonly string[]): { value: unknown } | 'nothing' | 'other' {
  for (let depth = 1; depth < path.length; depth++) {
    const way = path.slice(0, depth);
    const node = document.getIn(way, true);
    if (node === undefined) return 'nothing';
    if (isMap(node)) continue;
    if (!isScalar(node) || node.value !== null) return 'other';
    // `workflows:` with nothing behind it.
    document.setIn(way, document.createNode({}));
    return 'nothing';
  }
  const node = document.getIn(path, true);
  if (node === undefined) return 'nothing';
  return isScalar(node) ? { value: node.value } : 'other';
}
