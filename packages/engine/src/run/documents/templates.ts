import type { Workflow } from '@flow/core/workflow';
import { LISTS, WORKFLOWS } from '@flow/workflows';

/** Returns texts of new documents by name: those of a workflow before those that the program ships. */
export function templatesOf(workflow: Pick<Workflow, 'templates'> | null): Readonly<Record<string, string>> {
  return Object.assign({}, LISTS, ...WORKFLOWS.map(({ templates }) => templates), workflow?.templates);
}
