import {
  commandAt,
  detectPresets,
  type FileView,
  findSuites,
  PRESET_COMMANDS,
  type Preset,
  type PresetCommand,
  type Question,
  SIZES,
  type Size,
} from '@flow/core';
import type { BriefPlatform } from '@flow/core/items';
import { typedAt } from '../policy/suites.js';

/** Folders that one brief tells of. */
const MOST = 12;

/**
 * Returns the platform of a project, folder by folder: what its preset calls it, what is typed there, and how much of
 * an item of this size tests have to reach (row M60).
 */
export function platformOf(view: FileView, presets: readonly Preset[], size: string | undefined): BriefPlatform[] {
  return detectPresets(view, presets)
    .slice(0, MOST)
    .map(({ folder, preset }) => {
      const suites = findSuites(view, [preset]);
      const asked = new Set(suites.map(({ runner }) => runner.question ?? 'test'));
      const commands = PRESET_COMMANDS.flatMap((name) => {
        // What the project has not set up, nobody is told to type.
        if (!asked.has(QUESTION_OF[name]) && name !== 'build') return [];
        const found = commandAt(preset, name, folder, suites);
        return found ? [[name, typedAt(found.root, found.command)] as const] : [];
      });
      const percent = isSize(size) ? preset.coverage?.[size] : undefined;
      return {
        ...{ folder, preset: preset.id, title: preset.title, commands: Object.fromEntries(commands) },
        ...(percent === undefined ? {} : { coverage: percent }),
        ...(preset.gates === undefined ? {} : { gates: preset.gates }),
        ...(preset.skills === undefined ? {} : { skills: preset.skills }),
      };
    });
}

const QUESTION_OF = {
  ...{ build: 'build', test: 'test', coverage: 'test', types: 'types', format: 'format' },
  ...{ lint: 'lint', lintFix: 'lint' },
} as const satisfies Record<PresetCommand, Question>;

const isSize = (size: string | undefined): size is Size => SIZES.some((one) => one === size);
