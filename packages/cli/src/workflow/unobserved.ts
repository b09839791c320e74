import type { Call } from '../commands/command.js';
import { hooks } from '../evidence.js';
import type { Place } from './place.js';

/**
 * Says that nobody sees what is done here, so that a run would wait for ever for proof; null where a client's hooks or its
 * plugin do.
 */
export async function unobserved(call: Call, { around: { repository } }: Place): Promise<string | null> {
  const { CLIENTS, findPlugin, installedHosts } = await hooks();
  if (installedHosts(repository.root).length > 0) return null;
  if (findPlugin({ repository, environment: call.environment, hosts: [CLIENTS[0]!] }) !== null) return null;
  return `Nothing observes the work here yet: what an agent runs proves nothing until this is set up: ${call.program} init`;
}
