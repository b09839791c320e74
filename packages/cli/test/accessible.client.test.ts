import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER, Browser, READS_PDF } from './browser-kit.js';
import { flow, packageRoot } from './kit.js';
import { built, PYTEST } from './report-kit.js';

/* What people read in a browser, asked by axe, by the keyboard alone, without motion, and on paper. The board: `board.client.test.ts`. */

const site = path.join(packageRoot, '../../apps/docs/dist');
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};
const HAS_SITE = existsSync(path.join(site, 'index.html'));
const WIDE = { width: 1200, height: 900 };
const LOOKS = [
  ['light', WIDE],
  ['dark', { ...WIDE, dark: true }],
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
      await browser.look({ ...WIDE, still: true });
      await browser.go(address);
      const usable = await browser.usable();
      expect(usable.length).toBeGreaterThan(3);
      expect(await browser.tabbed()).toEqual(usable);
      expect(await browser.motion()).toEqual([]);
    });
  });

  // Built by `npx -y pnpm@12 site`, as `check` and the workflows do before.
  describe.skipIf(!HAS_SITE)('the site', () => {
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
          expect(await browser.barriers(), what).toEqual([]);
        }
      },
    );

    test('the home page by the keyboard: first past the navigation, then every link; without motion for who asks', async () => {
      await browser.look({ ...WIDE, still: true });
      await browser.go(`${origin}/`);
      await browser.until("document.querySelector('button[data-open-modal]:enabled')");
      const usable = await browser.usable();
      expect(usable[0]).toMatch(/Skip to content/);
      expect(usable.join('\n')).toMatch(/Search/);
      expect(usable.length).toBeGreaterThan(40);
      expect(await browser.tabbed()).toEqual(usable);

      // What skips the navigation leads into the text.
      await browser.go(`${origin}/`);
      await browser.press('Tab');
      await browser.press('Enter');
      await browser.press('Tab');
      expect(await browser.value("document.activeElement.closest('main') !== null")).toBe(true);

      // A part of the navigation is opened by its key: its mark turns for those alone who did not ask for less motion.
      const folded = 'nav details:not([open]) > summary';
      for (const still of [true, false]) {
        await browser.look({ ...WIDE, still });
        await browser.go(`${origin}/`);
        await browser.tabTo(folded);
        const before = await browser.value<number>("document.querySelectorAll('nav details[open]').length");
        await browser.press('Enter');
        await browser.until(`document.querySelectorAll('nav details[open]').length === ${before + 1}`);
        expect([still, (await browser.motion()).length > 0]).toEqual([still, !still]);
        await browser.value('document.activeElement.click()');
      }
      expect(await browser.value('getComputedStyle(document.documentElement).scrollBehavior')).toBe('auto');
    });

    test.skipIf(!READS_PDF)(
      'on paper there is the text without the navigation, dark letters on white, and no code is cut',
      async () => {
        await browser.look({ ...WIDE, dark: true });
        await browser.go(`${origin}/start/ceremony/`);
        const themes =
          '(({ theme }) => (window.themes = [...(window.themes ?? []), theme]))(document.documentElement.dataset)';
        await browser.value(`${themes}; addEventListener('beforeprint', () => ${themes}); true`);
        const pages = await browser.printed();
        await browser.value(themes);
        expect(await browser.value('window.themes')).toEqual(['dark', 'light', 'dark']);
        const words = (text: string) => text.replace(/\s+/g, '');
        const paper = words(pages.join(''));
        expect(pages.length).toBeGreaterThan(1);
        expect(paper).not.toContain(words('How it decides'));
        expect(paper).not.toContain('CtrlK');
        const code = await browser.value<string[]>(
          "[...document.querySelectorAll('.sl-markdown-content pre .ec-line')].map((one) => one.textContent)",
        );
        expect(code.length).toBeGreaterThan(10);
        for (const line of code) expect(paper).toContain(words(line));
        // A browser leaves grounds away.
        await browser.ask('Emulation.setEmulatedMedia', { media: 'print' });
        await browser.value(
          "document.documentElement.dataset.theme = 'light'; document.head.insertAdjacentHTML('beforeend', '<style>* { background: none !important }</style>'); true",
        );
        expect(await browser.barriers()).toEqual([]);
        await browser.ask('Emulation.setEmulatedMedia', { media: '' });
      },
    );
  });
});
