import { load } from '../../load.js';
import type * as Room from './index.js';

/**
 * Returns the door of this room for the program that is built: its reader of YAML is in a file of its own, which only
 * calls pay for that name a skill, a command or an agent. The bundler leaves its name alone.
 */
export const readTexts: typeof Room.readTexts = (...given) => load<typeof Room>('texts').readTexts(...given);
