import { styleText } from 'node:util';
import { printable } from '@flow/engine/text/printable';
import type { Check, CheckStatus } from './check.js';

export { takesColours as wantsColor } from '@flow/engine/text/paint';

/** The document that `flow-hooks doctor --json` prints. */
export interface DoctorReport {
  version: 1;
  /** True when no check failed; warnings do not count. */
  ok: boolean;
  checks: Check[];
}

/** Returns the checks as programs read them. */
export function doctorReport(checks: Check[]): DoctorReport {
  return { version: 1, ok: checks.every((check) => check.status !== 'failure'), checks };
}

const MARKS: Record<CheckStatus, { mark: string; color: 'green' | 'yellow' | 'red' }> = {
  ok: { mark: 'ok', color: 'green' },
  warning: { mark: 'warning', color: 'yellow' },
  failure: { mark: 'failure', color: 'red' },
};

/** Renders each check in one line, with its remedy below, and a sum. */
export function renderDoctor(checks: readonly Check[], { color }: { color: boolean } = { color: false }): string {
  const lines = checks.map(({ status, title, detail, fix }) => {
    const { mark, color: name } = MARKS[status];
    const painted = color ? styleText(name, mark, { validateStream: false }) : mark;
    const line = `${painted}${' '.repeat(9 - mark.length)}${oneLine(title)}: ${oneLine(detail)}`;
    return status === 'ok' || fix === undefined ? line : `${line}\n         fix: ${oneLine(fix)}`;
  });
  const count = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
  return `${lines.join('\n')}\n\n${count('ok')} ok, ${count('warning')} with a warning, ${count('failure')} failed\n`;
}

function oneLine(text: string): string {
  return printable(text).replace(/\s*\n\s*/g, ' ');
}
