import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { clean } from '@flow/engine/text/clean';
import { afterAll, describe, expect, test } from 'vitest';
import { board, HOSTILE, NOW, row } from '../../test/board-model.js';
import { liveOf } from './live.js';
import type { Board } from './model.js';
import { boardPage } from './page.js';
import { tailOf } from './tail.js';

const page = (of: Board) => boardPage(of, (command) => command);

describe('a page of a board', () => {
  test('whatever others wrote is text: no tag, no attribute, no script of theirs', () => {
    const session = {
      ...{
        session: HOSTILE,
        item: HOSTILE,
        task: HOSTILE,
        client: HOSTILE,
        since: NOW,
        isLive: true,
        end: null,
        look: HOSTILE,
      },
      live: { lines: [{ kind: 'text' as const, text: HOSTILE }], isCut: false },
    };
    const rows = [row(HOSTILE, { title: HOSTILE, phase: HOSTILE, why: HOSTILE, command: HOSTILE })];
    const text = page(board(rows, { sessions: [session] }));
    expect(text.match(/<script\b[^>]*>/g)).toEqual(['<script src="board.js" defer>']);
    expect(text).not.toMatch(/<img|<\/pre><script|" onmouseover="/);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    for (const words of ['Criteria by evidence', 'What it cost', 'By what it caught']) expect(text).toContain(words);
    expect(text).toContain(`?run=${encodeURIComponent(HOSTILE).replaceAll("'", '&#39;')}`);
  });

  test('no more rows than a page has room for, and whoever is needed first', () => {
    const rows = [
      ...Array.from({ length: 3 }, (_, n) => row(`N${n}`, { group: 'needs-you' })),
      ...Array.from({ length: 500 }, (_, n) => row(`R${n}`)),
      ...Array.from({ length: 500 }, (_, n) => row(`D${n}`, { group: 'over', why: 'done' })),
    ];
    const text = page(board(rows));
    expect(text.match(/<li class="row">/g)?.length).toBeLessThan(100);
    expect(text).toContain('and 440 more');
    expect(text.indexOf('N0')).toBeLessThan(text.indexOf('R0'));
    expect(text).toContain('D499');
  });

  test('a page that says the same is the same, though seconds go by', () => {
    const at = (now: number) => page(board([row('A', { since: NOW - 60_000 })], { now }));
    expect(at(NOW + 5000)).toBe(at(NOW));
    expect(at(NOW + 65_000)).not.toBe(at(NOW));
  });

  test('as a file it has its style in it and no script, and nothing else may be loaded', () => {
    const text = boardPage(board([row('A')]), (command) => command, true);
    expect(text).toMatch(/Content-Security-Policy" content="default-src &#39;none&#39;/);
    expect(text).not.toMatch(/<script|<link rel="stylesheet"/);
  });

  test('a price that nobody named is unknown, and not 0', () => {
    const cost = { money: null, isAtLeast: true, tokens: 5, sessions: 1 };
    expect(page(board([row('A', { cost })]))).toMatch(/<dt>cost<\/dt><dd>unknown<\/dd>/);
  });
});

describe('the live output of a session', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'flow-tail-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const live = async (client: string, out: string, errors = '') =>
    liveOf(client, { out: write('out', out), errors: write('err', errors) }, clean);
  const line = (value: object) => `${JSON.stringify(value)}\n`;
  const says = (text: string) => line({ type: 'assistant', message: { content: [{ type: 'text', text }] } });

  test('is what the agent said and did, in words', async () => {
    const use = { type: 'tool_use', name: 'Bash', input: { command: 'npm test' } };
    const { lines } = await live(
      'claude-code',
      says('I look at the page.') +
        line({ type: 'assistant', message: { content: [use] } }) +
        line({ type: 'user', message: { content: [{ type: 'tool_result', content: '3 passed' }] } }) +
        line({ type: 'result', is_error: false, terminal_reason: 'completed', result: 'Done.' }),
      'warning: x\n',
    );
    expect(lines.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      ...['text: I look at the page.', 'tool: Bash npm test', 'result: 3 passed', 'end: completed: Done.'],
      'fault: warning: x',
    ]);
  });

  test('of Codex, and of a client that nobody knows', async () => {
    const command = { type: 'command_execution', command: 'npm test', aggregated_output: 'bad', exit_code: 1 };
    const codex = await live(
      'codex',
      line({ type: 'item.started', item: command }) +
        line({ type: 'item.completed', item: command }) +
        line({ type: 'item.completed', item: { type: 'agent_message', text: 'Done.' } }),
    );
    expect(codex.lines.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'tool: npm test',
      'fault: bad',
      'text: Done.',
    ]);
    expect((await live('constructor', 'plain words\n')).lines).toEqual([{ kind: 'text', text: 'plain words' }]);
  });

  test('has no control or direction characters, and is bounded', async () => {
    const text = '\u001b]0;owned\u0007\u001b[31mred\u001b[0m \u202e\u2066back\u0000';
    const { lines, isCut } = await live(
      'claude-code',
      says(text) + Array.from({ length: 200 }, (_, n) => says(`${n} ${'x'.repeat(5000)}`)).join(''),
    );
    expect(isCut).toBe(true);
    expect(lines.length).toBeLessThanOrEqual(80);
    const [one] = (await live('claude-code', says(text))).lines;
    expect(one!.text).toMatch(/^red +back$/);
    for (const line of lines) expect(line.text.length).toBeLessThanOrEqual(400);
  });

  test('reads the end alone of a file of any size, and whole lines of it', async () => {
    const long = write('long', `${'a'.repeat(1_000_000)}\nlast\n`);
    expect(tailOf(long, 1000)).toEqual({ lines: ['last'], before: 1_000_001 });
    expect(tailOf(write('one', 'b'.repeat(1_000_000)), 1000)).toEqual({ lines: [], before: 1_000_000 });
    expect(tailOf(path.join(folder, 'none'))).toEqual({ lines: [], before: 0 });
  });
});
