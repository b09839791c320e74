import { fileURLToPath } from 'node:url';

/** The name of the plugin, of its marketplace, and what stands before the names of its commands and agents. */
export const PLUGIN = 'flow';

/** The plugin as the build of this package makes it, beside the program. */
export const pluginFolder = (): string => fileURLToPath(new URL('./plugin', import.meta.url));

/** What a person runs once to have it, in a shell. */
export const ADD_PLUGIN = [
  'claude plugin marketplace add "$(flow plugin)"',
  `claude plugin install ${PLUGIN}@${PLUGIN}`,
] as const;
