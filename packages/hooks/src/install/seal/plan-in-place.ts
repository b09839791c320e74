import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { connectionsOf } from '@flow/engine/facts/published/place';
import { inPlaceFolders, wrapperFile } from '@flow/engine/places/seal';
import { readSmall } from '@flow/evidence/disk/read-small';
import { stateFolder } from '@flow/evidence/fast';
import { quoted } from '@flow/shell-effects/text/quoted';
import type { Planner } from '../plan/planner.js';
import { closedShell } from './closed-shell.js';

/** Hooks of git that its commands may start beside a push: each that the project has runs within the seal. */
const GIT_HOOKS = [
  ...['applypatch-msg', 'pre-applypatch', 'post-applypatch', 'pre-commit', 'pre-merge-commit', 'prepare-commit-msg'],
  ...['commit-msg', 'post-commit', 'pre-rebase', 'post-checkout', 'post-merge', 'pre-push', 'pre-auto-gc'],
  ...['post-rewrite', 'reference-transaction', 'sendemail-validate', 'fsmonitor-watchman', 'post-index-change'],
];

/** Milliseconds that reading git's settings may take. */
const READING = 10_000;

/** What a seal of a project has to be told, so that commands of `flow` are done in the place of its shells. */
export interface InPlace {
  /** Folder of the built files that are installed. */
  bundle: string;
  /** The person's folder for the installed files of this version. */
  home: string;
  version: string;
  /** The folder in which git looks for the project's hooks. */
  gitHooks: string;
}

/**
 * Plans what the hook needs to do commands of `flow` outside: the program, where it is installed beside this one, as a copy that
 * no sealed shell can write; and a folder of git's hooks that start the project's own within the seal. Without `flow` there is
 * nothing to do so.
 */
export function planInPlace(plan: Planner, { bundle, home, version, gitHooks }: InPlace): void {
  const { repository, environment } = plan;
  const state = stateFolder(environment);
  const places = inPlaceFolders(repository, environment);
  const from = programFolder(bundle, repository.root, version);
  if (from === null) return;
  const to = join(home, 'cli');
  const put = (path: string, bytes: Buffer | string, mode = 0o644) =>
    plan.write('seal', path, state, () => ({ bytes: Buffer.from(bytes), mode }));
  for (const name of readdirSync(from).filter((one) => one.endsWith('.js')))
    put(join(to, name), readFileSync(join(from, name)));
  put(join(to, 'package.json'), '{"type":"module"}\n');
  // The one package that the program loads lies beside the copy already.
  const hooks = join(to, 'node_modules', '@flow', 'hooks');
  put(join(hooks, 'package.json'), '{"exports":{"./program":"./program.cjs"}}\n');
  put(join(hooks, 'program.cjs'), "module.exports = require('../../../../program.cjs');\n");
  const { letsIn } = connectionsOf(repository, environment, Date.now() + READING);
  // A token would be seen inside.
  const lasting = letsIn.filter(([name]) => !/extraheader|cookie/.test(name));
  put(places.credentials, `${JSON.stringify(lasting)}\n`, 0o600);
  put(places.program, `${join(to, 'flow.js')}\n`, 0o600);
  const text = hookText(closedShell(), gitHooks, wrapperFile(repository, environment));
  for (const name of GIT_HOOKS) put(join(places.hooks, name), text, 0o755);
}

/** Finds the built files of `flow` in this version: beside what is installed, in the project, or what runs now. */
function programFolder(bundle: string, root: string, version: string): string | null {
  const running = process.argv[1];
  const places = [
    resolve(bundle, '../../cli/dist'),
    resolve(bundle, '../../../../dist'),
    join(root, 'node_modules/@flow/cli/dist'),
    ...(running !== undefined && existsSync(running) ? [dirname(realpathSync(running))] : []),
  ];
  return places.find((folder) => existsSync(join(folder, 'flow.js')) && isOurs(folder, version)) ?? null;
}

function isOurs(folder: string, version: string): boolean {
  try {
    const told = JSON.parse(readSmall(join(folder, '../package.json')) ?? '{}') as { name?: string; version?: string };
    return told.name === '@flow/cli' && told.version === version;
  } catch {
    return false;
  }
}

/**
 * Returns a hook of git that starts the one of its own name in another folder within the seal, with its words. It runs outside, so
 * it quotes them itself: a program for that would be looked for on PATH.
 */
function hookText(reader: string, folder: string, wrapper: string): string {
  return `#!${reader}
# Written by \`flow-hooks install --seal prefix\`: what the project has git run is sealed, whoever starts git.
hook=${quoted(folder)}/"\${0##*/}"
[ -x "$hook" ] || exit 0
line=
for word in "$hook" "$@"; do
  line="$line '"
  while [ "$word" != "\${word#*\\'}" ]; do
    line="$line\${word%%\\'*}'\\\\''"
    word=\${word#*\\'}
  done
  line="$line$word'"
done
exec ${quoted(wrapper)} "$line"
`;
}
