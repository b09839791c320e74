import { allGreen, failuresOf, type Report } from '../report.js';
import { countsInWords, oneLine } from './plain.js';

const MOST_ROWS = 50;

/**
 * Returns a job summary in Markdown (GitHub, GitLab, Buildkite): a table of the runs, and what failed with its place.
 */
export function toSummary(reports: readonly Report[]): string {
  const title = reports.length === 0 ? 'No run was recognised' : allGreen(reports) ? 'All green' : 'Not green';
  const lines = [`## ${title}`, ''];
  if (reports.length > 0) {
    lines.push('| run | outcome | counts | seconds |', '| --- | --- | --- | ---: |');
    for (const report of reports) {
      const why = report.green || report.reasons.length === 0 ? '' : ` (${report.reasons.join(', ')})`;
      const cells = [report.runner, `${report.outcome}${why}`, countsInWords(report), String(report.seconds ?? '')];
      lines.push(`| ${cells.map(cell).join(' | ')} |`);
    }
  }
  const found = reports.flatMap(redOf);
  if (found.length > 0) {
    lines.push('', '| what | where | message |', '| --- | --- | --- |');
    for (const row of found.slice(0, MOST_ROWS)) lines.push(`| ${row.map(cell).join(' | ')} |`);
    if (found.length > MOST_ROWS) lines.push('', `${found.length - MOST_ROWS} more are not shown.`);
  }
  return `${lines.join('\n')}\n`;
}

/** Tells what is red in a report: its name, its place and its first words. */
export function redOf({ runner, tests, problems, issues }: Report): [what: string, where: string, message: string][] {
  const place = ({ file, line }: { readonly file?: string; readonly line?: number }) =>
    file === undefined ? '' : line === undefined ? file : `${file}:${line}`;
  return [
    ...failuresOf({ tests }).map((test): [string, string, string] => [
      test.name,
      place(test.place ?? { file: test.file ?? test.package ?? '' }),
      test.message ?? '',
    ]),
    ...problems.map((problem): [string, string, string] => [runner, place(problem), problem.message]),
    ...issues
      .filter(({ severity }) => severity !== 'info')
      .map((issue): [string, string, string] => [issue.rule ?? runner, place(issue), issue.message]),
  ];
}

function cell(text: string): string {
  return oneLine(text).replace(/[\\`|<>*_[\]]/g, (sign) =>
    sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : `\\${sign}`,
  );
}
