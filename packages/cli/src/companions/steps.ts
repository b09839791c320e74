import type { Call } from '../commands/command.js';
import type { hooks } from '../evidence.js';
import { PLUGIN, pluginFolder } from '../plugin/add.js';
import type { Companion } from './catalogue.js';

export type Client = Awaited<ReturnType<typeof hooks>>['CLIENTS'][number];

/** Returns the commands of a client that add a companion; null where the client cannot have it. */
export function stepsFor({ name, kind }: Companion, client: Client, environment: NodeJS.ProcessEnv) {
  const { extensions } = client;
  if ('server' in kind) return extensions.server(name, kind.server);
  if (extensions.plugin === null) return null;
  const own = { name: PLUGIN, source: pluginFolder(environment) };
  return extensions.plugin(name, kind.plugin === 'own' ? own : kind.plugin);
}

/** Lays out what a companion is added from, where that is ours. */
export async function prepare({ kind }: Companion, { environment }: Call, version: string): Promise<void> {
  if (!('plugin' in kind) || kind.plugin !== 'own') return;
  const { pluginFiles } = await import('../plugin/files.js');
  const { layOut } = await import('../plugin/lay-out.js');
  layOut(pluginFolder(environment), await pluginFiles(version));
}
