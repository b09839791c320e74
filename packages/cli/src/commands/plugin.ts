import { ADD_PLUGIN, PLUGIN, pluginFolder } from '../plugin/add.js';
import type { Command } from './command.js';

export const plugin: Command = {
  name: 'plugin',
  group: 'setup',
  summary: 'print the folder of the Claude Code plugin, which is also its marketplace',
  examples: [
    ['plugin', 'the folder, for `claude plugin marketplace add "$(flow plugin)"`'],
    ['plugin --json', 'with the commands that add it'],
  ],
  run() {
    const folder = pluginFolder();
    return { exit: 0, data: { name: PLUGIN, folder, add: ADD_PLUGIN }, text: `${folder}\n` };
  },
};
