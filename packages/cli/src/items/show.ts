import type { Answer, Call } from '../commands/command.js';
import { hooks } from '../evidence.js';
import type { Here } from '../workflow/place.js';
import { hindranceWords } from './waits.js';

/** Shows all that is known of one item: its words, where it stands, what was tried, and its fixes (row X42). */
export async function show(_call: Call, place: Here, id: string): Promise<Answer> {
  const { room, around, standing } = place;
  const { clean } = await hooks();
  const brief = room.briefFor(around, standing, { name: 'agent', isJudge: false }, id);
  const start = room.startsOf(standing.status.items, room.itemsOfRun(standing)).find((one) => one.id === id);
  const fixes = room
    .itemsOfRun(standing)
    .flatMap((one) => (one.kind === 'fix' && one.parent === id ? [{ id: one.id, title: one.title }] : []));
  const last = brief.attempts.at(-1);
  const lastError = last ? { class: last.class, source: last.source, errors: last.errors } : null;
  const why = start?.hindrance ? ` (${await hindranceWords(start.hindrance)})` : '';
  const stands = `State: ${start?.state ?? 'listed for another phase'}${why}`;
  const mended = fixes.map((one) => `${clean(one.id, 40)} ${clean(one.title, 100)}`);
  const text = `${stands}\n${room.briefText(brief)}${mended.length > 0 ? `Fixes: ${mended.join('; ')}\n` : ''}`;
  const state = start?.state ?? null;
  return {
    exit: 0,
    data: { item: brief.item, state, hindrance: start?.hindrance ?? null, fixes, lastError, brief },
    text,
  };
}
