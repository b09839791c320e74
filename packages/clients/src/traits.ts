import { TRAITS as claudeCode } from './claude-code/traits.js';
import { TRAITS as codex } from './codex/traits.js';
import type { Traits } from './trait.js';

/** Every client that can be installed; the first is the usual one. */
export const TRAITS: readonly Traits[] = [claudeCode, codex];
