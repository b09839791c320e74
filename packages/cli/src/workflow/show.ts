import { screenWidth } from '@flow/engine/text/on-screen';
import { hooks } from '../evidence.js';
import { paint } from '../paint.js';
import { heldWords } from './lease-words.js';
import type { Room, Standing } from './place.js';

type Status = Standing['status'];

/** Returns a run as people read it: its stages in a row, then what the agent is told, whole. */
export async function showStatus(status: Status, room: Room): Promise<string> {
  const { clean } = await hooks();
  const stages = status.stages.filter(({ state }) => state !== 'left-out').map(({ id, state }) => stage(id, state));
  const items = await Promise.all(
    room.everyItem(status.items).map(async (one) => {
      const held = await heldWords(one, '');
      const { id, title, state, phase } = one;
      const about = [...(phase ? [phase] : []), ...(held === null ? [] : [held])].join(', ');
      return `  ${state.padEnd(8)} ${clean(id, 40)}  ${clean(title, 100)}${about === '' ? '' : `: ${about}`}`;
    }),
  );
  const overrides = status.overrides.map(
    ({ reason, left, person }) => `Override: ${left} calls left (${clean(person, 60)}: ${clean(reason, 120)})`,
  );
  const adoption = status.adoption ? [adoptionWords(status.adoption)] : [];
  const told = screenWidth() === null ? room.statusText(status, Number.MAX_SAFE_INTEGER) : room.statusOnScreen(status);
  const lines = [stages.join('  '), '', told];
  return `${[...lines, ...items, ...overrides, ...adoption].join('\n')}\n`;
}

/** Documents of later phases are there: work already in progress, which a person can take up where it is. */
function adoptionWords({ present, missing, phases }: NonNullable<Status['adoption']>): string {
  const lacks = `${missing.join(', ')} ${missing.length > 1 ? 'do' : 'does'} not`;
  const ways = phases.map((phase) => `\`flow set-phase ${phase}\``).join(' or ');
  return `Later documents exist (${present.join(', ')}), but ${lacks}: a person can continue there with ${ways}.`;
}

function stage(id: string, state: Status['stages'][number]['state']): string {
  if (state === 'done') return paint('green', `[x] ${id}`);
  return state === 'current' ? paint('bold', `[>] ${id}`) : `[ ] ${id}`;
}

/** Answers after something was recorded: one line says what was done, the next where the run stands. */
export async function answerAfter(done: string, room: Room, around: Parameters<Room['standingOf']>[0]) {
  const standing = room.standingOf(around);
  // What was said may have ended an item.
  if (standing) room.writeTicks(around, standing);
  const status = standing?.status ?? null;
  const shown = status === null ? '' : `${room.phaseLine(status)}\n`;
  return { exit: 0, data: { status }, text: `${done}\n${shown}` };
}
