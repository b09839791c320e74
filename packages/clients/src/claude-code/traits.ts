import type { Traits } from '../client.js';

export const TRAITS: Traits = {
  name: 'claude-code',
  product: 'Claude Code',
  program: 'claude',
  settings: '.claude/settings.json',
  showsSubagents: true,
  disarms: [
    { what: 'hostSettings', operands: /^config (?:set|add|remove|rm|unset)(?: |$)/, word: /hooks|permission/i },
    { what: 'hostPlugin', operands: /^plugins? (?:marketplace )?(?:disable|uninstall|remove|rm)\b/ },
    {
      what: 'hostSettings',
      word: /^(?:--settings|--setting-sources|--bare|--safe-mode|--dangerously-skip-permissions)(?:=|$)/,
    },
  ],
};
