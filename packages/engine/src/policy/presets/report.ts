import {
  type Detection,
  type OwnPreset,
  type Preset,
  type PresetCommand,
  type PresetMatch,
  presetCommands,
  priorityOf,
  type Size,
} from '@flow/core';
import { clean } from '../../text/clean.js';

/* What `flow-hooks preset` says: plain values, as `--json` prints them. */

/** A folder, the preset that counts for it, and why (feature M8). */
export interface FolderReport {
  folder: string;
  preset: string;
  reason: string;
  others: { preset: string; reason: string }[];
}

/** The report tells of a preset in force, and where the preset came from. */
export interface PresetReport {
  name: string;
  title: string;
  version: string | null;
  /** The package that it is from; null for one that is built in. */
  package: string | null;
  /** Digest by which the configuration can pin it; null for one that is built in. */
  sha256: string | null;
  markers: string[];
  match: 'any' | 'all';
  priority: number;
  commands: Partial<Record<PresetCommand, string>>;
  coverage: Readonly<Record<Size, number>> | null;
  gates: NonNullable<Preset['gates']>;
  skills: readonly string[];
  runners: { name: string; question: string; command: string; selection: Preset['runners'][number]['selection'] }[];
  conventions: { name: string; severity: string; message: string }[];
  reviewers: readonly string[];
  sensitive: readonly string[];
  classes: Preset['classes'];
  /** All of it, as `preset.json` of a package says it. */
  definition: PresetDefinition;
}

/** A preset definition tells what a preset says by itself: which folders are packages, only a project says. */
export type PresetDefinition = Omit<Preset, 'roots'>;

export function definitionOf({ roots: _, ...definition }: Preset): PresetDefinition {
  return definition;
}

/** Class of each folder, with the reason. */
export function reportFolders(detections: readonly Detection[]): FolderReport[] {
  return detections.map((found) => ({
    folder: found.folder,
    preset: found.preset.id,
    reason: reasonOf(found),
    others: found.others.map((other) => ({ preset: other.preset.id, reason: lossOf(other, found) })),
  }));
}

function reasonOf({ preset, markers, others }: Detection): string {
  const there = `${markers.join(', ')} ${markers.length === 1 ? 'is' : 'are'} there`;
  const next = others[0] && priorityOf(others[0].preset);
  if (next === undefined) return there;
  const priority = priorityOf(preset);
  return `${there}; ${next < priority ? `priority ${priority} is the highest` : 'the first listed of its priority'}`;
}

function lossOf({ preset, markers }: PresetMatch, winner: Detection): string {
  const own = priorityOf(preset);
  const why = own < priorityOf(winner.preset) ? `priority ${own} is lower` : 'listed later';
  return `${markers.join(', ')}; ${why}`;
}

/** Reports all that a preset says, as far as people ask for it (features M7, M9, M10). */
export function reportPreset(preset: Preset, own: readonly OwnPreset[]): PresetReport {
  const from = own.find((one) => one.preset.id === preset.id);
  return {
    name: preset.id,
    title: preset.title,
    version: preset.version ?? null,
    package: from?.package ?? null,
    sha256: from?.sha256 ?? null,
    markers: [...new Set([...preset.markers.map(({ file }) => file), ...(preset.looseMarkers?.files ?? [])])],
    match: preset.match ?? 'any',
    priority: priorityOf(preset),
    commands: presetCommands(preset),
    coverage: preset.coverage ?? null,
    gates: preset.gates ?? {},
    skills: preset.skills ?? [],
    runners: preset.runners.map(({ id, question = 'test', command, selection }) => ({
      ...{ name: id, question, command, selection },
    })),
    conventions: (preset.conventions ?? []).map(({ name, severity, message }) => ({
      name: `${preset.id}/${name}`,
      severity,
      message,
    })),
    reviewers: preset.reviewers ?? [],
    sensitive: preset.sensitive ?? [],
    classes: preset.classes,
    definition: definitionOf(preset),
  };
}

/** Returns the report of folders, for people. */
export function renderFolders(folders: readonly FolderReport[]): string {
  if (folders.length === 0) return 'No preset matches a folder here.\n';
  const lines = folders.flatMap(({ folder, preset, reason, others }) => [
    `${clean(folder)}  ${preset}: ${reason}`,
    ...others.map((other) => `${' '.repeat(clean(folder).length)}  not ${other.preset}: ${other.reason}`),
  ]);
  return `${lines.join('\n')}\n`;
}

/** Returns the report of a preset, for people: where it is from and what it comes to, then all that it says. */
export function renderPreset(preset: PresetReport): string {
  const version = preset.version === null ? '' : ` (v${preset.version})`;
  const from = preset.package === null ? 'built in' : `${preset.package}, sha256 ${preset.sha256}`;
  const markers =
    preset.markers.length > 1 ? `${preset.match} of ${preset.markers.join(', ')}` : preset.markers.join('');
  const { S, M, L, XL } = preset.coverage ?? {};
  const gates = Object.entries(preset.gates).map(([name, severity]) => `${name}: ${severity}`);
  const rows: [string, string][] = [
    ['from', from],
    ['markers', markers || 'none'],
    ['priority', String(preset.priority)],
    ...Object.entries(preset.commands).map(([name, line]): [string, string] => [name, line]),
    ['thresholds', preset.coverage ? `S ${S}%, M ${M}%, L ${L}%, XL ${XL}%` : 'none'],
    ...(gates.length > 0 ? [['gates', gates.join(', ')] as [string, string]] : []),
    ...(preset.skills.length > 0 ? [['skills', preset.skills.join(', ')] as [string, string]] : []),
    ['runners', preset.runners.map(({ name }) => name).join(', ') || 'none'],
    ['conventions', preset.conventions.map(({ name }) => name).join(', ') || 'none'],
    ['reviewers', preset.reviewers.join(', ') || 'none'],
    ...(preset.sensitive.length > 0 ? [['secrets', preset.sensitive.join(', ')] as [string, string]] : []),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const summary = rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
  const whole = ['', '  definition (preset.json):', ...outline(preset.definition, 4)];
  return `${preset.name}: ${preset.title}${version}\n${[...summary, ...whole].join('\n')}\n`;
}

/** `outline` writes plain data as lines: a key a line, lists of words in one line, objects set in below. */
function outline(value: object, indent: number): string[] {
  const front = ' '.repeat(indent);
  return Object.entries(value).flatMap(([key, one]) => {
    if (one === undefined) return [];
    const name = Array.isArray(value) ? '-' : `${key}:`;
    if (!one || typeof one !== 'object') return [`${front}${name} ${one}`];
    const isFlat = Array.isArray(one) && one.every((part) => typeof part !== 'object');
    if (isFlat) return [`${front}${name} ${one.join(Array.isArray(value) ? ' ' : ', ')}`];
    return [`${front}${name}`, ...outline(one, indent + 2)];
  });
}
