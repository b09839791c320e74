import { join } from 'node:path';
import type { Client } from '@flow/clients/client';
import { FRONT_PATH, LAUNCHER_PATH, REGISTRATIONS } from '@flow/clients/registrations';
import { type Settings, settingsFiles } from '@flow/engine/facts/client-settings/settings-files';
import { frontFile } from '@flow/engine/places/front';
import { frontSource } from '@flow/engine/places/front-source';
import { launcherFile } from '@flow/engine/places/launcher';
import { surroundingsOf } from '@flow/engine/places/surroundings';
import { labelOf } from '@flow/engine/text/label';
import { readState } from '@flow/evidence/disk/file-state';
import { fitted, hostNamed, usedHosts } from '../../host-files/host-files.js';
import { HOST_ACCEPTS_COMMENTS, inspectEntries } from '../../host-files/settings-edit.js';
import { isStartedByName, namesNode } from '../../host-files/started-by-name.js';
import { type Check, failure, INSTALL, ok, type Subject, warning } from '../check.js';

/** Milliseconds that reading the policy may take. */
const POLICY_TIME = 10_000;

/** Checks the entries in the project's settings, and every settings file that could switch them off. */
export function checkSettings(subject: Subject): Check[] {
  if (!subject.hosts.some(({ adapter }) => adapter.name === 'claude-code')) return [];
  // The plugin registers its hooks itself.
  if (subject.plugin) return checkSwitches(subject, null);
  const { repository, environment } = subject;
  const project = join(repository.root, '.claude/settings.json');
  const label = labelOf(project, repository.root, environment);
  const state = readState(project);
  if (!state) return [failure('settings', label, 'is missing: no hook is registered.', INSTALL)];
  const host = hostNamed('claude-code')!;
  const policy = surroundingsOf(repository.root, { environment, deadline: Date.now() + POLICY_TIME })?.policy;
  const text = state.bytes.toString('utf8');
  const isByName = isStartedByName(repository.root, text, environment);
  const inspected = inspectEntries(text, policy ? fitted(host, policy, isByName) : host);
  if (!inspected.ok) {
    const { line, column, message } = inspected.problems[0] ?? { line: 1, column: 1, message: 'cannot be read' };
    const detail = `${line}:${column}: ${message}. Claude Code ignores the whole file, including our hooks.`;
    return [failure('settings', label, detail, `$EDITOR ${label}`)];
  }
  const checks: Check[] = [];
  const guards = new Set(REGISTRATIONS.filter((entry) => entry.onFailure).map((entry) => entry.event));
  const wrong = inspected.entries.filter((entry) => entry.state !== 'current');
  for (const entry of wrong) {
    const what = entry.state === 'missing' ? 'is not registered' : entry.faults.join(', ');
    const report = guards.has(entry.event) ? failure : warning;
    checks.push(report(`settings-${entry.event}`, `${label}, ${entry.event}`, `${what}.`, INSTALL));
  }
  if (wrong.length === 0) {
    checks.push(ok('settings', label, `${inspected.entries.length} hooks in exec form, guards closed on failure`));
  }
  for (const command of throughPackageManager(inspected.value)) {
    const detail = `"${command.slice(0, 120)}" starts our hooks by name. That is slow, and without node_modules it fails open. Delete that entry, then install.`;
    checks.push(failure('settings-npx', label, detail, INSTALL));
  }
  if (inspected.hasComments && !HOST_ACCEPTS_COMMENTS) {
    const detail =
      'contains comments, which JSON does not allow: Claude Code ignores the whole file, including our hooks.';
    checks.push(failure('settings-comments', label, detail, `$EDITOR ${label}`));
  }
  checks.push(...(isByName ? checkBit(subject) : checkReaders(subject, host, text)));
  if (policy?.front === 'posix') checks.push(checkFront(subject, isByName));
  checks.push(...checkSwitches(subject, inspected.value));
  return checks;
}

/**
 * Checks that the launcher can be started by its name. The client refuses each call that it cannot ask about (`EACCES`, measured with
 * 2.1.332), and goes on at every other event; the entry at a session's start gives the bit back, where the session may.
 */
function checkBit({ repository }: Subject): Check[] {
  const state = readState(launcherFile(repository.root));
  if (state === null || (state.mode & 0o100) !== 0) return [];
  const detail =
    'is not executable: until a session begins anew, Claude Code cannot start it, refuses every call that it would ask about, and records nothing.';
  return [failure('launcher-bit', `Launcher ${LAUNCHER_PATH}`, detail, `chmod +x ${LAUNCHER_PATH}`)];
}

/** Says what entries that name `node` mean for other clients that read the same file and drop the words behind a command. */
function checkReaders({ repository, environment }: Subject, { settings }: Client, text: string): Check[] {
  if (!namesNode(text)) return [];
  return usedHosts(repository.root, environment)
    .filter(({ reads }) => reads?.includes(settings))
    .map(({ name, product, install }) =>
      warning(
        `${name}-reads-settings`,
        settings,
        `names \`node\`, as no executable bit is kept here or on a machine of the team. ${product} reads the file too and starts \`node\` without its words: that fails at each event, guards nothing and refuses no call. Its own file guards it.`,
        install,
      ),
    );
}

/** Checks the front, which the policy asks for: there, unchanged, of this version, and a file that can be started by its name. */
function checkFront({ repository, version }: Subject, isPossible: boolean): Check {
  const title = `Front ${FRONT_PATH}`;
  if (!isPossible) {
    const detail = `no executable bit is kept here or on a machine of the team, so Node's entry is written and \`front: posix\` changes nothing. Take that line out of the configuration, or leave it for other machines.`;
    return warning('front', title, detail, '$EDITOR flow.config.yaml');
  }
  const state = readState(frontFile(repository.root));
  if (!state) return failure('front', title, 'is missing: the client cannot ask about commands.', INSTALL);
  if (state.bytes.toString('utf8') !== frontSource(version))
    return failure('front', title, 'was changed after it was written, or is of another version.', INSTALL);
  if ((state.mode & 0o100) === 0)
    return failure('front', title, 'cannot be started: it is not executable.', `chmod +x ${FRONT_PATH}`);
  return ok('front', title, `unchanged, version ${version}`);
}

/**
 * `disableAllHooks` is a scalar: of the files that set it, the one highest in the order managed, local, project,
 * user counts.
 */
function checkSwitches({ repository, environment }: Subject, project: Settings | null): Check[] {
  const checks: Check[] = [];
  const files = settingsFiles({ repository, environment }).map((file) =>
    file.place === 'project' && project ? { ...file, value: project, isBroken: false } : file,
  );
  for (const { label, isBroken } of files) {
    if (!isBroken) continue;
    const detail = 'is not valid JSON: Claude Code ignores the whole file.';
    checks.push(warning('settings-other', label, detail, `$EDITOR ${label}`));
  }
  const deciding = files.find((file) => typeof file.value?.disableAllHooks === 'boolean');
  if (deciding?.value?.disableAllHooks === true) {
    const { label } = deciding;
    const detail = 'says "disableAllHooks": true, so none of our hooks run.';
    checks.push(failure('hooks-disabled', label, detail, `$EDITOR ${label}`));
  }
  const managed = files.find(({ place }) => place === 'managed')!;
  for (const key of ['allowManagedHooksOnly', 'strictPluginOnlyCustomization']) {
    const value = managed.value?.[key];
    if (value !== true && !(Array.isArray(value) && value.includes('hooks'))) continue;
    const detail = `says "${key}": only an administrator can install hooks on this machine.`;
    checks.push(failure('hooks-managed', managed.label, detail));
  }
  if (!checks.some((check) => check.status === 'failure')) {
    checks.push(ok('hooks-enabled', 'Hooks of the host', 'no settings file turns them off'));
  }
  return checks;
}

/** Lists commands below `hooks` that name our package instead of the launcher. */
function throughPackageManager(settings: Settings): string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { command, args } = value as Settings;
    if (typeof command === 'string') {
      const line = [command, ...(Array.isArray(args) ? args : [])].join(' ');
      if (/flow-hooks|@flow[\\/]hooks/.test(line) && !line.includes('.claude/hooks/flow.cjs')) found.push(line);
    }
    for (const child of Object.values(value)) walk(child);
  };
  walk(settings.hooks);
  return found;
}
