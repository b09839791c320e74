import type { Receipt } from '@flow/core';
import { newReceiptId } from '../src/journal/receipts.js';

/** A green whole run, but for what is changed. */
export function receiptOf(change: Partial<Receipt> = {}, result: Partial<Receipt['result']> = {}): Receipt {
  return {
    version: 1,
    id: newReceiptId(),
    kind: 'test',
    suite: 'go:.',
    command: 'go test ./...',
    directory: '.',
    exitCode: 0,
    treeBefore: 'a'.repeat(40),
    treeAfter: 'a'.repeat(40),
    untracked: [],
    head: null,
    branch: 'main',
    time: Date.now(),
    durationMs: 12,
    selection: { kind: 'whole' },
    result: {
      runner: 'go',
      outcome: 'passed',
      complete: true,
      reasons: [],
      counts: { passed: 1, failed: 0, skipped: 0, errors: 0 },
      tests: { TestA: 'passed' },
      testsCut: 0,
      greenUnits: ['.'],
      failing: [],
      ...result,
    },
    tail: 'ok',
    seen: 'hook',
    session: 's',
    agent: null,
    ...change,
  };
}
