import type { FlowEvent } from '../workflow/facts.js';
import type { FigureFacts } from './facts.js';
import type { FailedTries } from './tries.js';

/** What kind of gate it is: tests, a named command, a judge, a person, the landing on what the others have landed. */
export type GateKind = 'suite' | 'command' | 'judge' | 'approval' | 'landing';

/** `FirstPass` tells how often what came to a gate passed it without a repeat. */
export interface FirstPass {
  kind: GateKind;
  gate: string;
  /** Items, or the run itself, of which the gate has said anything. */
  came: number;
  /** Those of them of which its first word was a pass. */
  passed: number;
}

/** Counts, for each gate, what came to it and what passed at its first word; the gates with the fewest passes come first. */
export function firstPassOf({ events, items, notLanded, spends }: FigureFacts, tries: FailedTries): FirstPass[] {
  const gates = new Map<string, FirstPass>();
  const seen = new Set<string>();
  const say = (kind: GateKind, gate: string, subject: string, isPass: boolean) => {
    const key = JSON.stringify([kind, gate]);
    const row = gates.get(key) ?? { kind, gate, came: 0, passed: 0 };
    gates.set(key, row);
    const one = JSON.stringify([key, subject]);
    if (seen.has(one)) return;
    seen.add(one);
    row.came += 1;
    if (isPass) row.passed += 1;
  };
  const atWork = itemsAtWork(events);
  for (const id of [...items.map((one) => one.id), null]) {
    const failed = new Set((tries.get(id) ?? []).map(({ n }) => n));
    for (const event of events) {
      const word = isOf(event, id, atWork) ? wordOf(event, id, failed) : null;
      if (word !== null) say(word.kind, word.gate, id ?? '', word.isPass);
    }
  }
  sayApprovals(events, say);
  for (const { item } of notLanded) say('landing', 'landing', item, false);
  const driven = new Set(spends.flatMap(({ of, item }) => (of === 'driven' && item !== null ? [item] : [])));
  for (const { id, kind, state } of items)
    if (driven.has(id) && kind !== 'fix' && state === 'done') say('landing', 'landing', id, true);
  return [...gates.values()].sort((a, b) => a.passed / a.came - b.passed / b.came || b.came - a.came);
}

/** Finds the item that was begun last when each command ran, by the place of the command in the journal. */
function itemsAtWork(events: readonly FlowEvent[]): Map<number, string> {
  const begun: string[] = [];
  const found = new Map<number, string>();
  for (const event of events) {
    if (event.type === 'item') {
      const at = begun.indexOf(event.item);
      if (at >= 0) begun.splice(at, 1);
      if (event.state === 'running') begun.push(event.item);
    }
    const last = begun.at(-1);
    if (event.type === 'command' && last !== undefined) found.set(event.n, last);
  }
  return found;
}

/** Tells whether an event may speak of an item, or of the run: a command that names none speaks of what is at work. */
function isOf(event: FlowEvent, id: string | null, atWork: ReadonlyMap<number, string>): boolean {
  if (event.scopedTo !== undefined) return event.scopedTo === id;
  return event.type !== 'command' || (event.subject ?? atWork.get(event.n) ?? null) === id;
}

type Word = { kind: GateKind; gate: string; isPass: boolean };

/**
 * Returns what an event says of an item, or of the run, at a gate; null where it decides nothing.
 * @param failed events that are a failed try
 */
function wordOf(event: FlowEvent, id: string | null, failed: ReadonlySet<number>): Word | null {
  switch (event.type) {
    case 'run': {
      // While the run itself is worked on, its tests are red as often as somebody looks: that is no repeat.
      if (id === null || !Object.hasOwn(event.subjects, id)) return null;
      return decided('suite', event.suite, event.subjects[id] === true, failed.has(event.n));
    }
    case 'command':
      return decided('command', event.command, event.pass, failed.has(event.n));
    case 'verdict':
      if ((event.subject ?? null) !== id) return null;
      return decided('judge', event.judge, event.pass && event.failure === undefined, failed.has(event.n));
    default:
      return null;
  }
}

/** What neither passed nor was a failed try broke down, or had to fail: it says nothing. */
const decided = (kind: GateKind, gate: string, isPass: boolean, isFailed: boolean): Word | null =>
  isPass || isFailed ? { kind, gate, isPass: !isFailed } : null;

/** An approval that was given again is one that had lapsed. */
function sayApprovals(
  events: readonly FlowEvent[],
  say: (kind: GateKind, gate: string, subject: string, isPass: boolean) => void,
): void {
  const times = new Map<string, { gate: string; subject: string; times: number }>();
  for (const event of events) {
    if (event.type !== 'approval') continue;
    const { gate, subject = '' } = event;
    const key = JSON.stringify([gate, subject]);
    times.set(key, { gate, subject, times: (times.get(key)?.times ?? 0) + 1 });
  }
  for (const one of times.values()) say('approval', one.gate, one.subject, one.times === 1);
}
