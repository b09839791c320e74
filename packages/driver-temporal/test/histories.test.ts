import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { replayed } from './replay.js';

/* A history of a real server: claims of one item at once and under a hold, a renewal, an end, a signal, and a bad question. */

const HISTORY = fileURLToPath(new URL('../fixtures/history.json', import.meta.url));

test('the workflow does what it did when a real server recorded this history: histories that are open go on with this version', () => {
  expect(replayed(HISTORY)).toBe('1 histories were the same again\n');
  const types = JSON.parse(readFileSync(HISTORY, 'utf8')).events.map(
    ({ eventType }: { eventType: string }) => eventType,
  );
  expect(types).toContain('EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW');
});
