import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Client } from '@flow/clients/client';
import { CLIENTS } from '@flow/clients/clients';
import { UNHOOKED } from '@flow/clients/unhooked';
import { surroundingsOf } from '@flow/engine/places/surroundings';
import { labelOf } from '@flow/engine/text/label';
import { readState } from '@flow/evidence/disk/file-state';
import type { Repository } from '@flow/evidence/fast';
import { fitted, hostNamed } from '../../host-files/host-files.js';
import { inspectEntries } from '../../host-files/settings-edit.js';
import { type Check, failure, ok, type Subject, warning } from '../check.js';
import { limitsIn } from '../limits.js';

/**
 * `checkClients` checks the installations of all clients but the usual one, whose settings have a check of their own: the
 * entries, whether the client runs them, and what cannot be enforced there.
 */
export function checkClients(subject: Subject): Check[] {
  const unhooked = UNHOOKED.filter(({ signs }) =>
    signs.some((name) => existsSync(join(subject.repository.root, name))),
  );
  const guarded = subject.hosts.flatMap((host) => {
    const limits = limitsIn(host).map(({ capability, text }) =>
      warning(`${host.name}-${capability}`, `NOT ENFORCED in ${host.product}`, text),
    );
    return host === CLIENTS[0] ? [] : [...checkEntries(subject, host), ...limits];
  });
  return [
    ...guarded,
    ...unhooked.map(({ id, product, why }) =>
      warning(
        `${id}-unhooked`,
        `NOT GUARDED in ${product}`,
        `${why}. Its pushes are judged by the git hook and by CI alone.`,
      ),
    ),
  ];
}

/**
 * Checks what keeps our hooks from running in a session of Codex that a driver starts: all of them, and the one at its start,
 * which shows that they run.
 */
export function codexUntrusted(repository: Repository, environment: Subject['environment']): Check[] {
  return checkEntries({ repository, environment }, hostNamed('codex')!).filter(({ status }) => status !== 'ok');
}

/** Codex takes the hooks of a linked work tree, and the trust in them, from the main one (0.169, measured). */
function hooksRoot({ root, gitDir, commonDir }: Repository, { name }: Client): string {
  return name === 'codex' && gitDir !== commonDir && basename(commonDir) === '.git' ? dirname(commonDir) : root;
}

/** Milliseconds that reading the policy may take. */
const POLICY_TIME = 10_000;

function checkEntries({ repository, environment }: Pick<Subject, 'repository' | 'environment'>, any: Client): Check[] {
  const root = hooksRoot(repository, any);
  const policy = surroundingsOf(root, { environment, deadline: Date.now() + POLICY_TIME })?.policy;
  const host = policy ? fitted(any, policy) : any;
  const file = join(root, host.settings);
  const label = labelOf(file, root, environment);
  const text = readState(file)?.bytes.toString('utf8') ?? '';
  const facts = (settings: Readonly<Record<string, unknown>>): Check[] =>
    (host.trust?.({ root, environment, file, settings }) ?? []).map(({ id, ...fact }) => ({
      ...{ id: `${host.name}-${id}`, ...fact },
    }));
  const whole = host.whole?.(host.registrations);
  if (whole !== undefined) {
    const id = `${host.name}-settings`;
    const isOurs = text === whole;
    return [
      isOurs ? ok(id, label, 'as written') : failure(id, label, 'is not as it was written.', host.install),
      ...facts({}),
    ];
  }
  const inspected = inspectEntries(text, host);
  if (!inspected.ok) {
    const { line, column, message } = inspected.problems[0] ?? { line: 1, column: 1, message: 'cannot be read' };
    const detail = `${line}:${column}: ${message}. ${host.product} ignores the whole file, including our hooks.`;
    return [failure(`${host.name}-settings`, label, detail, `$EDITOR ${label}`)];
  }
  if (inspected.hasComments) {
    const detail = `contains comments, which JSON does not allow: ${host.product} ignores the whole file, including our hooks.`;
    return [failure(`${host.name}-settings`, label, detail, `$EDITOR ${label}`)];
  }
  const wrong = inspected.entries.filter(({ state }) => state !== 'current');
  const checks = wrong.map(({ event, state, faults }) =>
    failure(
      `${host.name}-settings-${event}`,
      `${label}, ${event}`,
      state === 'missing' ? 'is not registered.' : `${faults.join(', ')}.`,
      host.install,
    ),
  );
  if (wrong.length === 0) checks.push(ok(`${host.name}-settings`, label, `${inspected.entries.length} hooks`));
  return [...checks, ...facts(inspected.value)];
}
