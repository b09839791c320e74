import { SPECIFICATION, TEST_MAP } from '../../documents/names.js';
import type { CheckName } from '../model.js';
import { found, type WorkflowFinding } from './finding.js';
import type { Survey } from './survey.js';

/** Items are listed in documents: where there is none, no phase of items is ever over. */
export function itemsAreListed({ phases, workflow }: Survey): WorkflowFinding[] {
  if (Object.keys(workflow.documents).length > 0) return [];
  return phases.flatMap(({ phase: { each }, path, outer }) => {
    if (!each || outer) return [];
    const remedy = `Add a document in which items of the kind \`${each.kind}\` are listed, and \`produces\` in the phase that writes it.`;
    return [found('ITEMS_UNLISTED', path, remedy, { name: each.kind })];
  });
}

/** What checks of claims cannot do without. */
const NEEDED: Partial<Record<CheckName, readonly string[]>> = {
  covered: [SPECIFICATION],
  red: [SPECIFICATION, TEST_MAP],
  stepwise: [SPECIFICATION, TEST_MAP],
  passing: [SPECIFICATION, TEST_MAP],
};

/** Claims are read in documents of these names: without them such a check asks for nothing, or for what nobody can give. */
export function claimsAreRead({ checks, workflow }: Survey): WorkflowFinding[] {
  return checks.flatMap(({ spec, key }) => {
    const needed = NEEDED[spec.check] ?? [];
    const missing = needed.filter((name) => !Object.hasOwn(workflow.documents, name));
    if (missing.length === 0) return [];
    const names = missing.map((name) => `\`${name}\``).join(' and ');
    return [found('CLAIMS_UNREAD', key, `Add ${names} to \`documents\`, or remove the check.`, { names: missing })];
  });
}
