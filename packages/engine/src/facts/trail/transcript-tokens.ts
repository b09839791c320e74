import type { Tokens } from '@flow/core';
import { readFileBounded } from '@flow/evidence';

/** Tokens that one request to a model used, as the client's transcript tells. */
export interface Request {
  /** The client's id of the answer: a transcript that goes on from another one holds its messages again. */
  id: string;
  model: string | null;
  tokens: Tokens;
  /** Epoch milliseconds; null where the line has none. */
  time: number | null;
  /** The branch that was checked out, as the client saw it. */
  branch: string | null;
  /** Made by a sub-agent within the session's own transcript, as older clients write it. */
  isAside: boolean;
}

/**
 * Reads the requests of a transcript of Claude Code, each once: the answer to one stands there in several lines.
 * @param max bytes; a larger file is not read
 * @returns null where the file cannot be read
 */
export function requestsIn(file: string, max: number): Request[] | null {
  const read = readFileBounded(file, max);
  if (read.kind !== 'ok') return null;
  const { bytes } = read;
  const requests = new Map<string, Request>();
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from);
    const line = bytes.subarray(from, end < 0 ? bytes.length : end);
    from += line.length + 1;
    const request = line.includes('"usage"') ? requestOf(line.toString('utf8')) : null;
    if (request) requests.set(request.id, request);
  }
  return [...requests.values()];
}

interface RawLine {
  type?: unknown;
  message?: { id?: unknown; model?: unknown; usage?: Record<string, unknown> };
  timestamp?: unknown;
  gitBranch?: unknown;
  isSidechain?: unknown;
}

function requestOf(line: string): Request | null {
  let entry: RawLine | null;
  try {
    entry = JSON.parse(line) as RawLine | null;
  } catch {
    // Half a line, which is still being written.
    return null;
  }
  const { id, model, usage } = entry?.type === 'assistant' ? (entry.message ?? {}) : {};
  if (typeof id !== 'string' || typeof usage !== 'object' || usage === null) return null;
  const count = (name: string) => (Number.isSafeInteger(usage[name]) ? Math.max(0, usage[name] as number) : 0);
  const tokens = {
    input: count('input_tokens'),
    output: count('output_tokens'),
    cacheRead: count('cache_read_input_tokens'),
    cacheWrite: count('cache_creation_input_tokens'),
  };
  const time = typeof entry?.timestamp === 'string' ? Date.parse(entry.timestamp) : Number.NaN;
  return {
    id,
    model: typeof model === 'string' ? model : null,
    tokens,
    time: Number.isFinite(time) ? time : null,
    branch: typeof entry?.gitBranch === 'string' && entry.gitBranch !== '' ? entry.gitBranch : null,
    isAside: entry?.isSidechain === true,
  };
}
