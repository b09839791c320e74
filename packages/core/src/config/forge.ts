import * as z from 'zod';
import type { ForgeRules, Policy } from '../policy/policy.js';

/* The keys of `flow.config.yaml` that speak of the forge. */

/** Tokens are sent there: encrypted, unless it is this machine. */
const API = /^(?:https:\/\/[^\s@?#]+|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?(?:\/[^\s@?#]*)?)$/;

export const FORGE_KEYS = {
  forge: z
    .strictObject({
      api: z
        .string()
        .regex(API, 'expected an address such as https://git.example.com/api/v3')
        .optional()
        .describe("Address of the forge's GitHub-compatible REST API. Derived from the remote by default."),
      repository: z
        .string()
        .regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/, 'expected owner/name')
        .optional()
        .describe('Repository on the forge, as `owner/name`. Derived from the remote by default.'),
    })
    .optional()
    .describe('Where `flow ship` opens pull requests and asks for the CI result.'),
};

type ForgeConfig = z.infer<z.ZodObject<typeof FORGE_KEYS>>;

/** Returns the forge's part of a policy. */
export function forgePolicyOf({ forge }: ForgeConfig): Pick<Policy, 'forge'> {
  return forge ? { forge: forge as ForgeRules } : {};
}
