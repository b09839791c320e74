import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * `TOOLS` is the folder in which `.ci/install-tools` keeps what it fetches, each in a folder by registry, name and version:
 * the person's cache and no folder of the workspace, as `verify` runs the tests in a clean checkout.
 */
const TOOLS = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'flow-tools');

/** The modules of the real Jest. */
export const JEST_MODULES = join(TOOLS, 'npm_jest_30.5.2/node_modules');

/** The modules of the real mocha. */
export const MOCHA_MODULES = join(TOOLS, 'npm_mocha_12.0.3/node_modules');

/** The folder of the real gotestsum. */
export const GOTESTSUM_FOLDER = join(TOOLS, 'go_gotestsum_v1.13.0');

/** The program that checks workflows of GitHub. */
export const ACTIONLINT = join(TOOLS, 'go_actionlint_v1.7.12/actionlint');
