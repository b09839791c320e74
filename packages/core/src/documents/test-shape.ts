import type * as z from 'zod/mini';
import type { Finding } from '../finding.js';
import { isRecord } from '../record.js';
import { readClaimId } from './claim-id.js';
import { findingAt, type PlannedTests, type Risk, type Section } from './document.js';
import { issueFindings, lineIn, parseYaml, yamlFindings } from './schema-findings.js';
import { EntrySchema, RiskSchema } from './test-shape-schema.js';
import { oneLine, visible } from './text.js';

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
  /** Only its tests are written, without their key. */
  bare?: true;
}

/**
 * Reads `test-shape.yaml`. `claims` is a list of `{claim, tests}` or a map from id to tests; a test is a name or
 * `{name, file, kind}`. Every entry is checked by itself, so that one that does not hold takes no other with it.
 */
export function readTestShape(path: string, source: string): TestShape {
  const { document, counter } = parseYaml(visible(source.replace(/\r\n?/g, '\n')));
  const findings = yamlFindings(document, counter, path);
  const broken = [...findings];
  const line = (keys: PropertyKey[]) => lineIn(document, counter, keys);
  const written: unknown = document.toJS({ maxAliasCount: 100 }) ?? {};
  if (!isRecord(written)) {
    findings.push(findingAt(path, 1, 'FIELD_INVALID', { field: '', expected: 'object' }));
    return { contract: oneLine(source), sections: {}, tests: [], risks: [], findings };
  }
  const { claims, risks, $schema: _schema, ...others } = written;
  const claimed = claimEntries(claims);
  const risked = listEntries('risks', risks);
  for (const key of Object.keys(others)) findings.push(findingAt(path, line([key]), 'FIELD_UNKNOWN', { field: key }));
  for (const key of misshapen({ claims, risks }))
    findings.push(findingAt(path, line([key]), 'FIELD_INVALID', { field: key, expected: 'array' }));
  const check = (schema: z.ZodMiniType, { raw, keys, bare }: Entry) => {
    const issues = schema.safeParse(raw).error?.issues ?? [];
    const placed = bare ? issues.map((issue) => ({ ...issue, path: issue.path.slice(1) })) : issues;
    findings.push(...issueFindings(placed, document, counter, path, 0, keys));
  };
  for (const entry of claimed) check(EntrySchema, entry);
  for (const entry of risked) check(RiskSchema, entry);
  const planned = claimed.map((entry) => plannedOf(entry, line(entry.keys)));
  const found = risked.map((entry) => riskOf(entry, line(entry.keys)));
  findings.push(...duplicates(planned, path));
  if (planned.length === 0) {
    const code = claims === undefined ? 'SECTION_MISSING' : 'SECTION_EMPTY';
    findings.push(findingAt(path, line(['claims']), code, { section: 'claims' }));
  }
  const names = planned.map(({ claim }) => claim);
  const whats = found.map(({ what }) => what);
  const section = (items: string[], at: string): Section => ({ line: line([at]), empty: items.length === 0, items });
  return {
    contract: contractOf(claimed, risked, others, document.errors.length > 0 ? source : ''),
    sections: {
      ...(claims === undefined ? {} : { claims: section(names, 'claims') }),
      ...(risks === undefined ? {} : { risks: section(whats, 'risks') }),
    },
    // What else is wrong with what was guessed of a file that is no YAML follows from that alone.
    tests: planned,
    risks: found,
    findings: document.errors.length > 0 ? broken : findings,
  };
}

/** Finds the keys of a test map that are there and hold no list; claims may be a map, too. */
function misshapen(written: { claims: unknown; risks: unknown }): string[] {
  return Object.entries(written).flatMap(([key, value]) =>
    value === undefined || value === null || Array.isArray(value) || (key === 'claims' && isRecord(value)) ? [] : [key],
  );
}

function plannedOf({ raw }: Entry, line: number): PlannedTests {
  return { claim: claimName(raw.claim), tests: testsOf(raw.tests), checks: strings(raw.checks), line };
}

function riskOf({ raw }: Entry, line: number): Risk {
  const risk = raw.risk === 'low' || raw.risk === 'medium' ? raw.risk : 'high';
  const silent = typeof raw.silent === 'boolean' ? raw.silent : raw.change === 'value' ? true : undefined;
  return {
    what: oneLine(String(raw.what ?? '')),
    callers: strings(raw.callers),
    risk,
    tests: strings(raw.tests),
    ...(silent === undefined ? {} : { silent }),
    line,
  };
}

/** Finds a claim that stands there again. */
function duplicates(planned: readonly PlannedTests[], path: string): Finding[] {
  const seen = new Map<string, number>();
  return planned.flatMap(({ claim, line }) => {
    const first = seen.get(claim);
    if (first === undefined) seen.set(claim, line);
    return first === undefined ? [] : [findingAt(path, line, 'CLAIM_DUPLICATE', { id: claim, first })];
  });
}

/**
 * `contractOf` returns values only: order of keys, quotes, layout, comments and states are left out. Values that do not hold
 * are said as they are written, and so is a file that is no YAML: no two broken ones are the same.
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
    const keys = ['claims', claim];
    if (isRecord(value)) return { raw: { ...value, claim }, keys };
    return { raw: { tests: [value ?? []].flat(), claim }, keys, bare: true };
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
