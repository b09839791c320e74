import type { Hindrance } from '@flow/core/items';
import { hooks } from '../evidence.js';
import { heldWords } from '../workflow/lease-words.js';

/** Words for why an item cannot begin, with who works on it. */
export async function hindranceWords(hindrance: Hindrance): Promise<string> {
  const { clean } = await hooks();
  const held = hindrance.why === 'running' ? await heldWords(hindrance, '') : null;
  return held === null ? hindranceText(hindrance, clean) : `in progress: ${held}`;
}

/** Words for why an item cannot begin. */
export function hindranceText(hindrance: Hindrance, clean: (value: unknown, max?: number) => string): string {
  const ids = hindrance.items.map((id) => clean(id, 60)).join(', ');
  switch (hindrance.why) {
    case 'after': {
      const { blockedBy = [] } = hindrance;
      const blockers = blockedBy.map((id) => clean(id, 60)).join(', ');
      if (blockers === '') return `after ${ids}`;
      return blockers === ids ? `blocked by ${ids}` : `after ${ids}, blocked by ${blockers}`;
    }
    case 'files':
      return ids === '' ? 'waits for another item' : `shares a file with ${ids}, which is in progress`;
    case 'elsewhere':
      return ids === '' ? 'worked on in another work tree' : `worked on with ${ids}, in its work tree`;
    case 'at-once':
      return `once one is done of ${ids}`;
    case 'parts':
      return `its parts are next: ${ids}`;
    case 'blocked':
      return `blocked: ${clean(hindrance.reason, 200)}`;
    case 'over':
      return hindrance.state;
    case 'running':
      return 'in progress';
  }
}
