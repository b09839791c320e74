import type { Finding } from '@flow/core';

/** Evidence that cannot be kept is told; nothing that is open waits for it. */
export function unwritable(error: unknown): Finding {
  return { code: 'EVIDENCE_UNWRITABLE', level: 'warn', args: { why: String((error as Error).message) } };
}
