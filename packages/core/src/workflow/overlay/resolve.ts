import type { Finding } from '../../finding.js';
import type { Workflow } from '../model.js';
import { applyOverlay } from './apply.js';
import { type Origins, originsOf } from './origins.js';
import type { ProjectWorkflow } from './project.js';

export interface Resolved {
  workflow: Workflow;
  origins: Origins;
  /** Gates that are not required here; where the overlay no longer fits, why: the workflow then holds without it. */
  findings: Finding[];
  /** What judges say less of here than in the workflow itself. */
  less: Finding[];
}

/**
 * A workflow as it holds in a project.
 * @param shipped the workflows of the program, by id
 * @param own what the trusted policy says of them
 * @returns null where nobody knows the id
 */
export function resolveWorkflow(
  id: string,
  shipped: Readonly<Record<string, Workflow>>,
  own: Readonly<Record<string, ProjectWorkflow>>,
): Resolved | null {
  const said = Object.hasOwn(own, id) ? own[id]! : null;
  const base = said?.define ?? (Object.hasOwn(shipped, id) ? shipped[id]! : null);
  if (!base) return null;
  const applied = said ? applyOverlay(base, said.overlay) : null;
  if (applied?.ok) return applied;
  return { workflow: base, origins: originsOf(base, base, ''), findings: applied?.findings ?? [], less: [] };
}
