import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Finding } from '@flow/core';
import {
  bundleFolder,
  type Environment,
  findRepository,
  isBare,
  type Repository,
  stateFolder,
} from '@flow/evidence/fast';
import { readBundle } from './bundle.js';
import type { Change, FileChange } from './change.js';
import { CONFIG_FILE, CONFIG_TEXT } from './config-file.js';
import { type DetectedStack, detectStack } from './detect-stack.js';
import { type FileState, pathProblem, readState, sameState } from './file-state.js';
import {
  askGit,
  EARLIER_HOOK,
  findHooksFolder,
  type HooksFolder,
  hookScript,
  isOurHook,
  SHARED_MARKER,
} from './git-hook.js';
import { addBlock } from './ignore-block.js';
import { isInside } from './is-inside.js';
import { labelOf } from './label.js';
import { launcherSource } from './launcher.js';
import { LAUNCHER_PATH } from './matchers.js';
import { withoutOurs } from './our-part.js';
import { addEntries, HOST_ACCEPTS_COMMENTS } from './settings-edit.js';
import {
  entryOf,
  type Part,
  readRecord,
  recordBytes,
  recordPath,
  sha256,
  stateBefore,
  type UndoRecord,
} from './undo-record.js';

export interface InstallOptions {
  /** Any folder inside the work tree. */
  directory: string;
  environment: Environment;
  /** Version of the package, which names the per-user bundle and is pinned in the launcher. */
  version: string;
  /** Folder that holds the built `hook.cjs`, `engine.cjs` and `config.cjs`. */
  bundle: string;
  /** Also write `flow.config.yaml` if there is none. */
  withConfig: boolean;
}

export type InstallPlan =
  | { ok: true; plan: Change[]; stack: DetectedStack[]; notes: string[] }
  | { ok: false; findings: Finding[] };

/**
 * Works out what an installation has to write, without writing: nothing at all when everything is in place.
 * Every file is read and checked here, so that `applyPlan` starts only when all of it can be done.
 */
export function planInstall(options: InstallOptions): InstallPlan {
  const { directory, environment, version } = options;
  // The version becomes a folder's name and a line of code.
  if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) return refuse('BAD_VERSION', undefined, { version });
  const repository = findRepository(directory);
  if (!repository || isBare(repository)) return refuse('NO_REPOSITORY', directory, {});
  const folder = findHooksFolder(repository, environment);
  if (!folder) return refuse('NO_GIT', repository.root, {});
  const bundle = readBundle(options.bundle, version);
  if (!bundle.ok) return bundle;

  const plan = new Planner(repository, environment);
  const home = bundleFolder(version, environment);
  for (const { name, bytes } of bundle.files) {
    plan.write('bundle', join(home, name), stateFolder(environment), () => ({ bytes, mode: 0o644 }));
  }
  const { root } = repository;
  plan.write('launcher', join(root, LAUNCHER_PATH), root, (before) => text(launcherSource(version), before));
  planGitHook(plan, folder, join(home, 'hook.cjs'), version);
  plan.write('ignore', join(root, '.gitignore'), root, (before) => text(addBlock(textOf(before)), before));
  if (options.withConfig) {
    plan.write('config', join(root, CONFIG_FILE), root, (before) => before ?? text(CONFIG_TEXT, null));
  }
  let hasComments = false;
  const settings = join(root, '.claude/settings.json');
  plan.write('settings', settings, root, (before) => {
    if (before && !before.bytes.equals(Buffer.from(before.bytes.toString('utf8')))) {
      return problem('SETTINGS_NOT_UTF8', settings, {});
    }
    const edit = addEntries(textOf(before));
    if (edit.ok) {
      hasComments = edit.hasComments;
      return text(edit.text, before);
    }
    const { line, column, message } = edit.problems[0] ?? { line: 1, column: 1, message: 'cannot be read' };
    return problem('SETTINGS_INVALID', settings, { line, column, message });
  });
  if (plan.findings.length > 0) return { ok: false, findings: plan.findings };
  const stack = detectStack(root);
  return { ok: true, plan: plan.finish(), stack, notes: notesOf(repository, folder, environment, hasComments, stack) };
}

function planGitHook(plan: Planner, folder: HooksFolder, program: string, version: string): void {
  const { repository, environment } = plan;
  const base = [repository.commonDir, repository.root].find((place) => isInside(folder.path, place)) ?? folder.path;
  const path = join(folder.path, 'pre-push');
  const aside = join(folder.path, EARLIER_HOOK);
  const current = plan.read(path, base);
  const kept = plan.read(aside, base);
  if (current === 'refused' || kept === 'refused') return;
  const foreign = current && !isOurHook(current.bytes.toString('utf8')) ? current : null;
  if (foreign && kept && !sameState(foreign, kept)) {
    plan.findings.push(problem('EARLIER_HOOK_TAKEN', path, { kept: aside }));
    return;
  }
  if (foreign) plan.write('earlier-hook', aside, base, () => foreign);
  const earlier = textOf(foreign ?? kept);
  const script = hookScript({ version, program, earlier, folder, environment });
  plan.write('git-hook', path, base, (before) => {
    const keeps = before !== null && !foreign && ((before.mode & 0o100) !== 0 || process.platform === 'win32');
    return { bytes: Buffer.from(script), mode: keeps ? before.mode : 0o755 };
  });
  if (folder.shared) {
    plan.write('marker', join(repository.evidence, SHARED_MARKER), repository.commonDir, (before) => text('', before));
  }
}

/** Collects changes and what is needed to undo them. */
class Planner {
  readonly findings: Finding[] = [];
  readonly repository: Repository;
  readonly environment: Environment;
  private readonly changes: FileChange[] = [];
  private readonly recordFile: string;
  private readonly record: UndoRecord;

  constructor(repository: Repository, environment: Environment) {
    this.repository = repository;
    this.environment = environment;
    this.recordFile = recordPath(repository, environment);
    this.record = readRecord(this.recordFile);
  }

  /** What is at a path now; refused when it is no place to write to. */
  read(path: string, base: string): FileState | null | 'refused' {
    const finding = pathProblem(path, base);
    if (!finding) {
      try {
        return readState(path);
      } catch (error) {
        this.findings.push(problem('UNREADABLE', path, { reason: String((error as Error).message) }));
        return 'refused';
      }
    }
    this.findings.push(finding);
    return 'refused';
  }

  write(part: Part, path: string, base: string, next: (before: FileState | null) => FileState | Finding): void {
    const before = this.read(path, base);
    if (before === 'refused') return;
    const after = next(before);
    if ('code' in after) {
      this.findings.push(after);
      return;
    }
    if (sameState(before, after)) return;
    const label = labelOf(path, this.repository.root, this.environment);
    this.changes.push({ type: 'file', part, path, label, before, after });
  }

  /** The changes with the record of them, which comes first: whatever happens after it can be undone. */
  finish(): Change[] {
    if (this.changes.length === 0) return [];
    const files = new Map(this.record.files.map((entry) => [entry.path, entry]));
    const folders = [...this.record.folders];
    for (const { part, path, before, after } of this.changes) {
      if (part === 'bundle' || !after) continue;
      const earlier = files.get(path);
      const untouched = earlier && before && sha256(before.bytes) === earlier.written;
      files.set(path, entryOf(path, part, untouched ? stateBefore(earlier) : withoutOurs(part, before), after.bytes));
      for (const folder of missingFolders(path)) if (!folders.includes(folder)) folders.push(folder);
    }
    const path = this.recordFile;
    const before = readState(path);
    const after = { bytes: recordBytes({ version: 1, files: [...files.values()], folders }), mode: 0o600 };
    if (sameState(before, after)) return this.changes;
    const label = labelOf(path, this.repository.root, this.environment);
    return [{ type: 'file', part: 'record', path, label, before, after }, ...this.changes];
  }
}

function notesOf(
  repository: Repository,
  folder: HooksFolder,
  environment: Environment,
  hasComments: boolean,
  stack: readonly DetectedStack[],
): string[] {
  const notes: string[] = [];
  const label = labelOf(folder.path, repository.root, environment);
  if (folder.inWorkTree) {
    notes.push(
      `git runs hooks from ${label}, inside the work tree (core.hooksPath). A tool that rewrites that folder (husky, lefthook) takes the push guard out again: run \`npx flow-hooks install\` after it, or \`npx flow-hooks doctor\` to see.`,
    );
  }
  if (folder.shared) {
    notes.push(
      `git runs hooks from ${label}, which other repositories share (core.hooksPath). Only this one is judged there.`,
    );
  }
  if (hasComments && !HOST_ACCEPTS_COMMENTS) {
    notes.push(
      '.claude/settings.json holds comments. They are kept, but Claude Code reads strict JSON and may drop the whole file, our hooks with it: take them out if `npx flow-hooks doctor` sees no session.',
    );
  }
  if (askGit(repository.root, ['check-ignore', LAUNCHER_PATH, '.claude/settings.json'], environment)) {
    notes.push(
      'git ignores .claude/ here, so the guard is yours alone: teammates get it only if its files are committed.',
    );
  }
  if (stack.length === 0) {
    notes.push('No test runner was found. Pushes are let through with a notice until flow.config.yaml names a suite.');
  }
  return notes;
}

function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let at = dirname(path); !existsSync(at); at = dirname(at)) missing.unshift(at);
  return missing;
}

function text(content: string, before: FileState | null): FileState {
  return { bytes: Buffer.from(content), mode: before?.mode ?? 0o644 };
}

function textOf(state: FileState | null): string | null {
  return state ? state.bytes.toString('utf8') : null;
}

function problem(code: string, path: string | undefined, args: Finding['args']): Finding {
  return { code, level: 'block', ...(path !== undefined && { path }), args };
}

function refuse(code: string, path: string | undefined, args: Finding['args']): { ok: false; findings: Finding[] } {
  return { ok: false, findings: [problem(code, path, args)] };
}
