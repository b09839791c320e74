import { type Marker, type Preset, presetCommands, type RunnerSpec } from '@flow/core';
import { code, table } from './markdown.js';

const list = (values: readonly string[]): string => values.map(code).join(' ');

/** A file that says of a folder that a runner is used there, with what stands in it. */
function said({ file, contains, script, unless }: Marker): string {
  const call = script ? [...script.programs.map((program) => `${program} ${script.option}`)] : [];
  const texts = [...call, ...(contains ?? [])];
  const other = unless ? `, and no ${unless.file} with ${list(unless.contains)}` : '';
  return `${code(file)}${texts.length > 0 ? ` with ${texts.map(code).join(' or ')}` : ''}${other}`;
}

/** Of a tool the names of its files; of a runner of tests what tells it from the others. */
function configuredBy({ question, configured, markers }: RunnerSpec): string {
  const all = configured ?? markers ?? [];
  const isTool = question !== undefined && question !== 'test';
  return isTool ? list([...new Set(all.map(({ file }) => file))]) : [...new Set(all.map(said))].join('; ');
}

function detectedBy({ markers, looseMarkers, match, priority = 0 }: Preset): string {
  const files = list([...new Set(markers.map((marker) => marker.file))]);
  const which = markers.length > 1 && match === 'all' ? 'all of' : markers.length > 1 ? 'one of' : '';
  const text =
    markers.length > 0
      ? `Matches folders that contain ${which} ${files}.`
      : 'Applies wherever its runners are configured.';
  const loosely = looseMarkers ? ` One of ${list(looseMarkers.files)} is enough if there are tests below it.` : '';
  return `${text.replaceAll('  ', ' ')}${loosely}${priority === 0 ? '' : ` Priority ${priority}.`}`;
}

/** A heading with a table, or nothing where there is no row. */
const part = (heading: string, head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0 ? '' : `### ${heading}\n\n${table(head, rows)}`;

/** What a preset knows, as one section; its headings bear its name, so that no two are alike. */
function presetSection(preset: Preset): string {
  const { title } = preset;
  const runners = preset.runners.map((runner) => [
    code(runner.id),
    runner.question ?? 'test',
    code(runner.command),
    configuredBy(runner),
  ]);
  const commands = Object.entries(presetCommands(preset)).map(([name, line]) => [name, code(line)]);
  const classes = Object.entries(preset.classes).filter(([, globs]) => globs.length > 0);
  const conventions = (preset.conventions ?? []).map(({ name, message }) => [code(name), message]);
  return [
    `## ${title}`,
    detectedBy(preset),
    table(['runner', 'kind', 'command for the whole suite', 'only if there is'], runners),
    part(`Commands of ${title}`, ['command', 'runs'], commands),
    part(
      `Files of ${title}`,
      ['class', 'files'],
      classes.map(([name, globs]) => [name, list(globs)]),
    ),
    part(
      `Coverage of ${title}`,
      ['size', 'percent of lines'],
      Object.entries(preset.coverage ?? {}).map(([size, percent]) => [size, String(percent)]),
    ),
    part(`Conventions of ${title}`, ['rule', 'message'], conventions),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Presets as they are built in, one section each. */
export const presetsPage = (presets: readonly Preset[]): string => presets.map(presetSection).join('\n\n');
