import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, repository } from './kit.js';

/** The words of a text in the order in which a screen reader says them. */
const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

test.runIf(HAS_SCRIPT)(
  'D84 36.8 on a terminal of 40, 80 and 200 columns, lines end between words, which keep their order, and a report is no markup',
  async () => {
    const repo = repository();
    expect(flow(repo, ['start', 'tdd']).status).toBe(0);
    for (const [name, columns] of [
      ['status', 40],
      ['status', undefined],
      ['report', 80],
      ['status', 200],
    ] as const) {
      const { text } = await atTerminal(repo, [name], { program: FLOW, ...(columns && { columns }) });
      expect(text).toContain('`flow template spec`');
      expect(text).not.toMatch(/&#96;|&lt;|<\w|\*\*|### |\u001b/);
      const lines = text.split('\n').map(({ length }) => length);
      expect(Math.max(...lines)).toBeLessThanOrEqual(columns ?? 80);
      // What has room stays in one line.
      if (columns === 200) expect(Math.max(...lines)).toBeGreaterThan(80);
      // Programs and agents get whole lines, pull requests their Markdown.
      const piped = flow(repo, [name]).stdout;
      expect(piped.split('\n').some((line) => line.length > 80)).toBe(true);
      if (name === 'status') expect(words(text)).toEqual(words(piped));
      else expect(piped).toContain('**');
    }
  },
);

test.runIf(HAS_SCRIPT)('--watch in a low window keeps the top, and says that there is more', () => {
  const repo = repository();
  expect(flow(repo, ['start', 'tdd']).status).toBe(0);
  const line = `stty cols 60 rows 12; timeout -s INT 5 '${process.execPath}' '${FLOW}' status --watch 1`;
  const options = { cwd: repo.root, env: { ...repo.environment, TERM: 'dumb' }, encoding: 'utf8' as const };
  const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], options);
  const frame = stdout.replaceAll('\r', '').split('\u001b[2J\u001b[H').at(-1)!;
  const shown = frame.slice(0, frame.indexOf('more lines')).split('\n');
  expect(shown[0]).toContain('[>] spec');
  expect(shown).toHaveLength(11);
  expect(frame).toMatch(/^\(\d+ more lines: make the window higher\)$/m);
});

test('a page of a place that is in no repository is not written, and the reason is said', () => {
  const repo = repository();
  const outside = path.join(repo.area, 'outside');
  mkdirSync(outside);
  const { status, stderr } = flow(repo, ['board', '-o', 'x.html'], { cwd: outside });
  expect([status, stderr]).toEqual([3, expect.stringContaining('NO_REPOSITORY')]);
  expect(readdirSync(outside)).toEqual([]);
  // Beside it, where a repository is, there is a page.
  expect(flow(repo, ['board', '-o', 'x.html']).status).toBe(0);
  expect(readFileSync(repo.path('x.html'), 'utf8')).toMatch(/^<!doctype html>/i);
});
