import { CLIENT as claudeCode } from './claude-code/client.js';
import type { Client } from './client.js';
import { CLIENT as codex } from './codex/client.js';

/** Every client that can be installed; the first is the usual one. */
export const CLIENTS: readonly Client[] = [claudeCode, codex];
