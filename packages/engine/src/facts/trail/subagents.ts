import type { SubagentResult } from '@flow/clients/event';
import { type SubagentLine, type Tokens, totalOf } from '@flow/core';
import { appendLog, findRepository } from '@flow/evidence';
import { auditFolder, branchOf } from './audit-line.js';
import { requestsIn } from './transcript-tokens.js';

/** The log of sub-agents has this name, beside the audit trail. */
export const SUBAGENTS = 'subagents';

/** Fields that tell whose work it was. */
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

/** Adds up the requests of a transcript. */
function countTokens(file: string): { tokens: Tokens; model: string | null } | null {
  const requests = requestsIn(file, MAX_TRANSCRIPT) ?? [];
  if (requests.length === 0) return null;
  const tokens = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  for (const one of requests) {
    for (const kind of Object.keys(tokens) as (keyof Tokens)[]) tokens[kind] += one.tokens[kind];
  }
  return { tokens, model: requests.findLast(({ model }) => model !== null)?.model ?? null };
}
