import * as z from 'zod';
import type { Policy } from '../policy/policy.js';

/* The keys of `flow.config.yaml` that speak of leases. */

/** The longest time that a lease is given for: a day. */
const LONGEST = 24 * 60;

export const LEASE_KEYS = {
  leases: z
    .strictObject({
      minutes: z
        .number()
        .int()
        .min(1)
        .max(LONGEST)
        .optional()
        .describe(
          'Minutes without activity after which an item that was begun is free again, where no process shows that somebody works on it. Default 30.',
        ),
    })
    .optional()
    .describe('How long an item that was begun stays with whoever began it.'),
};

type LeaseConfig = z.infer<z.ZodObject<typeof LEASE_KEYS>>;

/** Returns the part of a policy that speaks of leases. */
export function leasePolicyOf({ leases }: LeaseConfig): Pick<Policy, 'leases'> {
  return leases?.minutes === undefined ? {} : { leases: { minutes: leases.minutes } };
}
