import * as z from 'zod';
import type { Finding } from '../finding.js';
import type { Preset } from '../presets/preset.js';
import { OverlaySchema } from '../schemas/overlay.js';
import { schemaFindings } from '../schemas/read.js';
import { problemOf } from '../schemas/read-workflow.js';
import { IdSchema } from '../schemas/words.js';
import { WorkflowSchema } from '../schemas/workflow.js';
import { checkWorkflow } from '../workflow/checker/check.js';
import type { Workflow } from '../workflow/model.js';
import type { ProjectWorkflow } from '../workflow/overlay/project.js';
import { resolveWorkflow } from '../workflow/overlay/resolve.js';
import type { ConfigProblem } from './problem.js';

/* The keys of `flow.config.yaml` that speak of workflows. */

export const WORKFLOW_KEYS = {
  workflows: z
    .record(
      IdSchema,
      OverlaySchema.extend({
        define: WorkflowSchema.exactOptional().describe('A complete workflow of your own; its id is the key.'),
      }),
    )
    .optional()
    .describe('Changes to workflows, by id, or your own workflows.'),
};

type Keys = z.infer<z.ZodObject<typeof WORKFLOW_KEYS>>;

/**
 * Takes the workflows of a configuration in: each is laid over what it changes, and the result checked, so that none comes into
 * force that could not lead.
 * @param shipped the workflows of the program
 * @param presets those in force here
 */
export function workflowsOf(
  { workflows = {} }: Keys,
  shipped: readonly Workflow[],
  presets: readonly Preset[],
): { ok: true; workflows: Record<string, ProjectWorkflow> } | { ok: false; problems: ConfigProblem[] } {
  const byId = Object.fromEntries(shipped.map((one) => [one.id, one]));
  const own = Object.fromEntries(
    Object.entries(workflows).map(([id, { define, ...overlay }]) => [id, { ...(define ? { define } : {}), overlay }]),
  );
  const templates = shipped.flatMap((one) => Object.keys(one.templates ?? {}));
  const problems = Object.entries(own).flatMap(([id, { define }]) => {
    const at = `workflows.${id}`;
    if (define && define.id !== id)
      return [{ at: `${at}.define.id`, message: `must be the same as the key, \`${id}\`` }];
    const resolved = resolveWorkflow(id, byId, own);
    if (!resolved) {
      const known = shipped.map((one) => one.id).join(', ');
      return [{ at, message: `no workflow has this id; available: ${known}; put a new one under \`define\`` }];
    }
    const refused = resolved.findings.filter(({ level }) => level === 'block');
    const wrong =
      refused.length > 0
        ? refused
        : checkWorkflow(resolved.workflow, { presets, templates, runs: false }).filter(isBlocking);
    return wrong.map(problemOf).map(({ at: place, message }) => ({ at: `${at}.${place}`, message }));
  });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, workflows: own };
}

const isBlocking = ({ level }: Finding) => level === 'block';

/** Tells what the schema says of this part, with the key that was meant. */
export function workflowProblems(error: z.ZodError, schema: z.ZodType, data: unknown): ConfigProblem[] {
  const issues = error.issues.filter(({ path }) => path[0] === 'workflows');
  return schemaFindings(issues, schema, data).map(problemOf);
}
