import type { ItemLimits } from '@flow/core/drive';
import { type Call, FlowError } from '../commands/command.js';

/** Units of a budget, each with what it is a measure of and how much of that it is. Only money has parts of what it is counted in. */
const UNITS: Readonly<Record<string, { kind: keyof ItemLimits; each: number }>> = {
  usd: { kind: 'money', each: 1 },
  tok: { kind: 'tokens', each: 1 },
  ktok: { kind: 'tokens', each: 1000 },
  Mtok: { kind: 'tokens', each: 1_000_000 },
  sessions: { kind: 'sessions', each: 1 },
  turns: { kind: 'turns', each: 1 },
  min: { kind: 'time', each: 60_000 },
  h: { kind: 'time', each: 3_600_000 },
};

const NOTHING: ItemLimits = { sessions: null, turns: null, tokens: null, money: null, time: null };

/** What budgets are of: the run has flags of its own for its sessions and its time. */
const BUDGETS = {
  budget: {
    flag: '--budget',
    kinds: new Set<keyof ItemLimits>(['money', 'tokens']),
    words: 'an amount such as 20usd, 500ktok or 2Mtok, or one of money and one of tokens: 20usd,2Mtok.',
  },
  itemBudget: {
    flag: '--item-budget',
    kinds: new Set(Object.keys(NOTHING) as (keyof ItemLimits)[]),
    words:
      'amounts of money, tokens, sessions, turns and time, each at most once: 5usd,2Mtok,4sessions,300turns,90min.',
  },
} as const;

/**
 * Reads a budget such as `20usd,2Mtok`; null where none is given.
 * @throws FlowError USAGE
 */
export function budgetOf({ options, program }: Call, name: keyof typeof BUDGETS): ItemLimits | null {
  const given = options[name];
  if (given === undefined) return null;
  const { flag, kinds, words } = BUDGETS[name];
  const budget = { ...NOTHING };
  for (const part of String(given).split(',')) {
    const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)([a-zA-Z]+)$/.exec(part.trim()) ?? [];
    const { kind, each } = (Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined) ?? { kind: null, each: 0 };
    const amount = Number(number) * each;
    const isCounted = kind === 'money' || Number.isInteger(amount);
    if (kind === null || !kinds.has(kind) || !(amount > 0) || !isCounted || budget[kind] !== null)
      throw new FlowError('usage', 'USAGE', `${flag} is ${words}`, `${program} run ${flag} 20usd`);
    budget[kind] = amount;
  }
  return budget;
}
