import { HOLE, isKnown, type Result, type Session, type Shell, UNKNOWN } from '../state.js';

const DONE: Result = { output: '', status: true };

/** Letters of `set` for what the evaluation asks after, by their long names. */
const LETTERS: Readonly<Record<string, string>> = {
  a: 'allexport',
  f: 'noglob',
  H: 'histexpand',
  n: 'noexec',
  x: 'xtrace',
};

/** `set`: options, and the positional parameters. */
export function setOptions(words: readonly string[], session: Session, shell: Shell): Result {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--' || word === '-') {
      if (word === '--' || at + 1 < words.length) shell.positional = words.slice(at + 1);
      return DONE;
    }
    if (!/^[-+][a-zA-Z]+$/.test(word)) {
      shell.positional = isKnown(word) ? words.slice(at) : [HOLE];
      return DONE;
    }
    const isOn = word.startsWith('-');
    for (const letter of word.slice(1)) {
      if (letter === 'e') shell.errexit = isOn;
      else if (letter === 'o') setNamed(words[++at], isOn, shell);
      else if (LETTERS[letter] !== undefined) setNamed(LETTERS[letter], isOn, shell);
    }
    if (shell.options.has('histexpand')) reportHistory(session);
  }
  return DONE;
}

/** `!!` and its like stand for earlier commands, which the syntax tree does not tell. */
function reportHistory(session: Session): void {
  session.effects.push({
    kind: 'opaque',
    what: 'execution',
    text: 'set -o histexpand',
    reason: 'words may be replaced from the shell history',
  });
}

function setNamed(name: string | undefined, isOn: boolean, shell: Shell): void {
  if (name === 'pipefail') shell.pipefail = isOn;
  else if (name === 'errexit') shell.errexit = isOn;
  else if (name !== undefined) toggle(name, isOn, shell);
}

function toggle(name: string, isOn: boolean, shell: Shell): void {
  if (isOn) shell.options.add(name);
  else shell.options.delete(name);
}

/** `shopt -s name…`, `shopt -u name…`, and `-o` for the options of `set`. */
export function setShellOptions(words: readonly string[], shell: Shell): Result {
  const letters = words.filter((word) => word.startsWith('-')).join('');
  const isOn = letters.includes('s');
  if (!isOn && !letters.includes('u')) return UNKNOWN;
  for (const name of words.filter((word) => !word.startsWith('-'))) {
    if (letters.includes('o')) setNamed(name, isOn, shell);
    else toggle(name, isOn, shell);
  }
  return DONE;
}
