import { hooks } from '../evidence.js';
import { agentFiles } from '../skills/agents.js';
import { skills } from '../skills/index.js';
import { PLUGIN } from './add.js';
import { launcherSource } from './launcher.js';

const DESCRIPTION = 'Guides the agent from a plan to a pull request, and refuses anything unproven.';

/** The plugin for Claude Code: every file of its folder, which is its own marketplace, too. Paths with `/`. */
export async function pluginFiles(version: string): Promise<{ path: string; content: string | Buffer }[]> {
  const { readBundle, shipped, LAUNCHER_PATH } = await hooks();
  const bundle = readBundle(shipped().bundle, version);
  if (!bundle.ok) throw new Error(`the build of @flow/hooks is not complete: ${JSON.stringify(bundle.findings)}`);
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
 * The same events as an installation registers. What a project's policy asks to be seen is not known here, so that reads and
 * edits are seen as well.
 */
async function registrations(): Promise<Record<string, unknown[]>> {
  const { HOSTS, LAUNCHER_PATH, widest } = await hooks();
  const host = widest(HOSTS[0]!);
  const entries = host.registrations.map((one): [string, unknown[]] => [one.event, [host.groupOf(one)]]);
  const text = JSON.stringify(Object.fromEntries(entries));
  return JSON.parse(text.replaceAll(`\${CLAUDE_PROJECT_DIR}/${LAUNCHER_PATH}`, '${CLAUDE_PLUGIN_ROOT}/hooks/flow.cjs'));
}
