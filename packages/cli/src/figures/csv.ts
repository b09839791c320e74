import type { FigureRow } from './rows.js';

/** `FiguresOf` names the run that figures are of. */
export interface FiguresOf {
  run: string;
  branch: string;
  workflow: string;
}

const HEAD = ['run', 'branch', 'workflow', 'figure', 'of', 'value', 'is', 'unit'];

/** Writes figures as CSV (RFC 4180), a number a line; what is not known has no value. */
export function csvOf({ run, branch, workflow }: FiguresOf, rows: readonly FigureRow[]): string {
  const lines = rows.map(({ figure, of, amount, unit }) => [
    ...[run, branch, workflow, figure, of],
    ...[amount.value === null ? '' : String(amount.value), amount.is, unit],
  ]);
  return [HEAD, ...lines].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

/** Returns a cell; a text of others that begins as a formula does would be computed by the program that opens the table. */
function cellOf(text: string): string {
  const isNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(text);
  const plain = !isNumber && /^\s*[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
