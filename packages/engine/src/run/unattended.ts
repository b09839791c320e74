import { isTurned } from '@flow/core/workflow';
import type { Standing } from './status.js';

/** Tells whether the dials of a run say that nobody is there to be asked. What is not said is not so. */
export function isUnattended({ workflow: { unattended }, status: { dials } }: Standing): boolean {
  return unattended !== undefined && isTurned(unattended, dials);
}
