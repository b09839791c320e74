import type { Answer, Call } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { knownItem } from '../workflow/items.js';
import type { Here } from '../workflow/place.js';

/** Tells all that a person needs to decide about work that does not go on (row V40). */
export async function escalation(call: Call, place: Here): Promise<Answer> {
  const { room, standing } = place;
  const { clean } = await hooks();
  const { status } = standing;
  const every = room.everyItem(status.items);
  const named = typeof call.options.item === 'string' ? call.options.item : undefined;
  if (named !== undefined) await knownItem(call, place, named);
  // Where nobody says which, the item that stands still.
  const stuck = every.find(({ state }) => state === 'blocked') ?? status.current;
  const id = named ?? stuck?.id ?? null;
  const item = id === null ? null : (room.itemsOfRun(standing).find((one) => one.id === id) ?? null);
  const at = every.find((one) => one.id === id);
  const { attempts, retry } = room.historyOf(standing, id);
  const loop = status.loops.find((one) => (one.item ?? null) === id && one.exhausted);
  const open = [...(at?.open ?? []), ...(id === null ? status.open : [])].map(({ finding }) => room.openWords(finding));
  const reason = at?.state === 'blocked' && at.reason ? [at.reason] : [];
  const told = room.escalationOf({
    position: id === null ? status.position : [status.phase, id, ...(at?.phase ? [at.phase] : [])].join('/'),
    item: item && { id: item.id, title: item.title },
    why: clean([...reason, ...open].join('; '), 600) || 'nothing is in the way',
    check: loop?.check ?? null,
    spent: loop?.blocks ?? retry?.spent ?? 0,
    max: loop?.max ?? retry?.max ?? null,
    attempts,
  });
  const rows = told.history.map(({ n, time, class: name, source, errors, tried }) =>
    [
      `  ${n}`,
      new Date(time).toISOString(),
      name,
      clean(source, 40),
      clean(errors.join('; ') || '-', 120),
      clean(tried.join('; ') || '-', 120),
    ].join(' | '),
  );
  const { rootCause, iteration } = told;
  const lines = [
    room.phaseLine(status),
    `Escalation of ${item ? `${clean(item.id, 60)}, ${clean(item.title, 100)}` : 'the run'}: ${told.why}`,
    `Attempts: ${iteration.spent}${iteration.max === null ? '' : ` of ${iteration.max}`}`,
    'History: place | time | class | source | what failed | tried before',
    ...(rows.length > 0 ? rows : ['  nothing has failed']),
    ...(rootCause
      ? [
          `Root cause, as far as it is known: ${clean(rootCause.source, 60)}, ${rootCause.times} times${rootCause.errors.length > 0 ? `: ${clean(rootCause.errors.join('; '), 300)}` : ''}`,
          ...rootCause.analysis.map((one) => `  said: ${clean(one, 300)}`),
        ]
      : []),
    'Ways on:',
    ...told.options.map(
      ({ what, command, tradeOff, person }) =>
        `  - ${what}${person ? ' (a person)' : ''}: \`${clean(command, 300)}\`; ${tradeOff}`,
    ),
  ];
  return { exit: 0, data: { escalation: told }, text: `${lines.join('\n')}\n` };
}
