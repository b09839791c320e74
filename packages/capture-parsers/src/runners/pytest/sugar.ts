/**
 * pytest-sugar (https://github.com/Teemu/pytest-sugar) and pytest-pretty
 * (https://github.com/samuelcolvin/pytest-pretty), which end with a list under `Results (0.12s):`.
 */
import type { TestState } from '../../report.js';

const MARKS: Readonly<Record<string, TestState>> = {
  '✓': 'passed',
  '√': 'passed',
  '⨯': 'failed',
  '✗': 'failed',
  ₓ: 'error',
  s: 'skipped',
  x: 'xfailed',
  X: 'xpassed',
};

/** Reads ` path::Class.test ✓ 12% █▎`, a verbose line of sugar; its marks of a whole file say nothing of names. */
export function readSugar(line: string): { name: string; state: TestState } | undefined {
  const percent = line.lastIndexOf('%');
  if (percent < 0 || !/^ [█▉▊▋▌▍▎▏ ]*$/.test(line.slice(percent + 1))) return undefined;
  let end = percent;
  while (end > 0 && line[end - 1]! >= '0' && line[end - 1]! <= '9') end--;
  if (end === percent || line[end - 1] !== ' ') return undefined;
  const text = line.slice(0, end).trim();
  const space = text.lastIndexOf(' ');
  const state = MARKS[text.slice(space + 1)];
  if (!state || space < 0) return undefined;
  const name = text.slice(0, space);
  const parts = name.indexOf('::');
  if (parts < 0) return undefined;
  return { name: name.slice(0, parts + 2) + classesOf(name.slice(parts + 2)), state };
}

/** `- test_a.py:3 TestA.test_b[x]` in the list of results, the same without a dash in pytest-pretty's progress. */
export function readPlace(line: string): { name: string; file: string; line: number; message?: string } | undefined {
  const match = /^(?:\s+- )?(\S+\.py):(\d+) ([A-Za-z_].*)$/.exec(line);
  if (!match) return undefined;
  const [, file, number, rest] = match;
  const path = /^[\w.]+/.exec(rest!)![0];
  let end = path.length;
  if (rest![end] === '[') {
    // The list of results has no messages, so that an id with ` - ` in it ends where the line does.
    const close = line.startsWith(' ') ? -1 : rest!.indexOf('] - ', end);
    end = close > 0 ? close + 1 : rest!.lastIndexOf(']') + 1;
  }
  const after = rest!.slice(end);
  if (end === 0 || (after && !after.startsWith(' - '))) return undefined;
  const message = after.slice(3);
  return {
    name: `${file}::${classesOf(rest!.slice(0, end))}`,
    file: file!,
    line: Number(number),
    ...(message ? { message } : {}),
  };
}

/** `Class.test[1.5]` as node ids have it. */
function classesOf(text: string): string {
  const open = text.indexOf('[');
  const path = open < 0 ? text : text.slice(0, open);
  return path.replaceAll('.', '::') + text.slice(path.length);
}

/** Returns the heading of the list that ends a session. */
export function readResults(line: string): number | undefined {
  const match = /^Results \((\d+(?:\.\d+)?)s(?: \(\d+(?::\d\d){2}\))?\):$/.exec(line);
  return match ? Number(match[1]) : undefined;
}
