import { timingSafeEqual } from 'node:crypto';

/* Who may look at a board: a person in a browser on this machine, who has the address that was printed. */

/** The parts of a request that decide whether it is answered. */
export interface Asked {
  method: string;
  /** The path with its query. */
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A door is made anew at each start: its address is guessed by nobody. */
export interface Door {
  port: number;
  /** The folder of the page, which also bounds where its cookie is sent: browsers send cookies to every port of a machine. */
  view: string;
  /** The token. */
  key: string;
}

/** What is asked for; else the status and the words of a refusal. */
export type Asking =
  | { what: 'page'; run: string | null; isFirst: boolean }
  | { what: 'style' | 'script' }
  | { what: 'nothing'; status: 401 | 403 | 404 | 405; why: string };

/** Characters of an address that are read. */
const LONGEST = 2000;

/** Tells what a request asks for. Nothing is read or changed for it. */
export function askedFor({ method, url, headers }: Asked, door: Door): Asking {
  const host = one(headers.host);
  // A name that leads here by another's word is no name of this machine (DNS rebinding).
  if (host === null || !hostsOf(door).includes(host.toLowerCase())) return refused(403, 'Host is not this machine.');
  const origin = one(headers.origin);
  if (headers.origin !== undefined && origin !== `http://${host}`) return refused(403, 'Origin is another page.');
  if (isForeign(headers)) return refused(403, 'Another page asked for this.');
  if (method !== 'GET') return refused(405, 'Only GET: nothing here is changed from a browser.');
  const address = url.length > LONGEST ? null : URL.parse(url, `http://${host}`);
  if (address === null || address.host !== host) return refused(404, 'There is nothing here.');
  const { pathname, searchParams } = address;
  if (pathname === `/${door.view}/board.css`) return { what: 'style' };
  if (pathname === `/${door.view}/board.js`) return { what: 'script' };
  const key = searchParams.get('key');
  if (pathname !== `/${door.view}/`)
    return refused(pathname === '/' ? 401 : 404, pathname === '/' ? NO_KEY : 'There is nothing here.');
  const isFirst = key !== null && isSame(key, door.key);
  if (!isFirst && !cookiesOf(one(headers.cookie) ?? '').some((each) => isSame(each, door.key)))
    return refused(401, NO_KEY);
  return { what: 'page', run: searchParams.get('run'), isFirst };
}

const NO_KEY = 'Open the address that flow board has printed.';

/** The names under which a browser finds the board. */
export const hostsOf = ({ port }: Pick<Door, 'port'>): string[] => [`127.0.0.1:${port}`, `localhost:${port}`];

/** The name of the cookie that has the token. */
export const COOKIE = 'flow-board';

const refused = (status: 401 | 403 | 404 | 405, why: string): Asking => ({ what: 'nothing', status, why });

/** A header that is sent twice is sent by nobody honest. */
const one = (value: string | string[] | undefined): string | null => (typeof value === 'string' ? value : null);

/** Tells whether another page has a browser ask: a link that a person follows is none, what a page loads is. */
function isForeign(headers: Asked['headers']): boolean {
  const site = one(headers['sec-fetch-site']);
  if (site === null || site === 'none' || site === 'same-origin') return false;
  return headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document';
}

const cookiesOf = (header: string): string[] =>
  header.split(';').flatMap((part) => {
    const [name = '', value] = part.trim().split('=');
    return name === COOKIE && value !== undefined ? [value] : [];
  });

function isSame(given: string, key: string): boolean {
  const [mine, theirs] = [Buffer.from(key), Buffer.from(given)];
  return mine.length === theirs.length && timingSafeEqual(mine, theirs);
}

/** What no answer is without: nothing is loaded from elsewhere, kept, framed, or told to others. */
export const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; img-src data:; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
