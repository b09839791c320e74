import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { folded, list, section, table } from '../src/report/html/parts.js';
import { html, Safe } from '../src/report/html/safe.js';
import { STYLE } from '../src/report/html/style.js';
import { pdfOf } from '../src/report/pdf.js';
import { BROWSER } from './browser-kit.js';
import { flow } from './kit.js';
import { built, PYTEST } from './report-kit.js';

/* A real browser opens and prints the report. CI installs one (`.ci/run`). */

describe.skipIf(BROWSER === null || !PYTEST.available)('a real browser', () => {
  test('D17 a browser shows the page without a network, and prints it as a PDF of several pages', () => {
    const repo = built();
    const file = repo.path('report.html');
    expect(flow(repo, ['report', '-o', file]).status).toBe(0);
    const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const profile = `--user-data-dir=${path.join(repo.area, 'profile')}`;
    const shown = spawnSync(
      BROWSER!,
      ['--headless', '--disable-gpu', ...root, profile, '--enable-logging=stderr', '--dump-dom', `file://${file}`],
      { encoding: 'utf8' },
    );
    expect(shown.stdout).toContain('All 3 claims hold on this content');
    // What a policy refuses, and what cannot be loaded, stands in the console.
    expect(shown.stderr).not.toMatch(/Content.Security.Policy|Failed to load|CONSOLE/);
    const pdf = repo.path('report.pdf');
    expect(flow(repo, ['report', '-o', pdf], { environment: { CHROME_PATH: BROWSER! } })).toMatchObject({
      status: 0,
      stderr: '',
    });
    const bytes = readFileSync(pdf);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(1);
  });

  test.skipIf(spawnSync('pdftotext', ['-v']).error)(
    'D17 no heading, no summary and no head of a table is left alone at the end of a page',
    async () => {
      const rows = (at: number) =>
        Array.from({ length: 3 }, (_, row) => [html`${row}${new Safe('<br>more'.repeat(2 + (at % 5)))}`]);
      const bodies = [
        (at: number) => table('', [`Alone ${at}`], rows(at)),
        (at: number) => folded(`Alone ${at}`, table('', [`Alone ${at}`], rows(at)), true),
        (at: number) => html`<h3>Alone ${at}</h3>${list(['one', 'two'])}`,
      ];
      const sections = Array.from({ length: 120 }, (_, at) => [
        new Safe(`<p style="height:${20 + ((at * 37) % 260)}px">before</p>`),
        section(`s${at}`, `Alone ${at}`, bodies[at % bodies.length]!(at)),
      ]);
      const page = html`<!doctype html><style>${new Safe(STYLE)}</style>${sections}`;
      const pdf = await pdfOf(String(page), { ...process.env, CHROME_PATH: BROWSER! });
      const text = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).stdout;
      const ends = text.split('\f').map((one) => one.trimEnd().split('\n').at(-1) ?? '');
      expect(ends.length).toBeGreaterThan(30);
      expect(ends.filter((line) => /Alone/i.test(line))).toEqual([]);
    },
  );

  test('D17 a page that would reach for the network prints without it', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked++;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const pdf = await pdfOf(`<!doctype html><img src="http://127.0.0.1:${port}/a.png"><p>x`, {
      ...process.env,
      CHROME_PATH: BROWSER!,
    });
    server.close();
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(asked).toBe(0);
  });
});
