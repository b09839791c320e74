import { contentsOf } from './checks/index.js';
import { contentAt } from './content.js';
import type { Facts } from './facts.js';
import { fold } from './fold.js';
import { judgeCheck } from './judge.js';
import type { CheckSpec, Content, Workflow } from './model.js';
import { memoryOf } from './state.js';

/** What a review of the change is about; others are about documents. */
const CODE: readonly unknown[] = ['diff', 'relevant', 'source'] satisfies Content[];

/**
 * Reviews of the change, by agents or by a person, that spoke of other content than the present one and have not come to an
 * end on this one (feature D39). One that nobody began is not among them: its phase asks for it.
 * @param facts the present is the content that is asked about
 * @returns their names: the panel, the judge or the gate
 */
export function staleReviews(workflow: Workflow, facts: Facts): string[] {
  const state = fold(workflow, facts);
  const { present, now } = facts;
  return state.compiled.checks.flatMap((check) => {
    const { spec, kind, perItem } = check;
    const name = nameOf(spec);
    const on = contentsOf(kind, spec, null);
    if (name === null || perItem || !CODE.includes(on)) return [];
    if (judgeCheck(state, check, present, null, now, false, false).unmet.length === 0) return [];
    const content = contentAt(on, present, null);
    const said = [...memoryOf(state, check.key).proofs.values()].flatMap(({ newest }) => [...newest.keys()]);
    // A judge alone has said all that it says of a content; of a panel the others may still be silent.
    const isOver = spec.check !== 'panel' && said.some((one) => one === content);
    return !isOver && said.some((one) => one !== content) ? [name] : [];
  });
}

/** Returns the name of a review; null for a check that is no review. */
function nameOf(spec: CheckSpec): string | null {
  if (spec.check === 'panel') return spec.panel;
  if (spec.check === 'verdict') return spec.judge;
  return spec.check === 'approved' ? spec.gate : null;
}
