/** An entry of a numbered list: `  3) Cart refunds`. */
export interface Entry {
  readonly name: string;
  readonly lines: string[];
}

/** Returns the numbered entries below the last heading before line `to`: RSpec indents all that tests say in there. */
export function readEntries(lines: readonly string[], heading: 'Failures:' | 'Pending:', to: number): Entry[] {
  const entries: Entry[] = [];
  const from = 1 + lastHeading(lines, heading, to);
  if (!from) return entries;
  for (const line of lines.slice(from, to)) {
    if (/^\S/.test(line)) break;
    const start = /^ {1,4}(\d+)\) (.+)$/.exec(line);
    if (start && Number(start[1]) === entries.length + 1) entries.push({ name: start[2]!, lines: [] });
    else entries.at(-1)?.lines.push(line);
  }
  return !entries.length && heading === 'Pending:' ? withoutNumbers(lines.slice(from, to)) : entries;
}

function lastHeading(lines: readonly string[], heading: string, to: number): number {
  // RSpec 3 explains the heading of what is pending on the same line.
  for (let at = to - 1; at >= 0; at--)
    if (heading === 'Pending:' ? lines[at]!.startsWith(heading) : lines[at] === heading) return at;
  return -1;
}

/** RSpec 2 names pending examples without numbers. */
function withoutNumbers(lines: readonly string[]): Entry[] {
  const entries: Entry[] = [];
  for (const line of lines) {
    if (/^\S/.test(line)) break;
    if (/^ {2}\S/.test(line)) entries.push({ name: line.trim(), lines: [] });
    else entries.at(-1)?.lines.push(line);
  }
  return entries;
}

/** How far in an entry's words stand. */
const INDENT = 5;

/** Tells what an entry says, without the backtrace below it. */
export function messageOf({ lines }: Entry): string {
  const text = lines.map((line) => line.slice(Math.min(INDENT, line.length - line.trimStart().length)));
  return text.filter((line) => !/^# /.test(line)).join('\n');
}
