import type { Traits } from '../client.js';

export const TRAITS: Traits = {
  name: 'claude-code',
  product: 'Claude Code',
  program: 'claude',
  settings: '.claude/settings.json',
  showsSubagents: true,
};
