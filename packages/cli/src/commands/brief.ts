import { agentOf, agents as roster } from '@flow/agents/roster';
import type { Phase } from '@flow/core/workflow';
import { hooks } from '../evidence.js';
import { here } from '../workflow/here.js';
import { knownItem } from '../workflow/items.js';
import type { Here } from '../workflow/place.js';
import { type Answer, type Call, type Command, FlowError } from './command.js';
import { judgesOf } from './verdict.js';

export const brief: Command = {
  name: 'brief',
  group: 'workflow',
  summary: 'show exactly what a role is given for an item: criteria word for word, what they cite, findings, attempts',
  flags: [
    { flags: '--role <role>', description: 'who is given it (default: the role of the phase)' },
    { flags: '--item <id>', description: 'the item it is about (default: the one at work)' },
    { flags: '--diff', description: 'instead, the change since the item was begun' },
  ],
  examples: [
    ['brief', 'what the agent at work is given'],
    ['brief --role qa --item S1', 'what the reviewer qa is given of S1: nothing of how it came to be'],
  ],
  async run(call) {
    const place = await here(call);
    const { room, around, standing } = place;
    const role = await roleFrom(call, place);
    const { item } = call.options;
    if (typeof item === 'string') await knownItem(call, place, item);
    const id = typeof item === 'string' ? item : (standing.status.current?.id ?? null);
    if (call.options.diff) return changeOf(call, place, id);
    const made = room.briefFor(around, standing, role, id);
    return { exit: 0, data: { brief: made }, text: room.briefText(made), isVerbatim: true };
  },
};

/** Characters of a change that are shown. */
const MOST = 240_000;

/** Shows the change of an item since it was begun, and not since the base branch: what was there before has been judged (X35). */
async function changeOf(call: Call, { room, around, standing }: Here, id: string | null): Promise<Answer> {
  const { clean } = await hooks();
  const item = room.itemsOfRun(standing).find((one) => one.id === id);
  if (item === undefined)
    throw new FlowError(
      'usage',
      'ITEM_UNSAID',
      'no item is named, and none is at work.',
      `${call.program} brief --item <id> --diff`,
    );
  const change = room.changeOf(around, standing, item);
  if (change === null)
    throw new FlowError(
      'finding',
      'ITEM_NOT_BEGUN',
      `nobody has begun ${clean(item.id, 60)}, so there is no change of it.`,
      `${call.program} item begin ${clean(item.id, 60)}`,
    );
  const { diff } = change;
  const isCut = diff.length > MOST;
  const shown = isCut ? `${diff.slice(0, diff.lastIndexOf('\n', MOST))}\n` : diff;
  const more = isCut ? `(${shown.length} of ${diff.length} characters; read the files themselves for the rest)\n` : '';
  const text = shown === '' ? `Nothing has changed since ${clean(item.id, 60)} was begun.\n` : shown + more;
  return { exit: 0, data: { ...change, diff: shown, cut: isCut }, text, isVerbatim: true };
}

async function roleFrom(call: Call, { standing }: Here): Promise<{ name: string; isJudge: boolean }> {
  const judges = judgesOf(standing);
  const { role } = call.options;
  if (typeof role !== 'string') return { name: standing.status.roles[0] ?? 'agent', isJudge: false };
  const kind = agentOf(role)?.kind;
  if (judges.includes(role) || kind === 'reviewer') return { name: role, isJudge: true };
  const roles = ['agent', ...rolesIn(standing.workflow.phases)];
  if (kind !== undefined || roles.includes(role)) return { name: role, isJudge: false };
  const { clean } = await hooks();
  const known = [
    ...new Set([...roles, ...judges, ...roster.flatMap((one) => (one.kind === 'role' ? [one.name] : []))]),
  ];
  throw new FlowError(
    'usage',
    'ROLE_UNKNOWN',
    `there is no role ${clean(role, 40)}; there are ${known.map((one) => clean(one, 40)).join(', ')}.`,
    `${call.program} brief`,
  );
}

const rolesIn = (phases: readonly Phase[]): string[] =>
  phases.flatMap(({ roles = [], each }) => [...roles, ...(each ? rolesIn(each.phases) : [])]);
