import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { askedFor, COOKIE, type Door, HEADERS } from './door.js';
import { SCRIPT } from './script.js';
import { BOARD_STYLE } from './style.js';

/** A board that is served, and the address that opens it. */
export interface ServedBoard {
  address: string;
  port: number;
  close(): Promise<void>;
}

/**
 * Serves a board on this machine alone.
 * @param page makes the page of a run, or of the one that is shown where none is named
 * @param port 0 for any that is free
 * @throws Error where the port cannot be taken
 */
export async function serveBoard(page: (run: string | null) => Promise<string>, port: number): Promise<ServedBoard> {
  const door: Door = {
    port: 0,
    view: randomBytes(12).toString('base64url'),
    key: randomBytes(24).toString('base64url'),
  };
  const server: Server = createServer((request, response) => {
    // What a request does to the program that answers it ends with the request.
    answer(request, response, door, page).catch(() =>
      send(response, 500, 'text/plain', 'The board cannot be shown.\n'),
    );
  });
  server.maxConnections = 64;
  server.headersTimeout = 5000;
  server.requestTimeout = 10_000;
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', done);
  });
  door.port = (server.address() as AddressInfo).port;
  return {
    address: `http://127.0.0.1:${door.port}/${door.view}/?key=${door.key}`,
    port: door.port,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  { method = '', url = '', headers }: IncomingMessage,
  response: ServerResponse,
  door: Door,
  page: (run: string | null) => Promise<string>,
): Promise<void> {
  const asking = askedFor({ method, url, headers }, door);
  switch (asking.what) {
    case 'nothing': {
      if (asking.status === 405) response.setHeader('allow', 'GET');
      return send(response, asking.status, 'text/plain', `${asking.why}\n`);
    }
    case 'style':
      return send(response, 200, 'text/css', BOARD_STYLE);
    case 'script':
      return send(response, 200, 'text/javascript', SCRIPT);
    case 'page': {
      const text = await page(asking.run);
      const tag = `"${createHash('sha256').update(text).digest('base64url')}"`;
      response.setHeader('etag', tag);
      if (asking.isFirst)
        response.setHeader('set-cookie', `${COOKIE}=${door.key}; Path=/${door.view}/; HttpOnly; SameSite=Strict`);
      if (headers['if-none-match'] === tag) return send(response, 304, 'text/html', '');
      return send(response, 200, 'text/html', text);
    }
  }
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { ...HEADERS, 'content-type': `${type}; charset=utf-8` });
  response.end(text);
}
