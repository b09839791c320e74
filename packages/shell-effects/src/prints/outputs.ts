import { LIMITS } from '../bash/parse.js';
import { type Call, HOLE } from '../state.js';
import { programOf } from '../table.js';
import type { Printer } from './call.js';

/** Programs that print settings for the shell to evaluate, by their makers' own instruction. */
const PRINTS_SETTINGS =
  /^(?:ssh-agent(?: -s)?$|brew shellenv|direnv (?:hook|export)|pyenv (?:init|virtualenv-init)|rbenv init|nodenv init|fnm env|mise (?:activate|env)|rtx activate|starship init|zoxide init|opam (?:env|config env)|conda shell|micromamba shell|dircolors|lesspipe|minikube (?:-p \S+ )?docker-env|docker-machine env|thefuck --alias|gpg-agent|keychain|gh completion|kubectl completion|poetry env activate|register-python-argcomplete|luarocks path|resize$|(?:jenv|goenv|phpenv|swiftenv|plenv|atuin|vfox|pkgx|rtx) (?:init|activate|shell)|uv generate-shell-completion|fzf --(?:bash|zsh)|hub alias|aws configure export-credentials|perl (?:-I\S+ )?-Mlocal::lib|locale$|tset\b|stty size|(?:[\w@./-]+ ){1,3}(?:completions?|--(?:generate-|print-|shell-)?completions?(?:-(?:ba|z|fi)sh)?|complete (?:ba|z|fi)sh$)(?:$|[ =])|go env$|cargo llvm-cov show-env(?: --\S+)*$)/;

/**
 * Tells what a program prints, as far as its words and input tell; a hole for what cannot be known. Used for
 * substitutions, pipes into shells and files that are written and run in one line.
 */
export function findOutput(call: Call): string {
  const { program, words, frame } = call;
  const operands = words.filter((word) => !word.startsWith('-') || word === '-');
  const input = frame.input?.rest;
  const print = input === SETTINGS ? filtered : (programOf(program).prints ?? settings);
  const text = print({ ...call, operands, input });
  return text === undefined || text.length > LIMITS.text ? HOLE : text;
}

/** Settings that nobody has to know: as code and as words they are nothing, and in a pipe they are still told from it. */
const SETTINGS = '\n\n';

const settings: Printer = ({ program, words }) =>
  PRINTS_SETTINGS.test([program, ...words].join(' ')) ? SETTINGS : undefined;

/** Some of the lines of settings are settings, too; what else is made of them can be anything. */
const filtered: Printer = ({ program }) => (SELECTS.has(program) ? SETTINGS : undefined);

const SELECTS = new Set(['cat', 'tee', 'grep', 'egrep', 'fgrep', 'rg', 'head', 'tail', 'sort', 'uniq']);
