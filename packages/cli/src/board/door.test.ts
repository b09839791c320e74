import { describe, expect, test } from 'vitest';
import { type Asked, askedFor, HEADERS } from './door.js';

const DOOR = { port: 4711, view: 'view-of-this-start', key: 'key-of-this-start' };
const HOST = '127.0.0.1:4711';
const COOKIE = 'flow-board=key-of-this-start';
const PAGE = `/${DOOR.view}/`;

const asked = (more: Partial<Asked> & { headers?: Asked['headers'] } = {}): Asked => ({
  ...{ method: 'GET', url: PAGE, ...more },
  headers: { host: HOST, cookie: COOKIE, ...more.headers },
});

describe('who may look', () => {
  test.each<[what: string, request: Asked, answer: object]>([
    [
      'the address that was printed',
      asked({ url: `${PAGE}?key=${DOOR.key}`, headers: { cookie: undefined } }),
      { isFirst: true },
    ],
    ['the cookie that it gave', asked(), { what: 'page', run: null, isFirst: false }],
    ['the name that this machine has for itself', asked({ headers: { host: 'localhost:4711' } }), { what: 'page' }],
    ['a run that is named', asked({ url: `${PAGE}?run=feature%2Flogin` }), { what: 'page', run: 'feature/login' }],
    ['its own origin', asked({ headers: { origin: `http://${HOST}` } }), { what: 'page' }],
    [
      'a link that a person follows from elsewhere',
      asked({
        headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      }),
      { what: 'page' },
    ],
    [
      'what is no secret needs no token',
      asked({ url: `${PAGE}board.css`, headers: { cookie: undefined } }),
      { what: 'style' },
    ],
    ['other cookies beside it', asked({ headers: { cookie: `a=b; flow-board=old; ${COOKIE}` } }), { what: 'page' }],
  ])('%s', (_what, request, answer) => expect(askedFor(request, DOOR)).toMatchObject(answer));

  test.each<[what: string, request: Asked, status: number]>([
    ['another name that leads here', asked({ headers: { host: 'evil.example:4711' } }), 403],
    [
      'the name of this machine with something before it',
      asked({ headers: { host: `127.0.0.1:4711.evil.example` } }),
      403,
    ],
    ['another port', asked({ headers: { host: '127.0.0.1:80' } }), 403],
    ['no name', asked({ headers: { host: undefined } }), 403],
    ['another origin', asked({ headers: { origin: 'http://evil.example' } }), 403],
    ['an origin that hides', asked({ headers: { origin: 'null' } }), 403],
    ['two origins', asked({ headers: { origin: [`http://${HOST}`, 'x'] as unknown as string } }), 403],
    ['another port of this machine as origin', asked({ headers: { origin: 'http://127.0.0.1:3000' } }), 403],
    [
      'a page of another port that loads it',
      asked({ headers: { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' } }),
      403,
    ],
    [
      'a frame of another page',
      asked({ headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' } }),
      403,
    ],
    ['no token', asked({ headers: { cookie: undefined } }), 401],
    ['another token', asked({ url: `${PAGE}?key=guessed`, headers: { cookie: undefined } }), 401],
    ['a part of the token', asked({ url: `${PAGE}?key=key-of`, headers: { cookie: undefined } }), 401],
    ['an empty token', asked({ url: `${PAGE}?key=`, headers: { cookie: 'flow-board=' } }), 401],
    ['the token of an earlier start', asked({ headers: { cookie: 'flow-board=key-of-that-start' } }), 401],
    ['the root', asked({ url: '/' }), 401],
    ['another folder', asked({ url: '/other/' }), 404],
    ['a way up', asked({ url: `${PAGE}../../etc/passwd` }), 404],
    ['a whole address of another machine', asked({ url: `http://evil.example${PAGE}` }), 404],
    ['an address that goes on and on', asked({ url: `${PAGE}?run=${'x'.repeat(3000)}` }), 404],
    ...['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'CONNECT', 'get'].map(
      (method): [string, Asked, number] => [`${method} changes nothing`, asked({ method }), 405],
    ),
  ])('refused: %s', (_what, request, status) =>
    expect(askedFor(request, DOOR)).toMatchObject({ what: 'nothing', status }),
  );

  test('nothing is loaded from elsewhere, nothing stands in line, and no page frames it', () => {
    const policy = HEADERS['content-security-policy']!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
  });
});
