import type { CheckSpec, Phase, Workflow } from '@flow/core/workflow';

/**
 * Whether a kind of sub-agent is one whose word a workflow asks for, so that it judges work and does none. Hosts name
 * kinds freely: `qa`, `security-reviewer`, `plugin:qa`.
 */
export function isReviewer(workflow: Workflow, role: string | null): boolean {
  if (role === null) return false;
  const name = plain(role.slice(role.lastIndexOf(':') + 1));
  return workflow.phases.flatMap(judgesOf).some((judge) => plain(judge) === name);
}

function judgesOf({ exit, each }: Phase): string[] {
  const inner = each?.phases.flatMap(judgesOf) ?? [];
  return [...exit.flatMap(judgesIn), ...inner];
}

function judgesIn(spec: CheckSpec): readonly string[] {
  if (spec.check === 'verdict') return [spec.judge];
  return spec.check === 'panel' ? spec.reviewers : [];
}

const plain = (role: string) => role.toLowerCase().replace(/[-_]?review(?:er)?$/, '');
