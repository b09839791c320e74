import { failuresOf, type Report } from '../report.js';
import { countsInWords, plain } from './plain.js';

interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/**
 * Workflow commands that GitHub Actions shows at the lines in question
 * (https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions). A green report gives no line.
 */
export function toGithub(reports: readonly Report[]): string {
  return reports.flatMap(annotationsOf).map(command).join('');
}

function annotationsOf(report: Report): Annotation[] {
  const { runner } = report;
  const found: Annotation[] = [
    ...failuresOf(report).map(({ name, file, message = 'failed', place }) => ({
      level: 'error' as const,
      title: `${runner}: ${name}`,
      message,
      ...(place ?? { file, ...lineIn(file, message) }),
    })),
    ...report.problems.map(({ file, line, column, message }) => ({
      level: 'error' as const,
      title: runner,
      message,
      file,
      line,
      column,
    })),
    ...report.issues.map(({ file, line, column, rule, severity, message }) => ({
      level: severity === 'info' ? ('notice' as const) : severity,
      title: rule === undefined ? runner : `${runner}: ${rule}`,
      message,
      file,
      line,
      column,
    })),
  ];
  if (!report.green && !found.some(({ level }) => level === 'error')) {
    const message = `${report.outcome} (${report.reasons.join(', ')}): ${countsInWords(report)}`;
    found.push({ level: 'error', title: runner, message });
  }
  return found;
}

/** Returns the first line of the test's own file that its message names. */
function lineIn(file: string | undefined, message: string): Pick<Annotation, 'line'> {
  const name = file?.split(/[/\\]/).at(-1);
  if (!name) return {};
  for (let at = message.indexOf(name); at >= 0; at = message.indexOf(name, at + 1)) {
    const before = message[at - 1] ?? ' ';
    const [, line] = /^:(\d{1,7})\b/.exec(message.slice(at + name.length, at + name.length + 9)) ?? [];
    if (line !== undefined && /[\s/\\(]/.test(before)) return { line: Number(line) };
  }
  return {};
}

function command({ level, title, message, file, line, column }: Annotation): string {
  const properties = [
    ...(file === undefined ? [] : [`file=${property(file)}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    ...(line === undefined || column === undefined ? [] : [`col=${column}`]),
    `title=${property(title)}`,
  ];
  return `::${level} ${properties.join(',')}::${data(message)}\n`;
}

function data(text: string): string {
  return plain(text).replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function property(text: string): string {
  return data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
