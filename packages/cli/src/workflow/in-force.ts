import { hooks } from '../evidence.js';
import type { Place } from './place.js';

/** What the project says of its workflows holds once a person applied it: until then the earlier word does. */
export async function notInForce({ around }: Pick<Place, 'around'>): Promise<string[]> {
  const { formatFinding } = await hooks();
  return around.policyFindings.map((one) => `${one.code}: ${formatFinding(one, Date.now())}`);
}
