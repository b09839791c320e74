import * as z from 'zod';
import { FORMATTERS } from '../policy/format.js';
import type { Policy } from '../policy/policy.js';

/* The keys of `flow.config.yaml` that speak of what happens beside the guards. */

const PriceSchema = z.number().nonnegative().optional();

export const OBSERVER_KEYS = {
  format: z
    .strictObject({
      onEdit: z.boolean().describe('Format each file after an edit by the agent. Default false.'),
      use: z
        .array(z.enum(FORMATTERS))
        .min(1)
        .optional()
        .describe("Formatters, in order. Default: the project's configured formatters."),
    })
    .optional()
    .describe('Formatting of files after edits by the agent.'),
  prices: z
    .record(
      z.string().min(1),
      z.strictObject({ input: PriceSchema, output: PriceSchema, cacheRead: PriceSchema, cacheWrite: PriceSchema }),
    )
    .optional()
    .describe('Price per million tokens by model, for `flow-hooks audit --metrics`.'),
  budgets: z
    .record(
      z.string().regex(/^(?:\*|[\w-]+(?: [\w-]+=[\w-]+)?)$/, 'expects `*`, a workflow, or `<workflow> <dial>=<value>`'),
      z.strictObject({
        ...{ requests: PriceSchema, minutes: PriceSchema, ratio: PriceSchema, dollars: PriceSchema },
        severity: z.enum(['warn', 'block']).optional().describe('block stops a run that is over it. Default warn.'),
      }),
    )
    .optional()
    .describe('What work of a class may take before its first red test and in all, for `flow metrics`.'),
};

type ObserverConfig = z.infer<z.ZodObject<typeof OBSERVER_KEYS>>;

/** Returns the observers' part of a policy. */
export function observerPolicyOf({
  format,
  prices,
  budgets,
}: ObserverConfig): Pick<Policy, 'format' | 'prices' | 'budgets'> {
  return {
    format: { onEdit: format?.onEdit ?? false, use: format?.use ?? null },
    prices: (prices ?? {}) as Policy['prices'],
    ...(budgets && { budgets: budgets as NonNullable<Policy['budgets']> }),
  };
}
