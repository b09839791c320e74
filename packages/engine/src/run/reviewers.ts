import { judgesOf, type Workflow } from '@flow/core/workflow';

/**
 * Tells whether a workflow asks for the word of a kind of sub-agent, so that the agent judges work and does none. Hosts
 * name kinds freely: `qa`, `flow-security`, `security-reviewer`, `plugin:qa`.
 */
export function isReviewer(workflow: Workflow, role: string | null): boolean {
  if (role === null) return false;
  const name = plain(role.slice(role.lastIndexOf(':') + 1));
  return judgesOf(workflow).some((judge) => plain(judge) === name);
}

const plain = (role: string) =>
  role
    .toLowerCase()
    .replace(/^flow-/, '')
    .replace(/[-_]?review(?:er)?$/, '');
