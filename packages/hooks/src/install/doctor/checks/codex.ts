import { basename, dirname, join } from 'node:path';
import type { Client } from '@flow/clients/client';
import { CLIENTS } from '@flow/clients/clients';
import { hooksAreOff, isTrustedFolder, type Trust, trustOf } from '@flow/clients/codex/trust';
import type { HandlerGroup } from '@flow/clients/registrations';
import { readState } from '@flow/evidence/disk/file-state';
import type { Repository } from '@flow/evidence/fast';
import { inspectEntries } from '../../host-files/settings-edit.js';
import { labelOf } from '../../plan/label.js';
import { type Check, failure, ok, type Subject, warning } from '../check.js';
import { limitsOf } from '../limits.js';

/** Starting it is how a person looks at hooks and trusts them. */
const REVIEW = 'codex';

const WORDS: Record<Exclude<Trust, 'trusted'>, string> = {
  untrusted: 'nobody has trusted it yet, so Codex silently skips it. Start Codex here and type /hooks.',
  changed: 'it differs from the trusted version, so Codex silently skips it. Type /hooks in Codex.',
  off: 'it is turned off in the Codex configuration. Type /hooks in Codex.',
};

/**
 * `checkCodex` checks an installation of Codex: its entries, whether a person trusts them, and what cannot be enforced
 * there.
 */
export function checkCodex(subject: Subject): Check[] {
  const host = subject.hosts.find(({ adapter }) => adapter.name === 'codex');
  if (!host) return [];
  const limits = limitsOf(host.adapter.capabilities).map(({ capability, text }) =>
    warning(`codex-${capability}`, 'NOT ENFORCED in Codex', text),
  );
  return [...checkEntries(subject, host), ...limits];
}

/**
 * Checks what keeps our hooks from running in a session of Codex that a driver starts: all of them, and the one at its start,
 * which shows that they run.
 */
export function codexUntrusted(repository: Repository, environment: Subject['environment']): Check[] {
  const host = CLIENTS.find(({ adapter }) => adapter.name === 'codex')!;
  return checkEntries({ repository, environment }, host).filter(({ status }) => status !== 'ok');
}

/** Codex takes the hooks of a linked work tree, and the trust in them, from the main one (0.169, measured). */
function hooksRoot({ root, gitDir, commonDir }: Repository): string {
  return gitDir !== commonDir && basename(commonDir) === '.git' ? dirname(commonDir) : root;
}

function checkEntries({ repository, environment }: Pick<Subject, 'repository' | 'environment'>, host: Client): Check[] {
  const root = hooksRoot(repository);
  const file = join(root, host.settings);
  const label = labelOf(file, root, environment);
  const inspected = inspectEntries(readState(file)?.bytes.toString('utf8') ?? '', host);
  if (!inspected.ok) {
    const { line, column, message } = inspected.problems[0] ?? { line: 1, column: 1, message: 'cannot be read' };
    const detail = `${line}:${column}: ${message}. Codex ignores the whole file, including our hooks.`;
    return [failure('codex-settings', label, detail, `$EDITOR ${label}`)];
  }
  if (inspected.hasComments) {
    const detail = 'contains comments, which JSON does not allow: Codex ignores the whole file, including our hooks.';
    return [failure('codex-settings', label, detail, `$EDITOR ${label}`)];
  }
  const wrong = inspected.entries.filter(({ state }) => state !== 'current');
  const checks = wrong.map(({ event, state, faults }) =>
    failure(
      `codex-settings-${event}`,
      `${label}, ${event}`,
      state === 'missing' ? 'is not registered.' : `${faults.join(', ')}.`,
      host.install,
    ),
  );
  if (wrong.length === 0) checks.push(ok('codex-settings', label, `${inspected.entries.length} hooks`));
  return [...checks, ...checkTrust({ root, environment, host, file, settings: inspected.value })];
}

/** `Registered` holds the hooks of Codex in a project's file. */
interface Registered extends Pick<Subject, 'environment'> {
  root: string;
  host: Client;
  file: string;
  settings: Record<string, unknown>;
}

function checkTrust({ root, file, settings, environment, host }: Registered): Check[] {
  const home = environment.CODEX_HOME ?? join(environment.HOME ?? environment.USERPROFILE ?? '', '.codex');
  const config = readState(join(home, 'config.toml'))?.bytes.toString('utf8') ?? '';
  const title = 'Trust in our hooks';
  if (hooksAreOff(config)) {
    return [failure('codex-trust', title, 'the Codex configuration says hooks = false, so no hook runs.', REVIEW)];
  }
  if (!isTrustedFolder(root, config)) {
    const detail = 'Codex does not trust this folder, so it ignores its hooks. Start Codex here and accept.';
    return [failure('codex-trust', title, detail, REVIEW)];
  }
  const checks: Check[] = [];
  const events = settings.hooks as Record<string, HandlerGroup[]> | undefined;
  for (const registration of host.registrations) {
    const wanted = host.groupOf(registration);
    const groups = events?.[registration.event] ?? [];
    const group = groups.findIndex(({ hooks }) => hooks?.some(({ command }) => command === wanted.hooks[0]?.command));
    if (group < 0) continue;
    const handler = groups[group]!.hooks.findIndex(({ command }) => command === wanted.hooks[0]?.command);
    const trust = trustOf({ file, event: registration.event, group, handler }, wanted, config);
    if (trust === 'trusted') continue;
    const report = registration.onFailure ? failure : warning;
    checks.push(report(`codex-trust-${registration.event}`, `${title}, ${registration.event}`, WORDS[trust], REVIEW));
  }
  return checks.length > 0 ? checks : [ok('codex-trust', title, 'a person has trusted each current hook')];
}
