import * as z from 'zod';
import type { DrivePolicy, Policy } from '../policy/policy.js';

/* The keys of `flow.config.yaml` that speak of a run that is driven. */

const name = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);

const agent = z.strictObject({
  acp: z.array(z.string().min(1).max(1000)).min(1).max(50).describe('Starts a client of the Agent Client Protocol.'),
  hooks: z.boolean().optional().describe("flow's hooks run in it; default: false."),
});

/** `machine`, a remote behind `git:`, or the name of a package. */
const COORDINATOR = /^(git:\w\S*|@?[a-z][\w./-]*)$/;

export const DRIVE_KEYS = {
  drive: z
    .strictObject({
      setup: z
        .string()
        .trim()
        .min(1)
        .max(1000)
        .optional()
        .describe('Runs once in each worktree of `flow run`: `npm ci`.'),
      notify: z.boolean().optional().describe('Desktop notification when a person is needed.'),
      agents: z.record(name, agent).optional().describe('Further agents by name.'),
      coordinator: z.string().regex(COORDINATOR).optional().describe('Says who works on what.'),
      coordinatorOptions: z.record(name, z.string().max(500)).optional(),
      agent: name.optional().describe('The agent that `flow run` starts; default: claude-code.'),
    })
    .optional()
    .describe('How `flow run` works, and with whom.'),
};

type DriveConfig = z.infer<z.ZodObject<typeof DRIVE_KEYS>>;

/** The part of a policy that speaks of a run that is driven. */
export function drivePolicyOf({ drive = {} }: DriveConfig): Pick<Policy, 'drive'> {
  const { setup, notify, agent, agents, coordinator, coordinatorOptions } = drive;
  const policy: DrivePolicy = {
    ...(setup !== undefined && { setup }),
    ...(notify === true && { notify }),
    ...(agent !== undefined && { agent }),
    ...(agents && Object.keys(agents).length > 0 && { agents }),
    ...(coordinator !== undefined && { coordinator }),
    ...(coordinatorOptions !== undefined && { coordinatorOptions }),
  };
  return Object.keys(policy).length === 0 ? {} : { drive: policy };
}
