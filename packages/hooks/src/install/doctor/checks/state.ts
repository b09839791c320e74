import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CLIENTS } from '@flow/clients/clients';
import { hasEnded, lastDayOf } from '@flow/core';
import { damageHere } from '@flow/engine/facts/evidence-check';
import { unreadFacts } from '@flow/engine/facts/unread-facts';
import { compileLazily } from '@flow/engine/places/surroundings';
import { explainPending } from '@flow/engine/policy/pending';
import { type LoadedPolicy, loadPolicy, readConfig } from '@flow/engine/policy/policy';
import { detectProject } from '@flow/engine/policy/presets/detect-stack';
import { hidingNames } from '@flow/engine/recording/runs/hiding-names';
import { readerOf } from '@flow/engine/run/approvals/reader';
import { clean } from '@flow/engine/text/clean';
import { labelOf } from '@flow/engine/text/label';
import { formatFinding } from '@flow/engine/words/finding-words';
import { unreadStep, unreadWords } from '@flow/engine/words/unread-words';
import { readState } from '@flow/evidence/disk/file-state';
import { repositoryState, stateFolder } from '@flow/evidence/fast';
import { quoted } from '@flow/shell-effects/text/quoted';
import { type Check, failure, ok, type Subject, warning } from '../check.js';

/** Checks what the guard remembers and goes by: last session, stack, folders it writes to, policy in force. */
export function checkState(subject: Subject): Check[] {
  const { repository, environment } = subject;
  const inForce = loadPolicy(repository, { ...environment }, Date.now() + 10_000, compileLazily);
  return [
    checkLiveness(subject),
    checkStack(subject, inForce),
    ...checkFolders(subject),
    checkEvidence(subject),
    checkPolicy(subject, inForce),
  ];
}

/** `liveness.json`, written by the dispatcher at each session start: times in epoch milliseconds. */
function checkLiveness({ repository, environment, version, hosts }: Subject): Check {
  const title = 'Last session';
  const client = (hosts[0] ?? CLIENTS[0]!).program;
  const seen = readJson(join(repositoryState(repository, environment), 'liveness.json'));
  const started = seen?.started;
  if (typeof started !== 'number' || !Number.isFinite(started)) {
    const detail = 'no session has been seen in this repository yet. Start one and accept the trust prompt.';
    return warning('liveness', title, detail, client);
  }
  const ran = typeof seen?.version === 'string' ? seen.version : version;
  const detail = `the guard was armed ${age(started)}`;
  if (ran === version) return ok('liveness', title, detail);
  return warning('liveness', title, `${detail}, by version ${ran} instead of ${version}. Start a new session.`, client);
}

function checkStack(subject: Subject, { policy, findings }: LoadedPolicy): Check {
  const { repository, environment } = subject;
  const title = 'Test runners';
  const { stacks, unread } = detectProject(repository.root, policy.presets);
  const found = stacks.filter(({ command, isUnread }) => command !== null && !isUnread);
  if (found.length === 0) {
    const [hiding] = hidingNames({ repository, policy, start: { environment, deadline: Date.now() + 10_000 } });
    if (hiding !== undefined)
      return warning(
        'stack',
        title,
        formatFinding(hiding, Date.now(), readerOf(environment)),
        `$EDITOR ${readConfig(repository)?.name ?? 'flow.config.yaml'}`,
      );
    if (policy.suites.length > 0) return ok('stack', title, 'named in the configuration');
    const config = readConfig(repository)?.name;
    const [vain] = namesInVain(subject, policy, findings);
    if (config && vain !== undefined) {
      const detail = `\`${clean(vain, 100)}\` is named in ${config}, which is not in force, so pushes are allowed.`;
      return warning('stack', title, detail, 'npx flow-hooks apply');
    }
    const facts = unreadFacts(unread, config);
    if (facts) {
      const step = unreadStep(facts);
      return warning(
        'stack',
        title,
        unreadWords(facts, readerOf(environment)),
        'command' in step ? step.command : `$EDITOR ${config}`,
      );
    }
    const detail = `none was found, so pushes are allowed. Name one under \`suites\` in ${config ?? 'flow.config.yaml'}.`;
    return warning('stack', title, detail, config ? `$EDITOR ${config}` : 'npx flow-hooks install --config');
  }
  const names = found.slice(0, 5).map(({ root, command }) => (root === '.' ? command : `${command} in ${root}`));
  return ok('stack', title, names.join(', ') + (found.length > 5 ? ` and ${found.length - 5} more` : ''));
}

const isReadOnly = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EROFS';

/** Receipts and a journal of a day, in bytes. */
const NEEDED = 256 * 1024;

function checkFolders({ repository, environment }: Subject): Check[] {
  const folders = [
    ['evidence', 'Evidence folder', repository.evidence],
    ['state', 'State folder', stateFolder(environment)],
  ] as const;
  return folders.map(([id, title, folder]) => {
    const label = labelOf(folder, repository.root, environment);
    let place: string = folder;
    while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
    const there = statSync(place);
    if (!there.isDirectory()) {
      const detail = `${labelOf(place, repository.root, environment)} is a file but must be a folder, so no run counts.`;
      const aside = `mv ${quoted(place)} ${quoted(`${place}.aside`)}`;
      return failure(id, title, detail, there.isFile() ? aside : `ls -ld ${quoted(place)}`);
    }
    try {
      accessSync(place, constants.W_OK | constants.X_OK);
      const { bavail, blocks, bsize } = statfsSync(place);
      if (blocks === 0)
        return failure(
          id,
          title,
          `the file system that ${label} is on does not keep files, so no run counts.`,
          `df ${quoted(place)}`,
        );
      if (bavail * bsize < NEEDED)
        return failure(id, title, `the disk that ${label} is on is full, so no run counts.`, `df -h ${quoted(place)}`);
      return ok(id, title, `${label} is writable`);
    } catch (error) {
      if (isReadOnly(error))
        return failure(
          id,
          title,
          `the file system that ${label} is on is mounted read-only, so no run counts.`,
          `df ${quoted(place)}`,
        );
      return failure(id, title, `${label} is not writable, so no run counts.`, `chmod u+rwx ${quoted(place)}`);
    }
  });
}

/** A copied or moved repository has a journal that nobody here vouches for; so has one that somebody edited. */
function checkEvidence({ repository }: Subject): Check {
  const [first, ...more] = damageHere(repository);
  if (first === undefined) return ok('journal', 'Evidence', 'the recorded evidence verifies');
  const others = more.length > 0 ? ` (and ${more.length} more)` : '';
  const detail = `${clean(first, 300)}${others}. Earlier records do not count: run the tests again.`;
  return warning('journal', 'Evidence', detail, 'npx flow-hooks status');
}

const explained = (
  { repository, environment }: Subject,
  policy: LoadedPolicy['policy'],
  [finding]: LoadedPolicy['findings'],
) =>
  finding &&
  explainPending(finding, { repository, policy, environment, deadline: Date.now() + 10_000, compile: compileLazily });

/** Returns the commands that the configuration names and the policy in force does not. */
const namesInVain = (...known: Parameters<typeof explained>): string[] =>
  (explained(...known)?.args.named ?? []) as string[];

function checkPolicy(subject: Subject, { policy, findings }: LoadedPolicy): Check {
  const { environment } = subject;
  const title = 'Policy';
  const finding = explained(subject, policy, findings);
  if (finding?.code === 'POLICY_INVALID')
    return warning(
      'policy',
      title,
      formatFinding(finding, Date.now(), readerOf(environment)),
      '$EDITOR flow.config.yaml',
    );
  if (finding)
    return warning('policy', title, formatFinding(finding, Date.now(), readerOf(environment)), 'npx flow-hooks apply');
  const ended = policy.exceptions.filter((one) => hasEnded(one, Date.now()));
  if (ended.length > 0) {
    const named = ended
      .slice(0, 5)
      .map((one) =>
        clean(`${one.command ?? one.path ?? one.tests?.join(', ')} (${one.owner}, ${lastDayOf(one)})`, 200),
      );
    const detail = `exceptions have expired, and what they allowed is now refused: ${named.join('; ')}.`;
    return warning('policy', title, detail, '$EDITOR flow.config.yaml');
  }
  const source = policy.source === null ? 'the built-in rules' : 'the configuration of this repository';
  return ok('policy', title, policy.mode === 'monitor' ? `${source}, in monitor mode: nothing is refused` : source);
}

function readJson(path: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(readState(path)?.bytes.toString('utf8') ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function age(time: number): string {
  const minutes = Math.max(0, Math.round((Date.now() - time) / 60_000));
  if (minutes < 2) return 'just now';
  if (minutes < 120) return `${minutes} minutes ago`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} hours ago`;
  return `${Math.round(minutes / 1440)} days ago`;
}
