import { addRules } from '../install/project/rules-block.js';
import { type Command, out } from './command.js';

export const rules: Command = {
  name: 'rules',
  usage: '',
  summary: "print rules for the project's memory file: flow-hooks rules >> CLAUDE.md",
  options: {},
  run({ directory }) {
    out(addRules(null, directory));
    return 0;
  },
};
