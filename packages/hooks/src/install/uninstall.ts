import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Finding } from '@flow/core';
import { bundleFolder, type Environment, findRepository, isBare, type Repository } from '@flow/evidence/fast';
import { isWithinFolder } from '../is-within-folder.js';
import type { Change } from './change.js';
import { type FileState, pathProblem, readState, sameState } from './file-state.js';
import { EARLIER, findHooksFolder, HOOK_NAMES, isOurHook, SHARED_MARKER } from './git-hook.js';
import { CALLED_FOLDER } from './hook-call.js';
import { managersOf } from './hook-managers.js';
import { HOSTS, type HostFiles, installedHosts } from './host-files.js';
import { labelOf } from './label.js';
import { LAUNCHER_PATH } from './matchers.js';
import { holdsOurs, withoutOurs } from './our-part.js';
import { promptFiles } from './project-files.js';
import { MEMORY_FILES, memoryFiles } from './rules-block.js';
import { removeEntries } from './settings-edit.js';
import { type Part, readRecord, recordBytes, recordPath, sha256, stateBefore, type UndoEntry } from './undo-record.js';

export interface UninstallOptions {
  directory: string;
  environment: Environment;
  version: string;
  /** Only this client's part, as long as another one is installed. @default everything */
  host?: HostFiles;
}

export type UninstallPlan = { ok: true; plan: Change[]; notes: string[] } | { ok: false; findings: Finding[] };

/**
 * Works out how to take an installation back. A file that is as we wrote it gets the very bytes back that were
 * there; one that was edited since loses only our part, and the notes say so. The per-user program stays, as
 * other repositories use it. Nothing to take back: an empty plan.
 */
export function planUninstall({ directory, environment, version, host }: UninstallOptions): UninstallPlan {
  const repository = findRepository(directory);
  if (!repository || isBare(repository)) {
    return { ok: false, findings: [{ code: 'NO_REPOSITORY', level: 'block', path: directory, args: {} }] };
  }
  const { root } = repository;
  const label = (path: string) => labelOf(path, root, environment);
  const plan: Change[] = [];
  const notes: string[] = [];
  const put = (part: Part, path: string, before: FileState | null, after: FileState | null) => {
    if (!sameState(before, after)) plan.push({ type: 'file', part, path, label: label(path), before, after });
  };
  const file = recordPath(repository, environment);
  const record = readRecord(file);
  // Worktrees may lie inside one another, so that a path's beginning does not tell whose it is.
  const here = (entry: UndoEntry) => findRepository(dirname(entry.path))?.root === root;
  const elsewhere = record.files.filter((entry) => !isShared(entry) && existsSync(entry.path) && !here(entry));

  const staying = host ? installedHosts(root).filter((other) => other !== host) : [];
  const isPartial = staying.length > 0;
  const going = isPartial && host ? [host] : HOSTS;
  // Settings first: from then on the host no longer calls what goes next.
  const places: [Part, string][] = going.map(({ settings }) => ['settings', settings]);
  const read = isPartial ? new Set(memoryFiles(root, staying)) : new Set<string>();
  places.push(...MEMORY_FILES.filter((name) => !read.has(name)).map((name): [Part, string] => ['rules', name]));
  if (!staying.some(typesCommands))
    places.push(...promptFiles(root).map(({ part, path: way }): [Part, string] => [part, way]));
  if (!isPartial)
    places.push(['launcher', LAUNCHER_PATH], ['ignore', '.gitignore'], ...managerPlaces(repository, environment));
  const unreadable: Finding[] = [];
  for (const [part, way] of places) {
    const path = join(root, way);
    const current = readState(path);
    const problem = part === 'settings' ? brokenSettings(path, current) : null;
    if (problem) unreadable.push(problem);
    const entry = record.files.find((known) => known.path === path);
    if (entry && current && sha256(current.bytes) === entry.written) put(part, path, current, stateBefore(entry));
    else if (holdsOurs(part, current)) {
      const left = withoutOurs(part, current);
      // What existed before we came keeps existing, even if only an empty object is left of it.
      const emptied = left === null && entry?.before ? stateFor(part, current) : left;
      put(part, path, current, emptied);
      notes.push(`${label(path)} was changed after it was written: only our part was removed.`);
    } else if (entry && current) notes.push(`${label(path)} contains nothing of ours any more: left unchanged.`);
  }
  if (unreadable.length > 0) return { ok: false, findings: unreadable };
  const stays = (entry: UndoEntry) => {
    if (!isPartial) return false;
    // The commands of gates are typed in a client that can tell them from a text; so are skills, and agents are its own.
    const isTyped = ['command', 'agent', 'skill'].includes(entry.part) && !staying.some(typesCommands);
    const isRead = entry.part !== 'rules' || [...read].some((name) => entry.path === join(root, name));
    return !isTyped && isRead && !going.some(({ settings }) => entry.path === join(root, settings));
  };
  const whole = record.files.filter(
    (known) => here(known) && !stays(known) && (known.part === 'config' || known.part === 'command'),
  );
  for (const entry of whole) {
    const current = readState(entry.path);
    if (current && sha256(current.bytes) === entry.written) put(entry.part, entry.path, current, stateBefore(entry));
    else if (current) notes.push(`${label(entry.path)} was changed after it was written: left unchanged.`);
  }

  if (isPartial) {
    notes.push(`${staying.map(({ product }) => product).join(' and ')} is still guarded, and so is git.`);
  } else if (elsewhere.length > 0) {
    const others = new Set(elsewhere.map((entry) => entry.path));
    notes.push(
      `The git hook is kept: other worktrees of this repository use it (${[...others].map(label).join(', ')}).`,
    );
  } else {
    for (const [part, path, before, after] of hookRestoration(repository, environment)) put(part, path, before, after);
    const marker = join(repository.evidence, SHARED_MARKER);
    put('marker', marker, readState(marker), null);
  }
  const findings = plan.flatMap((change) => {
    const base = isWithinFolder(change.path, root) ? root : repository.commonDir;
    return (change.type === 'file' && pathProblem(change.path, base)) || [];
  });
  if (findings.length > 0) return { ok: false, findings };

  const gone = plan.flatMap((change) => (change.type === 'file' && !change.after ? [change.path] : []));
  const folders = record.folders.filter((folder) =>
    isPartial
      ? gone.some((path) => isWithinFolder(path, folder)) &&
        !record.files.some((one) => stays(one) && isWithinFolder(one.path, folder))
      : elsewhere.length === 0 || isWithinFolder(folder, root),
  );
  // A clone has the skills of somebody else's installation, each in a folder of its own.
  const held = promptFiles(root)
    .filter(({ part }) => part === 'skill')
    .map(({ path }) => dirname(join(root, path)));
  folders.push(...held.filter((path) => !folders.includes(path) && gone.includes(join(path, 'SKILL.md'))));
  for (const path of [...folders].sort((a, b) => b.length - a.length)) {
    plan.push({ type: 'folder', path, label: label(path) });
  }
  const stored = readState(file);
  if (stored) {
    const left = {
      version: 1 as const,
      files: record.files.filter((entry) => stays(entry) || (elsewhere.length > 0 && !here(entry))),
      folders: record.folders.filter((folder) => !folders.includes(folder)),
    };
    put('record', file, stored, left.files.length > 0 ? { bytes: recordBytes(left), mode: stored.mode } : null);
  }
  if (plan.length > 0 && !isPartial) {
    const program = bundleFolder(version, environment);
    if (readState(join(program, 'hook.cjs'))) {
      notes.push(
        `The program is kept in ${label(program)} for other repositories; delete ${label(dirname(program))} if there are none.`,
      );
    }
  }
  return { ok: true, plan, notes };
}

/**
 * Settings that cannot be read and name our launcher: our entries cannot be told from the rest. They would stay without
 * the launcher that they start, and the client would refuse everything as soon as the file is mended.
 */
function brokenSettings(path: string, state: FileState | null): Finding | null {
  const text = state?.bytes.toString('utf8') ?? '';
  const edit = removeEntries(text);
  if (edit.ok || !text.includes(LAUNCHER_PATH)) return null;
  const { line, column, message } = edit.problems[0] ?? { line: 1, column: 1, message: 'cannot be read' };
  const product = HOSTS.find(({ settings }) => path.endsWith(settings))?.product;
  return {
    code: 'SETTINGS_INVALID',
    level: 'block',
    path,
    args: { line, column, message, ...(product && { product }) },
  };
}

/** The files by which hook managers call ours: those that were written, and those that are there now. */
function managerPlaces(repository: Repository, environment: Environment): [Part, string][] {
  const folder = findHooksFolder(repository, environment);
  const managers = folder ? managersOf(repository, folder) : [];
  return managers.map(({ part, path }) => [part, relative(repository.root, path)]);
}

const typesCommands = ({ adapter }: HostFiles) => adapter.capabilities.promptExpansion;

/** The git hook serves all worktrees; so does what tells a shared hooks folder that this repository takes part. */
function isShared(entry: UndoEntry): boolean {
  return entry.part === 'git-hook' || entry.part === 'earlier-hook' || entry.part === 'marker';
}

/** Each script of ours goes, and the hook that it moved aside, as it is by now, comes back to its place. */
function hookRestoration(
  repository: Repository,
  environment: Environment,
): [Part, string, FileState | null, FileState | null][] {
  const folder = findHooksFolder(repository, environment);
  if (!folder) return [];
  return HOOK_NAMES.flatMap((name) => {
    const called = join(repository.commonDir, CALLED_FOLDER, name);
    // Where a manager took git's place, it has renamed what was there: the pre-commit framework, lefthook.
    const places = [name, `${name}.legacy`, `${name}.old`].map((one) => join(folder.path, one));
    return [...new Set([called, ...places])].flatMap(restoration);
  });
}

function restoration(path: string): [Part, string, FileState | null, FileState | null][] {
  const aside = `${path}${EARLIER}`;
  const current = readState(path);
  const earlier = readState(aside);
  // Somebody else's hook stays in its place; the copy of it goes, which an installation that was killed leaves.
  if (current && !isOurHook(current.bytes.toString('utf8'))) {
    return sameState(current, earlier) ? [['earlier-hook', aside, earlier, null]] : [];
  }
  return [
    ['git-hook', path, current, earlier],
    ['earlier-hook', aside, earlier, null],
  ];
}

function stateFor(part: Part, current: FileState | null): FileState | null {
  if (!current) return null;
  return { bytes: Buffer.from(part === 'settings' ? '{}\n' : ''), mode: current.mode };
}
