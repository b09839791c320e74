import type { Gate } from '@flow/core';
import type { CheckSpec, ItemFact, Phase } from '@flow/core/workflow';
import { clean } from '../../text/clean.js';
import { itemsOfRun } from '../runs/items-of-run.js';
import type { Standing } from '../status.js';

/** Tells whether a run asks for the approval of a gate as a whole, of each of its items, or both. */
function gateAsked({ workflow }: Pick<Standing, 'workflow'>, gate: string): { ofRun: boolean; ofItem: boolean } {
  const isIt = (spec: CheckSpec) => spec.check === 'approved' && spec.gate === gate;
  const ofItem = (phases: readonly Phase[]): boolean =>
    phases.some(({ exit, each }) => exit.some(isIt) || ofItem(each?.phases ?? []));
  return {
    ofRun: workflow.phases.some(({ exit }) => exit.some(isIt)),
    ofItem: workflow.phases.some(({ each }) => ofItem(each?.phases ?? [])),
  };
}

/** Why an approval is for no item: `usage` where the call lacks the item. */
export interface NoItem {
  code: 'ITEM_MISSING' | 'ITEM_NOT_ASKED' | 'ITEM_UNKNOWN';
  why: string;
}

/** The most items that are told in one line. */
const MOST = 20;

/**
 * Finds the item that an approval is for, where the run asks for the approval of each; a gate that is asked as a whole needs none.
 * @param id as the person names it
 * @param command words that approve the gate, of an item where one is named
 */
export function itemToApprove(
  standing: Standing,
  gate: string,
  rules: Gate,
  id: string | undefined,
  command: (item?: string) => string,
): { item?: ItemFact } | NoItem {
  const asked = gateAsked(standing, gate);
  const items = itemsOfRun(standing);
  if (id === undefined) {
    if (!asked.ofItem || asked.ofRun || rules.push !== 'off') return {};
    const next = clean(standing.status.current?.id ?? items[0]?.id ?? '<id>', 60);
    return { code: 'ITEM_MISSING', why: `gate ${gate} is about an item: name it. ${command(next)}` };
  }
  if (!asked.ofItem) return { code: 'ITEM_NOT_ASKED', why: `gate ${gate} is not about an item. ${command()}` };
  const item = items.find((one) => one.id === id);
  if (item) return { item };
  const ids = items.slice(0, MOST).map((one) => clean(one.id, 40));
  const known = `${ids.join(', ') || 'none'}${items.length > MOST ? ' and more' : ''}`;
  return { code: 'ITEM_UNKNOWN', why: `there is no item ${clean(id, 60)}; there are: ${known}.` };
}
