import { isWithin } from '../paths.js';
import { PRESET_COMMANDS, type Preset, type PresetCommand, type Question } from './preset.js';
import type { Suite } from './suite.js';

/** The question whose first runner says what is typed, where the preset says nothing of its own. */
const QUESTIONS: Readonly<Partial<Record<PresetCommand, Question>>> = {
  build: 'build',
  test: 'test',
  lint: 'lint',
  types: 'types',
  format: 'format',
};

/**
 * Tells what is typed at a root for something (features M9, M11): the preset's own word, else its first runner's; null for
 * none.
 */
export function presetCommand(preset: Preset, name: PresetCommand): string | null {
  const own = preset.commands?.[name];
  if (own !== undefined) return own;
  const question = QUESTIONS[name];
  return question ? (preset.runners.find((runner) => (runner.question ?? 'test') === question)?.command ?? null) : null;
}

/** Gathers the commands that a preset knows, in the order of `PRESET_COMMANDS`. */
export function presetCommands(preset: Preset): Partial<Record<PresetCommand, string>> {
  return Object.fromEntries(
    PRESET_COMMANDS.map((name) => [name, presetCommand(preset, name)] as const).filter(([, line]) => line !== null),
  ) as Partial<Record<PresetCommand, string>>;
}

/**
 * Tells what is typed for something in a folder, and where: the preset's own word, else that of the tool which is set up
 * there or around it, else its first runner's.
 * @param suites those that the preset makes
 */
export function commandAt(
  preset: Preset,
  name: PresetCommand,
  folder: string,
  suites: readonly Suite[],
): { root: string; command: string } | null {
  const question = QUESTIONS[name];
  const around = suites.filter(
    ({ root, runner }) => (runner.question ?? 'test') === question && isWithin(folder, root),
  );
  const [nearest] = around.sort((a, b) => b.root.length - a.root.length);
  if (preset.commands?.[name] === undefined && nearest) return { root: nearest.root, command: nearest.runner.command };
  const command = presetCommand(preset, name);
  return command === null ? null : { root: folder, command };
}
