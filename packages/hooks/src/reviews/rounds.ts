import { weightedScore } from '@flow/agents';
import {
  evaluate,
  type Facts,
  type FlowDeed,
  type FlowEvent,
  type RaisedFinding,
  type Sight,
  type Status,
  seatsOf,
  type Workflow,
} from '@flow/core/workflow';
import type { Standing } from '../workflow/index.js';

type VerdictDeed = Extract<FlowDeed, { type: 'verdict' }>;

/** What became of a must-fix: nobody did anything, it was answered, or its source no longer says it. */
export type Fate = 'open' | 'answered' | 'closed';

/** One must-fix of one verdict, with what was said to it. */
export interface RoundFinding extends RaisedFinding {
  id: string;
  fate: Fate;
  answers: string[];
}

export interface RoundVerdict {
  judge: string;
  pass: boolean;
  score: number | null;
  seen: Sight | null;
  findings: RoundFinding[];
  notes: readonly RaisedFinding[];
}

export interface PanelRounds {
  panel: string;
  rounds: { round: number; score: number | null; verdicts: RoundVerdict[] }[];
}

/** A run as it is once a verdict is part of it. */
export interface AfterVerdict {
  status: Status;
  panels: PanelRounds[];
}

/**
 * What was found in each round of each panel, and what became of it, with a verdict that was just given.
 * @param n its place in the journal; null while it waits for one
 */
export function afterVerdict({ workflow, facts }: Standing, deed: VerdictDeed, n: number | null): AfterVerdict {
  const at = facts.moments.findIndex(({ contents }) => contents === facts.present.contents);
  const event: FlowEvent = { ...deed, n: n ?? (facts.events.at(-1)?.n ?? 0) + 1, time: facts.now, at };
  const after: Facts = { ...facts, events: [...facts.events, event] };
  const status = evaluate(workflow, after);
  return { status, panels: panelsOf(workflow, after, status) };
}

function panelsOf(workflow: Workflow, { events, present }: Facts, { findings, dials }: Status): PanelRounds[] {
  const fates = new Map(findings.map(({ id, answered }) => [id, answered ? 'answered' : 'open'] as const));
  const answers = new Map<string, string[]>();
  for (const event of events) {
    if (event.type !== 'answer') continue;
    const note = `${event.disputed ? 'disputed: ' : ''}${event.note}`;
    answers.set(event.finding, [...(answers.get(event.finding) ?? []), note]);
  }
  const panels = new Map<string, Map<number, RoundVerdict[]>>();
  const places = new Map(seatsOf(workflow, present, dials).map(({ judge, panel }) => [judge, panel] as const));
  for (const event of events) {
    if (event.type !== 'verdict' || event.failure !== undefined) continue;
    const { n, judge, pass, score = null, seen = null, notes = [], round = 1 } = event;
    const found = event.findings.map((one, index): RoundFinding => {
      const id = `${n}.${index + 1}`;
      return { ...one, id, fate: fates.get(id) ?? 'closed', answers: answers.get(id) ?? [] };
    });
    const panel = places.get(judge) ?? judge;
    const rounds = panels.get(panel) ?? new Map<number, RoundVerdict[]>();
    panels.set(
      panel,
      rounds.set(round, [...(rounds.get(round) ?? []), { judge, pass, score, seen, findings: found, notes }]),
    );
  }
  return [...panels].map(([panel, rounds]) => ({
    panel,
    rounds: [...rounds]
      .sort(([one], [other]) => one - other)
      .map(([round, verdicts]) => ({
        round,
        score: weightedScore(verdicts.flatMap(({ judge, score }) => (score === null ? [] : [{ judge, score }]))),
        verdicts,
      })),
  }));
}
