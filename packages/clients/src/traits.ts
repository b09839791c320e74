import * as all from './all-traits.js';
import { inOrder, type Traits } from './client.js';

/** Every client that can be installed; the first is the usual one. */
export const TRAITS: readonly Traits[] = inOrder(Object.values(all));
