import { ADD_PLUGIN, PLUGIN, pluginFolder } from '../plugin/add.js';
import type { Command } from './command.js';

declare const FLOW_VERSION: string;

export const plugin: Command = {
  name: 'plugin',
  group: 'setup',
  summary: 'lay out the Claude Code plugin, which is also its marketplace, and print its folder',
  examples: [
    ['plugin', 'the folder, for `claude plugin marketplace add "$(flow plugin)"`'],
    ['plugin --json', 'with the commands that add it'],
  ],
  async run({ environment }) {
    const { pluginFiles } = await import('../plugin/files.js');
    const { layOut } = await import('../plugin/lay-out.js');
    const folder = pluginFolder(environment);
    layOut(folder, await pluginFiles(FLOW_VERSION));
    return { exit: 0, data: { name: PLUGIN, folder, add: ADD_PLUGIN }, text: `${folder}\n` };
  },
};
