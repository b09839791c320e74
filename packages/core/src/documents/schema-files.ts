import { parse } from 'yaml';
import { recordOf } from '../record.js';
import { isTooDeep } from './complexity.js';
import type { SchemaKind } from './schema-kind.js';

/** A definition is a name that a schema file defines. */
export interface Definition {
  kind: 'type' | 'operation' | 'table';
  name: string;
  /** The words of the definition without layout: equal texts are one definition. */
  text: string;
}

/** Tells what a file of an API or of tables defines, and the tables that a migration touches. Never throws. */
export function definitionsOf(path: string, kind: SchemaKind, whole: string): Definition[] {
  const text = whole.slice(0, MAX_TEXT);
  if (kind === 'migration') return tablesOf(text);
  if (kind === 'tables') return blocksOf(text, /\bmodel\s+(\w+)\s*\{/g, 'table');
  if (kind !== 'api') return [];
  if (/\.(?:graphqls?|gql)$/i.test(path)) return graphql(text);
  if (/\.(?:proto|thrift)$/i.test(path)) return proto(text);
  return /\.avsc$/i.test(path) ? avro(text) : openApi(text);
}

/** More than a person writes. Texts of adversarial shape cost no more than a few times their length. */
const MAX_TEXT = 256 * 1024;
const MAX_BLOCKS = 1000;
const MAX_BLOCK = 5_000;

/** A text without what stands between two marks; what is not closed goes to the end. */
function without(text: string, open: string, close: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const from = text.indexOf(open, at);
    if (from < 0) return [...kept, text.slice(at)].join(' ');
    kept.push(text.slice(at, from));
    const to = text.indexOf(close, from + open.length);
    if (to < 0) return kept.join(' ');
    at = to + close.length;
  }
}

const flat = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Blocks in braces behind a head whose first group is a name. */
function blocksOf(text: string, head: RegExp, kind: Definition['kind']): Definition[] {
  return [...text.matchAll(head)].slice(0, MAX_BLOCKS).map((match) => ({
    kind,
    name: match[1]!,
    text: flat(blockAt(text, match.index + match[0].length)),
  }));
}

/** Returns the text up to the brace that ends what began before a place. */
function blockAt(text: string, from: number): string {
  let depth = 1;
  let at = from;
  const end = Math.min(text.length, from + MAX_BLOCK);
  for (; at < end && depth > 0; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}') depth--;
  }
  return text.slice(from, depth === 0 ? at - 1 : at);
}

const ROOTS = new Set(['Query', 'Mutation', 'Subscription']);

function graphql(text: string): Definition[] {
  const bare = without(text, '"""', '"""').replace(/"(?:\\.|[^"\\\n])*"|#[^\n]*/g, ' ');
  const blocks = blocksOf(bare, /\b(?:type|input|enum|interface)\s+(\w+)[^{}]{0,500}\{/g, 'type');
  const others = [...bare.matchAll(/\b(?:union|scalar)\s+(\w+)([^\n]*)/g)].map(
    ([, name, rest]): Definition => ({ kind: 'type', name: name!, text: flat(rest!) }),
  );
  return [...blocks, ...others].flatMap((one): Definition[] => {
    if (!ROOTS.has(one.name)) return [one];
    const fields = one.text.replace(/\([^()]*\)/g, (args) => args.replace(/[\s:]/g, '\u0001'));
    return [...fields.matchAll(/(\w+)\u0001?(\([^()]*\))?\s*:\s*([[\]!\w]+)/g)].map(([all, name]) => ({
      kind: 'operation',
      name: name!,
      text: all,
    }));
  });
}

function proto(text: string): Definition[] {
  const bare = without(text, '/*', '*/').replace(/\/\/[^\n]*/g, ' ');
  const operations = [...bare.matchAll(/\brpc\s+(\w+)\s*([^{;]{0,500})/g)].map(
    ([, name, rest]): Definition => ({ kind: 'operation', name: name!, text: flat(rest!) }),
  );
  return [...blocksOf(bare, /\b(?:message|enum|struct|union|exception)\s+(\w+)\s*\{/g, 'type'), ...operations];
}

function avro(text: string): Definition[] {
  const value = dataOf(text, JSON.parse);
  return typeof value.name === 'string' ? [{ kind: 'type', name: value.name, text: JSON.stringify(value) }] : [];
}

const METHODS = /^(?:get|put|post|delete|options|head|patch|trace)$/;

function openApi(text: string): Definition[] {
  const root = dataOf(text);
  const types = { ...recordOf(root.definitions), ...recordOf(recordOf(root.components).schemas) };
  const operations = Object.entries(recordOf(root.paths)).flatMap(([path, item]) =>
    Object.entries(recordOf(item))
      .filter(([method]) => METHODS.test(method))
      .map(([method, said]): Definition => {
        const { operationId } = recordOf(said);
        const name = typeof operationId === 'string' ? operationId : `${method.toUpperCase()} ${path}`;
        return { kind: 'operation', name, text: JSON.stringify(said) };
      }),
  );
  const named = Object.entries(types).map(
    ([name, said]): Definition => ({ kind: 'type', name, text: JSON.stringify(said) }),
  );
  return [...named, ...operations];
}

const yaml = (text: string): unknown => parse(text, { maxAliasCount: 20, prettyErrors: false, logLevel: 'silent' });

function dataOf(text: string, read: (text: string) => unknown = yaml): Record<string, unknown> {
  if (isTooDeep(text)) return {};
  try {
    return recordOf(read(text));
  } catch {
    // What cannot be parsed declares nothing.
    return {};
  }
}

/** Ways to name a table in a migration: SQL, Rails and Knex, Alembic, Django. */
const TABLES = [
  /\b(?:create|alter|drop)\s+table\s+(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?([\w."`[\]]+)/gi,
  /\bcreate\s+(?:unique\s+)?index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?[\w."`]+\s+on\s+(?:only\s+)?([\w."`]+)/gi,
  /\b(?:create_table|drop_table|change_table|rename_table|add_column|remove_column|change_column|rename_column|add_index|add_reference|alter_column|drop_column|createTable|dropTable|alterTable|dropTableIfExists)\(?\s*[:'"`](\w+)/g,
  /\bmodel_name\s*=\s*['"](\w+)['"]/g,
  /\b(?:CreateModel|DeleteModel)\(\s*name\s*=\s*['"](\w+)['"]/g,
];

function tablesOf(text: string): Definition[] {
  const bare = without(text, '/*', '*/').replace(/--[^\n]*/g, ' ');
  const names = TABLES.flatMap((pattern) => [...bare.matchAll(pattern)].map(([, name]) => tableName(name!)));
  return [...new Set(names)].filter(Boolean).map((name) => ({ kind: 'table', name, text: '' }));
}

/** Reads the name of a table as it is written, without quotes and the schema before it. */
export const tableName = (written: string): string =>
  written
    .replace(/["`[\]]/g, '')
    .split('.')
    .at(-1)!
    .toLowerCase();
