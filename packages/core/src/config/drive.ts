import * as z from 'zod';
import type { DrivePolicy, Policy } from '../policy/policy.js';

/* The keys of `flow.config.yaml` that speak of a run that is driven. */

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
    })
    .optional()
    .describe('How `flow run` prepares its worktrees.'),
};

type DriveConfig = z.infer<z.ZodObject<typeof DRIVE_KEYS>>;

/** The part of a policy that speaks of a run that is driven. */
export function drivePolicyOf({ drive = {} }: DriveConfig): Pick<Policy, 'drive'> {
  const { setup, notify } = drive;
  const policy: DrivePolicy = {
    ...(setup !== undefined && { setup }),
    ...(notify === true && { notify }),
  };
  return Object.keys(policy).length === 0 ? {} : { drive: policy };
}
