import { choicesOf } from '../commands/choose.js';
import { ITEM_VERBS } from '../commands/item.js';
import { submissionsOf } from '../commands/submit.js';
import { judgesOf } from '../commands/verdict.js';
import { hooks } from '../evidence.js';

/** The words that completion offers for a word of a command: `command word`, or `command --option`. */
export type Offers = Readonly<Record<string, readonly string[]>>;

/** Milliseconds that completion has: whoever presses Tab does not wait. */
const DEADLINE = 5_000;

/**
 * Finds the ids that mean something here: workflows and gates, and of the run its phases, checks, claims and findings.
 */
export async function offersHere(directory: string, environment: NodeJS.ProcessEnv): Promise<Offers> {
  const { surroundingsOf, workflowRoom } = await hooks();
  const around = surroundingsOf(directory, { environment, deadline: Date.now() + DEADLINE });
  if (!around) return {};
  const room = workflowRoom();
  const workflows = room.workflowIds(around.policy);
  const gates = Object.keys(around.policy.approvals.gates);
  const fixed = {
    'start workflow': workflows,
    'graph workflow': workflows,
    'check workflows': workflows,
    'workflow id': workflows,
    'template document': Object.keys(room.templatesOf(null)),
    'approve gate': gates,
    'item verb': ITEM_VERBS,
  };
  const standing = room.standingOf(around);
  if (!standing) return fixed;
  const { status, facts, workflow } = standing;
  const phases = status.stages.filter(({ state }) => state !== 'left-out').map(({ id }) => id);
  const checks = [...new Set(status.open.map(({ check }) => check))];
  const items = room.itemsOfRun(standing).map(({ id }) => id);
  const choices = choicesOf(workflow);
  return {
    ...fixed,
    'set-phase phase': phases,
    'reopen phase-or-item': [...phases, ...items],
    'waive check': checks,
    'waive --subject': [...facts.present.claims.map(({ id }) => id), ...items],
    'decide check': status.loops.map(({ check }) => check),
    'submit name': submissionsOf(standing),
    'submit --item': items,
    'verdict --item': items,
    'advance --item': items,
    'decide --item': items,
    'approve --item': items,
    'choose --item': items,
    'item id': items,
    'verdict judge': judgesOf(standing),
    'answer finding': status.findings.map(({ id }) => id),
    'dial name': Object.keys(workflow.dials),
    'dial value': [...new Set(Object.values(workflow.dials).flatMap(({ values }) => values))],
    'choose question': choices.map(({ question }) => question),
    'choose option': [...new Set(choices.flatMap(({ options }) => options))],
    'template document': [...new Set([...Object.keys(room.templatesOf(workflow)), ...Object.keys(workflow.documents)])],
  };
}
