import { type SubagentLine, type Tokens, totalOf } from '@flow/core';
import { appendLog, findRepository, readFileBounded } from '@flow/evidence';
import type { SubagentResult } from '../hosts/event.js';
import { auditFolder, branchOf } from './audit-line.js';

/** Name of the log of sub-agents, beside the audit trail. */
export const SUBAGENTS = 'subagents';

/** What tells whose work it was. */
interface Origin {
  session: string;
  call: string;
  directory: string;
}

/**
 * Notes what a sub-agent used (feature C34). The client's own figure is that of its last request only; its messages, where
 * they can be read, tell all of them. A log that cannot be written changes nothing.
 */
export function recordSubagent({ session, call, directory }: Origin, result: SubagentResult): void {
  const repository = findRepository(directory);
  if (!repository) return;
  const counted = result.state === 'ended' && result.transcript !== null ? countTokens(result.transcript) : null;
  const tokens = counted?.tokens ?? result.tokens;
  const line: SubagentLine = {
    v: 1,
    time: Date.now(),
    session: word(session),
    ...branchOf(repository),
    call: word(call),
    type: result.type === null ? null : word(result.type),
    model: word(counted?.model ?? result.model ?? '') || null,
    state: result.state,
    tokens,
    total: counted ? totalOf(counted.tokens) : (result.total ?? (tokens && totalOf(tokens))),
    toolUses: result.toolUses,
    durationMs: result.durationMs,
  };
  try {
    appendLog(auditFolder(repository), SUBAGENTS, line);
  } catch {
    // A full or read-only disk.
  }
}

const word = (text: string) => text.replace(/[^\w .:@/[\]-]/g, '').slice(0, 100);

const MAX_TRANSCRIPT = 32 * 1024 * 1024;

/** Adds up the messages of a transcript, each once: a streamed one stands there several times. */
function countTokens(file: string): { tokens: Tokens; model: string | null } | null {
  const read = readFileBounded(file, MAX_TRANSCRIPT);
  if (read.kind !== 'ok') return null;
  const messages = new Map<string, Tokens>();
  let model: string | null = null;
  for (const line of read.bytes.toString('utf8').split('\n')) {
    if (!line.includes('"usage"')) continue;
    const message = messageOf(line);
    if (!message) continue;
    messages.set(message.id, message.tokens);
    model = message.model ?? model;
  }
  if (messages.size === 0) return null;
  const tokens = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  for (const one of messages.values()) {
    for (const kind of Object.keys(tokens) as (keyof Tokens)[]) tokens[kind] += one[kind];
  }
  return { tokens, model };
}

interface Message {
  id: string;
  model: string | null;
  tokens: Tokens;
}

function messageOf(line: string): Message | null {
  let entry: { type?: unknown; message?: { id?: unknown; model?: unknown; usage?: Record<string, unknown> } } | null;
  try {
    entry = JSON.parse(line) as typeof entry;
  } catch {
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
  return { id, model: typeof model === 'string' ? model : null, tokens };
}
