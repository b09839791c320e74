import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Client } from '@flow/clients/client';
import { CLIENTS } from '@flow/clients/clients';
import { FRONT_PATH, LAUNCHER_PATH } from '@flow/clients/registrations';
import type { Finding } from '@flow/core';
import { findHooksFolder, SHARED_MARKER } from '@flow/engine/places/git-hook';
import { promptFiles } from '@flow/engine/places/project-files';
import { labelOf } from '@flow/engine/text/label';
import { type FileState, pathProblem, readState, sameState } from '@flow/evidence/disk/file-state';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';
import { bundleFolder, type Environment, findRepository, type Repository } from '@flow/evidence/fast';
import { managersOf } from '../git-hooks/hook-managers.js';
import { hookRestoration } from '../git-hooks/hook-restoration.js';
import { installedHosts } from '../host-files/host-files.js';
import { removeEntries } from '../host-files/settings-edit.js';
import { holdsPersonBlock, removePersonBlock } from '../project/person-block.js';
import { MEMORY_FILES, memoryFiles } from '../project/rules-block.js';
import { LOCAL_SETTINGS, sealFiles } from '../seal/plan-seal.js';
import type { Change } from './change.js';
import { personMemory } from './memory.js';
import { holdsOurs, withoutOurs } from './our-part.js';
import { ownViews } from './own-views.js';
import { problem } from './planner.js';
import {
  isWritten,
  type Part,
  readRecord,
  recordBytes,
  recordPath,
  stateBefore,
  type UndoEntry,
  type UndoRecord,
} from './undo-record.js';

/** Collects what takes an installation back, and what a person should hear of it. */
export class Removal {
  readonly changes: Change[] = [];
  readonly notes: string[] = [];
  private readonly repository: Repository;
  private readonly environment: Environment;
  private readonly recordFile: string;
  private readonly record: UndoRecord;
  /** The clients whose part goes. */
  private readonly going: readonly Client[];
  /** The clients that stay installed: with any of them, only a part goes. */
  private readonly staying: readonly Client[];
  /** The memory files that a staying client reads. */
  private readonly read: ReadonlySet<string>;
  /** The files that other worktrees of this repository still have. */
  private readonly elsewhere: readonly UndoEntry[];

  constructor(repository: Repository, environment: Environment, host: Client | undefined) {
    const { root } = repository;
    this.repository = repository;
    this.environment = environment;
    this.recordFile = recordPath(repository, environment);
    this.record = readRecord(this.recordFile);
    this.staying = host ? installedHosts(root).filter((other) => other !== host) : [];
    this.going = host && this.isPartial ? [host] : CLIENTS;
    this.read = new Set(this.isPartial ? memoryFiles(root, this.staying) : []);
    this.elsewhere = this.record.files.filter(
      (entry) => !isShared(entry) && existsSync(entry.path) && !this.isHere(entry),
    );
  }

  /** Our part of the files that we share with the project; returns those of which it cannot be told. */
  takeOurParts(): Finding[] {
    const unreadable: Finding[] = [];
    for (const [part, name] of this.places()) {
      const path = join(this.repository.root, name);
      const current = readState(path);
      const broken = part === 'settings' ? brokenSettings(path, current) : null;
      if (broken) unreadable.push(broken);
      this.takeOurPart(part, path, current);
    }
    return unreadable;
  }

  /** Files that are all ours, unless somebody has made them theirs. */
  takeWholeFiles(): void {
    const whole = this.record.files.filter(
      (entry) => this.isHere(entry) && !this.stays(entry) && (entry.part === 'config' || entry.part === 'command'),
    );
    for (const entry of whole) {
      const current = readState(entry.path);
      if (current && isAsWritten(entry, current)) this.put(entry.part, entry.path, current, stateBefore(entry));
      else if (current) this.notes.push(`${this.label(entry.path)} was changed after it was written: left unchanged.`);
    }
  }

  /** Views that runs have left; documents and changed files below `develop/` are somebody's work. */
  takeViews(): void {
    if (this.isPartial) return;
    const { root } = this.repository;
    const { own, folders, others } = ownViews(this.repository, this.environment);
    for (const file of own) this.put('view', join(root, file), readState(join(root, file)), null);
    for (const folder of folders.toSorted((a, b) => b.length - a.length))
      this.changes.push({ type: 'folder', path: join(root, folder), label: `${folder}/` });
    if (others > 0)
      this.notes.push(
        `${others === 1 ? '1 file' : `${others} files`} below develop/ that git does not track: left unchanged.`,
      );
  }

  /** Our block in the memory files of the person. */
  takeMemory(): void {
    for (const host of this.going) {
      const memory = personMemory(host, this.environment);
      if (!memory?.state || !holdsPersonBlock(memory.state)) continue;
      this.put('memory', memory.path, memory.state, removePersonBlock(memory.state));
      this.notes.push(
        `Our block is taken out of ${this.label(memory.path)}; \`flow init\` in another project puts it back.`,
      );
    }
  }

  /** The hooks of git, as long as nobody else needs them. */
  takeGitHooks(): void {
    const { repository, environment } = this;
    if (this.isPartial) {
      this.notes.push(`${this.staying.map(({ product }) => product).join(' and ')} is still guarded, and so is git.`);
      return;
    }
    if (this.elsewhere.length > 0) {
      const others = [...new Set(this.elsewhere.map(({ path }) => path))].map((path) => this.label(path));
      this.notes.push(`The git hook is kept: other worktrees of this repository use it (${others.join(', ')}).`);
      return;
    }
    for (const [part, path, before, after] of hookRestoration(repository, environment)) {
      this.put(part, path, before, after);
    }
    const marker = join(repository.evidence, SHARED_MARKER);
    this.put('marker', marker, readState(marker), null);
  }

  /** Finds why what was collected cannot be done: a link on the way leads out of the repository. */
  misplaced(): Finding[] {
    const { root, commonDir } = this.repository;
    return this.changes.flatMap(({ type, path }) => {
      const base = isWithinFolder(path, root) ? root : commonDir;
      return (type === 'file' && pathProblem(path, base)) || [];
    });
  }

  /** The folders that are empty then, the deepest first, and the record of what is left. */
  takeFolders(): void {
    const folders = this.emptied();
    for (const path of [...folders].sort((a, b) => b.length - a.length)) {
      this.changes.push({ type: 'folder', path, label: this.label(path) });
    }
    if (!this.isPartial) this.unseal();
    const stored = readState(this.recordFile);
    if (!stored) return;
    const left: UndoRecord = {
      version: 1,
      files: this.record.files.filter(
        (entry) => this.stays(entry) || (this.elsewhere.length > 0 && !this.isHere(entry)),
      ),
      folders: this.record.folders.filter((folder) => !folders.includes(folder)),
    };
    const after = left.files.length > 0 ? { bytes: recordBytes(left), mode: stored.mode } : null;
    this.put('record', this.recordFile, stored, after);
  }

  /** Without its list the wrapper of sessions that still run leaves their commands as they are. */
  private unseal(): void {
    for (const file of sealFiles(this.repository, this.environment)) this.put('seal', file, readState(file), null);
  }

  /** Notes where the program is that stays for other repositories. */
  noteProgram(version: string): void {
    if (this.changes.length === 0 || this.isPartial) return;
    const program = bundleFolder(version, this.environment);
    if (!readState(join(program, 'hook.cjs'))) return;
    this.notes.push(
      `The program is kept in ${this.label(program)} for other repositories; delete ${this.label(dirname(program))} if there are none.`,
    );
  }

  private get isPartial(): boolean {
    return this.staying.length > 0;
  }

  /** The files that hold a part of ours, in the order in which it goes. */
  private places(): [Part, string][] {
    const { repository, environment } = this;
    // Settings first: from then on the host no longer calls what goes next.
    const places: [Part, string][] = this.going.map(({ settings, whole }) => [whole ? 'plugin' : 'settings', settings]);
    for (const name of MEMORY_FILES) if (!this.read.has(name)) places.push(['rules', name]);
    if (!this.staying.some(typesCommands)) {
      for (const { part, path } of promptFiles(repository.root)) places.push([part, path]);
    }
    if (this.isPartial) return places;
    return [
      ...places,
      ['launcher', LAUNCHER_PATH],
      ['front', FRONT_PATH],
      ['ignore', '.gitignore'],
      ['local-settings', LOCAL_SETTINGS],
      ['exclude', relative(repository.root, join(repository.commonDir, 'info', 'exclude'))],
      ...managerPlaces(repository, environment),
    ];
  }

  private takeOurPart(part: Part, path: string, current: FileState | null): void {
    const entry = this.record.files.find((known) => known.path === path);
    if (entry && current && isAsWritten(entry, current)) {
      this.put(part, path, current, stateBefore(entry));
    } else if (holdsOurs(part, current)) {
      const left = withoutOurs(part, current);
      // What existed before we came keeps existing, even if only an empty object is left of it.
      this.put(part, path, current, left === null && entry?.before ? emptyState(part, current) : left);
      this.notes.push(`${this.label(path)} was changed after it was written: only our part was removed.`);
    } else if (entry && current) {
      this.notes.push(`${this.label(path)} contains nothing of ours any more: left unchanged.`);
    }
  }

  /** Tells whether a staying client still needs a file of the record. */
  private stays({ part, path }: UndoEntry): boolean {
    if (!this.isPartial) return false;
    const { root } = this.repository;
    // The commands of gates are typed in a client that can tell them from a text; so are skills, and agents are its own.
    const isTyped = ['command', 'agent', 'skill'].includes(part) && !this.staying.some(typesCommands);
    const isRead = part !== 'rules' || [...this.read].some((name) => path === join(root, name));
    return !isTyped && isRead && !this.going.some(({ settings }) => path === join(root, settings));
  }

  /** Folders that were made for what goes. */
  private emptied(): string[] {
    const { files, folders } = this.record;
    const { root } = this.repository;
    const gone = this.changes.flatMap((change) => (change.type === 'file' && !change.after ? [change.path] : []));
    const goes = (folder: string) =>
      this.isPartial
        ? gone.some((path) => isWithinFolder(path, folder)) &&
          !files.some((one) => this.stays(one) && isWithinFolder(one.path, folder))
        : this.elsewhere.length === 0 || isWithinFolder(folder, root);
    const made = folders.filter(goes);
    // A clone has the skills of somebody else's installation, each in a folder of its own.
    const held = promptFiles(root)
      .filter(({ part }) => part === 'skill')
      .map(({ path }) => dirname(join(root, path)));
    return [...made, ...held.filter((path) => !made.includes(path) && gone.includes(join(path, 'SKILL.md')))];
  }

  /** Worktrees may lie inside one another, so that a path's beginning does not tell whose it is. */
  private isHere(entry: UndoEntry): boolean {
    return findRepository(dirname(entry.path))?.root === this.repository.root;
  }

  private put(part: Part, path: string, before: FileState | null, after: FileState | null): void {
    if (sameState(before, after)) return;
    this.changes.push({ type: 'file', part, path, label: this.label(path), before, after });
  }

  private label(path: string): string {
    return labelOf(path, this.repository.root, this.environment);
  }
}

const typesCommands = ({ adapter }: Client) => adapter.capabilities.promptExpansion;

function isAsWritten(entry: UndoEntry, state: FileState): boolean {
  return isWritten(state.bytes, entry);
}

/**
 * `isShared` tells whether an entry serves all worktrees: the git hook does, and what tells a shared hooks folder that this
 * repository takes part.
 */
function isShared(entry: UndoEntry): boolean {
  return entry.part === 'git-hook' || entry.part === 'earlier-hook' || entry.part === 'marker';
}

/** Returns the files by which hook managers call ours: those that were written, and those that are there now. */
function managerPlaces(repository: Repository, environment: Environment): [Part, string][] {
  const folder = findHooksFolder(repository, environment);
  const managers = folder ? managersOf(repository, folder) : [];
  return managers.map(({ part, path }) => [part, relative(repository.root, path)]);
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
  const product = CLIENTS.find(({ settings }) => path.endsWith(settings))?.product;
  return problem('SETTINGS_INVALID', path, { line, column, message, ...(product && { product }) });
}

/** Returns a file of which nothing is left, as it has to look to be read as nothing. */
function emptyState(part: Part, current: FileState | null): FileState | null {
  if (!current) return null;
  return { bytes: Buffer.from(part === 'settings' ? '{}\n' : ''), mode: current.mode };
}
