import type { Attempt } from './attempts.js';

/** An escalation option is a person's way out of a standstill. */
export interface EscalationOption {
  what: string;
  command: string;
  /** What it costs. */
  tradeOff: string;
  /** Only a person may take it. */
  person: boolean;
}

/** An escalation holds all that a person needs to decide about work that does not go on (row V40). */
export interface Escalation {
  position: string;
  item: string | null;
  title: string;
  /** Why it stands. */
  why: string;
  iteration: { spent: number; max: number | null };
  history: readonly Attempt[];
  /** The failure that came up most often, and what was said to be its cause. */
  rootCause: {
    fingerprint: string;
    source: string;
    errors: readonly string[];
    times: number;
    analysis: readonly string[];
  } | null;
  options: readonly EscalationOption[];
}

/** Escalation facts hold what an escalation is made from. */
export interface EscalationFacts {
  position: string;
  item: { id: string; title: string } | null;
  why: string;
  /** The check whose attempts are used up; null where something else stops it. */
  check: string | null;
  spent: number;
  max: number | null;
  attempts: readonly Attempt[];
}

/** Says what stands still, what was tried, and the ways on with their price. */
export function escalationOf(facts: EscalationFacts): Escalation {
  const { position, item, why, spent, max, attempts } = facts;
  return {
    ...{ position, why, history: attempts },
    item: item?.id ?? null,
    title: item?.title ?? '',
    iteration: { spent, max },
    rootCause: rootCauseOf(attempts),
    options: optionsOf(facts),
  };
}

function rootCauseOf(attempts: readonly Attempt[]): Escalation['rootCause'] {
  const times = new Map<string, number>();
  for (const { fingerprint } of attempts) times.set(fingerprint, (times.get(fingerprint) ?? 0) + 1);
  const most = Math.max(0, ...times.values());
  const found = attempts.findLast(({ fingerprint }) => times.get(fingerprint) === most);
  if (!found) return null;
  const analysis = attempts.flatMap(({ tried }) => tried).slice(-5);
  return { fingerprint: found.fingerprint, source: found.source, errors: found.errors, times: most, analysis };
}

function optionsOf({ item, check }: EscalationFacts): EscalationOption[] {
  const of = item ? ` --item ${item.id}` : '';
  return [
    ...(check === null
      ? []
      : [
          {
            ...{ what: 'try again with all attempts', command: `flow decide ${check} again${of} --reason '…'` },
            ...{ tradeOff: 'costs as much again, and helps only if something else is tried', person: true },
          },
          {
            ...{ what: 'go on without it', command: `flow decide ${check} proceed${of} --reason '…'` },
            ...{ tradeOff: 'leaves a debt that report, push and pull request name', person: true },
          },
        ]),
    ...(item === null
      ? []
      : [
          ...(check === null
            ? [
                {
                  ...{ what: 'open it again', command: `flow item open ${item.id}` },
                  ...{ tradeOff: 'fails again while the obstacle is there', person: false },
                },
              ]
            : []),
          {
            ...{ what: 'split it into smaller items', command: `flow item split ${item.id} --into '…' --into '…'` },
            ...{ tradeOff: 'more items; its attempts are shared among them', person: false },
          },
          {
            ...{ what: 'skip it and write down why', command: `flow item skip ${item.id} --reason '…'` },
            ...{ tradeOff: 'what it promises is not built; it stays a debt', person: true },
          },
        ]),
    {
      ...{ what: 'stop the run', command: "flow end cancelled --reason '…'" },
      ...{ tradeOff: 'the work stays on its branch, and nothing leads it any more', person: true },
    },
  ];
}
