import type { Word } from './checks/index.js';
import type { PlacedCheck } from './compile.js';
import type { FlowEvent, ItemFact, Moment } from './facts.js';
import { addProof } from './memory.js';
import { takeFindings } from './raising.js';
import { itemsAt, memoryOf, type RunState } from './state.js';

/** Gives an event to every check that it can prove. */
export function takeProofs(state: RunState, event: FlowEvent, moment: Moment): void {
  for (const check of state.walk.listeners.get(event.type) ?? []) {
    const item = check.perItem ? itemOf(state, event, moment) : null;
    if (check.perItem) {
      const items = item ? [item] : event.type === 'run' ? [...itemsAt(state, moment).values()] : [];
      for (const one of items) takeIn(state, check, event, moment, one);
    } else if (!('subject' in event) || event.subject === undefined) {
      takeIn(state, check, event, moment, null);
    }
  }
}

/** The item that a submission or verdict is about. */
function itemOf(state: RunState, event: FlowEvent, moment: Moment): ItemFact | null {
  if (event.type !== 'submission' && event.type !== 'verdict') return null;
  return event.subject === undefined ? null : (itemsAt(state, moment).get(event.subject) ?? null);
}

function takeIn(state: RunState, check: PlacedCheck, event: FlowEvent, moment: Moment, item: ItemFact | null): void {
  const { kind, spec, key } = check;
  const memory = memoryOf(state, key);
  kind.take?.(spec, event, { moment, item, now: event.time, memory, raised: state.raised, key });
  for (const word of kind.words?.(spec, event, moment, item) ?? []) {
    if (isBreakdown(word)) {
      const before = memory.trouble.get(item?.id ?? '');
      const times = before?.failure === word.failure ? before.times + 1 : 1;
      memory.trouble.set(item?.id ?? '', { failure: word.failure, times, since: event.time });
      continue;
    }
    memory.trouble.delete(item?.id ?? '');
    const said = { pass: word.pass, n: event.n, expires: word.expires ?? null };
    addProof(memory, word.subject.key, word.content, said);
    if (word.source !== undefined) takeFindings(state, check, word, event.n, moment, item);
    if (!word.pass) countBlock(state, check, word, item);
  }
}

/** It says nothing about the work: it is tried again, and never counted. */
function isBreakdown(word: Word): word is Word & { failure: 'infra' | 'timeout' | 'external' } {
  return !word.pass && (word.failure === 'infra' || word.failure === 'timeout' || word.failure === 'external');
}

/**
 * Counts a block of a check whose phase was reached. The same content again is no new attempt, and a pass resets nothing:
 * two judges could otherwise alternate for ever.
 */
function countBlock(state: RunState, check: PlacedCheck, word: Word, item: ItemFact | null): void {
  if (!check.spec.loop || (!check.perItem && state.reached < check.phase)) return;
  const { loops } = memoryOf(state, check.key);
  const walk = item?.id ?? '';
  const count = loops.get(walk) ?? { blocks: 0, last: null };
  if (count.last === word.content) return;
  loops.set(walk, { blocks: count.blocks + 1, last: word.content });
}
