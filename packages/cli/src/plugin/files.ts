import { FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { agentFiles } from '../skills/agents.js';
import { skills } from '../skills/index.js';
import { PLUGIN } from './add.js';
import { launcherSource } from './launcher.js';
import type { LaidOut } from './lay-out.js';

const DESCRIPTION = 'Guides the agent from a plan to a pull request, and refuses anything unproven.';

/**
 * Makes every file of the plugin for Claude Code, whose folder is its own marketplace, too: the present texts, and the
 * program of the hooks package, so that the plugin guards where nothing else is installed.
 * @throws FlowError BUNDLE_INCOMPLETE
 */
export async function pluginFiles(version: string): Promise<LaidOut[]> {
  const { readBundle, shipped, installProblem, LAUNCHER_PATH } = await hooks();
  const bundle = readBundle(shipped().bundle, version);
  if (!bundle.ok) {
    const messages = bundle.findings.map((one) => installProblem(one).message);
    throw new FlowError('broken', 'BUNDLE_INCOMPLETE', messages.join('\n'), 'npm install');
  }
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const about = { description: DESCRIPTION, version, license: 'MIT' };
  const source = './';
  return [
    { path: '.claude-plugin/plugin.json', content: json({ name: PLUGIN, ...about, author: { name: '@flow' } }) },
    {
      path: '.claude-plugin/marketplace.json',
      content: json({
        name: PLUGIN,
        owner: { name: '@flow' },
        metadata: { description: DESCRIPTION, version },
        plugins: [{ name: PLUGIN, source, ...about }],
      }),
    },
    ...(await skills()).map(({ name, text }) => ({ path: `skills/${name}/SKILL.md`, content: text })),
    ...(await agentFiles()).map(({ name, text }) => ({ path: `agents/${name}.md`, content: text })),
    { path: 'hooks/hooks.json', content: json({ description: DESCRIPTION, hooks: await registrations() }) },
    { path: 'hooks/flow.cjs', content: launcherSource(LAUNCHER_PATH) },
    ...bundle.files.map(({ name, bytes }) => ({ path: `hooks/program/${name}`, content: bytes })),
  ];
}

/**
 * Registers the events that an installation registers. The policy of a project is not known here, so that reads and
 * edits are observed as well.
 */
async function registrations(): Promise<Record<string, readonly object[]>> {
  const { CLIENTS, LAUNCHER_PATH, widest } = await hooks();
  const host = widest(CLIENTS[0]!);
  const inPlugin = (word: string) =>
    word.replaceAll(`\${CLAUDE_PROJECT_DIR}/${LAUNCHER_PATH}`, '${CLAUDE_PLUGIN_ROOT}/hooks/flow.cjs');
  const entries = host.registrations.map((one) => {
    const group = host.groupOf(one);
    const handlers = ('hooks' in group ? group.hooks : []).map(({ command, args, ...handler }) => ({
      ...handler,
      command: inPlugin(command),
      ...(args && { args: args.map(inPlugin) }),
    }));
    return [one.event, [{ ...group, hooks: handlers }]] as const;
  });
  return Object.fromEntries(entries);
}
