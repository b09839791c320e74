import * as all from './all-clients.js';
import { type Client, inOrder } from './client.js';

/** Every client that can be installed; the first is the usual one. */
export const CLIENTS: readonly Client[] = inOrder(Object.values(all));
