import { FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { type ForgeRequest, type ForgeResponse, type Transport, Unreachable } from './transport.js';

/** Patience tells how long and how often a forge is asked. */
export interface Patience {
  /** Epoch milliseconds at which nothing is asked any more. */
  until: number;
  /** First pause between two tries, in milliseconds; it grows. */
  pause: number;
}

const TRIES = 4;
/** `REQUEST_TIME` is the time after which a request hangs, in milliseconds. */
const REQUEST_TIME = 30_000;
/** The longest wait in milliseconds: a forge that asks for more is told to the person instead. */
const LONGEST_WAIT = 120_000;

/** Computes a pause that grows with each attempt, with a random part, so that many who wait do not ask at once. */
export function pauseOf(attempt: number, pause: number, longest = 30_000): number {
  return Math.min(pause * 1.6 ** attempt, longest) * (0.5 + Math.random() / 2);
}

/** Resolves after so many milliseconds. */
export const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Sends a request, and again where that may help: nobody answered, a server's own failure, too many requests.
 * @returns an answer that is no error, or 422 for the caller to read
 * @throws FlowError FORGE_UNREACHABLE, FORGE_DOWN, FORGE_LIMITED, FORGE_UNAUTHORIZED, FORGE_FORBIDDEN, FORGE_NOT_FOUND,
 *   FORGE_INVALID
 */
export async function send(
  transport: Transport,
  request: ForgeRequest,
  { until, pause }: Patience,
  again: string,
): Promise<ForgeResponse> {
  const { clean } = await hooks();
  let last: FlowError | null = null;
  for (let attempt = 0; attempt < TRIES && (last === null || Date.now() < until); attempt++) {
    let wait = pauseOf(attempt, pause);
    try {
      const timeout = Math.min(REQUEST_TIME, Math.max(until - Date.now(), 1000));
      const response = await transport.send(request, timeout);
      const { status } = response;
      if (status < 300 || status === 422) return response;
      const limited = waitOf(response);
      const said = clean((response.body as { message?: unknown } | null)?.message ?? '', 200);
      if (limited === null && status < 500)
        throw refusal({ status, said, how: transport.how, path: request.path, again });
      const problem = limited === null ? 'FORGE_DOWN' : 'FORGE_LIMITED';
      const words = limited === null ? `the forge failed (${status})` : 'the forge is rate-limiting requests';
      const later =
        limited === null || limited === 0 ? `Later: ${again}` : `In ${Math.ceil(limited / 1000)} seconds: ${again}`;
      last = new FlowError('broken', problem, `${words}${said ? `: ${said}` : ''}.`, later);
      if (limited !== null && limited > 0) wait = limited;
      if (wait > LONGEST_WAIT) throw last;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      const why = clean(error.message, 200);
      last = new FlowError('broken', 'FORGE_UNREACHABLE', `the forge cannot be reached: ${why}.`, `Later: ${again}`);
    }
    if (Date.now() + wait >= until) break;
    if (attempt < TRIES - 1) await sleep(wait);
  }
  throw last!;
}

/**
 * Reads how many milliseconds the forge wants us to wait; 0 where it does not say how long, null where it does not ask
 * for it.
 */
function waitOf({ status, headers }: ForgeResponse): number | null {
  if (status !== 429 && status !== 403) return null;
  const after = headers.get('retry-after');
  if (after !== undefined && /^\d+$/.test(after)) return Number(after) * 1000;
  const reset = Number(headers.get('x-ratelimit-reset'));
  if (headers.get('x-ratelimit-remaining') === '0' && reset > 0) return Math.max(reset * 1000 - Date.now(), 1000);
  return status === 429 ? 0 : null;
}

/** `Refused` is a request that the forge refused. */
interface Refused extends Pick<Transport, 'how'>, Pick<ForgeRequest, 'path'> {
  status: number;
  /** The forge's own words. */
  said: string;
  /** The command that goes on where this one stopped. */
  again: string;
}

function refusal({ status, said, how, path, again }: Refused): FlowError {
  const words = said ? `: ${said}` : '';
  const login = how === 'gh' ? 'gh auth login' : 'Set GH_TOKEN to a token that may read and write pull requests';
  if (status === 401)
    return new FlowError('broken', 'FORGE_UNAUTHORIZED', `the forge rejected the credentials (401)${words}.`, login);
  if (status === 403) {
    const rights = how === 'gh' ? 'gh auth refresh --scopes repo' : login;
    return new FlowError('broken', 'FORGE_FORBIDDEN', `the forge denied permission (403)${words}.`, rights);
  }
  if (status === 404) {
    const [, , owner, name] = path.split('/');
    return new FlowError(
      'broken',
      'FORGE_NOT_FOUND',
      `the forge shows no ${owner}/${name?.split('?')[0]} to this account (404)${words}.`,
      'Set `forge.repository` in flow.config.yaml, or use an account with access',
    );
  }
  return new FlowError('broken', 'FORGE_INVALID', `the forge refused the request (${status})${words}.`, again);
}
