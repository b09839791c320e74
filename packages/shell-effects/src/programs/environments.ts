import type { ProgramFile } from '../program.js';
import { inToml } from '../tasks/task-finders.js';
import { firstTask, taskAfter } from '../tasks/task-tool.js';
import { values } from '../text/command-options.js';

const MISE = ['mise.toml', '.mise.toml', '.config/mise.toml', 'mise.local.toml', '.mise/config.toml'];

const NIX = { valued: '-f --file -I --include --inputs-from --option --profile --log-format' };

/** `nix run nixpkgs#git -- push`: the package is the program, and what follows are its words. */
const ofPackage = ([place = '', ...words]: readonly string[]) => [
  place.replace(/^.*#(?:.*\.)?/s, ''),
  ...(words[0] === '--' ? words.slice(1) : words),
];

/** Managers of environments and versions start a program with other variables and tools. */
export const environments: ProgramFile = {
  'guix shell, flox activate, mise exec, mise x': { wraps: { needsDashes: true } },
  'nvm exec, direnv exec': { wraps: { skip: 1 } },
  'nix shell, nix develop': { wraps: { code: '-c --command', codeIsWords: true, skip: 99 } },
  'devenv shell, asdf exec, rbenv exec, pyenv exec, devbox run, corepack': { wraps: {} },
  'cross-env': { wraps: { assigns: true } },
  'cross-env-shell': { wraps: { assigns: true, joins: true } },
  'env-cmd': { wraps: { valued: '-f -e -r' } },
  'volta run': { wraps: { valued: '--node --npm --pnpm --yarn' } },
  'fnm exec': { wraps: { valued: '--using' } },
  'nix run': { wraps: { ...NIX, inner: ofPackage } },
  'snap run, brew exec': { wraps: {} },
  'flatpak run': {
    wraps: { inner: ([app = '', ...words], options) => [values(options, ['--command'])[0] ?? app, ...words] },
  },
  'nix-shell': { wraps: { code: '--run --command', valued: '-p -A -I', skip: 99 } },
  mise: {
    tasks: [
      {
        pick: (words) => taskAfter('run', 'r', 'tasks')(words) ?? firstTask(words),
        files: MISE,
        find: inToml(/^tasks\./),
      },
    ],
  },
};
