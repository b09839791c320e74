import {
  type ForgeRequest,
  type ForgeResponse,
  MAX_ANSWER,
  parseBody,
  type Transport,
  Unreachable,
} from './transport.js';

/** Speaks with the forge itself, with a token that is never shown nor kept. */
export function restTransport(api: string, token: string): Transport {
  return {
    how: 'rest',
    async send({ method, path, body }: ForgeRequest, timeout: number): Promise<ForgeResponse> {
      try {
        const response = await fetch(`${api}${path}`, {
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
        });
        const text = await readBounded(response);
        return { status: response.status, headers: new Map(response.headers), body: bodyOf(response.status, text) };
      } catch (error) {
        if (error instanceof Unreachable) throw error;
        throw new Unreachable(whyOf(error as Error), { cause: error });
      }
    },
  };
}

/** What stands between us and the forge answers errors in words of its own. */
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

/** `fetch failed` says nothing; what is behind it does. */
function whyOf(error: Error): string {
  if (error.name === 'TimeoutError') return 'no answer in time';
  const cause = error.cause as (Error & { code?: string }) | undefined;
  return cause?.code ?? cause?.message ?? error.message;
}
