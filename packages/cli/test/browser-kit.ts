import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { findBrowser } from '../src/report/pdf.js';

/** The browser of this machine; null where there is none. */
export const BROWSER = (() => {
  try {
    return findBrowser(process.env);
  } catch {
    return null;
  }
})();

/** Whether what was printed can be read here. */
export const READS_PDF = spawnSync('pdftotext', ['-v']).error === undefined;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Message = { id?: number; method?: string; params?: Record<string, unknown>; result?: unknown; error?: unknown };

/** How a page is looked at. */
export interface Look {
  width: number;
  height: number;
  dark?: boolean;
  phone?: boolean;
  /** The person asks for less motion. */
  still?: boolean;
}

/** What a keyboard stands on, in words: what it is, and its text. A theme may add elements where the keyboard stands, so none is counted. */
const TOLD = `((one) => one.tagName + ' ' + (one.getAttribute('aria-label') ?? one.textContent).trim().replace(/\\s+/g, ' ').slice(0, 40))`;

/** What can be used: it is shown, and not switched off. What a closed `details` holds is not shown. */
const USABLE = `[...document.querySelectorAll('a[href], summary, button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]')].filter((one) => one.checkVisibility({ visibilityProperty: true }))`;

/** A real browser that is led over a pipe: one page, no port that anybody else could use. */
export class Browser {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #waiting = new Map<number, { done(value: unknown): void; failed(error: Error): void }>();
  #session = '';
  #last = 0;
  /** What the console said, and what a policy refused. */
  readonly said: string[] = [];
  /** Addresses that pages asked for, each with the status of its answer once there is one. */
  readonly asked: { url: string; status: number | null }[] = [];

  private constructor() {
    this.#folder = mkdtempSync(path.join(tmpdir(), 'flow-browser-'));
    const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const words = ['--headless', '--disable-gpu', '--no-first-run', '--disable-extensions', '--remote-debugging-pipe'];
    const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
    // A name of another's that leads to this machine, as an attacker's does once it is bound again.
    const names =
      '--host-resolver-rules=MAP evil.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';
    this.#child = spawn(
      BROWSER!,
      [...words, ...quiet, ...root, names, `--user-data-dir=${path.join(this.#folder, 'profile')}`, 'about:blank'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true },
    );
    let text = '';
    (this.#child.stdio[4] as Readable).setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const parts = text.split('\0');
      text = parts.pop()!;
      for (const part of parts) this.#take(JSON.parse(part));
    });
  }

  static async open(): Promise<Browser> {
    const browser = new Browser();
    const { targetId } = (await browser.ask('Target.createTarget', { url: 'about:blank' })) as { targetId: string };
    const attached = await browser.ask('Target.attachToTarget', { targetId, flatten: true });
    browser.#session = (attached as { sessionId: string }).sessionId;
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await browser.ask(`${domain}.enable`);
    return browser;
  }

  #take({ id, method, params = {}, result, error }: Message): void {
    if (id !== undefined) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) waiting?.failed(new Error(JSON.stringify(error)));
      else waiting?.done(result);
      return;
    }
    if (method === 'Log.entryAdded') this.said.push(String((params.entry as { text: string }).text));
    if (method === 'Runtime.exceptionThrown' || method === 'Runtime.consoleAPICalled')
      this.said.push(JSON.stringify(params));
    if (method === 'Page.javascriptDialogOpening') this.said.push(`dialog: ${String(params.message)}`);
    if (method === 'Network.requestWillBeSent')
      this.asked.push({ url: (params.request as { url: string }).url, status: null });
    if (method === 'Network.responseReceived') {
      const { url, status } = params.response as { url: string; status: number };
      const asked = this.asked.findLast((one) => one.url === url);
      if (asked) asked.status = status;
    }
  }

  ask(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#last;
    const message = { id, method, params, ...(this.#session && { sessionId: this.#session }) };
    (this.#child.stdio[3] as Writable).write(`${JSON.stringify(message)}\0`);
    return new Promise((done, failed) => this.#waiting.set(id, { done, failed }));
  }

  /** Opens an address, and waits until its page is there. */
  async go(url: string): Promise<void> {
    await this.ask('Page.navigate', { url });
    await this.until("document.readyState === 'complete' && location.href !== 'about:blank'");
  }

  async look({ width, height, dark = false, phone = false, still = false }: Look): Promise<void> {
    await this.ask('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: phone });
    const features = [
      { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
      { name: 'prefers-reduced-motion', value: still ? 'reduce' : 'no-preference' },
    ];
    await this.ask('Emulation.setEmulatedMedia', { features });
  }

  /** Evaluates an expression in the page. */
  async value<T>(expression: string): Promise<T> {
    const words = { expression, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = (await this.ask('Runtime.evaluate', words)) as {
      result: { value: T };
      exceptionDetails?: { exception?: { description?: string } };
    };
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'the page threw');
    return result.value;
  }

  async until(expression: string, milliseconds = 20_000): Promise<void> {
    for (const end = Date.now() + milliseconds; ; await new Promise((done) => setTimeout(done, 50))) {
      if (await this.value<boolean>(`Boolean(${expression})`).catch(() => false)) return;
      if (Date.now() > end) throw new Error(`never: ${expression}`);
    }
  }

  /**
   * Asks axe (https://github.com/dequelabs/axe-core) about the page as it is shown now.
   * @returns what is serious or worse: the rule, and the elements that break it
   */
  async barriers(): Promise<string[]> {
    await this.value(`${AXE};true`);
    return this.value(
      `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => id + ': ' + nodes.map(({ target, any }) => target.join(' ') + ' ' + (any[0]?.message ?? '')).join(', ')))`,
    );
  }

  /** Presses a key, and lets it go. */
  async press(key: 'Tab' | 'Enter'): Promise<void> {
    const pressed = { key, code: key, windowsVirtualKeyCode: key === 'Tab' ? 9 : 13 };
    // The text is what makes Enter follow a link.
    await this.ask('Input.dispatchKeyEvent', { type: 'keyDown', ...pressed, ...(key === 'Enter' && { text: '\r' }) });
    await this.ask('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed });
  }

  /** Says on which element the keyboard stands. */
  stand(): Promise<string> {
    return this.value<string>(`${TOLD}(document.activeElement)`);
  }

  /** Goes through the page by the key that leads on, and says on which elements it stands, until it is back at the first. */
  async tabbed(most = 1000): Promise<string[]> {
    const stands: string[] = [];
    for (let at = 0; at < most; at++) {
      await this.press('Tab');
      const here = await this.stand();
      if (here.startsWith('BODY') || here === stands[0]) break;
      stands.push(here);
    }
    return stands;
  }

  /** Goes on by the key that leads on until an element that a selector names has the keyboard. */
  async tabTo(selector: string, most = 1000): Promise<void> {
    for (let at = 0; at < most; at++) {
      await this.press('Tab');
      if (await this.value<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
    }
    throw new Error(`no key leads to ${selector}`);
  }

  /** What a mouse can use on the page as it is shown now, in the words of `tabbed` and in the order of the page. */
  usable(): Promise<string[]> {
    return this.value<string[]>(`${USABLE}.map(${TOLD})`);
  }

  /** What moves now. */
  motion(): Promise<string[]> {
    return this.value<string[]>(
      "document.getAnimations().filter((one) => one.playState === 'running').map((one) => one.effect.target.tagName + ' ' + (one.transitionProperty ?? one.animationName))",
    );
  }

  /** Prints the page as a person does, and reads what is on the paper (`pdftotext`), page by page. */
  async printed(): Promise<string[]> {
    const { data } = (await this.ask('Page.printToPDF', { preferCSSPageSize: true })) as { data: string };
    const { stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], {
      input: Buffer.from(data, 'base64'),
      encoding: 'utf8',
    });
    return stdout.split('\f').slice(0, -1);
  }

  async picture(): Promise<Buffer> {
    const shot = await this.ask('Page.captureScreenshot', { captureBeyondViewport: true });
    return Buffer.from((shot as { data: string }).data, 'base64');
  }

  close(): void {
    try {
      process.kill(-this.#child.pid!, 'SIGKILL');
    } catch {
      // It is gone already.
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
