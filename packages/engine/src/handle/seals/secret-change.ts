import path from 'node:path';
import type { Finding } from '@flow/core';
import {
  appendEvent,
  changedSince,
  lookAt,
  onlyClosedSince,
  readSeal,
  repositoryState,
  writeSeal,
} from '@flow/evidence';
import { namesIn } from '@flow/evidence/disk/names-in';
import { type Secrets, secretsOf } from '../../places/secrets.js';
import { homeOf, type Surroundings } from '../../places/surroundings.js';
import { notLetThrough } from '../../run/overrides/let-through.js';
import { cleanOnes } from './protected-change.js';
import { stillTold } from './still-told.js';

/**
 * Secrets after a shell call: what a command did to them without showing it. Their owner and the owner's programs change
 * them too, so only the time of one call is compared, and nothing is put back.
 */

const SEAL = 'secrets.json';
const MAX_WATCHED = 100;
/** Milliseconds that may lie between a command's end and our look, which the command's own time does not hold. */
const SLACK = 10_000;

/** In the home directory, where programs of every project keep theirs. */
const HOME_FILES = ['.ssh/authorized_keys', '.aws/credentials', '.netrc', '.kube/config', '.npmrc'];

/** Takes the look of the secrets before a command runs; the first time they are looked for everywhere. */
export function sealSecrets(around: Surroundings, directory: string): void {
  if (around.policy.guards.sensitive === 'off') return;
  const folder = repositoryState(around.repository, around.start.environment);
  const before = readSeal(folder, SEAL);
  const known = before ? before.stamps.map(([file]) => file) : secretsHere(around).below(around.repository.root);
  const present = lookAt([...new Set([...watched(around, directory), ...known])].slice(0, MAX_WATCHED));
  if (JSON.stringify(before) !== JSON.stringify(present)) writeSeal(folder, present, SEAL);
}

/**
 * Secrets that changed since then, or that the host says the command changed; those that git itself brought are no news,
 * nor are those that were only closed to others.
 * @param changed the host's list of changed files, where it has one
 */
export function observeSecrets(
  around: Surroundings,
  event: { tool: string; session: string; directory: string; call?: string; durationMs?: number | null },
  changed: readonly string[],
): Finding | null {
  const { repository, start } = around;
  const folder = repositoryState(repository, start.environment);
  const seal = readSeal(folder, SEAL);
  const secrets = secretsHere(around);
  const listed = changed.map((file) => path.resolve(event.directory, file)).filter((file) => secrets.has(file, null));
  // A command that changes the folder ends where nobody has looked before: what stands there may be older than the call.
  const began = Date.now() - (event.durationMs ?? Number.POSITIVE_INFINITY) - SLACK;
  const known = new Set(seal?.stamps.map(([file]) => file));
  const appeared = lookAt(watched(around, event.directory).filter((file) => !known.has(file)))
    .stamps.filter(([, stamp]) => stamp !== null && stamp[1] >= began)
    .map(([file]) => file);
  const changedHere = seal ? changedSince(seal).filter((file) => !onlyClosedSince(seal, file)) : [];
  const all = [...new Set([...(seal ? [...changedHere, ...appeared] : []), ...listed])];
  const clean = cleanOnes(all, around);
  const dirty = all.filter((file) => !clean.has(file));
  const touched = stillTold('sensitive', 'SENSITIVE_CHANGED', notLetThrough(dirty, event.call, around), around);
  if (touched.length === 0) return null;
  sealSecrets(around, event.directory);
  const by = { tool: event.tool, session: event.session };
  appendEvent(repository, { type: 'breach', data: { paths: touched, damage: [], ...by, evidence: false } });
  const paths = touched.map((file) => {
    const inside = path.relative(repository.root, file);
    return inside.startsWith('..') ? file : inside;
  });
  return { code: 'SENSITIVE_CHANGED', level: 'warn', args: { paths, pathsTotal: paths.length } };
}

const secretsHere = ({ policy, start }: Surroundings): Secrets =>
  secretsOf(homeOf(start.environment), policy.sensitive);

/** Secrets where people keep them: beside the repository's and the command's folder, and at home. */
function watched(around: Surroundings, directory: string): string[] {
  const secrets = secretsHere(around);
  const folders = new Set([around.repository.root, path.resolve(directory)]);
  const near = [...folders].flatMap((folder) => {
    const names = namesIn(folder).map((name) => path.join(folder, name));
    return [path.join(folder, '.env'), ...names.filter((file) => secrets.has(file, null))];
  });
  const home = HOME_FILES.map((name) => path.join(homeOf(around.start.environment), name));
  return [...new Set([...near, ...home])];
}
