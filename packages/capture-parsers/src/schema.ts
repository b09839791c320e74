import { OUTCOMES, REASONS } from './report.js';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const seconds = { type: 'number', minimum: 0 } as const;
const position = { type: 'integer', minimum: 1 } as const;
const flag = { type: 'boolean' } as const;

function object<P extends Record<string, unknown>>(properties: P, required: readonly (keyof P & string)[]) {
  return { type: 'object', properties, required, additionalProperties: false } as const;
}

function list<T>(items: T) {
  return { type: 'array', items } as const;
}

const coverageTotal = object({ percent: { type: 'number', minimum: 0, maximum: 100 }, covered: count, total: count }, [
  'percent',
]);

const counts = object(
  {
    passed: count,
    failed: count,
    skipped: count,
    errors: count,
    total: count,
    xfailed: count,
    xpassed: count,
    todo: count,
    filteredOut: count,
    files: count,
    warnings: count,
    problems: count,
  },
  ['passed', 'failed', 'skipped', 'errors', 'total'],
);

const test = object(
  {
    name: text,
    package: text,
    file: text,
    state: { enum: ['passed', 'failed', 'skipped', 'todo', 'xfailed', 'xpassed', 'error'] },
    seconds,
    message: text,
    stacks: list(list(text)),
    outside: { const: true },
    place: object({ file: text, line: position }, ['file', 'line']),
  },
  ['name', 'state'],
);

const issue = object(
  {
    file: text,
    line: position,
    column: position,
    endLine: position,
    endColumn: position,
    rule: text,
    severity: { enum: ['error', 'warning', 'info'] },
    message: text,
  },
  ['severity', 'message'],
);

/** `REPORT_SCHEMA` is the JSON Schema (2020-12) of a Report. What each field means is told at the types. */
export const REPORT_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Report',
  description: 'What one run of one test runner, linter, type checker, formatter or compiler proves.',
  ...object(
    {
      runner: text,
      kind: { enum: ['test', 'lint', 'types', 'format', 'build', 'coverage', 'unread'] },
      version: text,
      verdict: { enum: ['green', 'red', 'unknown'] },
      outcome: { enum: OUTCOMES },
      green: flag,
      unsure: flag,
      complete: flag,
      flaky: { const: true },
      reasons: list({ enum: REASONS }),
      counts,
      packages: list(
        object(
          {
            name: text,
            state: { enum: ['passed', 'failed', 'no-tests', 'build-error', 'skipped'] },
            cached: flag,
            seconds,
          },
          ['name', 'state'],
        ),
      ),
      files: list(object({ name: text, state: { enum: ['passed', 'failed', 'skipped', 'error'] } }, ['name', 'state'])),
      tests: list(test),
      testsCut: count,
      problems: list(object({ file: text, line: position, column: position, message: text }, ['message'])),
      issues: list(issue),
      issuesCut: count,
      coverage: object(
        { lines: coverageTotal, statements: coverageTotal, branches: coverageTotal, functions: coverageTotal },
        [],
      ),
      seconds,
      unparsed: count,
    },
    [
      'runner',
      'kind',
      'verdict',
      'outcome',
      'green',
      'unsure',
      'complete',
      'reasons',
      'counts',
      'packages',
      'files',
      'tests',
      'testsCut',
      'problems',
      'issues',
      'issuesCut',
      'unparsed',
    ],
  ),
} as const;
