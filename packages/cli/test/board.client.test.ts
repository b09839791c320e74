import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type TempRepo, tempRepo } from '@flow/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boardPage } from '../src/board/page.js';
import { board as boardOf, NOW, row } from './board-model.js';
import { BROWSER, Browser, READS_PDF } from './browser-kit.js';
import { FLOW, flow } from './kit.js';
import { runBeside, tasksConfig } from './tasks-workflow.js';

/* A real browser opens the board of a run whose texts are hostile, and others try to. CI installs one (`.ci/run`). */

const HOSTILE = '</script><script>window.owned=1</script><img src=x onerror="window.owned=2"> \u001b[31mred\u202e';
const TASKS = `# Tasks

## Tasks

- [ ] A: First ${HOSTILE}
  - Files: \`a.txt\`
- [ ] B: Second ${'long'.repeat(1000)}
  - Files: \`b.txt\`
- [ ] C: Third
  - Files: \`c.txt\`
  - After: A
`;

/** Starts the built board, and reads the address that it prints. */
async function started(repo: TempRepo, cwd: string): Promise<{ child: ChildProcess; address: URL }> {
  const child = spawn(process.execPath, [FLOW, 'board', '--json'], { cwd, env: repo.environment });
  const line = await new Promise<string>((done) => child.stdout.once('data', (chunk) => done(String(chunk))));
  const { data } = JSON.parse(line) as { data: { address: string } };
  return { child, address: new URL(data.address) };
}

/** What a browser does when a person comes back to the page: it looks at once. */
const LOOK = "document.dispatchEvent(new Event('visibilitychange'))";

describe.skipIf(BROWSER === null)('a board in a real browser', () => {
  let repo: TempRepo;
  let home: string;
  let board: { child: ChildProcess; address: URL };
  let browser: Browser;

  beforeAll(async () => {
    const files = { 'flow.config.yaml': tasksConfig(), 'verify.sh': 'exit 0\n', 'whole.sh': 'exit 0\n' };
    repo = tempRepo({ branch: 'feature/login', files: { ...files, 'a.txt': '', 'b.txt': '', 'c.txt': '' } });
    home = runBeside(repo, TASKS, `log in ${HOSTILE}`);
    expect(flow(repo, ['item', 'block', 'C', '--reason', `no account ${HOSTILE}`], { cwd: home })).toMatchObject({
      stderr: '',
      status: 0,
    });
    [board, browser] = await Promise.all([started(repo, repo.root), Browser.open()]);
  });
  afterAll(() => {
    browser?.close();
    board?.child.kill();
    repo?.dispose();
  });

  /** The page, without the token. */
  const page = () => `${board.address.origin}${board.address.pathname}`;
  const statusOf = (url: string) => browser.asked.findLast((one) => one.url === url)?.status;

  test('without the token, or with a guessed one, nothing is shown', async () => {
    for (const url of [page(), `${page()}?key=guessed`, `${board.address.origin}/`]) {
      await browser.go(url);
      expect(statusOf(url)).toBe(401);
      expect(await browser.value('document.body.innerText')).toContain('Open the address that flow board has printed.');
    }
  });

  test.each([
    ['light', { width: 1200, height: 900 }],
    ['dark', { width: 1200, height: 900, dark: true }],
    ['on a phone', { width: 360, height: 740, phone: true }],
    ['on a phone, dark', { width: 360, height: 740, phone: true, dark: true }],
  ])('%s: all of it is seen, nothing moves sideways, and what others wrote is text', async (_what, look) => {
    await browser.look(look);
    browser.said.length = 0;
    browser.asked.length = 0;
    await browser.go(board.address.href);
    await browser.until("document.getElementById('told').textContent.startsWith('as of')");
    const seen = await browser.value<{ wide: number; shown: string; owned: unknown; dark: boolean; href: string }>(`({
      wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      shown: document.body.innerText,
      owned: window.owned,
      dark: getComputedStyle(document.documentElement).backgroundColor === 'rgb(16, 19, 22)',
      href: location.href,
    })`);
    expect(seen).toMatchObject({ wide: 0, dark: 'dark' in look });
    expect(seen.owned).toBeUndefined();
    for (const words of [
      'Needs you',
      'flow item open C',
      'Ready',
      '<script>window.owned=1</script>',
      'Criteria by evidence',
    ])
      expect(seen.shown).toContain(words);
    expect(seen.shown).not.toMatch(/[\u001b\u202e]/);
    // The token does not stay in the address, and nothing is asked of anybody else.
    expect(seen.href).toBe(page());
    expect(browser.asked.filter(({ url }) => !url.startsWith(page()) && url !== 'data:,')).toEqual([]);
    expect(browser.said).toEqual([]);
    // 36.8: nobody is kept out of it.
    expect(await browser.barriers()).toEqual([]);
  });

  test.skipIf(!READS_PDF)('36.8 on paper: every row, all that a session said, and no list of runs', async () => {
    const said = Array.from({ length: 90 }, (_, at) => ({ kind: 'text' as const, text: `line-${at}.` }));
    const one = {
      session: 's',
      item: 'A',
      task: 'work',
      client: 'claude',
      since: NOW,
      isLive: false,
      end: null,
      look: null,
    };
    const rows = Array.from({ length: 40 }, (_, at) => row(`row-${at}.`));
    const shown = boardOf(rows, { sessions: [{ ...one, live: { lines: said, isCut: false } }] });
    const text = boardPage({ ...shown, runs: [{ ...shown.runs[0]!, branch: 'another-branch' }] }, String, true);
    const file = path.join(repo.area, 'board.html');
    writeFileSync(file, text);
    await browser.look({ width: 1200, height: 900, dark: true });
    await browser.go(pathToFileURL(file).href);
    const pages = await browser.printed();
    expect(pages.length).toBeGreaterThan(1);
    const paper = pages.join('');
    for (const { text: line } of said) expect(paper).toContain(line);
    for (const { title } of rows) expect(paper).toContain(title);
    // What leads from run to run is of no use there.
    expect(paper).not.toContain('another-branch');
  });

  test('36.8 by the keyboard alone: all that can be used, and where it stands when a part is put in anew; nothing moves', async () => {
    await browser.look({ width: 1200, height: 900, still: true });
    await browser.go(board.address.href);
    await browser.until("document.getElementById('told').textContent.startsWith('as of')");
    const usable = await browser.usable();
    expect(usable.length).toBeGreaterThan(0);
    expect(await browser.tabbed()).toEqual(usable);
    expect(await browser.motion()).toEqual([]);
    // The part in which the keyboard stands is another one by now.
    await browser.tabTo('.runs a');
    const stand = "document.activeElement.getAttribute('href')";
    const before = await browser.value<string>(stand);
    await browser.value("document.querySelector('[data-part=runs]').title = 'as it was'");
    expect(flow(repo, ['item', 'open', 'C'], { cwd: home }).status).toBe(0);
    await browser.value(LOOK);
    await browser.until("document.querySelector('[data-part=runs]').title === ''");
    expect(await browser.value(stand)).toBe(before);
    expect(flow(repo, ['item', 'block', 'C', '--reason', `no account ${HOSTILE}`], { cwd: home }).status).toBe(0);
    await browser.press('Enter');
    await browser.until("location.search.includes('run=') && document.querySelector('.needs-you')");
  });

  test('what happens is shown without a reload, and what a person has opened stays open', async () => {
    await browser.value("window.here = 1; document.querySelector('.needs-you h2').textContent");
    expect(flow(repo, ['item', 'open', 'C'], { cwd: home }).status).toBe(0);
    await browser.value(LOOK);
    await browser.until("!document.querySelector('.needs-you')");
    expect(await browser.value("window.here + document.querySelector('.waiting').innerText")).toMatch(
      /^1Waiting[\s\S]*after A/,
    );
  });

  test('a name that was bound to this machine anew is refused (DNS rebinding)', async () => {
    const url = `http://evil.example:${board.address.port}${board.address.pathname}${board.address.search}`;
    await browser.go(url);
    expect(statusOf(url)).toBe(403);
    expect(await browser.value('document.body.innerText')).toContain('Host is not this machine.');
  });

  test('a page of another port can neither read it nor frame it, although the browser has its cookie', async () => {
    const foreign = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><iframe src="${page()}"></iframe><script>
        window.tried = Promise.allSettled([
          fetch('${page()}', { credentials: 'include' }).then((answer) => answer.text()),
          fetch('${page()}', { method: 'POST', credentials: 'include', mode: 'no-cors' }).then((answer) => answer.text()),
        ]).then((all) => all.map((one) => one.value ?? 'refused'));
      </script>`);
    });
    await new Promise<void>((done) => foreign.listen(0, '127.0.0.1', done));
    try {
      browser.asked.length = 0;
      await browser.go(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`);
      expect(await browser.value('window.tried')).toEqual(['refused', 'refused']);
      const answers = browser.asked.filter(({ url }) => url.startsWith(page())).map(({ status }) => status);
      // What is not let through at all has no answer.
      expect(new Set(answers.filter((status) => status !== null))).toEqual(new Set([403]));
    } finally {
      foreign.close();
    }
  });

  test('only GET is answered, whoever asks and with whichever token', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await fetch(board.address, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
    }
    expect((await fetch(board.address)).status).toBe(200);
  });

  test('once it has ended, the page says so, and stays as it was', async () => {
    await browser.go(board.address.href);
    await browser.until("document.getElementById('told').textContent.startsWith('as of')");
    board.child.kill();
    await new Promise((done) => board.child.once('close', done));
    await browser.value(LOOK);
    await browser.until("document.body.classList.contains('late')");
    expect(await browser.value('document.body.innerText')).toMatch(/flow board does not answer[\s\S]*Ready/);
  });
});
