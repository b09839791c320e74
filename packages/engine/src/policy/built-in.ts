import { defaultPolicy, type Policy } from '@flow/core';
import { WORKFLOWS } from '@flow/workflows';
import { PRESETS } from './presets/presets.js';

/** Returns the policy of a repository without a configuration, with the presets and gates that the program ships. */
export const builtInPolicy = (): Policy => defaultPolicy(PRESETS, WORKFLOWS);
