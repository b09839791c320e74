import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Decision } from '../hosts/event.js';

/** Where a text names a command of `@flow/cli`: in backticks, or as a line to type. */
const COMMANDS = /(^Command: |`)flow (?=[a-z])/gm;

/** Where a text says to run something that npm has installed. */
const INSTALLED = /\bnpx (?=flow(?:-hooks|ctl)?\b)|(?<=\b[Rr]un `)npx (?=[a-z])/g;

/**
 * A text with the commands of `@flow/cli` as they can be typed in a folder: behind `npx` where the program is installed in
 * the project, since then no search path has it. Looks at the disk only where a text names one.
 */
export function asTyped(text: string, directory: string): string {
  let program: string | undefined;
  const named = text.replace(COMMANDS, (_, front: string) => {
    program ??= programAt(directory);
    return `${front}${program} `;
  });
  if (!named.includes('npx ')) return named;
  const spelled = named.replace(INSTALLED, 'yarn ');
  return spelled !== named && isWithoutModules(directory) ? spelled : named;
}

/** Yarn's Plug'n'Play: no folder has the programs, and `npx` would fetch what a stranger has published under their names. */
function isWithoutModules(directory: string): boolean {
  for (let at = path.resolve(directory); ; at = path.dirname(at)) {
    if (existsSync(path.join(at, 'node_modules/.bin'))) return false;
    if (existsSync(path.join(at, '.pnp.cjs'))) return true;
    if (at === path.dirname(at)) return false;
  }
}

/** The same for everything that a decision tells. */
export function decisionAsTyped(decision: Decision, directory: string): Decision {
  const typed = { ...decision } as Record<string, unknown>;
  for (const name of ['reason', 'context', 'notice']) {
    const text = typed[name];
    if (typeof text === 'string') typed[name] = asTyped(text, directory);
  }
  return typed as unknown as Decision;
}

/** `npx` takes the nearest folder that has the program, upwards; with Facebook's beside it, ours has another name. */
function programAt(directory: string): string {
  for (let at = path.resolve(directory); ; at = path.dirname(at)) {
    const packages = path.join(at, 'node_modules');
    if (existsSync(path.join(packages, '@flow/cli/package.json')))
      return existsSync(path.join(packages, 'flow-bin/package.json')) ? 'npx flowctl' : 'npx flow';
    if (at === path.dirname(at)) return 'flow';
  }
}
