import type { Command } from 'commander';

/**
 * Writes the script for bash. The library's own asks for the package bash-completion and evaluates what was typed, so
 * that `flow exec -- $(…)` and Tab would run what stands there; this script does neither. Answers come as
 * `value<Tab>words`, the last line is `:` and a number.
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
 * Writes the script for zsh. The library's own evaluates what was typed, shows a `--` behind words that have no
 * description, and offers no files.
 */
const zshScript = (name: string) => `#compdef ${name}
# zsh completion for ${name}: source this file after compinit, or put it on $fpath as _${name}; it asks ${name} complete --
_${name}() {
  local line about
  local -a found
  while IFS= read -r line; do
    [[ $line == :* ]] && continue
    about=\${line#*$'\\t'}
    line=\${line%%$'\\t'*}
    found+=("\${line//:/\\\\:}\${about:+:$about}")
  done < <($words[1] complete -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)
  if (( $#found )); then _describe -V ${name} found; else _files; fi
}
if [[ $funcstack[1] == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`;

/** Writes the script for fish. The library's own offers no files, where nothing else is to be offered. */
const fishScript = (name: string) => `# fish completion for ${name}: source this file; it asks ${name} complete --
function __${name}_complete
  set -l words (commandline -opc)
  set -l found ($words[1] complete -- $words[2..-1] (commandline -ct) 2>/dev/null | string match --invert --regex '^:')
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete --command ${name} --no-files --keep-order --arguments '(__${name}_complete)'
`;

const OWN_SCRIPTS: Readonly<Record<string, (name: string) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/**
 * Adds `complete <shell>`, which prints a script, and `complete -- <words>`, which the scripts ask: every command and
 * option of the program as it is, and the ids that mean something where it is asked.
 */
export async function addCompletion(program: Command, argv: readonly string[]): Promise<void> {
  const { default: tab } = await import('@bomb.sh/tab/commander');
  const root = tab(program);
  if (argv[0] !== 'complete' || argv[1] !== '--') return;
  for (const one of program.commands) {
    for (const [name, words] of spelledOut(one))
      root.commands.get(one.name())?.argument(name, (complete) => {
        for (const word of words) complete(word, '');
      });
  }
  const { offersHere } = await import('./workflow/offers.js');
  // What cannot be told is not offered; there is nobody to tell it to.
  const offers = await offersHere(process.cwd(), process.env).catch(() => ({}));
  for (const [place, values] of Object.entries<readonly string[]>(offers)) {
    const [name = '', word = ''] = place.split(' ');
    const command = root.commands.get(name);
    const offer = (complete: (value: string, description: string) => void) => {
      for (const value of values) if (/^[\w./:@-]+$/.test(value)) complete(value, '');
    };
    if (word.startsWith('--')) command?.option(word.slice(2), '', offer);
    else command?.argument(word, offer);
  }
}

/** Finds arguments that are spelled as the words that they take: `<list|show>`. */
const spelledOut = (command: Command) =>
  command.registeredArguments
    .map((argument) => [argument.name(), argument.name().split('|')] as const)
    .filter(([, words]) => words.length > 1);

/** Makes the script for a shell, where it is asked for; null for everything that the library answers. */
export function ownScript(argv: readonly string[], name: string): string | null {
  const [asked, shell = ''] = argv;
  const script = Object.hasOwn(OWN_SCRIPTS, shell) ? OWN_SCRIPTS[shell] : undefined;
  return asked === 'complete' && argv.length === 2 && script ? script(name) : null;
}
