import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A check run or a commit status, as the forge's interface has it. */
export type ForgeCheck =
  | { name: string; status: 'queued' | 'in_progress' | 'completed'; conclusion?: string | null }
  | { context: string; state: 'pending' | 'success' | 'failure' | 'error' };

/** What goes wrong with the next request that fits. */
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

export interface ForgePull {
  number: number;
  title: string;
  body: string;
  head: string;
  /** `owner/name` of where the branch is: another one for a pull request from a fork. */
  source: string;
  base: string;
  draft: boolean;
  state: 'open' | 'closed';
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
  /** The checks without which nothing is merged: by the protection of branches, and by rulesets. */
  require(needed: { protection?: readonly string[]; rules?: readonly string[] }): void;
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
  const pulls: ForgePull[] = [];
  const faults: ForgeFault[] = [];
  let stale: string | null = null;
  let looks: (readonly ForgeCheck[])[] = [[]];
  let needed: { protection?: readonly string[]; rules?: readonly string[] } = {};
  const prefix = `/repos/${repository}`;
  const [owner] = repository.split('/');

  const commitOf = (branch: string, source: string) =>
    spawnSync('git', ['-C', remote(source), 'rev-parse', '--verify', '--quiet', `refs/heads/${branch}`], {
      encoding: 'utf8',
    }).stdout.trim();
  /** A branch as a pull request names it: its own, or `owner:branch` of a fork with the same name. */
  const headOf = (text: string): Pick<ForgePull, 'head' | 'source'> => {
    const colon = text.indexOf(':');
    const from = colon < 0 ? owner! : text.slice(0, colon);
    return { head: text.slice(colon + 1), source: `${from}/${repository.slice(owner!.length + 1)}` };
  };
  const shown = ({ head, base, source, ...pull }: ForgePull) => ({
    ...pull,
    html_url: `https://forge.example.test/${repository}/pull/${pull.number}`,
    head: { ref: head, sha: stale ?? commitOf(head, source), repo: { full_name: source } },
    base: { ref: base },
  });

  const answer = (method: string, url: URL, body: Record<string, unknown>): [number, unknown] => {
    const path = url.pathname;
    if (!path.startsWith(`${prefix}/`)) return [404, { message: 'Not Found' }];
    const rest = path.slice(prefix.length + 1);
    if (method === 'GET' && rest === 'pulls') {
      const wanted = url.searchParams.get('head');
      const open = pulls.filter(
        ({ state, source, head }) =>
          state === 'open' && (!wanted || wanted === `${source.slice(0, source.indexOf('/'))}:${head}`),
      );
      return [200, open.map(shown)];
    }
    if (method === 'POST' && rest === 'pulls') {
      const { head, source } = headOf(String(body.head));
      if (commitOf(head, source) === '')
        return [422, { message: 'Validation Failed', errors: [{ field: 'head', code: 'invalid' }] }];
      if (pulls.some((pull) => pull.state === 'open' && pull.head === head && pull.source === source)) {
        const message = `A pull request already exists for ${source.slice(0, source.indexOf('/'))}:${head}.`;
        return [422, { message: 'Validation Failed', errors: [{ message }] }];
      }
      const pull: ForgePull = {
        number: pulls.length + 1,
        title: String(body.title),
        body: String(body.body),
        head,
        source,
        base: String(body.base),
        draft: body.draft === true,
        state: 'open',
      };
      pulls.push(pull);
      return [201, shown(pull)];
    }
    const number = /^pulls\/(\d+)$/.exec(rest)?.[1];
    const pull = pulls.find((one) => one.number === Number(number));
    if (method === 'PATCH' && pull) {
      for (const name of ['title', 'body'] as const) if (typeof body[name] === 'string') pull[name] = body[name];
      return [200, shown(pull)];
    }
    const asked = /^commits\/([0-9a-f]{40})\/(check-runs|status)$/.exec(rest);
    if (method === 'GET' && asked) {
      const [look = []] = looks;
      if (asked[2] === 'check-runs') {
        const runs = look.flatMap((one) =>
          'name' in one
            ? [{ conclusion: null, ...one, html_url: `https://forge.example.test/checks/${one.name}` }]
            : [],
        );
        return [200, { total_count: runs.length, check_runs: pageOf(runs, url).part }];
      }
      const statuses = look.flatMap((one) => ('context' in one ? [{ ...one, target_url: null }] : []));
      const { part, isLast } = pageOf(statuses, url);
      // The last of the questions of one look.
      if (isLast && looks.length > 1) looks = looks.slice(1);
      return [200, { state: 'pending', total_count: statuses.length, statuses: part }];
    }
    const branch = /^(rules\/)?branches\/([^/]+)$/.exec(rest);
    if (method === 'GET' && branch) {
      const context = (name: string) => ({ context: name, app_id: null });
      const required_status_checks = (needed.rules ?? []).map(context);
      if (branch[1])
        return [200, needed.rules ? [{ type: 'required_status_checks', parameters: { required_status_checks } }] : []];
      const contexts = needed.protection ?? [];
      const level = needed.protection ? 'non_admins' : 'off';
      const checks = { enforcement_level: level, contexts, checks: contexts.map(context) };
      return [200, { name: branch[2], protection: { enabled: level !== 'off', required_status_checks: checks } }];
    }
    return [404, { message: 'Not Found' }];
  };

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
      if (fault.afterwards) answer(method, url, body);
      if (fault.status !== undefined) send(response, fault.status, { message: 'made to fail' }, fault.headers);
      return;
    }
    if (authorization !== `Bearer ${token}`) return send(response, 401, { message: 'Bad credentials' });
    send(response, ...answer(method, url, body));
  };

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => send(response, 400, { message: String(error) }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    repository,
    requests,
    pulls,
    checks: (...given) => {
      looks = given.length > 0 ? [...given] : [[]];
    },
    show: (commit) => {
      stale = commit;
    },
    require: (given) => {
      needed = given;
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

function pageOf<T>(items: readonly T[], url: URL): { part: T[]; isLast: boolean } {
  const size = Number(url.searchParams.get('per_page') ?? 30);
  const start = (Number(url.searchParams.get('page') ?? 1) - 1) * size;
  return { part: items.slice(start, start + size), isLast: start + size > items.length };
}

function send(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Writes a program `gh` that is logged in at one host and speaks with a forge on loopback, with a token that only it has.
 * @returns its folder, for PATH
 */
export function fakeGh(folder: string, forge: Pick<Forge, 'url'>, host = 'github.com', token = 'secret-token'): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'gh');
  const program = `#!${process.execPath}
const words = process.argv.slice(2);
const value = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined);
if (value('--hostname') !== ${JSON.stringify(host)}) { console.error('not logged in'); process.exit(1); }
if (words[0] === 'auth' && words[1] === 'status') process.exit(0);
if (words[0] !== 'api') { console.error('unknown command'); process.exit(1); }
let input = '';
process.stdin.on('data', (chunk) => { input += chunk; });
process.stdin.on('end', async () => {
  const valued = ['--hostname', '--method', '--input'];
  const path = words.slice(1).find((word, at, all) => !word.startsWith('-') && !valued.includes(all[at - 1]));
  const body = value('--input') === '-' ? { body: input } : {};
  const headers = { authorization: 'Bearer ${token}' };
  try {
    const response = await fetch(${JSON.stringify(forge.url)} + '/' + path, { method: value('--method'), headers, ...body });
    const lines = [...response.headers].map(([name, text]) => name + ': ' + text);
    process.stdout.write(['HTTP/2.0 ' + response.status + ' x', ...lines, '', await response.text()].join('\\r\\n'));
    if (!response.ok) process.exitCode = 1;
  } catch (error) { console.error('error connecting to api.github.com'); process.exitCode = 1; }
});
`;
  writeFileSync(file, program);
  chmodSync(file, 0o755);
  return folder;
}
