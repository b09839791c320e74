import type { Finding } from '../../finding.js';
import { type CheckSpec, checkId, type Phase, type Workflow } from '../model.js';
import { lessOf } from './less.js';

/**
 * Tells what an overlay takes away from judges: allowed, as phases and agents are optional (feature D7), and told to whoever
 * looks at the workflow, as a word in a configuration does not show what went with it.
 */
export function lessJudged(before: Workflow, after: Workflow): Finding[] {
  return comparePhases(before.phases, after.phases, '');
}

function comparePhases(before: readonly Phase[], after: readonly Phase[], parent: string): Finding[] {
  return before.flatMap((phase) => {
    const path = `${parent}${phase.id}`;
    const now = after.find(({ id }) => id === phase.id);
    const own = phase.exit.flatMap((spec) => {
      const check = checkId(spec);
      const why = whyLess(
        spec,
        now?.exit.find((one) => checkId(one) === check),
      );
      return why === null
        ? []
        : [{ code: 'JUDGES_LESS', level: 'warn' as const, args: { at: `${path}.${check}`, ...why } }];
    });
    return [...own, ...comparePhases(phase.each?.phases ?? [], now?.each?.phases ?? [], `${path}/`)];
  });
}

/** Tells why less is judged than before: for another reason, or by fewer. */
function whyLess(spec: CheckSpec, now: CheckSpec | undefined): { why: string; names?: string[] } | null {
  if (spec.check !== 'verdict' && spec.check !== 'panel') return null;
  if (!now) return { why: 'removed' };
  if (now.check !== spec.check) return { why: 'replaced' };
  const why = lessOf(spec, now);
  if (why !== null) return { why };
  if (spec.check !== 'panel' || now.check !== 'panel') return null;
  const names = spec.reviewers.filter((name) => !now.reviewers.includes(name));
  if (names.length > 0) return { why: 'fewer-reviewers', names };
  return now.rounds.length < spec.rounds.length ? { why: 'fewer-rounds' } : null;
}
