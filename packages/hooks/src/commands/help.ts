import { nearestOf } from '@flow/core';
import type { Command, Option, Spelling } from './command.js';
import { COMMANDS } from './index.js';

const WIDTH = 44;

/** Words that other programs have for what a command does here. */
const SYNONYMS: Readonly<Record<string, string>> = {
  init: 'install',
  setup: 'install',
  remove: 'uninstall',
  check: 'doctor',
  run: 'exec',
  log: 'audit',
};

const COMMON = `  --directory <path>   run in this folder instead
  --version, --help
`;

/** Where all commands stand. */
export const ALL = 'All commands: npx flow-hooks --help';

/** The help of the whole program. */
export const HELP = `flow-hooks: keeps coding agents from pushing untested code.

${COMMANDS.map(commandLine).join('\n')}

${COMMON}`;

/** The help of one command. */
export function helpOf({ name, usage, summary, options = {} }: Command): string {
  const lines = Object.entries(options).map(([long, option]) => columns(spelling(long, option), option.about, 25));
  return `${`flow-hooks ${name} ${usage}`.trimEnd()}\n${summary}\n\n${lines.map((line) => `${line}\n`).join('')}${COMMON}`;
}

/** An option as it is typed: `-q, --quiet`, `--policy <file>`. */
export function spelling(long: string, { short, type, value = 'value' }: Option): string {
  return `${short ? `-${short}, ` : ''}--${long}${type === 'string' ? ` <${value}>` : ''}`;
}

/** What to type instead of a command that there is not. */
export function meant(verb: string, typed: Spelling): string {
  const near = nearestOf(
    verb,
    COMMANDS.map((one) => one.name),
  );
  const name = Object.hasOwn(SYNONYMS, verb) ? SYNONYMS[verb] : near;
  return name === undefined ? ALL : `Did you mean: ${typed(name)}`;
}

function commandLine({ name, usage, summary }: Command): string {
  return columns(`flow-hooks ${name} ${usage}`.trimEnd(), summary, WIDTH);
}

function columns(left: string, right: string, width: number): string {
  const line = `  ${left}`;
  return line.length < width ? `${line.padEnd(width)}${right}` : `${line}\n${' '.repeat(width)}${right}`;
}
