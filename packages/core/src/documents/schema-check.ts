import type { Finding } from '../finding.js';
import { findingAt, type SchemaChanges } from './document.js';
import { type Definition, definitionsOf, tableName } from './schema-files.js';
import type { SchemaKind } from './schema-kind.js';

/** A changed file that says something of schemas, as it was and as it is; null where it is not there. */
export interface SchemaFile {
  path: string;
  kind: SchemaKind;
  before: string | null;
  after: string | null;
}

/**
 * An entry is one change of a schema: `there` as declared, `missing` though declared, `undeclared`, or `told` where nothing
 * is declared of its kind (packages that the project needs).
 */
export interface SchemaEntry {
  kind: 'type' | 'operation' | 'table' | 'file' | 'migration' | 'generated' | 'manifest';
  name: string;
  state: 'there' | 'missing' | 'undeclared' | 'told';
  /** The file that has the change, or had it. */
  path: string | null;
}

/**
 * Holds what a specification declares of schemas against what has changed since the base (feature D77).
 * @param mentioned where the changed code speaks of a name: types and operations may be written in a language, too
 */
export function checkSchema(
  declared: SchemaChanges | undefined,
  files: readonly SchemaFile[],
  mentioned: (name: string) => string | null = () => null,
): SchemaEntry[] {
  const found = files.flatMap((file) => changesIn(file).map((one) => ({ ...one, path: file.path })));
  const { api, migrations, codegen } = declared ?? NOTHING;
  const isDeclaredFile = (path: string) => [...api.files, ...migrations.files].some((name) => isFile(path, name));
  const ofKind = (
    kind: Definition['kind'],
    names: readonly string[],
    same: (name: string) => string,
  ): SchemaEntry[] => {
    const mine = found.filter((one) => one.kind === kind);
    const declaredEntries = names.map((name): SchemaEntry => {
      const at = mine.find((one) => same(one.name) === same(name))?.path ?? mentioned(plainName(name));
      return { kind, name, state: at === null ? 'missing' : 'there', path: at };
    });
    const others = mine.filter(
      ({ name, path }) => !isDeclaredFile(path) && !names.some((one) => same(one) === same(name)),
    );
    return [
      ...declaredEntries,
      ...others.map(({ name, path }): SchemaEntry => ({ kind, name, state: 'undeclared', path })),
    ];
  };
  const types = ofKind('type', api.types, plainName);
  const operations = ofKind('operation', [...api.queries, ...api.mutations], plainName);
  const tables = ofKind('table', migrations.tables, tableName);
  return [
    ...types,
    ...operations,
    ...filesOf(
      'file',
      api.files,
      files.filter(({ kind }) => kind === 'api'),
      (path) => [...types, ...operations].some((one) => one.path === path),
    ),
    ...filesOf(
      'migration',
      migrations.files,
      files.filter(({ kind }) => kind === 'migration'),
      () => false,
    ),
    ...unique(tables),
    ...generated(codegen, files),
    ...files.flatMap(({ kind, path }): SchemaEntry[] =>
      kind === 'manifest' ? [{ kind, name: path, state: 'told', path }] : [],
    ),
  ];
}

const NOTHING: Omit<SchemaChanges, 'line'> = {
  api: { types: [], queries: [], mutations: [], files: [] },
  migrations: { files: [], tables: [] },
  codegen: [],
};

/** `Query.deals` and `deals` are one. */
const plainName = (name: string) => name.trim().split('.').at(-1)!;

const isFile = (path: string, declared: string) =>
  path === declared || path.endsWith(`/${declared.replace(/^\.?\//, '')}`);

const unique = (entries: readonly SchemaEntry[]) =>
  entries.filter((one, at) => entries.findIndex(({ name, state }) => name === one.name && state === one.state) === at);

/** Definitions that came, changed or went. What a migration touches is touched. */
function changesIn({ path, kind, before, after }: SchemaFile): Definition[] {
  const now = after === null ? [] : definitionsOf(path, kind, after);
  const then = before === null ? [] : definitionsOf(path, kind, before);
  if (kind === 'migration') return now.length > 0 ? now : then;
  const isIn = (all: readonly Definition[], { kind: of, name, text }: Definition) =>
    all.some((one) => one.kind === of && one.name === name && one.text === text);
  const changed = now.filter((one) => !isIn(then, one));
  const gone = then.filter((one) => !now.some(({ kind: of, name }) => of === one.kind && name === one.name));
  return [...changed, ...gone];
}

/** Finds declared files that did not change, and changed files that no declaration speaks of. */
function filesOf(
  kind: 'file' | 'migration',
  declared: readonly string[],
  files: readonly SchemaFile[],
  isSpokenOf: (path: string) => boolean,
): SchemaEntry[] {
  const entries = declared.map((name): SchemaEntry => {
    const at = files.find(({ path }) => isFile(path, name))?.path ?? null;
    return { kind, name, state: at === null ? 'missing' : 'there', path: at };
  });
  const others = files.filter(({ path }) => !declared.some((name) => isFile(path, name)) && !isSpokenOf(path));
  return [...entries, ...others.map(({ path }): SchemaEntry => ({ kind, name: path, state: 'undeclared', path }))];
}

function generated(codegen: readonly string[], files: readonly SchemaFile[]): SchemaEntry[] {
  const changed = files.filter(({ kind }) => kind === 'generated');
  const path = changed[0]?.path ?? null;
  if (codegen.length > 0)
    return [{ kind: 'generated', name: codegen.join(', '), state: path === null ? 'missing' : 'there', path }];
  return changed.map((one) => ({ kind: 'generated', name: one.path, state: 'undeclared', path: one.path }));
}

const MAX_FINDINGS = 20;

/** Tells what does not agree, as warnings about the specification. */
export function schemaWarnings(entries: readonly SchemaEntry[], path: string, line: number): Finding[] {
  return entries
    .filter(({ state }) => state === 'missing' || state === 'undeclared')
    .slice(0, MAX_FINDINGS)
    .map(({ kind, name, state, path: at }) =>
      findingAt(
        path,
        line,
        state === 'missing' ? 'SCHEMA_CHANGE_MISSING' : 'SCHEMA_CHANGE_UNDECLARED',
        { kind, name, at: at ?? '' },
        'warn',
      ),
    );
}
