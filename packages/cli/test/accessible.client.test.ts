import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER, Browser } from './browser-kit.js';
import { flow, packageRoot } from './kit.js';
import { built, PYTEST } from './report-kit.js';

/* What people read in a browser, asked by axe, by the keyboard alone, and with motion switched off. The board: `board.client.test.ts`. */

const site = path.join(packageRoot, '../../apps/docs/dist');
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};
/** The search button of the site's theme shows its key (`Ctrl K`), which its name for screen readers leaves out. */
const OF_STARLIGHT = 'label-content-name-mismatch: button[data-open-modal';
const LOOKS = [
  ['light', { width: 1200, height: 900 }],
  ['dark', { width: 1200, height: 900, dark: true }],
  ['on a phone', { width: 360, height: 740, phone: true }],
] as const;

describe.skipIf(BROWSER === null)('36.8 nobody is kept out of', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await Browser.open();
  });
  afterAll(() => browser?.close());

  describe.skipIf(!PYTEST.available)('the report', () => {
    let address: string;
    const report = () => {
      const repo = built();
      const file = repo.path('report.html');
      expect(flow(repo, ['report', '-o', file]).status).toBe(0);
      address = `file://${file}`;
    };

    test('by axe, in every look, and by the keyboard', async () => {
      report();
      for (const [what, look] of LOOKS) {
        await browser.look(look);
        await browser.go(address);
        expect(await browser.barriers(), what).toEqual([]);
      }
      await browser.look({ width: 1200, height: 900 });
      await browser.go(address);
      const stands = await browser.tabbed();
      const reachable = await browser.value<number>("document.querySelectorAll('a[href], summary, button').length");
      expect(reachable).toBeGreaterThan(0);
      expect(stands.length).toBeGreaterThan(0);
      expect(await browser.value('document.getAnimations().length')).toBe(0);
    });
  });

  // Built by `npx -y pnpm@12 site`, as `check` does before.
  describe.skipIf(!existsSync(path.join(site, 'index.html')))('the site', () => {
    let server: Server;
    let origin: string;
    beforeAll(async () => {
      server = createServer(({ url = '/' }, response) => {
        const name = path.join(site, decodeURIComponent(new URL(url, 'http://localhost').pathname));
        const file = existsSync(name) && statSync(name).isDirectory() ? path.join(name, 'index.html') : name;
        if (!file.startsWith(site) || !existsSync(file)) return void response.writeHead(404).end();
        response.setHeader('content-type', TYPES[path.extname(file)] ?? 'application/octet-stream');
        createReadStream(file).pipe(response);
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterAll(() => server?.close());

    test.each(['/', '/start/ceremony/', '/reference/workflows/spec/', '/reference/codes/', '/deciding/threat-model/'])(
      'page %s by axe, light and dark and on a phone',
      async (page) => {
        for (const [what, look] of LOOKS) {
          await browser.look(look);
          await browser.go(`${origin}${page}`);
          // The theme makes code that is wider than the screen reachable by keyboard once the page is at rest.
          await browser.until(
            "[...document.querySelectorAll('pre')].every((one) => !one.checkVisibility() || one.scrollWidth <= one.clientWidth || one.tabIndex === 0)",
          );
          const found = await browser.barriers();
          expect(
            found.filter((one) => !one.startsWith(OF_STARLIGHT)),
            what,
          ).toEqual([]);
        }
      },
    );

    test('the home page by the keyboard: first past the navigation, then every link; without motion for who asks', async () => {
      await browser.look({ width: 1200, height: 900 });
      await browser.go(`${origin}/`);
      const stands = await browser.tabbed(40);
      expect(stands[0]).toMatch(/Skip to content/);
      expect(stands.join('\n')).toMatch(/Search/);
    });
  });
});
