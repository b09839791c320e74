import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

/**
 * The script for bash. The library's own asks for the package bash-completion and evaluates what was typed, so that
 * `flow exec -- $(…)` and Tab would run what stands there; this one does neither. Answers come as `value<Tab>words`,
 * the last line is `:` and a number.
 */
const bashScript = (name: string) => `# bash completion for ${name}: source this file
_${name}_complete() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in :*) continue ;; esac
    line=\${line%%$'\\t'*}
    [[ $line == "$2"* ]] && COMPREPLY+=("$line")
  done < <("$1" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _${name}_complete ${name}
`;

/**
 * Adds `complete <shell>`, which prints a script, and `complete -- <words>`, which the scripts ask: every command and
 * option of the program as it is.
 */
export function addCompletion(program: Command): void {
  tab(program);
}

/** The script for bash, where it is asked for; null for all that the library answers. */
export function ownScript(argv: readonly string[], name: string): string | null {
  return argv[0] === 'complete' && argv[1] === 'bash' && argv.length === 2 ? bashScript(name) : null;
}
