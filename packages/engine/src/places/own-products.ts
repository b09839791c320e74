import { CODING_AGENTS } from '@flow/clients/coding-agents';
import { SHEBANG } from '@flow/clients/registrations';
import { TRAITS } from '@flow/clients/traits';
import type { Products } from '@flow/shell-effects';
import { type ProductCall, productCall } from '@flow/shell-effects/starts/product-calls';

/** The first words of every launcher that `flow-hooks install` has ever written, behind the line that starts it by its name. */
export const LAUNCHER_MARK = '// flow-hooks launcher';

/** How the text of a launcher may begin, also where git has given it other line ends. */
export const LAUNCHER_MARKS = ['', `${SHEBANG}\n`, `${SHEBANG}\r\n`].map((line) => `${line}${LAUNCHER_MARK}`);

/** Name of `flow-hooks exec` in the trail of a run: `exec` records by itself the run that it starts. */
export const OWN_EXEC = 'flow-hooks exec';

/** Name of `flow await` in the trail of a run: what it starts only ends a wait, and is recorded nowhere. */
export const OWN_AWAIT = 'flow await';

/** Name of the effect of a call of `flow ship`, which commits the content on disk before it pushes. */
export const OWN_SHIP = 'flow ship';

/** The reader of command lines is given this table: our programs, packages and modules, and the agents we guard. */
export const OWN_PRODUCTS: Products = {
  programs: [
    {
      names: ['flow-hooks', 'flow-hooks.cjs', 'flow', 'flowctl'],
      files: ['cli/dist/flow.js', 'cli/dist/flow-hooks.js'],
      builds: ['cli/dist'],
      directoryOptions: ['--directory', '-C'],
      wraps: { verb: 'exec', label: OWN_EXEC, valued: ['--call', '--answer'], files: ['exec.cjs'] },
      orders: [{ verb: 'await', label: OWN_AWAIT, option: '--check' }],
      // Its steps before the first that leaves the machine.
      publishes: {
        verb: 'ship',
        label: OWN_SHIP,
        unless: /(?:^|\s)--until[= ](?:build|lint|test|evidence|commit)(?:\s|$)/,
      },
    },
  ],
  packages: { '@flow/hooks': 'flow-hooks', '@flow/cli': 'flow' },
  modules: {
    // By the package's name, by a path into the package, and in the copy that lies in the state folder.
    loaded: ['@flow/hooks/program', 'flow/hooks/program', '@flow/hooks/dist/', 'flow/hooks/dist/', 'flow/bundles/'],
    started: ['@flow/hooks/dist/', 'flow/bundles/'],
    // Hooks of git start it so.
    unless: '--git',
  },
  marks: LAUNCHER_MARKS,
  gitHooks: ['flow-hooks'],
  codingAgents: CODING_AGENTS,
  clients: TRAITS,
};

/**
 * Reads a command as a call of a program of ours; undefined when the command is something else.
 * @param options of the runtime that its environment brings: `NODE_OPTIONS`
 */
export const ownCall = (argv: readonly string[], options?: string): ProductCall | undefined =>
  productCall(argv, OWN_PRODUCTS, options);
