import { TRAITS as claudeCode } from './claude-code/traits.js';
import type { Traits } from './client.js';
import { TRAITS as codex } from './codex/traits.js';

/** Every client that can be installed; the first is the usual one. */
export const TRAITS: readonly Traits[] = [claudeCode, codex];
