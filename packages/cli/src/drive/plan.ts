import { NO_LIMITS, type Planned, planOf, schedule } from '@flow/core/drive';
import type { House, Reading, worldIn } from '@flow/driver/drive';
import { calledDone, lookAt } from '@flow/driver/drive';
import type { Answer, Call } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { shellWord } from '../shell-word.js';
import type { Here } from '../workflow/place.js';
import { known, sharedBy } from './coordinator.js';

/** Tells what could start now, for people and as the matrix of a CI's jobs. Nothing is started, and nothing is written. */
export async function tellPlan(
  call: Call,
  place: Here,
  house: House,
  world: ReturnType<typeof worldIn>,
): Promise<Answer> {
  const { program } = call;
  const { clean } = await hooks();
  const { reading, view } = await lookAt(house, world);
  const shared = await sharedBy(place);
  const elsewhere = shared
    ? calledDone((await known(call, () => shared.coordinator.read(reading.run, null))).entries)
    : new Set<string>();
  const planned = planOf(view, world.now()).filter(({ item }) => item === null || !elsewhere.has(item));
  const items = planned.flatMap((one) =>
    one.item === null ? [] : [told(reading, { ...one, item: one.item }, program)],
  );
  const whole = planned.find(({ item }) => item === null)?.task ?? null;
  const [next] = planned.length > 0 ? [] : schedule(view, NO_LIMITS, world.now());
  const { run, branch, status } = reading;
  const plan = {
    ...{ run, branch, workflow: status.workflow, items, whole, next: next ?? null },
    // As `strategy.matrix` of a workflow takes it; empty where no item could start.
    matrix: { include: items.map(({ item, task, labels }) => ({ item, task, labels })) },
  };
  const lines = items.map(
    ({ item, title, task, command }) => `${clean(item, 60)}  ${clean(title, 100)} (${task}): ${command}`,
  );
  if (whole !== null) lines.push(`The run itself (${whole}): ${program} run`);
  if (lines.length === 0) lines.push(nothingLine(next, program));
  return { exit: 0, data: { plan }, text: `${lines.join('\n')}\n` };
}

function told({ items }: Reading, { item, task }: Planned & { item: string }, program: string) {
  const fact = items.find(({ id }) => id === item);
  const labels = [...(fact ? [fact.kind] : []), ...(fact?.flags ?? [])];
  return { item, title: fact?.title ?? item, task, labels, command: `${program} run --once --item ${shellWord(item)}` };
}

function nothingLine(next: ReturnType<typeof schedule>[number] | undefined, program: string): string {
  if (next?.do === 'end') return 'Nothing is left to do.';
  if (next?.do === 'land') return `Work that is done waits to be landed: ${program} run`;
  const whom = next?.do === 'wait' ? next.for : 'person';
  return `Nothing can start now: the run waits for ${whom === 'person' ? 'a person' : whom} (${program} status).`;
}
