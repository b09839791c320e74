import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBrowser, pdfOf } from '../src/report/pdf.js';
import { flow } from './kit.js';
import { built, PYTEST } from './report-kit.js';

/* A real browser opens and prints the report. CI installs one (`.ci/run`). */

const BROWSER = (() => {
  try {
    return findBrowser(process.env);
  } catch {
    return null;
  }
})();

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
