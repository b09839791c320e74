import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Decision } from '@flow/clients/event';
import { programAsCommitted, programHere } from './program-here.js';

/** `COMMANDS` matches a command of ours in a text: in backticks, or as a line to type. */
const COMMANDS = /(^Command: |`)(flow(?:-hooks)?) (?=[a-z<-])/gm;

/** Pattern of a command of ours as most texts write it, wherever it stands. */
const LOCAL = /\bnpx (flow(?:-hooks)?)(?![\w@/-])/g;

/** The line of a refusal that quotes what was typed, which nobody is told to type. */
const QUOTED = /flow refused `.*`\.$/;

/** Pattern of words that say to run something that npm has installed. */
const INSTALLED = /(?<=\b[Rr]un `)npx (?=[a-z])/g;

/**
 * Returns a text with our commands as they can be typed in a folder (`programHere`). Texts are written for the usual
 * case, which is `npx flow-hooks …` and a bare `flow …`. Looks at the disk only where a text names one.
 * @param inJson the text is JSON, or becomes a part of some
 */
export function asTyped(text: string, directory: string, inJson = false): string {
  const typed = named(text, (program) => {
    const words = programHere(program, directory);
    return inJson ? JSON.stringify(words).slice(1, -1) : words;
  });
  const spelled = typed.replace(INSTALLED, 'yarn ');
  return spelled !== typed && isWithoutModules(directory) ? spelled : typed;
}

/**
 * `isWithoutModules` tells whether Yarn's Plug'n'Play is at work: no folder has the programs, and `npx` would fetch what a
 * stranger has published under their names.
 */
function isWithoutModules(directory: string): boolean {
  for (let at = path.resolve(directory); ; at = path.dirname(at)) {
    if (existsSync(path.join(at, '.pnp.cjs'))) return true;
    if (at === path.dirname(at) || existsSync(path.join(at, 'node_modules/.bin'))) return false;
  }
}

/** Spells commands for a file that other people have, too: nothing in the text is true on this machine alone. */
export const asCommitted = (text: string, root: string): string =>
  named(text, (program) => programAsCommitted(program, root));

function named(text: string, spelling: (program: 'flow' | 'flow-hooks') => string): string {
  const known = new Map<string, string>();
  const spell = (program: string) => {
    if (!known.has(program)) known.set(program, spelling(program as 'flow' | 'flow-hooks'));
    return known.get(program)!;
  };
  const spelled = (line: string) =>
    line
      .replace(LOCAL, (_, program: string) => spell(program))
      .replace(COMMANDS, (_, front: string, program: string) => `${front}${spell(program)} `);
  return text
    .split('\n')
    .map((line) => (QUOTED.test(line) ? line : spelled(line)))
    .join('\n');
}

/** Spells commands in every text of a decision. */
export function decisionAsTyped(decision: Decision, directory: string): Decision {
  const typed = { ...decision } as Record<string, unknown>;
  for (const name of ['reason', 'context', 'notice']) {
    const text = typed[name];
    if (typeof text === 'string') typed[name] = asTyped(text, directory);
  }
  return typed as unknown as Decision;
}
