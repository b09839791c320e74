import path from 'node:path';
import { type RunnerSpec, readSelection, type SelectionContext } from '@flow/core';
import type { Analysis, Run, ShellContext } from '@flow/shell-effects/effects';
import type { DiskFacts } from './suite-root.js';

type Words = readonly (string | undefined)[];

/** The words that a runner reads before those of its call. */
export interface Standing {
  words: Words;
  /** The words are of the person's own environment: what they leave out in general is the person's choice. */
  isOwn: boolean;
}

/** A setting that chooses what a run runs. */
export interface Setting {
  variable: string;
  /** The command that takes it back; none where it is of the environment that the session was started in. */
  unset?: string;
}

/**
 * Finds the standing words of a runner: those of the environment, else those of the user's file and of earlier commands of
 * the line, which may be the agent's.
 */
export function standingWords(
  run: Run,
  { settings }: RunnerSpec,
  analysis: Analysis,
  context: ShellContext,
  disk: DiskFacts,
): Standing {
  // One that the command sets is doubted anyway.
  if (!settings || settings.variable in run.environment) return { words: [], isOwn: false };
  const own = context.env?.[settings.variable];
  if (own) return { words: wordsOf(own), isOwn: true };
  const kept = writtenBefore(run, settings, analysis) ?? [inFile(settings, context, disk)];
  return { words: kept.flatMap((value) => (value === undefined ? [undefined] : wordsOf(value))), isOwn: false };
}

/** Tells whether they choose other tests than the call alone; what they leave out of all it is told apart. */
export function choosesOthers(
  { words, isOwn }: Standing,
  argv: Words,
  spec: RunnerSpec,
  place: SelectionContext,
): boolean {
  if (words.length === 0) return false;
  const at = { ...place, declared: isOwn || (place.declared ?? false) };
  const chosen = (all: Words) => ({ ...readSelection(all, spec, at), under: undefined, values: undefined });
  return JSON.stringify(chosen([...words, ...argv])) !== JSON.stringify(chosen(argv));
}

/**
 * Returns the setting behind such words: the variable, and the command that takes the variable back, where a command
 * can.
 */
export function settingOf({ isOwn }: Standing, { settings }: RunnerSpec): Setting | undefined {
  if (!settings) return undefined;
  const { variable, unset } = settings;
  return { variable, ...(unset && !isOwn ? { unset: unset.join(' ') } : {}) };
}

const wordsOf = (value: string) =>
  (value.match(/'[^']*'|"[^"]*"|[^\s'"]+/g) ?? []).map((word) => word.replace(/^(['"])(.*)\1$/s, '$2'));

/** Returns the values that commands of this line write before the run; undefined where none does. */
function writtenBefore(
  run: Run,
  { variable, setter }: NonNullable<RunnerSpec['settings']>,
  { effects }: Analysis,
): (string | undefined)[] | undefined {
  const before = effects.slice(0, effects.indexOf(run));
  const found = before.flatMap((effect) => {
    if (effect.kind !== 'run' || !setter?.every((word, at) => effect.argv[at] === word)) return [];
    const words = effect.argv.slice(setter.length);
    return words.flatMap((word) =>
      word === undefined ? [undefined] : word.startsWith(`${variable}=`) ? [word.slice(variable.length + 1)] : [],
    );
  });
  return found.length > 0 ? found : undefined;
}

/** Returns the variable's value in the user's file; empty where it has none. */
function inFile(
  { variable, file, place }: NonNullable<RunnerSpec['settings']>,
  context: ShellContext,
  disk: DiskFacts,
): string {
  const { env = {}, home } = context;
  const other = place === undefined ? undefined : env[place];
  if (file === undefined || other === 'off') return '';
  const text = disk.readFile(other || path.join(configFolder(home, env), file)) ?? '';
  const lines = text.split(/\r?\n/).filter((line) => line.startsWith(`${variable}=`));
  return (
    lines
      .at(-1)
      ?.slice(variable.length + 1)
      .trim() ?? ''
  );
}

/** Folder in which programs keep the user's configuration, as Go tells it. */
function configFolder(home: string, env: NonNullable<ShellContext['env']>): string {
  if (process.platform === 'win32') return env.APPDATA ?? path.join(home, 'AppData/Roaming');
  if (process.platform === 'darwin') return path.join(home, 'Library/Application Support');
  return env.XDG_CONFIG_HOME || path.join(home, '.config');
}
