import { agentOf, judgeOf } from '@flow/agents';
import { phaseMetrics } from '@flow/core';
import { budgetOf, type FigureFacts, type Figures, figuresOf, type IdleGate } from '@flow/core/figures';
import { judgesOf, type Workflow } from '@flow/core/workflow';
import type { Account } from '@flow/hooks/program';
import type { Here } from '../workflow/place.js';
import type { ReportModel, ReportPhaseCost } from './model.js';
import type { Tidy } from './words.js';

type Shown = Pick<ReportModel, 'claims' | 'matrix'>;

/** Makes the figures of a run, with every name of others cleaned and bounded. */
export function figuresIn(
  here: Pick<Here, 'standing' | 'room'>,
  { work }: Pick<Account, 'work'>,
  shown: Shown,
  tidy: Tidy,
): Figures {
  const figures = figuresOf(factsOf(here, work, shown));
  const named = <T extends { gate: string }>(row: T): T => ({ ...row, gate: tidy(row.gate, 120) });
  return {
    ...figures,
    firstPass: figures.firstPass.map(named),
    caught: figures.caught.map(named),
    idle: figures.idle.map((row) => ({ ...row, gate: tidy(row.gate, 120) })),
    reread: figures.reread.map((row) => ({ ...row, role: tidy(row.role, 80) })),
  };
}

function factsOf(
  { standing, room }: Pick<Here, 'standing' | 'room'>,
  { spends, notLanded, phases, lines, afterMerge, budgets, others }: Account['work'],
  { claims, matrix }: Shown,
): FigureFacts {
  const { facts, status } = standing;
  const end = facts.events.find((event) => event.type === 'end');
  const ended = end?.type === 'end' ? end.how : null;
  const states = new Map(room.everyItem(status.items).map(({ id, state }) => [id, state]));
  const over = new Set(status.over);
  const skipped = new Set(
    facts.events.flatMap((event) => (event.type === 'item' && event.state === 'skipped' ? [event.item] : [])),
  );
  const stateOf = (id: string): FigureFacts['items'][number]['state'] => {
    const state = states.get(id);
    if (state === 'skipped' || state === 'dropped' || state === 'gone') return 'left-out';
    if (state === undefined && skipped.has(id)) return 'left-out';
    // Behind the phase that walks it an item is not told any more.
    const isOver = over.has(id) || (state === undefined && (ended === 'complete' || ended === 'merged'));
    return state === 'done' || isOver ? 'done' : 'open';
  };
  const rows = matrix.filter(({ item }) => item !== null);
  const held = claims.filter(({ state }) => state === 'passed' || state === 'suite').length;
  return {
    ...{
      events: facts.events,
      started: standing.run.started,
      until: phases.until,
      ended,
      spends,
      notLanded,
      lines,
      afterMerge,
    },
    items: room.itemsOfRun(standing).map(({ id, kind }) => ({ id, kind, state: stateOf(id) })),
    criteria: { all: claims.length + rows.length, proven: held + rows.filter(isProven).length },
    openFindings: new Set(status.findings.map(({ id }) => id)),
    refusals: refusalsIn(phases.lines),
    budget: budgetOf(budgets, standing.workflow.id, status.dials),
    removedBy: (judge) => removedBy(judge, standing.workflow, status.dials, facts.present),
    others: others.map(withJudges),
    judgeOf: judgeIn,
  };
}

/** Names the judge that a kind of sub-agent is; null for one that judges nothing. */
function judgeIn(role: string): string | null {
  const name = judgeOf(role);
  return name !== null && agentOf(name)?.kind === 'role' ? null : name;
}

/** Returns the facts of a run of which the journal alone tells, with the judges that sub-agents are. */
export const withJudges = (facts: FigureFacts): FigureFacts => ({ ...facts, judgeOf: judgeIn });

/** Finds the dial that removes a judge: with one of its other values nobody is asked for the judge any more. */
export function removedBy(
  judge: string,
  workflow: Workflow,
  turned: Readonly<Record<string, string>>,
  present?: Here['standing']['facts']['present'],
): IdleGate['removedBy'] {
  const isAsked = (dials: Readonly<Record<string, string>>) => judgesOf(workflow, present, dials).includes(judge);
  if (!isAsked(turned)) return null;
  for (const [dial, { values }] of Object.entries(workflow.dials))
    for (const value of values) if (!isAsked({ ...turned, [dial]: value })) return { dial, value };
  return null;
}

/** Tells whether something shows a criterion, and nothing that is asked of it is missing; what a person let through is not shown. */
function isProven({ shown }: ReportModel['matrix'][number]): boolean {
  const said = Object.values(shown);
  return said.includes('holds') && !said.some((one) => one === 'failed' || one === 'lapsed' || one === 'open');
}

function refusalsIn(lines: Account['work']['phases']['lines']): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { decision, found } of lines)
    if (decision === 'refused')
      for (const code of new Set(found?.map((one) => one.code))) counts.set(code, (counts.get(code) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** Returns what each phase of a run has cost, in the order in which the run came to them. */
export function phaseCosts(
  { work }: Pick<Account, 'work'>,
  titles: ReadonlyMap<string, string>,
  tidy: Tidy,
): ReportPhaseCost[] {
  return phaseMetrics(work.phases)
    .filter(({ phase }) => phase !== 'done' && phase !== 'ended')
    .map(({ phase, durationMs, tokens, cost, known, rounds, refusals }) => ({
      title: tidy(titles.get(phase) ?? phase, 80),
      ...{ durationMs, tokens, rounds, refusals },
      money:
        cost !== null
          ? { is: 'exact' as const, value: cost }
          : known > 0
            ? { is: 'at-least' as const, value: known }
            : { is: 'unknown' as const, value: null },
    }));
}
