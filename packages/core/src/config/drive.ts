import * as z from 'zod';
import type { DrivePolicy, Policy } from '../policy/policy.js';

/* The keys of `flow.config.yaml` that speak of a run that is driven. */

const name = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);

export const DRIVE_KEYS = {
  drive: z
    .strictObject({
      setup: z
        .string()
        .trim()
        .min(1)
        .max(1000)
        .optional()
        .describe('Command that `flow run` runs once in each worktree that it makes, such as `npm ci`.'),
      notify: z.boolean().optional().describe('Show a desktop notification when `flow run` needs a person.'),
      agent: name.optional().describe('The agent that `flow run` starts; default: claude-code.'),
    })
    .optional()
    .describe('How `flow run` prepares its worktrees, and whom it starts in them.'),
};

type DriveConfig = z.infer<z.ZodObject<typeof DRIVE_KEYS>>;

/** The part of a policy that speaks of a run that is driven. */
export function drivePolicyOf({ drive = {} }: DriveConfig): Pick<Policy, 'drive'> {
  const { setup, notify, agent } = drive;
  const policy: DrivePolicy = {
    ...(setup !== undefined && { setup }),
    ...(notify === true && { notify }),
    ...(agent !== undefined && { agent }),
  };
  return Object.keys(policy).length === 0 ? {} : { drive: policy };
}
