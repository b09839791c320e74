import { weightedScore } from '@flow/agents';
import { type RaisedFinding, type Sight, seatsOf } from '@flow/core/workflow';
import type { Standing } from '../index.js';

/** Fate of a must-fix: nobody did anything, somebody answered, or the source no longer says it. */
export type Fate = 'open' | 'answered' | 'closed';

/** A round finding is a must-fix of a verdict, with what was said to it. */
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

/** Lists findings of each round of each panel, and the fate of each finding. */
export function panelsOf({ workflow, facts, status }: Standing): PanelRounds[] {
  const { events, present } = facts;
  const { findings, dials } = status;
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
