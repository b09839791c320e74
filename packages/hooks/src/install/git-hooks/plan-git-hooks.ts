import { join } from 'node:path';
import {
  HOOK_NAMES,
  type HookName,
  type HookSeat,
  type HooksFolder,
  hookScript,
  isOurHook,
  SHARED_MARKER,
  seatOf,
} from '@flow/engine/places/git-hook';
import { CALLED_FOLDER } from '@flow/engine/places/hook-call';
import type { FileState } from '@flow/evidence/disk/file-state';
import { sameState } from '@flow/evidence/disk/file-state';
import { isWithinFolder } from '@flow/evidence/disk/is-within-folder';
import { type Planner, problem } from '../plan/planner.js';
import { type ManagerFile, managersOf } from './hook-managers.js';

/** The facts that the scripts of all hooks depend on. */
interface Setting {
  folder: HooksFolder;
  /** Absolute path of the per-user bundle's `hook.cjs`. */
  program: string;
  version: string;
}

/**
 * Plans git's hooks: where a hook manager makes git call them, through its own configuration; otherwise in git's folder,
 * in front of what is there. A manager that rewrites git's folder is told of ours in any case.
 */
export function planGitHooks(plan: Planner, setting: Setting): void {
  const { folder } = setting;
  const { repository } = plan;
  const managers = managersOf(repository, folder);
  for (const manager of managers) planManager(plan, manager);
  for (const name of HOOK_NAMES) {
    const installed = plan.read(join(folder.path, name), baseOf(plan, folder));
    if (installed === 'refused') continue;
    const text = installed?.bytes.toString('utf8') ?? null;
    if (managers.length > 0) planCalled(plan, setting, name);
    if (!managers.some((manager) => manager.serves(name, text ?? '')))
      planSeat(plan, setting, seatOf(folder, name, text));
  }
  if (folder.shared) {
    plan.write('marker', join(repository.evidence, SHARED_MARKER), repository.commonDir, (before) => ({
      bytes: Buffer.from(''),
      mode: before?.mode ?? 0o644,
    }));
  }
}

function planManager(plan: Planner, { part, path, add }: ManagerFile): void {
  plan.write(part, path, plan.repository.root, (before) => {
    const after = add(before?.bytes.toString('utf8') ?? null);
    if (after === null) return problem('MANAGER_UNREADABLE', path, {});
    return { bytes: Buffer.from(after), mode: before?.mode ?? (part === 'husky' ? 0o755 : 0o644) };
  });
}

/** Plans the script that managers call: nothing was there before it. */
function planCalled(plan: Planner, { program, version }: Setting, name: HookName): void {
  const { commonDir } = plan.repository;
  const folder = { path: join(commonDir, CALLED_FOLDER), inWorkTree: false, shared: false };
  const script = hookScript({ name, version, program, earlier: null, folder, environment: plan.environment });
  plan.write('git-hook', join(folder.path, name), commonDir, () => ({ bytes: Buffer.from(script), mode: 0o755 }));
}

function planSeat(plan: Planner, { folder, program, version }: Setting, { name, path, aside }: HookSeat): void {
  const base = baseOf(plan, folder);
  const current = plan.read(path, base);
  const kept = plan.read(aside, base);
  if (current === 'refused' || kept === 'refused') return;
  const foreign = current && !isOurHook(current.bytes.toString('utf8')) ? current : null;
  if (foreign && kept && !sameState(foreign, kept)) {
    plan.findings.push(problem('EARLIER_HOOK_TAKEN', path, { kept: aside, name }));
    return;
  }
  if (foreign) plan.write('earlier-hook', aside, base, () => foreign);
  const earlier = (foreign ?? kept)?.bytes.toString('utf8') ?? null;
  const script = hookScript({ name, version, program, earlier, folder, environment: plan.environment });
  plan.write('git-hook', path, base, (before: FileState | null) => {
    const keeps = before !== null && !foreign && ((before.mode & 0o100) !== 0 || process.platform === 'win32');
    return { bytes: Buffer.from(script), mode: keeps ? before.mode : 0o755 };
  });
}

const baseOf = ({ repository }: Planner, folder: HooksFolder) =>
  [repository.commonDir, repository.root].find((place) => isWithinFolder(folder.path, place)) ?? folder.path;
