import { classify, editClass, matchesAny, type Policy } from '@flow/core';

/**
 * Class of a file for conventions; null for a file that conventions do not look at: generated, vendored, installed (feature
 * D46).
 */
export function checkedClass(file: string, policy: Policy): string | null {
  const kind = editClass(file, policy);
  const isOurs = policy.edits.classes[kind as 'source'] && matchesAny(file, policy.edits.classes[kind as 'source']!);
  // Of several stacks one may know the folder of another's dependencies.
  const generated =
    kind === 'generated' || (!isOurs && policy.presets.some((one) => classify(file, one) === 'generated'));
  return generated || matchesAny(file, policy.conventions.skip) ? null : kind;
}
