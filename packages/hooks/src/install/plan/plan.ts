import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@flow/clients/client';
import { FRONT_PATH, LAUNCHER_PATH } from '@flow/clients/registrations';
import { type Finding, isWithin, type Policy } from '@flow/core';
import { readBundle } from '@flow/engine/places/bundle';
import { frontSource } from '@flow/engine/places/front-source';
import { askGit, findHooksFolder, whyNoGit } from '@flow/engine/places/git-hook';
import { launcherSource } from '@flow/engine/places/launcher';
import { isMarked, marked, type ProjectFile } from '@flow/engine/places/project-files';
import { isSealedHere } from '@flow/engine/places/seal';
import { surroundingsOf } from '@flow/engine/places/surroundings';
import { builtInPolicy } from '@flow/engine/policy/built-in';
import { CONFIG_NAMES } from '@flow/engine/policy/policy';
import { type DetectedProject, type DetectedStack, detectProject } from '@flow/engine/policy/presets/detect-stack';
import type { NamedTests } from '@flow/engine/policy/presets/unread-tests';
import { asCommitted } from '@flow/engine/text/as-typed';
import type { FileState } from '@flow/evidence/disk/file-state';
import { readSmall } from '@flow/evidence/disk/read-small';
import { bundleFolder, type Environment, findRepository, isBare, stateFolder } from '@flow/evidence/fast';
import { planGitHooks } from '../git-hooks/plan-git-hooks.js';
import { approveCommands } from '../host-files/approve-command.js';
import { fitted, hostsOf, installedHosts } from '../host-files/host-files.js';
import { asProjectFormats } from '../host-files/project-format.js';
import { addEntries, withStatusLine } from '../host-files/settings-edit.js';
import { isStartedByName } from '../host-files/started-by-name.js';
import { holdsStatusLine } from '../host-files/status-line.js';
import { CONFIG_FILE } from '../project/config-file.js';
import { addBlock } from '../project/ignore-block.js';
import { addRules, memoryFiles, removeRules } from '../project/rules-block.js';
import { withSchema } from '../project/schema-line.js';
import { planInPlace } from '../seal/plan-in-place.js';
import { type Backend, planSeal, planUnsealed } from '../seal/plan-seal.js';
import type { Change } from './change.js';
import { planMemory } from './memory.js';
import { notesOf } from './notes.js';
import { withoutOurs } from './our-part.js';
import { Planner, problem } from './planner.js';

/** Milliseconds that reading the policy may take. */
const POLICY_TIME = 10_000;

export interface InstallOptions {
  /** Absolute path of any folder inside the work tree. */
  directory: string;
  environment: Environment;
  /** Version of the package, which names the per-user bundle and is pinned in the launcher. */
  version: string;
  /** Folder that holds the built files of `BUNDLE_FILES`. */
  bundle: string;
  /** Makes the text of a `flow.config.yaml` to write if there is no configuration yet; null: none is written. */
  config: ((project: DetectedProject) => string) | null;
  /** The whole text of the configuration with the front in it, which a person has just said yes to. @default the policy says */
  front?: string;
  /** What becomes of the text of a configuration in YAML that is there. @default it stays as it is */
  amend?: (text: string) => string;
  /** The clients to install for, beside those that are there already. @default those, or the usual one */
  hosts?: readonly Client[];
  /** The shells of sessions are sealed, or not any more. @default as they are */
  seal?: Backend | 'off';
  /** A status line is added, in clients that have one. @default only what is there already is kept up to date */
  statusLine?: boolean;
  /** Agents and skills for clients that have them. @default what is there stays */
  files?: readonly ProjectFile[];
  /** The rules are added to the memory files of the clients. @default only where they are already */
  rules?: boolean;
  /** Our block in the memory file of the person: added, or kept out. @default only brought up to date where it stands */
  memory?: boolean;
}

export type InstallPlan =
  | {
      ok: true;
      plan: Change[];
      stack: DetectedStack[];
      unread: NamedTests[];
      isConfigured: boolean;
      /** A front could be here, and nobody has asked for one. */
      isWithoutFront: boolean;
      notes: string[];
    }
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
  if (!folder) return refuse(whyNoGit(repository, environment), repository.root, {});
  if (askGit(repository.root, ['rev-parse', '--is-inside-work-tree'], environment) === 'false')
    return refuse('NO_WORK_TREE', repository.root, {});
  const bundle = readBundle(options.bundle, version);
  if (!bundle.ok) return bundle;

  const plan = new Planner(repository, environment);
  const home = bundleFolder(version, environment);
  for (const { name, bytes } of bundle.files) {
    plan.write('bundle', join(home, name), stateFolder(environment), () => ({ bytes, mode: 0o644 }));
  }
  const { root } = repository;
  planGitHooks(plan, { folder, program: join(home, 'hook.cjs'), version });
  plan.write('ignore', join(root, '.gitignore'), root, (before) => text(addBlock(textOf(before)), before));
  const { config, amend, front } = options;
  const { policy: inForce, pending } = policyOf(root, environment);
  const policy: Policy = front === undefined ? inForce : { ...inForce, front: 'posix' };
  const project = detectProject(root, policy.presets);
  const there = CONFIG_NAMES.find((name) => existsSync(join(root, name)));
  if (front !== undefined) {
    plan.write('config', join(root, there ?? CONFIG_FILE), root, (before) =>
      text(before ? front : asCommitted(withSchema(front, root), root), before),
    );
  } else if (config !== null && there === undefined) {
    plan.write('config', join(root, CONFIG_FILE), root, () =>
      text(asCommitted(withSchema(config(project), root), root), null),
    );
  } else if (amend && there !== undefined && !there.endsWith('.json')) {
    plan.write('config', join(root, there), root, (before) => text(amend(textOf(before) ?? ''), before));
  }
  const hosts = options.hosts ? [...new Set([...installedHosts(root), ...options.hosts])] : hostsOf(root);
  if (hosts.some(({ adapter }) => adapter.capabilities.promptExpansion)) planApprovals(plan, root, policy);
  const kept = hosts.some(({ adapter }) => adapter.capabilities.promptExpansion)
    ? planFiles(plan, root, options.files ?? [])
    : [];
  planRules(plan, root, hosts, options.rules === true);
  const remembered = planMemory(plan, hosts, options.memory);
  const starting = hosts.find(({ startsByName }) => startsByName);
  const isByName =
    starting !== undefined && isStartedByName(root, readSmall(join(root, starting.settings)), environment);
  plan.write('launcher', join(root, LAUNCHER_PATH), root, (before) =>
    text(launcherSource(version), before, isByName ? 0o755 : undefined),
  );
  planFront(plan, isByName && policy.front === 'posix', version);
  const commented = hosts.filter((host) =>
    planEntries(plan, fitted(host, policy, isByName), root, options.statusLine === true),
  );
  const ofSeal: string[] = [];
  if (options.seal === 'off') planUnsealed(plan);
  else if (options.seal || isSealedHere(repository, environment)) {
    ofSeal.push(...planSeal(plan, folder.path, options.seal));
    planInPlace(plan, { bundle: options.bundle, home, version, gitHooks: folder.path });
  }
  if (plan.findings.length > 0) return { ok: false, findings: plan.findings };
  const { stacks: stack, runners, byName } = project;
  const unread = project.unread.filter(({ root: at }) => !policy.suites.some((suite) => isWithin(at, suite.root)));
  const written = there ?? (config === null ? null : CONFIG_FILE);
  const isConfigNew = config !== null && there === undefined;
  const isHeld = policy.suites.length === 0 && pending.some(mayNameTests);
  const around = { repository, folder, environment, hosts, commented, policy };
  const notes = notesOf({ ...around, stack, runners, unread, byName, config: written, isConfigNew, isHeld });
  for (const path of kept) notes.push(`${path} belongs to the project: it is kept, and ours is not written.`);
  notes.unshift(...ofSeal, ...remembered);
  const isWithoutFront = isByName && policy.front === undefined;
  return { ok: true, plan: plan.finish(), stack, unread, isConfigured: there !== undefined, isWithoutFront, notes };
}

/** Plans the front, where the policy wants one and a file can be started by its name; one that is not wanted goes. */
function planFront(plan: Planner, isWanted: boolean, version: string): void {
  const { root } = plan.repository;
  const path = join(root, FRONT_PATH);
  if (isWanted) {
    plan.write('front', path, root, () => ({ bytes: Buffer.from(frontSource(version)), mode: 0o755 }));
    return;
  }
  const before = existsSync(path) ? plan.read(path, root) : null;
  if (before !== null && before !== 'refused' && withoutOurs('front', before) === null)
    plan.remove('front', path, before, null);
}

/** The policy in force, and what is said of a configuration that is not. */
function policyOf(root: string, environment: Environment): { policy: Policy; pending: Finding[] } {
  const around = surroundingsOf(root, { environment: { ...environment }, deadline: Date.now() + POLICY_TIME });
  return { policy: around?.policy ?? builtInPolicy(), pending: around?.policyFindings ?? [] };
}

/** Plans a command for each gate, to be typed in a session. */
function planApprovals(plan: Planner, root: string, policy: Policy): void {
  for (const command of approveCommands(policy)) {
    // One that is there may be the project's own: the hook goes by its name, not by its text.
    plan.write(
      'command',
      join(root, command.path),
      root,
      (before) => before ?? text(asCommitted(command.text, root), null),
    );
  }
}

/** Agents and skills; returns those in whose place the project has a file of its own. */
function planFiles(plan: Planner, root: string, files: readonly ProjectFile[]): string[] {
  const kept: string[] = [];
  for (const file of files) {
    plan.write(file.part, join(root, file.path), root, (before) => {
      if (!before || isMarked(textOf(before) ?? '')) return text(marked(asCommitted(file.text, root)), before);
      kept.push(file.path);
      return before;
    });
  }
  return kept;
}

/** Plans the rules in each memory file that is read here; without being asked for, only where they stand already. */
function planRules(plan: Planner, root: string, hosts: readonly Client[], asks: boolean): void {
  for (const name of memoryFiles(root, hosts)) {
    const path = join(root, name);
    const stands = (given: string) => removeRules(given) !== given;
    if (!asks && !stands(readSmall(path) ?? '')) continue;
    plan.write('rules', path, root, (before) => text(addRules(textOf(before), root), before));
  }
}

/** `planEntries` plans the hooks in a client's settings file; true when that file holds comments. */
function planEntries(plan: Planner, host: Client, root: string, asksLine: boolean): boolean {
  let hasComments = false;
  const settings = join(root, host.settings);
  const whole = host.whole?.(host.registrations);
  if (whole !== undefined) {
    plan.write('plugin', settings, root, (before) => text(whole, before));
    return false;
  }
  plan.write('settings', settings, root, (before) => {
    if (before && !before.bytes.equals(Buffer.from(before.bytes.toString('utf8')))) {
      return problem('SETTINGS_NOT_UTF8', settings, {});
    }
    const given = textOf(before);
    const entries = addEntries(given, host);
    const hasLine = host.hasStatusLine && (asksLine || holdsStatusLine(given));
    const edit = entries.ok && hasLine ? withStatusLine(entries.text) : entries;
    if (edit.ok) {
      hasComments = edit.hasComments;
      return text(asProjectFormats(settings, given, edit.text, plan), before);
    }
    const { line, column, message } = edit.problems[0] ?? { line: 1, column: 1, message: 'cannot be read' };
    return problem('SETTINGS_INVALID', settings, { line, column, message, product: host.product });
  });
  return hasComments;
}

function text(content: string, before: FileState | null, mode = before?.mode ?? 0o644): FileState {
  return { bytes: Buffer.from(content), mode };
}

function textOf(state: FileState | null): string | null {
  return state ? state.bytes.toString('utf8') : null;
}

function refuse(code: string, path: string | undefined, args: Finding['args']): { ok: false; findings: Finding[] } {
  return { ok: false, findings: [problem(code, path, args)] };
}

/**
 * Tells whether a configuration that is not in force names tests, as far as anybody can tell while it cannot be
 * applied.
 */
const mayNameTests = ({ code, args }: Finding) =>
  code === 'POLICY_INVALID' || (Array.isArray(args.named) && args.named.length > 0);
