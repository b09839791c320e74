import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ForgeApi, type ForgeCheck, type ForgePull, type NeededChecks } from './forge-api.js';

/** A forge fault tells what goes wrong with the next request that fits. */
export interface ForgeFault {
  method?: string;
  /** The path holds this. */
  path?: string;
  /** Left out: the connection stays open without an answer. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** Done all the same, and only the answer gets lost. */
  afterwards?: boolean;
  /** @default 1 */
  times?: number;
}

export interface ForgeRequestSeen {
  method: string;
  path: string;
  authorization: string;
  body: unknown;
}

/** A forge that speaks the part of GitHub's REST API that pull requests and checks need. */
export interface Forge {
  readonly url: string;
  readonly repository: string;
  readonly requests: readonly ForgeRequestSeen[];
  readonly pulls: readonly ForgePull[];
  /** What CI says of every commit: one list a look, the last one from then on. */
  checks(...looks: readonly (readonly ForgeCheck[])[]): void;
  /** What has to pass before anything is merged. */
  require(needed: NeededChecks): void;
  /** What it takes the branches to be at, as a forge that has not seen a push yet; null: where they are. */
  show(commit: string | null): void;
  /** The next requests that fit go wrong, in this order. */
  fail(...faults: readonly ForgeFault[]): void;
  close(): Promise<void>;
}

export interface ForgeOptions {
  repository?: string;
  /** Where the branches of a repository (`owner/name`) are: asked for the commit of a pull request. */
  remote: (source: string) => string;
  /** The token that is let in. @default 'secret-token' */
  token?: string;
}

/** Starts one on loopback. */
export async function startForge({
  repository = 'acme/cart',
  remote,
  token = 'secret-token',
}: ForgeOptions): Promise<Forge> {
  const requests: ForgeRequestSeen[] = [];
  const faults: ForgeFault[] = [];
  const api = new ForgeApi(repository, remote);

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const method = request.method ?? '';
    const text = await bodyOf(request);
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    const authorization = request.headers.authorization ?? '';
    requests.push({ method, path: request.url ?? '', authorization, body });
    const fault = faults.find(
      (one) => (one.method ?? method) === method && (request.url ?? '').includes(one.path ?? ''),
    );
    if (fault) {
      if ((fault.times ?? 1) > 1) faults[faults.indexOf(fault)] = { ...fault, times: (fault.times ?? 1) - 1 };
      else faults.splice(faults.indexOf(fault), 1);
      if (fault.afterwards) api.answer(method, url, body);
      if (fault.status !== undefined) send(response, fault.status, { message: 'made to fail' }, fault.headers);
      return;
    }
    if (authorization !== `Bearer ${token}`) return send(response, 401, { message: 'Bad credentials' });
    send(response, ...api.answer(method, url, body));
  };

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => send(response, 400, { message: String(error) }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    repository,
    requests,
    pulls: api.pulls,
    checks: (...given) => {
      api.looks = given.length > 0 ? [...given] : [[]];
    },
    show: (commit) => {
      api.stale = commit;
    },
    require: (given) => {
      api.needed = given;
    },
    fail: (...given) => {
      faults.push(...given);
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
