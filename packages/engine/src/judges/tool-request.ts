import { shellWord } from '@flow/shell-effects/text/quoted';
import { FORGE, snake, verbsOf } from './tool-verbs.js';

const METHOD_KEY = /^(?:http_?)?(?:method|verb)$/;
const ADDRESS_KEY = /^(?:url|uri|endpoint|route|path|api_path)$/;
const BODY_KEY = /^(?:body|data|json|payload|params|variables)$/;
const QUERY_KEY = /^(?:query|mutation|graphql)$/;

/** A forge's address for its GraphQL, whichever forge it is. */
const GRAPHQL = 'https://api.github.com/graphql';

/**
 * Returns the request of a tool to a server, as `curl` would be called for it; null for a tool that only looks, and for
 * a tool that asks nothing. A branch of a forge that the request moves is found as in any line.
 */
export function requestOf(tool: string, input: Readonly<Record<string, unknown>>): string | null {
  if (!tool.startsWith('mcp__')) return null;
  const find = (pattern: RegExp) => Object.entries(input).find(([key]) => pattern.test(snake(key)))?.[1];
  // `mcp__http__post` has it in its name.
  const method = find(METHOD_KEY) ?? verbsOf(tool).find((verb) => /^(?:put|post|patch|delete)$/.test(verb));
  const address = find(ADDRESS_KEY);
  const isAddress = typeof address === 'string' && (find(METHOD_KEY) !== undefined || /^https?:/.test(address));
  if (typeof method === 'string' && isAddress) {
    if (!/^(?:put|post|patch|delete)$/i.test(method)) return null;
    const body = find(BODY_KEY);
    const told = typeof body === 'string' || body === undefined ? (body ?? '') : JSON.stringify(body);
    return curl(method.toUpperCase(), address, told);
  }
  const query = FORGE.test(tool) ? find(QUERY_KEY) : undefined;
  return typeof query === 'string' && /\bmutation\b/.test(query) ? curl('POST', GRAPHQL, query) : null;
}

const curl = (method: string, address: string, body: string) =>
  `curl -X ${method} ${shellWord(address)}${body === '' ? '' : ` --data-raw ${shellWord(body)}`}`;
