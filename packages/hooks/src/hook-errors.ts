import { type Environment, readLog, stateFolder } from '@flow/evidence/fast';
import { HOOK_ERRORS, type HookError } from './entry/hook-errors.js';

/** Reads the hooks of a user that failed, oldest first: lines that are none of ours are left out. */
export const readHookErrors = (environment: Environment): HookError[] =>
  readLog(stateFolder(environment), HOOK_ERRORS).records.flatMap((one) => (isHookError(one) ? [one] : []));

function isHookError(value: object): value is HookError {
  const { v, time, host, hook, code, exit, stderr, fields } = value as Record<keyof HookError, unknown>;
  return (
    v === 1 &&
    [time, exit].every(Number.isFinite) &&
    [host, code, stderr].every((one) => typeof one === 'string') &&
    (hook === null || typeof hook === 'string') &&
    Array.isArray(fields) &&
    fields.every((one) => typeof one === 'string')
  );
}
