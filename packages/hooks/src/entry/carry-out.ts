import { auditPlain } from '@flow/engine/facts/trail/audit-line';
import { load } from '@flow/engine/load';
import type * as Prompt from '../bin/prompt.js';
import type { Settled } from './first-look.js';

/** Does what a settled call leaves to be done: an edit goes into the audit trail, a prompt is told its kept answer. */
export function carryOut(settled: Settled): void {
  if (settled.kind === 'edit') auditPlain(settled.event);
  if (settled.kind === 'prompt') load<typeof Prompt>('prompt').tellKept(settled.again);
}
