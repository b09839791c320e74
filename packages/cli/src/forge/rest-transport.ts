import type { Response } from 'undici';
import type { WayOut } from './proxy.js';
import {
  type ForgeRequest,
  type ForgeResponse,
  MAX_ANSWER,
  parseBody,
  type Transport,
  Unreachable,
} from './transport.js';

/** Speaks with the forge itself, with a token that is never shown nor kept, through the proxy that the environment names. */
export function restTransport(api: string, token: string, environment: NodeJS.ProcessEnv): Transport {
  let way: WayOut | undefined;
  return {
    how: 'rest',
    async send({ method, path, body }: ForgeRequest, timeout: number): Promise<ForgeResponse> {
      way ??= (await import('./proxy.js')).wayOut(api, environment);
      try {
        const response = await way.fetch(`${api}${path}`, {
          method,
          headers: {
            accept: 'application/vnd.github+json',
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'user-agent': 'flow',
            'x-github-api-version': '2022-11-28',
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(timeout),
          dispatcher: way.dispatcher,
        });
        const text = await readBounded(response);
        return { status: response.status, headers: new Map(response.headers), body: bodyOf(response.status, text) };
      } catch (error) {
        if (error instanceof Unreachable) throw error;
        throw new Unreachable(`${whyOf(error as Error)}${way.by ? ` (through the proxy in ${way.by})` : ''}`, {
          cause: error,
        });
      }
    },
  };
}

/** Reads the body of an answer. A proxy or firewall between us and the forge answers errors in words of its own. */
function bodyOf(status: number, text: string): unknown {
  if (status < 400) return parseBody(text);
  try {
    return parseBody(text);
  } catch {
    return null;
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER) throw new Unreachable('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Finds the reason behind an error: `fetch failed` says nothing. */
function whyOf(error: Error): string {
  if (error.name === 'TimeoutError') return 'no answer in time';
  const causes: (Error & { code?: unknown })[] = [];
  for (let at = error.cause; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at);
  const refused = causes.map(({ message }) => /^Proxy response \((\d+)\)/.exec(message)?.[1]).find(Boolean);
  if (refused) return `the proxy answered ${refused}`;
  const code = causes.map((one) => one.code).find((one) => typeof one === 'string' && one !== '');
  return String(code ?? causes[0]?.message ?? error.message);
}
