import type { Decision, Event } from '@flow/clients/event';
import type { Suite } from '@flow/core';
import { findRepository, sealOf } from '@flow/evidence';
import { folderIn } from '@flow/evidence/disk/folder-in';
import { noteUnsealed, whyUnsealed } from '../../facts/client-settings/why-unsealed.js';
import { isNotOwned } from '../../facts/not-owned.js';
import { acceptFirst, confirmConfig } from '../../facts/published/confirm.js';
import { recordSession } from '../../facts/trail/spent.js';
import { noRunner } from '../../facts/unread-facts.js';
import { load } from '../../load.js';
import { verifyBundle } from '../../places/bundle.js';
import { keepSeal } from '../../places/keep-seal.js';
import { lookAgain, type Start, type Surroundings, surroundingsOf } from '../../places/surroundings.js';
import { renewSigned } from '../../policy/renew.js';
import { commandOf, typedFrom } from '../../policy/suites.js';
import { hidingNames } from '../../recording/runs/hiding-names.js';
import { nearbySuites } from '../../recording/runs/nearby-suites.js';
import type * as Bundle from '../../run/bundle.js';
import { mayLead, standingHere } from '../../run/door.js';
import { noteAnswered } from '../../run/leases/answered.js';
import { keepQuietly } from '../../run/leases/seen.js';
import { noteSession } from '../../run/leases/session-record.js';
import { clean } from '../../text/clean.js';
import { notOwnedWords } from '../../text/not-owned.js';
import { formatFinding } from '../../words/finding-words.js';
import { noteAlive } from './alive.js';
import { statusAtStart } from './inject.js';
import { sweepTold } from './told-standing.js';

/** Suites that are told at the start of a session. */
const MOST = 8;

/** Notes that the guard is alive, takes the state of the protected files, and tells what a push will need. */
export function startSession(event: Extract<Event, { kind: 'session-start' }>, start: Start): Decision {
  const repository = findRepository(event.directory);
  if (!repository) {
    const text = 'flow: this folder is not a git repository, so nothing is guarded here.';
    return { kind: 'tell', context: text, notice: text };
  }
  let around = surroundingsOf(event.directory, start)!;
  noteAlive(event.session, repository, start);
  // Before the seal: it may make the folder of the evidence, which would look like a change by somebody else.
  recordSession(repository, event);
  renewSigned(repository, start.environment);
  noteSession(event.session, start.environment);
  noteAnswered(event.session, repository, start.environment);
  if (mayLead(around)) keepQuietly(around, event.session);
  around = acceptFirst(around) ? lookAgain(around) : confirmConfig(around);
  keepSeal(sealOf(around.protected.watched), around);
  sweepTold(repository, start);
  const findings = [...around.policyFindings, ...hidingNames(around)];
  const problems = [
    ...findings.map((finding) => formatFinding(finding, Date.now())),
    ...bundleProblems(),
    ...sealProblems(around),
  ];
  const needs = pushesNeed(nearbySuites(repository, around.policy, start.deadline), around, event.directory);
  const context = [
    needs,
    ...problems.map((problem) => `flow: ${problem}`),
    recoveryAtStart(around),
    statusAtStart(event, start),
  ]
    .filter((text) => text !== null)
    .join('\n');
  return {
    kind: 'tell',
    context,
    ...(problems.length > 0 ? { notice: problems.map((one) => `flow: ${one}`).join('\n') } : {}),
  };
}

/**
 * Tells what was found of the run that leads the work here; null where none does, or where there is no time to say it.
 */
function recoveryAtStart(around: Surroundings): string | null {
  const standing = mayLead(around) ? standingHere(around) : null;
  if (standing === null) return null;
  try {
    return load<typeof Bundle>('run').recoveryText(around, standing);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'DEADLINE') throw error;
    return null;
  }
}

/**
 * Words for what a push will need, as far as that is known before any change; null where the policy's own findings say so.
 */
function pushesNeed(
  { known, filled }: Record<'known' | 'filled', Suite[]>,
  around: Surroundings,
  directory: string,
): string | null {
  const { repository, start } = around;
  const here = folderIn(repository.root, directory) ?? '.';
  if (known.length === 0) {
    if (isNotOwned(repository, start.deadline)) return `flow: ${notOwnedWords(repository.root)}`;
    const none = noRunner(around);
    return none && `flow: ${formatFinding(none, Date.now())}`;
  }
  const suites = filled.length > 0 ? filled : known;
  // A folder may be called like an order, over several lines, and there may be hundreds of suites.
  const needs = suites.slice(0, MOST).map((suite) => `\`${clean(typedFrom(here, commandOf(suite)))}\``);
  const others = suites.length - needs.length;
  if (others > 0) needs.push(`${others} more (\`npx flow-hooks status\`)`);
  const when = filled.length > 0 ? '' : 'once there are tests, ';
  return `flow: ${when}git push is refused until the pushed content is tested. Run ${needs.join(' and ')} plainly (no pipe after it), commit, then push in its own call.`;
}

/** Tells in one line that the session's shells are not sealed as the project has it. */
function sealProblems({ repository, start }: Surroundings): string[] {
  // The one client whose shells are sealed is the one that tells of its settings.
  if (start.host?.configChange !== true) return [];
  const found = whyUnsealed(repository, start.environment);
  noteUnsealed(found, repository, start.environment);
  return found === null ? [] : [`${found.why}. ${found.remedy}`];
}

/** The program that runs now, compared with the hashes that its installation wrote beside it. */
function bundleProblems(): string[] {
  const changed = verifyBundle(__dirname);
  return changed && changed.length > 0
    ? [
        `the guard program was changed after its installation (${changed.join(', ')}): \`npx flow-hooks install\` restores it`,
      ]
    : [];
}
