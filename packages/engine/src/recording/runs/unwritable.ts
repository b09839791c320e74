import type { Finding } from '@flow/core';
import { formatFinding } from '../../words/finding-words.js';

/** Evidence that cannot be kept is told; nothing that is open waits for it. */
export function unwritable(error: unknown): Finding {
  return { code: 'EVIDENCE_UNWRITABLE', level: 'warn', args: { why: String((error as Error).message) } };
}

/** Words about evidence that cannot be written, for a person who runs a command through `exec`. */
export function unkeptWords(error: unknown): string {
  const finding = unwritable(error);
  return `${finding.code}: ${formatFinding(finding, Date.now())}`;
}
