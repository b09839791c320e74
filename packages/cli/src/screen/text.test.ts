import { columnsOf, cut, fill } from '@flow/engine/text/columns';
import { describe, expect, test } from 'vitest';
import { canDraw, liveScreen } from './live.js';
import type { Row, Screen } from './row.js';
import { type Drawn, screenLines } from './text.js';
import { costWords, tokenWords, whyWords } from './words.js';

const NOW = 1_800_000_000_000;

const row = (id: string, more: Partial<Row> = {}): Row => ({
  ...{ group: 'ready', key: id, item: id, title: `Item ${id}`, phase: 'work', since: NOW - 60_000, until: null },
  ...{ try: { number: 2, max: 3 }, cost: { money: 0.42, isAtLeast: false, tokens: 1, sessions: 1 } },
  ...{ why: 'it can begin', command: null },
  ...more,
});

function screen(rows: Row[]): Screen {
  const counts = { 'needs-you': 0, working: 0, waiting: 0, ready: 0, over: 0 };
  for (const { group } of rows) counts[group] += 1;
  const used = { money: null, isAtLeast: true, tokens: 12_345, sessions: 2 };
  return { state: 'open', phase: 'Build', rows, counts, done: counts.over, total: rows.length, used };
}

const drawn = (width: number | null, height: number | null = null): Drawn => ({
  ...{ now: NOW, width, height, title: 'feature/login, Tasks', limit: '$20' },
  typed: (command) => command.replace(/^flow /, 'npx flow '),
  paint: (_format, text) => text,
});

const LONG = 'a very long title that goes on and on '.repeat(5);
const ROWS = [
  row('S4', { group: 'needs-you', title: LONG, why: LONG, command: `flow decide work.green again --item S4` }),
  row('日本', { group: 'working', title: '説明'.repeat(60), command: 'flow item show x' }),
  ...Array.from({ length: 40 }, (_, n) => row(`R${n}`, { command: 'flow run' })),
  ...Array.from({ length: 40 }, (_, n) => row(`D${n}`, { group: 'over', why: 'done' })),
];

describe.each([30, 60, 80, 129, 130, 200])('a screen of %d columns', (width) => {
  test.each([8, 24, 50, 1000])('and %d lines has no line that is wider, and no line more', (height) => {
    const lines = screenLines(screen(ROWS), drawn(width, height));
    expect(lines.filter((line) => columnsOf(line) > width)).toEqual([]);
    expect(lines.length).toBeLessThanOrEqual(height);
    // Whoever is needed is never pushed off the screen.
    expect(lines.join('\n')).toContain('S4');
    if (height > 8) expect(lines.join('\n').replace(/\s+/g, ' ')).toContain('npx flow decide work.green again');
  });
});

test('without a terminal all of it is told, in whole lines', () => {
  const text = screenLines(screen(ROWS), drawn(null)).join('\n');
  expect(text).toContain(LONG.trim());
  for (const { item } of ROWS) expect(text).toContain(item);
  expect(text).not.toMatch(/ {5}\S/);
  expect(text).toContain('Ready (40)  $ npx flow run');
  expect(text).toContain('price unknown of $20, 12k tokens');
});

test('a price that nobody names is unknown, and one that is not all of it has a plus', () => {
  const of = (money: number | null, isAtLeast: boolean) => costWords({ money, isAtLeast, tokens: 9, sessions: 1 });
  expect([of(null, true), of(0.5, true), of(0.5, false), of(0, false), costWords(null)]).toEqual([
    ...['unknown', '$0.50+', '$0.50', '$0.00', ''],
  ]);
  expect([999, 12_345, 3_400_000].map(tokenWords)).toEqual(['999', '12k', '3.4M']);
  expect(whyWords({ why: 'quota', until: NOW + 120_000 }, NOW)).toBe('quota (in 2m)');
});

test('columns are those of a terminal: wide characters take two, marks none', () => {
  expect(['abc', '日本', 'e\u0301', '🙂'].map(columnsOf)).toEqual([3, 4, 1, 2]);
  expect([cut('日本語', 5), cut('abc', 3), cut('abcd', 3)]).toEqual(['日本…', 'abc', 'ab…']);
  expect([fill('ab', 4), fill('ab', 4, 'right')]).toEqual(['ab  ', '  ab']);
});

/** A terminal that keeps what scrolls off, as far as frames need one. */
class Emulator {
  lines: string[] = [''];
  at = 0;
  columns: number;
  rows: number;
  constructor(columns: number, rows: number) {
    Object.assign(this, { columns, rows });
    this.columns = columns;
    this.rows = rows;
  }
  write(text: string): void {
    for (const [part] of text.matchAll(/\u001b\[[?0-9;]*[A-Za-z]|\r|\n|[^\u001b\r\n]+/g)) {
      const up = /^\u001b\[(\d+)A$/.exec(part);
      if (up) this.at = Math.max(this.lines.length - this.rows, 0, this.at - Number(up[1]));
      else if (part === '\n') {
        this.at += 1;
        if (this.at === this.lines.length) this.lines.push('');
        this.#column = 0;
      } else if (part === '\r') this.#column = 0;
      else if (part === '\u001b[K') this.lines[this.at] = this.lines[this.at]!.slice(0, this.#column);
      else if (part === '\u001b[J') {
        this.lines.length = this.at + 1;
        this.lines[this.at] = this.lines[this.at]!.slice(0, this.#column);
      } else if (!part.startsWith('\u001b')) {
        const before = this.lines[this.at]!;
        this.lines[this.at] = before.slice(0, this.#column) + part + before.slice(this.#column + part.length);
        this.#column += part.length;
      } else this.modes.push(part);
    }
  }
  #column = 0;
  modes: string[] = [];
}

describe('a live screen', () => {
  test('is drawn over itself, and what is logged stays above it, each once', () => {
    const terminal = new Emulator(40, 10);
    const live = liveScreen(terminal);
    live.draw(['one', 'two', 'three']);
    live.log('landed A');
    live.draw(['one', 'two']);
    live.draw(['one', 'two']);
    live.log('landed B');
    live.end(['done']);
    expect(terminal.lines).toEqual(['landed A', 'landed B', 'done', '']);
  });

  test('leaves nothing to be put back: line breaks are on again behind each frame, and no other mode is changed', () => {
    const terminal = new Emulator(40, 10);
    const live = liveScreen(terminal);
    live.draw(['one']);
    live.log('x');
    const kept = terminal.modes.filter((mode) => !/\[\?(?:7|2026)[hl]|\[0m/.test(mode));
    expect(kept).toEqual([]);
    for (const mode of ['7', '2026']) {
      const last = terminal.modes.findLast((one) => one.startsWith(`\u001b[?${mode}`));
      expect(last).toBe(mode === '7' ? '\u001b[?7h' : '\u001b[?2026l');
    }
    // The cursor stands behind the frame, in a line of its own.
    expect(terminal.lines.at(-1)).toBe('');
  });

  test('draws only where somebody can see it', () => {
    const tty = { isTTY: true };
    expect([canDraw({ TERM: 'xterm' }, tty), canDraw({ TERM: 'dumb' }, tty), canDraw({ TERM: 'xterm' }, {})]).toEqual([
      ...[true, false, false],
    ]);
  });
});
