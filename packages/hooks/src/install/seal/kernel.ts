import { accessSync, constants } from 'node:fs';

/** A setting of Linux's kernel, by which it starts a program outside of every sandbox when a process crashes (core(5)). */
const SETTING = '/proc/sys/kernel/core_pattern';

/** What to type where the client's own sandbox leaves the kernel's settings open. */
export const KERNEL_FIX =
  'npx flow-hooks install --seal off, then switch `sandbox.enabled` off, then npx flow-hooks install --seal prefix';

/**
 * Says that commands within Claude Code's own sandbox (2.1.332, measured) can set what the kernel starts, as it keeps that from
 * nobody who could do so outside: as a rule root. Null where this user cannot.
 */
export function kernelWords(): string | null {
  try {
    accessSync(SETTING, constants.W_OK);
  } catch {
    return null;
  }
  return `this user can write ${SETTING}, and the sandbox of Claude Code does not close it: by it a command has the kernel start a program outside of the seal. Have another user than root start the client, or use \`--seal prefix\`, which closes it`;
}
