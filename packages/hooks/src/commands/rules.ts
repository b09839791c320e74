import { addRules } from '../install/project/rules-block.js';
import type { Command } from './command.js';

export const rules: Command = {
  name: 'rules',
  usage: '',
  summary: "print rules for the project's memory file: flow-hooks rules >> CLAUDE.md",
  run({ directory }) {
    const text = addRules(null, directory);
    return { exit: 0, data: { ok: true, rules: text }, text, isVerbatim: true };
  },
};
