import * as z from 'zod/mini';
import type { Finding } from '../finding.js';
import { recordOf } from '../record.js';
import { isTooDeep } from './complexity.js';
import { findingAt, type SchemaChanges } from './document.js';
import { lineOf, type Outline } from './outline.js';
import { issueFindings, parseYaml, yamlFindings } from './schema-findings.js';
import { isPlaceholder, noneReason, plain } from './text.js';

const names = () => z.optional(z.array(z.string().check(z.minLength(1))));

const ApiSchema = z.strictObject({
  new_types: names(),
  modified_types: names(),
  new_queries: names(),
  new_mutations: names(),
  new_files: names(),
  modified_files: names(),
});

/** The block of a spec that declares schema changes, as people write it. */
const SchemaChangesSchema = z.strictObject({
  graphql: z.optional(ApiSchema),
  api: z.optional(ApiSchema),
  migrations: z.optional(z.strictObject({ new: names(), tables_modified: names() })),
  codegen: z.optional(z.record(z.string(), z.boolean())),
});

/**
 * Reads the declaration of schema changes: fenced YAML in the section of that name, or "None" with or without a
 * reason. A declaration that does not hold is read as far as it does.
 */
export function schemaChangesOf(
  { blocks }: Outline,
  path: string,
): { changes: SchemaChanges | undefined; findings: Finding[] } {
  const own = blocks.filter(({ key, title }) => key === 'schema-changes' && !title);
  const block = own.find(({ node }) => node.type === 'code')?.node;
  if (block?.type === 'code') {
    const before = lineOf(block);
    if (isTooDeep(block.value))
      return { changes: undefined, findings: [findingAt(path, before, 'DOCUMENT_TOO_COMPLEX')] };
    const { document, counter } = parseYaml(block.value);
    const broken = yamlFindings(document, counter, path, before);
    if (broken.length > 0) return { changes: undefined, findings: broken };
    const written: unknown = document.toJS({ maxAliasCount: 100 }) ?? {};
    const result = SchemaChangesSchema.safeParse(written);
    const findings = result.success ? [] : issueFindings(result.error.issues, document, counter, path, before);
    return { changes: normal(written, before), findings };
  }
  const said = own.map(({ node }) => plain(node)).filter((text) => text !== '');
  const line = own[0] ? lineOf(own[0].node) : 1;
  if (said.length === 0) return { changes: undefined, findings: [] };
  if (said.some((text) => noneReason(text) !== undefined)) return { changes: normal({}, line), findings: [] };
  if (said.every(isPlaceholder)) return { changes: undefined, findings: [] };
  return { changes: undefined, findings: [findingAt(path, line, 'SCHEMA_CHANGES_NO_YAML', {})] };
}

function normal(written: unknown, line: number): SchemaChanges {
  const part = (name: string): Record<string, unknown> => recordOf(recordOf(written)[name]);
  const list = (from: Record<string, unknown>, ...keys: string[]): string[] =>
    keys.flatMap((key) => {
      const value = from[key];
      return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
    });
  const apis = [part('graphql'), part('api')];
  const all = (...keys: string[]) => apis.flatMap((api) => list(api, ...keys));
  return {
    api: {
      types: all('new_types', 'modified_types'),
      queries: all('new_queries'),
      mutations: all('new_mutations'),
      files: all('new_files', 'modified_files'),
    },
    migrations: { files: list(part('migrations'), 'new'), tables: list(part('migrations'), 'tables_modified') },
    codegen: Object.entries(part('codegen')).flatMap(([name, needed]) => (needed === true ? [name] : [])),
    line,
  };
}
