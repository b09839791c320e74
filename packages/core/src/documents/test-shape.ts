import * as z from 'zod/mini';
import type { Finding } from '../finding.js';
import { isRecord } from '../record.js';
import { readClaimId } from './claim-id.js';
import { findingAt, type PlannedTests, type Risk, type Section } from './document.js';
import { issueFindings, lineIn, parseYaml, yamlFindings } from './schema-findings.js';
import { oneLine, visible } from './text.js';

const text = (words: string) => z.string().check(z.minLength(1), z.describe(words));

const TestSchema = z.union([
  text('The name of a test.'),
  z.strictObject({
    name: text('The name of the test, as its runner reports it.'),
    file: z.optional(text('The file that contains it, relative to the repository root.')),
    kind: z.optional(text('The kind of test: unit, integration, e2e, property.')),
  }),
]);

const tests = () => z.optional(z.array(TestSchema).check(z.describe('The tests that prove the claim.')));
const checks = () =>
  z.optional(z.array(text('A check by name.')).check(z.describe('Checks other than tests that prove the claim.')));
const status = () => z.optional(z.string().check(z.describe('Progress; not part of what is approved.')));

const EntrySchema = z.strictObject({
  claim: text('The id of a claim in spec.md.'),
  tests: tests(),
  checks: checks(),
  status: status(),
});

const RiskSchema = z.strictObject({
  what: text('The function, type or value that changes.'),
  change: z.optional(
    z
      .enum(['signature', 'behaviour', 'value', 'removal'])
      .check(z.describe('What changes about it. A changed value with an unchanged schema breaks callers silently.')),
  ),
  callers: z.optional(z.array(text('A caller.')).check(z.describe('Callers and readers, as file or file:function.'))),
  risk: z.enum(['low', 'medium', 'high']).check(z.describe('The risk that the change breaks callers.')),
  tests: z.optional(
    z.array(text('The name of a test.')).check(z.describe('Tests that would fail if something breaks.')),
  ),
  silent: z.optional(z.boolean().check(z.describe('No compiler or code generator reports the change.'))),
  status: status(),
});

/** `test-shape.yaml` as people write it. */
const TestShapeSchema = z.strictObject({
  $schema: z.optional(z.string()),
  claims: z.union([
    z.array(EntrySchema),
    z.record(
      z.string(),
      z.union([z.array(TestSchema), z.strictObject({ tests: tests(), checks: checks(), status: status() })]),
    ),
  ]),
  risks: z.optional(z.array(RiskSchema)),
});

/** The JSON Schema of `test-shape.yaml`, for editors. */
export function testShapeJsonSchema(): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(TestShapeSchema, { io: 'input', target: 'draft-7' });
  return {
    $schema,
    title: 'test-shape.yaml',
    description: 'Which tests prove which claim, and what the change may break.',
    ...rest,
  };
}

export interface TestShape {
  contract: string;
  sections: Record<string, Section>;
  tests: PlannedTests[];
  risks: Risk[];
  findings: Finding[];
}

/** A piece of the file in one shape, and where it stands. */
interface Entry {
  raw: Record<string, unknown>;
  keys: PropertyKey[];
}

/**
 * Reads `test-shape.yaml`. `claims` is a list of `{claim, tests}` or a map from id to tests; a test is a name or
 * `{name, file, kind}`. Every entry is checked by itself, so that one that does not hold takes no other with it.
 */
export function readTestShape(path: string, source: string): TestShape {
  const { document, counter } = parseYaml(visible(source.replace(/\r\n?/g, '\n')));
  const findings = yamlFindings(document, counter, path);
  const line = (keys: PropertyKey[]) => lineIn(document, counter, keys);
  const written: unknown = document.toJS({ maxAliasCount: 100 }) ?? {};
  if (!isRecord(written)) {
    findings.push(findingAt(path, 1, 'FIELD_INVALID', { field: '', expected: 'object' }));
    return { contract: oneLine(source), sections: {}, tests: [], risks: [], findings };
  }
  const { claims, risks, $schema: _schema, ...others } = written;
  for (const key of Object.keys(others)) findings.push(findingAt(path, line([key]), 'FIELD_UNKNOWN', { field: key }));
  for (const [key, value] of Object.entries({ claims, risks }))
    if (value !== undefined && value !== null && !Array.isArray(value) && !(key === 'claims' && isRecord(value)))
      findings.push(findingAt(path, line([key]), 'FIELD_INVALID', { field: key, expected: 'array' }));

  const check = (schema: z.ZodMiniType, { raw, keys }: Entry) => {
    const result = schema.safeParse(raw);
    if (!result.success) findings.push(...issueFindings(result.error.issues, document, counter, path, 0, keys));
  };
  const claimed = claimEntries(claims);
  const risked = listEntries('risks', risks);
  for (const entry of claimed) check(EntrySchema, entry);
  for (const entry of risked) check(RiskSchema, entry);
  const planned = claimed.map((entry) => plannedOf(entry, line(entry.keys)));
  const found = risked.map((entry) => riskOf(entry, line(entry.keys)));
  findings.push(...duplicates(planned, path));
  if (planned.length === 0) {
    const code = claims === undefined ? 'SECTION_MISSING' : 'SECTION_EMPTY';
    findings.push(findingAt(path, line(['claims']), code, { section: 'claims' }));
  }
  const section = (name: string, value: unknown, items: string[]): Record<string, Section> =>
    value === undefined ? {} : { [name]: { line: line([name]), empty: items.length === 0, items } };
  return {
    contract: contractOf(claimed, risked, others, document.errors.length > 0 ? source : ''),
    sections: {
      ...section(
        'claims',
        claims,
        planned.map(({ claim }) => claim),
      ),
      ...section(
        'risks',
        risks,
        found.map(({ what }) => what),
      ),
    },
    ...{ tests: planned, risks: found, findings },
  };
}

function plannedOf({ raw }: Entry, line: number): PlannedTests {
  return { claim: claimName(raw.claim), tests: testsOf(raw.tests), checks: strings(raw.checks), line };
}

function riskOf({ raw }: Entry, line: number): Risk {
  const risk = raw.risk === 'low' || raw.risk === 'medium' ? raw.risk : 'high';
  const silent = typeof raw.silent === 'boolean' ? raw.silent : raw.change === 'value' ? true : undefined;
  return {
    ...{ what: oneLine(String(raw.what ?? '')), callers: strings(raw.callers), risk, tests: strings(raw.tests) },
    ...(silent === undefined ? {} : { silent }),
    line,
  };
}

/** A claim that stands there again. */
function duplicates(planned: readonly PlannedTests[], path: string): Finding[] {
  const seen = new Map<string, number>();
  return planned.flatMap(({ claim, line }) => {
    const first = seen.get(claim);
    if (first === undefined) seen.set(claim, line);
    return first === undefined ? [] : [findingAt(path, line, 'CLAIM_DUPLICATE', { id: claim, first })];
  });
}

/**
 * Values only: order of keys, quotes, layout, comments and states are left out. Values that do not hold are said as
 * they are written, and so is a file that is no YAML: no two broken ones are the same.
 */
function contractOf(claims: Entry[], risks: Entry[], others: Record<string, unknown>, broken: string): string {
  return [
    ...claims.map(({ raw }) => `claim ${canonical({ ...raw, claim: claimName(raw.claim), status: undefined })}`),
    ...risks.map(({ raw }) => `risk ${canonical({ ...raw, status: undefined })}`),
    ...(Object.keys(others).length > 0 ? [`other ${canonical(others)}`] : []),
    ...(broken === '' ? [] : [broken]),
  ].join('\n');
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

function claimEntries(claims: unknown): Entry[] {
  if (!isRecord(claims)) return listEntries('claims', claims);
  return Object.entries(claims).map(([claim, value]) => {
    const body = Array.isArray(value)
      ? { tests: value }
      : isRecord(value)
        ? value
        : { tests: value === null ? [] : [value] };
    return { raw: { ...body, claim }, keys: ['claims', claim] };
  });
}

function listEntries(name: string, value: unknown): Entry[] {
  if (!Array.isArray(value)) return [];
  return value.map((raw: unknown, index) => ({
    raw: isRecord(raw) ? raw : name === 'claims' ? { claim: raw } : { what: raw },
    keys: [name, index],
  }));
}

function claimName(written: unknown): string {
  const name = oneLine(String(written ?? ''));
  return readClaimId(name)?.id ?? name;
}

function testsOf(value: unknown): PlannedTests['tests'] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((test: unknown): PlannedTests['tests'] => {
    if (!isRecord(test)) return test === null ? [] : [{ name: oneLine(String(test)) }];
    const { name, file, kind } = test;
    if (typeof name !== 'string' || oneLine(name) === '') return [];
    return [
      {
        name: oneLine(name),
        ...(typeof file === 'string' ? { file: oneLine(file) } : {}),
        ...(typeof kind === 'string' ? { kind: oneLine(kind) } : {}),
      },
    ];
  });
}

function strings(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((entry) => ['string', 'number'].includes(typeof entry)).map((entry) => oneLine(String(entry)));
}
