import { GUARDS, type Guard } from '@flow/core';
import type { GuardEntry, Judge } from '../../judges/guard.js';
import * as entries from './entries/index.js';

export { type Deed, isRefused, judgeDeed } from '../../judges/guard.js';

/** What each guard has against a deed: a guard that is missing here does not compile. */
const JUDGES: Record<Guard, Judge> = entries;

/** Every guard of a tool call, in the order in which they are asked. */
export const GUARD_ENTRIES: readonly GuardEntry[] = GUARDS.map((id) => ({ id, judge: JUDGES[id] }));
