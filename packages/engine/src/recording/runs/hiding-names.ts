import path from 'node:path';
import type { Finding } from '@flow/core';
import type { ShellContext } from '@flow/shell-effects';
import { shellContext } from '../../facts/shell-context.js';
import { effectsOf } from '../../facts/shell-door.js';
import type { Start, Surroundings } from '../../places/surroundings.js';
import { namedSuites } from '../../policy/suites.js';
import { hidesItsEnd } from './named-command.js';

/** A command of one program needs no reader: nothing in it can hide the program's end, or turn it round. */
const MAY_HIDE = /[|;&\n]|(?:^|[\s(])!\s/;

/** Tells whether a command that somebody wants to name could never count, as its own words hide how its tests end. */
export function isHidingName(command: string, directory: string, start: Start): boolean {
  return isHiding(command, () => shellContext(directory, start));
}

/**
 * Tells the same of a command that a document names: its words alone decide, wherever it is read.
 */
export const isHidingVerify = (command: string): boolean =>
  isHiding(command, () => ({ cwd: '/', home: '/', readFile: () => undefined }));

const isHiding = (command: string, context: () => ShellContext): boolean =>
  MAY_HIDE.test(command) && hidesItsEnd(effectsOf(command, context()));

/** Findings about commands that are named in the policy in force and can never count. */
export function hidingNames({
  repository,
  policy,
  start,
}: Pick<Surroundings, 'repository' | 'policy' | 'start'>): Finding[] {
  return namedSuites(policy).flatMap(({ root, runner }): Finding[] =>
    isHidingName(runner.command, path.join(repository.root, root), start)
      ? [{ code: 'NAMED_HIDES', level: 'warn', path: root, args: { command: runner.command } }]
      : [],
  );
}

/** Findings about commands that can never count, for a push that is refused. */
export const hiddenIn = (judged: readonly Finding[], around: Surroundings): Finding[] =>
  judged.some(({ level }) => level === 'block') ? hidingNames(around) : [];
