import type { Environment } from '@flow/evidence';
import { isOurSignature } from '@flow/evidence';

/** Returns what the seal of a report's made part covers: the part, and the change that it speaks of. */
export const sealedText = (digest: string, diff: string | undefined) => `report ${digest} of ${diff ?? '(unknown)'}`;

/** Tells whether a part was made by this user's program of the change that is there, and stands as it was made. */
export function isMadeHere(
  made: { digest: string; seal: string | null },
  diff: string | undefined,
  environment: Environment,
): boolean {
  return made.seal !== null && isOurSignature(sealedText(made.digest, diff), made.seal, environment);
}
