import type { Preset, RunnerSpec } from '@flow/core';
import { code, table } from './markdown.js';

const list = (values: readonly string[]): string => values.map(code).join(' ');

function configuredBy(runner: RunnerSpec): string {
  return list([...new Set((runner.configured ?? []).map((marker) => marker.file))]);
}

/** What a preset knows, as one section. */
function presetSection(preset: Preset): string {
  const markers = list([...new Set(preset.markers.map((marker) => marker.file))]);
  const runners = preset.runners.map((runner) => [
    code(runner.id),
    runner.question ?? 'test',
    code(runner.command),
    configuredBy(runner),
  ]);
  return [
    `## ${preset.title}`,
    `A folder with one of ${markers} is a suite.`,
    table(['runner', 'asks', 'command for all of it', 'asked where there is'], runners),
    `### Files of ${preset.title}`,
    table(
      ['class', 'files'],
      Object.entries(preset.classes).map(([name, globs]) => [name, list(globs)]),
    ),
  ].join('\n\n');
}

/** Presets as they are built in, one section each. */
export const presetsPage = (presets: readonly Preset[]): string => presets.map(presetSection).join('\n\n');
