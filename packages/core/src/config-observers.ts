import * as z from 'zod';
import { FORMATTERS } from './format.js';
import type { Policy } from './policy.js';

/** The keys of `flow.config.yaml` that speak of what happens beside the guards. */

const PriceSchema = z.number().nonnegative().optional();

export const OBSERVER_KEYS = {
  format: z
    .strictObject({
      onEdit: z.boolean().describe('Format a file after each edit by the agent. Default false.'),
      use: z
        .array(z.enum(FORMATTERS))
        .min(1)
        .optional()
        .describe('The formatters, in their order. Those that the project has configured when left out.'),
    })
    .optional()
    .describe('Files are formatted behind the edits of the agent.'),
  prices: z
    .record(
      z.string().min(1),
      z.strictObject({ input: PriceSchema, output: PriceSchema, cacheRead: PriceSchema, cacheWrite: PriceSchema }),
    )
    .optional()
    .describe('What a million tokens cost, by model, for `flow-hooks audit --metrics`.'),
};

type ObserverConfig = z.infer<z.ZodObject<typeof OBSERVER_KEYS>>;

/** The observers' part of a policy. */
export function observerPolicyOf({ format, prices }: ObserverConfig): Pick<Policy, 'format' | 'prices'> {
  return {
    format: { onEdit: format?.onEdit ?? false, use: format?.use ?? null },
    prices: (prices ?? {}) as Policy['prices'],
  };
}
