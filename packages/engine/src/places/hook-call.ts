import type { HookName } from './git-hook.js';

/**
 * The lines by which a hook manager's own script or configuration calls our hook. The hook itself lies in git's folder,
 * so nothing of this machine stands in a file that is committed, and a clone without an installation goes on unjudged.
 */

const FIRST = '# flow-hooks: judged here first; `flow-hooks uninstall` takes these lines out.';
/** How they begin in every version: an earlier one names the program in another way. */
const FIRST_EVER = '# flow-hooks: judged here first;';
const LAST = '# flow-hooks: end';

/** Folder in git's own of the hooks that managers call. */
export const CALLED_FOLDER = 'hooks/flow';

/** `placeOf` returns the path of our hook as words of a shell, from anywhere in the repository. */
const placeOf = (name: HookName) => `"$(git rev-parse --git-common-dir)/${CALLED_FOLDER}/${name}"`;

/** Returns the lines for a shell script; what stands behind them reads standard input as if they were not there. */
export function callLines(name: HookName): string {
  const judge =
    name === 'pre-push'
      ? `if [ -f "$flow_hook" ]; then
  flow_input=$(cat)
  printf '%s\\n' "$flow_input" | sh "$flow_hook" "$@" || exit $?
  exec </dev/null
  if [ -n "$flow_input" ]; then exec <<flow_end
$flow_input
flow_end
  fi
fi`
      : '[ ! -f "$flow_hook" ] || sh "$flow_hook" "$@" || exit $?';
  return `${FIRST}\nflow_hook=${placeOf(name)}\n${judge}\n${LAST}\n`;
}

/** Returns the call as one shell command, for a manager that gives arguments in its own way. */
export function callCommand(name: HookName, words: string): string {
  return `flow_hook=${placeOf(name)}; [ ! -f "$flow_hook" ] || sh "$flow_hook"${words}`;
}

/** Returns a script with the lines in front, behind its first line if that names an interpreter. */
export function withCall(script: string, name: HookName): string {
  const rest = withoutCall(script);
  const shebang = /^#![^\n]*\n/.exec(rest)?.[0] ?? '';
  return `${shebang}${callLines(name)}${rest.slice(shebang.length)}`;
}

/** Returns a script without the lines. */
export function withoutCall(script: string): string {
  const from = script.indexOf(FIRST_EVER);
  const to = script.indexOf(`${LAST}`, from);
  if (from < 0 || to < 0) return script;
  const rest = script.slice(to + LAST.length);
  return script.slice(0, from) + (rest.startsWith('\n') ? rest.slice(1) : rest);
}

/** Tells whether a script or a configuration calls our hook. */
export const callsOurs = (text: string, name: HookName) => text.includes(`/${CALLED_FOLDER}/${name}"`);
