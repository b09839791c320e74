import type { ItemFact, Phase } from '@flow/core/workflow';
import type { Tidy } from '../report/words.js';
import type { Here } from '../workflow/place.js';

/**
 * A stage holds what is to be known once its tasks are done (row V20): the tasks, and the reviews that they ask for.
 */
export interface Stage {
  version: 1;
  /** The item that has the tasks as parts; null where items have no parts, and all of them are told. */
  id: string | null;
  title: string;
  tasks: {
    id: string;
    title: string;
    state: string;
    files: string[];
    flags: string[];
    /** Why no test is asked of it; null where one is. */
    testsOff: string | null;
  }[];
  /** What any task needs besides, with the judges and phases that the workflow asks for it. */
  flags: { flag: string; tasks: string[]; asks: string[] }[];
}

/** Entries of a list that are told. */
const MOST = 100;

/**
 * Makes the block of a stage.
 * @param named the stage, or one of its tasks; null for the one at work
 */
export function stageOf({ standing, room }: Here, named: string | null, tidy: Tidy): Stage {
  const { status, workflow } = standing;
  const known = room.itemsOfRun(standing);
  const byId = new Map(known.map((one) => [one.id, one]));
  const at = byId.get(named ?? status.current?.id ?? '') ?? null;
  const whole = wholeOf(at, byId) ?? known.find(({ id }) => known.some((one) => isPart(one, id))) ?? null;
  const parts = whole === null ? [] : known.filter((one) => isPart(one, whole.id));
  const tasks = parts.length > 0 ? parts : at && named !== null ? [at] : known.filter(({ kind }) => kind !== 'fix');
  const states = new Map(room.everyItem(status.items).map(({ id, state }) => [id, state]));
  const over = new Set(status.over);
  return {
    version: 1,
    id: parts.length > 0 ? tidy(whole?.id, 60) : null,
    title: parts.length > 0 ? tidy(whole?.title, 120) : tidy(status.title, 120),
    tasks: tasks.slice(0, MOST).map(({ id, title, files, flags = [], testsOff }) => ({
      ...{ id: tidy(id, 60), title: tidy(title, 120), state: states.get(id) ?? (over.has(id) ? 'done' : 'pending') },
      files: files.slice(0, MOST).map((file) => tidy(file, 200)),
      flags: flags.slice(0, MOST).map((flag) => tidy(flag, 60)),
      testsOff: testsOff === undefined ? null : tidy(testsOff, 200),
    })),
    flags: flagsOf(tasks, workflow.phases, tidy),
  };
}

const isPart = ({ parent, kind }: ItemFact, id: string) => parent === id && kind !== 'fix';

/** Returns the outermost item that one is a part of, or is. */
function wholeOf(item: ItemFact | null, byId: ReadonlyMap<string, ItemFact>): ItemFact | null {
  let whole = item;
  for (let steps = 0; whole?.parent !== undefined && steps < 10; steps++) whole = byId.get(whole.parent) ?? null;
  return whole;
}

function flagsOf(tasks: readonly ItemFact[], phases: readonly Phase[], tidy: Tidy): Stage['flags'] {
  const all = [...new Set(tasks.flatMap(({ flags = [] }) => flags))].slice(0, MOST);
  return all.map((flag) => ({
    flag: tidy(flag, 60),
    tasks: tasks.filter(({ flags = [] }) => flags.includes(flag)).map(({ id }) => tidy(id, 60)),
    asks: [...new Set(asksFor(flag, phases))].map((one) => tidy(one, 80)),
  }));
}

/** Judges and phases that a workflow asks for only where an item bears a flag. */
function asksFor(flag: string, phases: readonly Phase[]): string[] {
  return phases.flatMap(({ title, when, exit, each }) => {
    const judges = exit.flatMap((spec) =>
      spec.when?.flag?.includes(flag) ? ['judge' in spec ? String(spec.judge) : (spec.id ?? spec.check)] : [],
    );
    return [...(when?.flag?.includes(flag) ? [title] : []), ...judges, ...asksFor(flag, each?.phases ?? [])];
  });
}

/** Returns the block as people read it. */
export function stageText({ id, title, tasks, flags }: Stage): string {
  const lines = [
    `${id === null ? 'Items' : `Stage ${id}`}: ${title}`,
    ...tasks.map(
      (one) =>
        `  ${one.state.padEnd(8)} ${one.id}  ${one.title}${one.files.length > 0 ? ` (${one.files.join(', ')})` : ''}${one.flags.length > 0 ? ` [${one.flags.join(', ')}]` : ''}${one.testsOff === null ? '' : `; tests off: ${one.testsOff}`}`,
    ),
    ...(tasks.length === 0 ? ['  none'] : []),
    'Reviews that these ask for:',
    ...flags.map(
      ({ flag, tasks: of, asks }) => `  ${flag}: ${of.join(', ')}${asks.length > 0 ? `; ${asks.join(', ')}` : ''}`,
    ),
    ...(flags.length === 0 ? ['  none'] : []),
  ];
  return `${lines.join('\n')}\n`;
}
