import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  commandAt,
  detectionAround,
  detectPresets,
  type FileView,
  findSuites,
  type Marker,
  nearestOf,
  type Policy,
  PRESET_COMMANDS,
  type Preset,
  type PresetCommand,
  presetFor,
  SIZES,
  type Size,
} from '@flow/core';
import type { Surroundings } from '@flow/engine/places/surroundings';
import { packageNameFault, presetPackage } from '@flow/engine/policy/presets/package';
import {
  definitionOf,
  renderFolders,
  renderPreset,
  reportFolders,
  reportPreset,
} from '@flow/engine/policy/presets/report';
import { typedAt } from '@flow/engine/policy/suites';
import { readerOf } from '@flow/engine/run/approvals/reader';
import { clean } from '@flow/engine/text/clean';
import { printable } from '@flow/engine/text/printable';
import { formatFinding } from '@flow/engine/words/finding-words';
import { git, splitZ } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { type Answer, failed } from '../answer/answer.js';
import { type Call, type Command, noRepository, repositoryOf, usage } from './command.js';

declare const FLOW_VERSION: string;

export const preset: Command = {
  name: 'preset',
  usage:
    'list | show [name] [--data] | command <what> [file] | threshold <size> [file] | new <package> [folder] [--json]',
  summary: 'show the preset of each folder, or create a preset',
  options: { data: { type: 'boolean', about: 'with show <name>: print only its preset.json' } },
  run: runPreset,
};

const VERBS = ['list', 'show', 'command', 'threshold', 'new'];

function runPreset(call: Call): Answer {
  const [verb, ...words] = call.words;
  if (words.length > 2) return usage(call, preset);
  const [first, second] = words;
  if (verb === 'new') return first === undefined ? usage(call, preset) : makePackage(call, first, second);
  if (verb === 'command' && !isOneOf(PRESET_COMMANDS, first))
    return usage(call, preset, `One of ${PRESET_COMMANDS.join(', ')}.`);
  if (verb === 'threshold' && !isOneOf(SIZES, first)) return usage(call, preset, `One of ${SIZES.join(', ')}.`);
  if (!isOneOf(VERBS, verb)) {
    const near = verb && nearestOf(verb, VERBS);
    return usage(call, preset, near && `Did you mean: ${call.typed('preset')} ${near}? All of it:`);
  }
  const around = repositoryOf(call);
  if (!around) return noRepository(call);
  // What is not in force yet is said, so that nobody looks for their change here.
  for (const finding of around.policyFindings)
    call.tell(`${formatFinding(finding, Date.now(), readerOf(call.environment))}\n`);
  if (verb === 'list') return list(around);
  if (verb === 'show') return show(call, around, first);
  return verb === 'command'
    ? tellCommand(call, around, first as PresetCommand, second)
    : tellThreshold(call, around, first as Size, second);
}

const isOneOf = (names: readonly string[], word: string | undefined) => word !== undefined && names.includes(word);

function list(around: Surroundings): Answer {
  const folders = reportFolders(detect(around));
  return { exit: 0, data: { folders }, text: printable(renderFolders(folders)) };
}

/** Shows the named preset, or those of the folders here. */
function show(call: Call, around: Surroundings, name: string | undefined): Answer {
  if (call.values.data && name === undefined) return usage(call, preset, 'Name one preset for --data.');
  const { presets, ownPresets }: Policy = around.policy;
  const used = new Set(
    detect(around).flatMap(({ preset: one, others }) => [one, ...others.map((other) => other.preset)]),
  );
  const shown = presets.filter((one) => (name === undefined ? used.has(one) : one.id === name));
  if (name !== undefined && shown.length === 0) {
    const available = presets.map(({ id }) => id).join(', ');
    return failed(1, 'PRESET_UNKNOWN', `there is no preset ${clean(name, 60)}. Available: ${available}.`);
  }
  const reports = shown.map((one) => reportPreset(one, ownPresets));
  const [only] = shown;
  const text =
    call.values.data && only
      ? `${JSON.stringify(definitionOf(only), null, 2)}\n`
      : printable(reports.map(renderPreset).join('\n'));
  return { exit: 0, data: { presets: reports }, text };
}

interface Here {
  preset: Preset;
  /** The folder that it was found by. */
  folder: string;
  view: FileView;
}

/** The preset of a file, or of the folder that the command is called in; where there is none, the answer that says so. */
function presetAt(call: Call, around: Surroundings, file: string | undefined): Here | Answer {
  const absolute = file === undefined ? path.join(call.directory, '_') : path.resolve(call.directory, file);
  const inside = path.relative(around.repository.root, absolute).split(path.sep).join('/');
  const view = viewOf(around);
  const detections = detectPresets(view, around.policy.presets);
  const found = presetFor(inside, detections);
  const folder = detectionAround(inside, detections)?.folder;
  if (found && folder !== undefined) return { preset: found, folder, view };
  const place = clean(file ?? call.directory);
  return failed(1, 'PRESET_NONE', `no preset matches ${place} or a folder above it. See: ${call.typed('preset')} list`);
}

function tellCommand(call: Call, around: Surroundings, name: PresetCommand, file: string | undefined): Answer {
  const here = presetAt(call, around, file);
  if ('exit' in here) return here;
  const found = commandAt(here.preset, name, here.folder, findSuites(here.view, [here.preset]));
  if (!found) return silent(call, here.preset, `command for ${name}`);
  const { root, command } = found;
  const data = { preset: here.preset.id, folder: root, command };
  return { exit: 0, data, text: `${typedAt(root, command)}\n` };
}

function tellThreshold(call: Call, around: Surroundings, size: Size, file: string | undefined): Answer {
  const here = presetAt(call, around, file);
  if ('exit' in here) return here;
  const percent = here.preset.coverage?.[size];
  if (percent === undefined) return silent(call, here.preset, 'thresholds');
  return { exit: 0, data: { preset: here.preset.id, folder: here.folder, size, percent }, text: `${percent}\n` };
}

function silent({ typed }: Call, { id }: Preset, what: string): Answer {
  return failed(1, 'PRESET_SILENT', `the preset ${id} has no ${what}. See: ${typed('preset')} show ${id}`);
}

const detect = (around: Surroundings) => detectPresets(viewOf(around), around.policy.presets);

/** Files that say what a folder is, of those that git knows or could know: without what it ignores, and what was deleted. */
function viewOf({ repository: { root }, policy, start }: Surroundings): FileView {
  const markers = policy.presets.flatMap(({ markers: own, looseMarkers, runners }): Marker[] => [
    ...own,
    ...(looseMarkers?.files ?? []).map((file) => ({ file })),
    ...runners.flatMap(({ configured = [], markers: marked = [] }) => [...configured, ...marked]),
  ]);
  const names = new Set(markers.flatMap(({ file, unlessAbove = [] }) => [file, ...unlessAbove]));
  const question = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listing = git(root, question, { deadline: start.deadline });
  if (listing.status !== 0) throw new Error('git cannot list the files of this worktree');
  const isThere = (file: string) => !names.has(path.posix.basename(file)) || existsSync(path.join(root, file));
  const read = (file: string) => readSmall(path.join(root, file));
  return {
    paths: [...new Set(splitZ(listing.stdout))].filter(isThere),
    read,
    containing: (files, strings) => files.filter((file) => strings.some((part) => read(file)?.includes(part))),
  };
}

/** Writes a package of a new preset, which builds and passes its tests as it is. */
function makePackage(call: Call, name: string, into: string | undefined): Answer {
  const fault = packageNameFault(name);
  if (fault !== null) return usage(call, preset, `${clean(name, 80)} ${fault}.`);
  const folder = path.resolve(call.directory, into ?? path.posix.basename(name));
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    const way = `Name another folder: ${call.typed('preset')} new ${name} <folder>`;
    return failed(1, 'FOLDER_NOT_EMPTY', `${clean(folder)} is not empty. ${way}`);
  }
  const files = presetPackage(name, FLOW_VERSION);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text, { flag: 'wx' });
  }
  const written = Object.keys(files);
  const lines = written.map((file) => `${clean(path.join(folder, file))}\n`).join('');
  const text = `${lines}Next: cd ${clean(folder)} && npm install && npm test\n`;
  return { exit: 0, data: { folder, files: written }, text };
}
