import type { Figures } from '@flow/core/figures';
import { codeOf, tableOf, textOf } from '../report/markdown-text.js';
import type { ReportModel } from '../report/model.js';
import { cut, lasted } from '../report/words.js';
import { figureLines, GATES, moneyWords, percent } from './words.js';

/** Writes the figures of a run as tables of Markdown: what it cost, by phase and by what it caught. */
export function figuresMarkdown({ figures, phases }: Pick<ReportModel, 'figures' | 'phases'>, rows = 50): string[] {
  const lines = figureLines(figures).map(([name, words]) => [name, textOf(words)]);
  return [
    lines.length === 0 ? '' : tableOf(['Figure', 'What it is'], lines),
    phaseTable(phases, rows),
    caughtTable(figures, rows),
    firstPassTable(figures, rows),
  ].filter((one) => one !== '');
}

function phaseTable(phases: ReportModel['phases'], rows: number): string {
  const spent = phases.filter(({ tokens, money }) => tokens > 0 || money.value !== 0);
  if (spent.length === 0) return '';
  return tableOf(
    ['Phase', 'Time', 'Tokens', 'Cost'],
    spent
      .slice(0, rows)
      .map(({ title, durationMs, tokens, money }) => [
        textOf(cut(title, 50)),
        lasted(durationMs),
        tokens.toLocaleString('en'),
        textOf(moneyWords(money)),
      ]),
  );
}

function caughtTable({ caught }: Figures, rows: number): string {
  const told = caught.filter((one) => one.caught > 0 || one.money.value !== 0);
  if (told.length === 0) return '';
  return tableOf(
    ['Gate', 'Looked', 'Caught', 'Cost'],
    told
      .slice(0, rows)
      .map(({ kind, gate, looked, caught: found, money }) => [
        `${GATES[kind]} ${codeOf(cut(gate, 50))}`,
        String(looked),
        String(found),
        kind === 'judge' ? textOf(moneyWords(money)) : '',
      ]),
  );
}

function firstPassTable({ firstPass }: Figures, rows: number): string {
  if (firstPass.length === 0) return '';
  return tableOf(
    ['Gate', 'Came', 'Passed at first', 'Rate'],
    firstPass
      .slice(0, rows)
      .map(({ kind, gate, came, passed }) => [
        `${GATES[kind]} ${codeOf(cut(gate, 50))}`,
        String(came),
        String(passed),
        percent(passed / came),
      ]),
  );
}
