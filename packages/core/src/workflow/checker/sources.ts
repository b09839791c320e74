import { type DocumentKind, documentOfKind } from '../../documents/kind.js';
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

/** Kinds of documents that checks of claims cannot do without. */
const NEEDED: Partial<Record<CheckName, readonly DocumentKind[]>> = {
  covered: ['spec'],
  red: ['spec', 'test-shape'],
  stepwise: ['spec', 'test-shape'],
  passing: ['spec', 'test-shape'],
};

/** Claims are read in documents of these kinds: without them such a check asks for nothing, or for what nobody can give. */
export function claimsAreRead({ checks, workflow }: Survey): WorkflowFinding[] {
  return checks.flatMap(({ spec, key }) => {
    const needed = NEEDED[spec.check] ?? [];
    const missing = needed.filter((kind) => documentOfKind(workflow, kind) === null);
    if (missing.length === 0) return [];
    const kinds = missing.map((kind) => `\`${kind}\``).join(' and of the kind ');
    return [
      found('CLAIMS_UNREAD', key, `Add a document of the kind ${kinds}, or remove the check.`, { names: missing }),
    ];
  });
}
