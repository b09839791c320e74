import { openSync, writeSync } from 'node:fs';
import { findRepository } from '../src/git/repository.js';
import { appendEvent } from '../src/journal/append.js';
import type { Limits } from '../src/journal/compaction.js';
import { writeReceipt } from '../src/journal/receipts.js';
import { rotateKey } from '../src/keys/rotation.js';
import { receiptOf } from './receipt.js';

/** What a writer does. */
export interface WriterTask {
  root: string;
  /** Events are named `<label>-<i>`. */
  label: string;
  count: number;
  /** A named pipe that somebody opens when all are to begin. */
  gate?: string;
  /** Compacts the journal that often. */
  limits?: Limits;
  /** Changes the key before every such event. */
  rotateEvery?: number;
  /** Each event is the run of a receipt with the event's name as its id. */
  receipts?: boolean;
}

const task = JSON.parse(process.argv[2]!) as WriterTask;
const repository = findRepository(task.root)!;
const { label, count, gate, limits, rotateEvery, receipts } = task;
try {
  if (gate !== undefined) {
    writeSync(1, 'ready\n');
    openSync(gate, 'r');
  }
  for (let i = 0; i < count; i += 1) {
    const name = `${label}-${i}`;
    if (rotateEvery !== undefined && i % rotateEvery === 0) rotateKey(repository);
    if (receipts) writeReceipt(repository, receiptOf({ id: name }));
    else appendEvent(repository, { type: 'mark', data: { name, padding: 'x'.repeat(300) } }, process.env, limits);
    writeSync(1, `${name}\n`);
  }
} catch (error) {
  writeSync(2, String((error as { code?: string }).code));
  process.exitCode = 1;
}
