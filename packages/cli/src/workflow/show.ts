import type { GitFact } from '@flow/core/workflow';
import { paint } from '../answer.js';
import { hooks } from '../evidence.js';
import type { Room, Standing } from './here.js';

type Status = Standing['status'];

/** Behind the last phase: what is left to do, and what happens until it is done. */
const DONE = '`flow end complete` ends the run. Until then, a change leads back to the phase that proves it.';

/** What is left to do where the workflow asks for nothing more; not every workflow ends with a commit. */
export function leftWords({ committed, pushed }: GitFact): string {
  if (committed === false)
    return 'It is not committed yet. `flow ship` commits it, pushes, and opens the pull request.';
  if (pushed === false) return 'It is not pushed yet: `flow ship` does that, and opens the pull request.';
  return DONE;
}

/**
 * A run as people read it: its stages in a row, then what the agent is told, whole.
 * @param git what is committed and pushed now
 */
export async function showStatus(status: Status, room: Room, git: GitFact): Promise<string> {
  const { clean } = await hooks();
  const stages = status.stages.filter(({ state }) => state !== 'left-out').map(({ id, state }) => stage(id, state));
  const items = room
    .everyItem(status.items)
    .map(
      ({ id, title, state, phase }) =>
        `  ${state.padEnd(8)} ${clean(id, 40)}  ${clean(title, 100)}${phase ? `: ${phase}` : ''}`,
    );
  const overrides = status.overrides.map(
    ({ reason, left, person }) => `Override: ${left} calls left (${clean(person, 60)}: ${clean(reason, 120)})`,
  );
  const adoption = status.adoption ? [adoptionWords(status.adoption)] : [];
  const over = status.phase === 'done' ? [leftWords(git)] : [];
  const lines = [stages.join('  '), '', room.statusText(status, Number.MAX_SAFE_INTEGER), ...over];
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

/** The same after something was recorded: one line of what was done, then where it stands. */
export async function answerAfter(done: string, room: Room, around: Parameters<Room['standingOf']>[0]) {
  const status = room.standingOf(around)?.status ?? null;
  const shown = status === null ? '' : `${room.phaseLine(status)}\n`;
  return { ok: true, data: { status }, text: `${done}\n${shown}` };
}
