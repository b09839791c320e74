import { ItemCache } from './item-cache.js';
import { copyMemory } from './memory.js';
import type { RunState } from './state.js';

/**
 * Returns the same state of a run, to fold other events into than those that come next: neither leaves a trace in the other. The
 * cache of items is not copied: the next event has all of them walked again.
 */
export function copyState(state: RunState): RunState {
  const chosenFor = [...state.chosenFor].map(([item, options]) => [item, new Map(options)] as const);
  const items = [...state.items].map(([id, one]) => {
    const progress = [...one.at].map(([path, { ...come }]) => [path, come] as const);
    return [id, { ...one, at: new Map(progress) }] as const;
  });
  // Written out like a new state: objects that differ in their making cost whoever reads them.
  return {
    compiled: state.compiled,
    pinned: { ...state.pinned },
    dials: { ...state.dials },
    memories: new Map([...state.memories].map(([key, memory]) => [key, copyMemory(memory)])),
    raised: state.raised.copy(),
    chosen: new Map(state.chosen),
    chosenFor: new Map(chosenFor),
    items: new Map(items),
    known: state.known.copy(),
    made: new Map(state.made),
    leases: state.leases.copy(),
    home: state.home,
    marks: state.marks.copy(),
    cache: new ItemCache(),
    reached: state.reached,
    furthest: state.furthest,
    settledAt: null,
    ends: state.ends,
    failed: new Set(state.failed),
    position: state.position,
    paused: state.paused,
    pausedBy: state.pausedBy,
    awaits: new Map([...state.awaits].map(([id, one]) => [id, { ...one }])),
    ending: state.ending,
    ended: state.ended,
    proposals: new Map(state.proposals),
    overrides: state.overrides.map((one) => ({ ...one })),
    overridden: [...state.overridden],
    debts: [...state.debts],
    questions: new Map(state.questions),
    concerns: [...state.concerns],
    last: state.last,
  };
}
