import { isRecord } from '@flow/core/record';
import { parse } from 'yaml';

/** A text of the client has two parts. */
export interface TextParts {
  /** Reads the front matter of a text; empty where there is none that can be read. */
  fields: Readonly<Record<string, unknown>>;
  body: string;
  /** The front matter as it is written. */
  front: string;
  isBroken: boolean;
}

/** Takes a text apart as the client does, which mends lines that are no YAML by taking their values as texts. */
export function partsOfText(given: string): TextParts {
  const text = given.replace(/^\ufeff/, '');
  const found = /^---\s*\n([\s\S]*?)---\s*\n?/.exec(text);
  if (!found) return { fields: {}, body: text, front: '', isBroken: false };
  const front = found[1]!;
  const fields = readFields(front) ?? readFields(withTexts(front));
  return { fields: fields ?? {}, body: text.slice(found[0].length), front, isBroken: fields === null };
}

function readFields(front: string): Record<string, unknown> | null {
  try {
    const value: unknown = parse(front, { uniqueKeys: false, logLevel: 'error', maxAliasCount: 1000 });
    return isRecord(value) ? value : {};
  } catch {
    return null;
  }
}

/**
 * Puts values of front matter in quotes where YAML would see more than a text: each value that stands on one line with
 * its name and is no list.
 */
function withTexts(front: string): string {
  return front
    .replace(/^\t+/gm, (tabs) => '  '.repeat(tabs.length))
    .replace(/^([A-Za-z_-]+):\s+(\S.*)$/gm, (line, name: string, value: string) => {
      if (/^(?:".*"|'.*')$/.test(value) || !/[{}[\]*&#!|>%@`]|: /.test(value) || isList(value)) return line;
      return `${name}: "${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
    });
}

const isList = (value: string) => /^\[.*\]$/.test(value) && readFields(`list: ${value}`) !== null;

/** The texts of a list, or of a text that is one with commas between. */
export function listOf(value: unknown): string[] {
  const items = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return items.flatMap((item) => (typeof item === 'string' && item.trim() !== '' ? [item.trim()] : []));
}
