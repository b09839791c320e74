import { recordOf } from '@flow/core/record';
import { recordIn } from '../headless.js';
import { type ReadSpoken, type Spoken, said, textOf } from '../spoken.js';

/** Reads a line of `codex exec --json`. */
export const codexSpoken: ReadSpoken = (line) => {
  const told = recordIn(line);
  switch (told?.type) {
    case 'item.started':
      return said('tool', textOf(recordOf(told.item).command));
    case 'item.completed':
      return itemOf(recordOf(told.item));
    case 'turn.failed':
      return said('fault', textOf(recordOf(told.error).message) || 'the turn failed');
    case 'error':
      return said('fault', textOf(told.message) || 'an error');
    default:
      return [];
  }
};

function itemOf({
  type,
  text,
  aggregated_output,
  exit_code,
  changes,
  message,
}: Readonly<Record<string, unknown>>): Spoken[] {
  switch (type) {
    case 'agent_message':
      return said('text', textOf(text));
    case 'command_execution':
      return said(exit_code === 0 || exit_code === undefined ? 'result' : 'fault', textOf(aggregated_output));
    case 'file_change': {
      const paths = Array.isArray(changes) ? changes.map((one) => textOf(recordOf(one).path)) : [];
      return said('tool', `writes ${paths.join(', ')}`);
    }
    case 'error':
      return said('fault', textOf(message));
    default:
      return [];
  }
}
