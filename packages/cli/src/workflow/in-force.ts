import { hooks } from '../evidence.js';
import type { Place } from './place.js';

/**
 * Tells what the project has written of its workflows and no person has applied yet: until then the earlier rules hold.
 */
export async function notInForce({ around }: Pick<Place, 'around'>): Promise<string[]> {
  const { formatFinding, readerOf } = await hooks();
  const reader = readerOf(around.start.environment);
  return around.policyFindings.map((one) => `${one.code}: ${formatFinding(one, Date.now(), reader)}`);
}
