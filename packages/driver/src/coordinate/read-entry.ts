import type { Attempt, Entry, Hold, Lease, Signal } from './port.js';

const SCOPES: readonly unknown[] = ['account', 'run', 'item'] satisfies Hold['scope'][];
const ABOUT: readonly unknown[] = ['approved', 'changed', 'ci', 'cancel'] satisfies Signal['about'][];

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 1000;
const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

export function isLease(value: Partial<Lease>): value is Lease {
  const { id, run, item, token, machine, base, since, until } = value;
  const isNamed = isText(id) && isText(run) && isText(item) && isText(machine) && (base === null || isText(base));
  return isNamed && isTime(token) && isTime(since) && isTime(until);
}

const ENDS: readonly unknown[] = ['done', 'failed', 'waits', 'given-back'] satisfies Attempt['how'][];

export function isAttempt(value: Partial<Attempt>): value is Attempt {
  return ENDS.includes(value.how) && (value.commit === null || isText(value.commit)) && isText(value.why);
}

/** Reads what an entry says, which anybody may have written; null for what is no entry. */
export function readWhat(value: unknown): Entry['what'] | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kind, event, hold, signal, lease, end } = value as Record<string, unknown>;
  switch (kind) {
    case 'event':
      return typeof event === 'object' && event !== null && !Array.isArray(event)
        ? { kind, event: event as Record<string, unknown> }
        : null;
    case 'hold': {
      const { scope, name, until, why } = (hold ?? {}) as Partial<Hold>;
      const isHold = SCOPES.includes(scope) && isText(name) && Number.isSafeInteger(until) && isText(why);
      return isHold ? { kind, hold: { scope: scope!, name, until: until!, why } } : null;
    }
    case 'signal': {
      const { about, item } = (signal ?? {}) as Partial<Signal>;
      const isSignal = ABOUT.includes(about) && (item === null || isText(item));
      return isSignal ? { kind, signal: { about: about!, item: item ?? null } } : null;
    }
    case 'settled':
    case 'stale': {
      const [under, how] = [(lease ?? {}) as Partial<Lease>, (end ?? {}) as Partial<Attempt>];
      return isLease(under) && isAttempt(how) ? { kind, lease: under, end: how } : null;
    }
    default:
      return null;
  }
}
