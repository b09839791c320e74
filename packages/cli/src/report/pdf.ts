import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { searchPath } from '@flow/evidence/environment';
import { endTree } from '@flow/evidence/processes/end-tree';
import { FlowError } from '../commands/command.js';

/** Milliseconds that a browser has, which takes some when it starts for the first time. */
const DEADLINE = 60_000;

/** The variables in which a person names a browser, in the order in which they are asked. */
const VARIABLES = ['CHROME_PATH', 'CHROMIUM_PATH', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH', 'PUPPETEER_EXECUTABLE_PATH'];

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'msedge',
  'brave-browser',
];

const USUAL_PLACES: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((name) =>
    ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map(
      (file) => `%${name}%\\${file}`,
    ),
  ),
};

const INSTALL =
  'Install Chromium or Chrome, or set CHROME_PATH; or use --format html and print the page from any browser.';

/**
 * Returns a browser that can print a page: the one that the environment names, else one on the `PATH`, else one in a
 * usual place.
 * @throws FlowError BROWSER_MISSING
 */
export function findBrowser(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  for (const name of VARIABLES) {
    const named = environment[name];
    if (!named) continue;
    if (existsSync(named)) return named;
    throw new FlowError('broken', 'BROWSER_MISSING', `${name} names a program that does not exist.`, INSTALL);
  }
  const endings = platform === 'win32' ? ['.exe'] : [''];
  const folders = searchPath(environment).split(path.delimiter).filter(path.isAbsolute);
  const onPath = folders.flatMap((folder) =>
    NAMES.flatMap((name) => endings.map((end) => path.join(folder, name + end))),
  );
  const usual = (USUAL_PLACES[platform] ?? []).map((place) =>
    place.replace(/%([^%]+)%/g, (_, name: string) => environment[name] ?? ''),
  );
  const found = [...onPath, ...usual].find((file) => existsSync(file));
  if (found) return found;
  throw new FlowError('broken', 'BROWSER_MISSING', 'no browser that can print a PDF was found.', INSTALL);
}

/**
 * A page as PDF, printed by a browser that has a throw-away profile and no network.
 * @throws FlowError BROWSER_MISSING, BROWSER_FAILED
 */
export async function pdfOf(page: string, environment: NodeJS.ProcessEnv): Promise<Buffer> {
  const browser = findBrowser(environment);
  const folder = mkdtempSync(path.join(tmpdir(), 'flow-report-'));
  const [source, target] = [path.join(folder, 'report.html'), path.join(folder, 'report.pdf')];
  try {
    writeFileSync(source, page, { mode: 0o600 });
    const flags = [
      ...['--headless', '--disable-gpu', '--no-first-run', '--no-default-browser-check', '--disable-extensions'],
      ...['--disable-background-networking', '--host-resolver-rules=MAP * ~NOTFOUND', '--no-pdf-header-footer'],
      `--user-data-dir=${path.join(folder, 'profile')}`,
      `--print-to-pdf=${target}`,
      // The sandbox of a browser does not work for root, and refuses to.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ];
    const ended = await run(browser, [...flags, pathToFileURL(source).href], environment);
    const bytes = existsSync(target) ? readFileSync(target) : Buffer.alloc(0);
    if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return bytes;
    throw new FlowError('broken', 'BROWSER_FAILED', `${path.basename(browser)} printed no PDF (${ended}).`, INSTALL);
  } finally {
    // A browser lets go of its profile a moment after it has ended.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** Runs a program to its end, in a group of its own: a browser is many processes. @returns how it ended, in a few words */
function run(program: string, words: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { env: environment, stdio: 'ignore', detached: process.platform !== 'win32' });
    const stop = () => endTree(child.pid);
    const timer = setTimeout(() => {
      stop();
      resolve(`not done within ${DEADLINE / 1000} s`);
    }, DEADLINE);
    child.once('error', ({ message }) => {
      clearTimeout(timer);
      resolve(message.slice(0, 200));
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      stop();
      resolve(signal ? `ended by ${signal}` : `exit code ${code}`);
    });
  });
}
