import { type Context, contextOf, everyItem, lastOf } from '@flow/core/items';
import { evaluate } from '@flow/core/workflow';
import type { Surroundings } from '../places/surroundings.js';
import { briefFor } from './brief.js';
import type { Standing } from './status.js';
import { itemsHere, openLine } from './words/status-text.js';
import { suggestedCommand } from './words/suggested-command.js';

/**
 * The context of a run, for a session that goes on with it: the same on the same journal and content. What depends on the
 * time of day, or on which processes are alive, is read as of the last event.
 * @param id an item in place of the one at work
 */
export function contextFor(around: Surroundings, standing: Standing, id: string | null = null): Context {
  const { run, workflow } = standing;
  const { processes: _, ...known } = standing.facts;
  const facts = { ...known, now: lastOf({ started: run.started, events: known.events }) };
  const evaluated = evaluate(workflow, facts);
  const status = { ...evaluated, command: suggestedCommand(evaluated, facts, workflow) };
  const then: Standing = { ...standing, facts, status };
  const items = everyItem(itemsHere(status));
  const wanted = id ?? status.current?.id ?? null;
  const brief =
    wanted === null ? null : briefFor(around, then, { name: status.roles[0] ?? 'agent', isJudge: false }, wanted);
  return contextOf({
    ...{ goal: goalOf(run), started: run.started, events: facts.events, status },
    ...{ open: status.open.map(openLine), brief, at: items.find((one) => one.id === wanted) ?? null, items },
  });
}

const goalOf = ({ goal }: Standing['run']): Context['goal'] =>
  goal ? { text: goal.text, kind: goal.read?.kind ?? null } : null;
