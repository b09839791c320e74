/**
 * A forge request is a request to a forge's interface: the path begins with a slash and is relative to the interface's
 * address.
 */
export interface ForgeRequest {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: unknown;
}

/** A forge's answer. `headers` have names in lower case; `body` is what the JSON says, null where there is none. */
export interface ForgeResponse {
  status: number;
  headers: ReadonlyMap<string, string>;
  body: unknown;
}

/** A transport is a way to a forge. Any answer is a result, also one that says no. */
export interface Transport {
  readonly how: 'gh' | 'rest';
  /**
   * Sends one request and waits for its answer.
   * @param timeout milliseconds
   * @throws Unreachable
   */
  send(request: ForgeRequest, timeout: number): Promise<ForgeResponse>;
}

/** The error says that nobody answered: no network, no such host, a connection that hangs, an answer that is none. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** The largest answer that is read, in bytes. */
export const MAX_ANSWER = 8 * 1024 * 1024;

/**
 * Reads the JSON of an answer; null where there is no text.
 * @throws Unreachable
 */
export function parseBody(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreachable('the answer is not JSON');
  }
}
