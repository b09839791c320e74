import { nearestOf } from '@flow/core';
import type { Command, Option, Spelling } from './command.js';
import { COMMANDS } from './index.js';

/** The columns at which explanations of commands and of options begin. */
const [COMMANDS_AT, OPTIONS_AT] = [44, 25];
/** Columns that an explanation needs beside what it explains; with less it goes below. */
const ENOUGH = 36;
const BELOW = 6;

/** Words that other programs have for what a command does here. */
const SYNONYMS: Readonly<Record<string, string>> = {
  init: 'install',
  setup: 'install',
  remove: 'uninstall',
  check: 'doctor',
  run: 'exec',
  log: 'audit',
};

/** Columns of a text: those of the terminal, or where there is none, as the environment says. */
const told = Number(process.env.COLUMNS);
const ROOM = process.stdout.columns ?? (Number.isInteger(told) && told > 0 ? told : Number.POSITIVE_INFINITY);

const common = (at: number): string => `${columns('--directory <path>', 'run in this folder instead', at)}
  --version, --help
`;

/** The line says what lists all commands. */
export const ALL = 'All commands: npx flow-hooks --help';

/** Returns the help of the whole program. */
export const help = (): string => `${wrapped('flow-hooks: keeps coding agents from pushing untested code.', 0, 0)}

${COMMANDS.map(commandLine).join('\n')}

${common(COMMANDS_AT)}`;

/** Returns the help of one command. */
export function helpOf({ name, usage, summary, options = {} }: Command): string {
  const lines = Object.entries(options).map(
    ([long, option]) => `${columns(spelling(long, option), option.about, OPTIONS_AT)}\n`,
  );
  const head = wrapped(`flow-hooks ${name} ${usage}`.trimEnd(), 0, BELOW);
  return `${head}\n${wrapped(summary, 0, 0)}\n\n${lines.join('')}${common(OPTIONS_AT)}`;
}

/** An option as it is typed: `-q, --quiet`, `--policy <file>`. */
export function spelling(long: string, { short, type, value = 'value' }: Option): string {
  return `${short ? `-${short}, ` : ''}--${long}${type === 'string' ? ` <${value}>` : ''}`;
}

/** Says what to type instead of an option that a command has not. */
export function meantOption(given: string, command: Command, typed: Spelling): string | undefined {
  const near = nearestOf(given, [...Object.keys(command.options ?? {}), 'directory', 'version', 'help']);
  return near && `Did you mean: ${typed(command.name)} --${near}`;
}

/** Says what to type instead of a command that there is not. */
export function meant(verb: string, typed: Spelling): string {
  const near = nearestOf(
    verb,
    COMMANDS.map((one) => one.name),
  );
  const name = Object.hasOwn(SYNONYMS, verb) ? SYNONYMS[verb] : near;
  return name === undefined ? ALL : `Did you mean: ${typed(name)}`;
}

function commandLine({ name, usage, summary }: Command): string {
  return columns(`flow-hooks ${name} ${usage}`.trimEnd(), summary, COMMANDS_AT);
}

/** Lays out a term and its explanation: beside each other where there is room, else one below the other. */
function columns(left: string, right: string, at: number): string {
  const line = `  ${left}`;
  const from = ROOM - at < ENOUGH ? BELOW : at;
  if (from === at && line.length < at) return `${line.padEnd(at)}${wrapped(right, at, at).trimStart()}`;
  return `${wrapped(line, 2, BELOW)}\n${wrapped(right, from, from)}`;
}

/** Lines as wide as there is room for: the first begins at one column, the others at another. */
function wrapped(text: string, first: number, others: number): string {
  const lines = [' '.repeat(first)];
  // An option and its value stay together.
  for (const word of text.trim().split(/ (?![^[\]]*\])/)) {
    const line = lines.at(-1)!;
    const isEmpty = line.trim() === '';
    if (isEmpty || line.length + 1 + word.length <= ROOM)
      lines[lines.length - 1] = isEmpty ? line + word : `${line} ${word}`;
    else lines.push(' '.repeat(others) + word);
  }
  return lines.join('\n');
}
