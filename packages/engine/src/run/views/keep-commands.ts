import type { Facts } from '@flow/core/workflow';
import type { Surroundings } from '../../places/surroundings.js';
import { keepAskedCommands } from '../../policy/asked-commands.js';
import type { Standing } from '../status.js';

/** Keeps the commands that items of a run carry, so that their runs are recorded; a failure to write changes nothing. */
export function keepCommands({ repository, start }: Surroundings, { run, facts, status }: Standing): void {
  try {
    const commands = status.ended === null ? commandsOf(facts) : [];
    keepAskedCommands(repository, start.environment, run.branch, commands);
  } catch {
    // What is kept from before is recorded.
  }
}

/**
 * The commands of items, those that were added on the way among them, and those of interviews: as they are here, and in the run's
 * own work tree, whose documents that of an item may lack.
 */
function commandsOf({ present, home = present, events }: Facts): string[] {
  const added = events.flatMap((event) => (event.type === 'item-added' ? [event.added] : []));
  const ofItems = [...present.items, ...home.items, ...added].map(({ verify }) => verify);
  const ofDocuments = [present, home].flatMap(({ documents }) =>
    Object.values(documents).map(({ command }) => command),
  );
  return [...ofItems, ...ofDocuments].filter((one) => one !== undefined);
}
