import { failuresOf, type Issue, type Problem, type Report } from '../report.js';
import { plain } from './plain.js';

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

/**
 * SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/): a run a report, a result an issue, a build problem or a
 * failed test. `executionSuccessful` is whether the run was complete.
 */
export function toSarif(reports: readonly Report[]): string {
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: reports.map(runOf),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function runOf(report: Report) {
  const results = [
    ...report.issues.map((issue) => resultOf(issue, issue.rule, LEVELS[issue.severity])),
    ...report.problems.map((problem) => resultOf(problem, undefined, 'error')),
    ...failuresOf(report).map(({ name, file, message, place }) =>
      resultOf(
        { ...(place ?? { file }), message: message === undefined ? name : `${name}: ${message}` },
        'test-failed',
        'error',
      ),
    ),
  ];
  const rules = [...new Set(results.map(({ ruleId }) => ruleId).filter((id) => id !== undefined))];
  return {
    tool: {
      driver: {
        name: report.runner,
        ...(report.version === undefined ? {} : { version: report.version }),
        rules: rules.map((id) => ({ id })),
      },
    },
    invocations: [{ executionSuccessful: report.complete }],
    columnKind: 'utf16CodeUnits',
    results,
  };
}

type At = Partial<Omit<Issue, 'message'>> & Pick<Problem, 'message'>;

function resultOf(
  { file, line, column, endLine, endColumn, message }: { [K in keyof At]: At[K] | undefined } & { message: string },
  rule: string | undefined,
  level: 'error' | 'warning' | 'note',
) {
  const region = {
    ...(line === undefined ? {} : { startLine: line }),
    ...(line === undefined || column === undefined ? {} : { startColumn: column }),
    ...(line === undefined || endLine === undefined ? {} : { endLine }),
    ...(line === undefined || endColumn === undefined ? {} : { endColumn }),
  };
  const physicalLocation = file !== undefined && {
    artifactLocation: { uri: encodeURI(plain(file).replaceAll('\\', '/')) },
    ...(line === undefined ? {} : { region }),
  };
  return {
    ...(rule === undefined ? {} : { ruleId: plain(rule) }),
    level,
    message: { text: plain(message) || '(no message)' },
    locations: physicalLocation ? [{ physicalLocation }] : [],
  };
}
