import path from 'node:path';
import { stateFolder } from '@flow/evidence/fast';

/** The name of the plugin, of its marketplace, and what stands before the names of its commands and agents. */
export const PLUGIN = 'flow';

/**
 * Returns the folder of the plugin in the user's state: one for all projects, so that a client that knows the folder finds
 * it again.
 */
export const pluginFolder = (environment: NodeJS.ProcessEnv): string => path.join(stateFolder(environment), 'plugin');

/** The commands that a person runs once in a shell to have the plugin. */
export const ADD_PLUGIN = [
  'claude plugin marketplace add "$(flow plugin)"',
  `claude plugin install ${PLUGIN}@${PLUGIN}`,
] as const;
