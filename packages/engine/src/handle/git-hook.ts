import { readFileSync } from 'node:fs';
import { type Finding, type Ruling, rule } from '@flow/core';
import { isHidden, isJudged, recordApprovalUse } from '@flow/evidence';
import { type Evidence, readEvidence } from '../facts/evidence.js';
import { reportDamage } from '../facts/evidence-check.js';
import { confirmBase } from '../facts/published/confirm.js';
import { gatesBefore } from '../facts/push-facts.js';
import { isMirrored } from '../facts/push-settings.js';
import { isNotesPush, type PushTarget, targetsOfHook } from '../facts/push-target.js';
import { deletionsOf } from '../facts/spare-deletions.js';
import { isRefused } from '../judges/guard.js';
import { isOwnRef } from '../judges/own-refs.js';
import { type Start, type Surroundings, surroundingsOfHook } from '../places/surroundings.js';
import { withoutContradiction } from '../policy/pending.js';
import { hiddenIn } from '../recording/runs/hiding-names.js';
import { readerOf } from '../run/approvals/reader.js';
import { GIT_HOOK, pushCall } from '../run/overrides/refused-call.js';
import { settle } from '../run/overrides/settle.js';
import { withViews } from '../run/views/write-views.js';
import { asTyped } from '../text/as-typed.js';
import { describeApproval, formatFinding, formatRefusal } from '../words/finding-words.js';
import type { Reader } from '../words/reader.js';
import { readIn } from '../words/where-read.js';
import { auditRulings } from './audit/audit.js';
import { judgeTargets } from './guards/publishing.js';

/**
 * The `pre-push` hook of git judges what is really being pushed, however the command was spelled.
 * @param args git's own: name of the remote, its URL
 * @param stdin git's list of refs
 * @returns what to print on standard error, and the exit code (1 refuses)
 */
export function runGitHook(args: readonly string[], stdin: string, directory: string, given: Start): HookAnswer {
  return withViews(given, (start) => judgeRefs(args, stdin, directory, start));
}

/** The answer of a hook of git: the text for standard error, and the exit code. */
interface HookAnswer {
  text: string;
  exit: number;
}

/** Findings of a push with those about the policy that it is judged by. */
const judgedBy = (judged: Finding[], around: Surroundings): Finding[] => [
  ...judged,
  ...around.policyFindings,
  ...hiddenIn(judged, around),
];

function judgeRefs(args: readonly string[], stdin: string, directory: string, start: Start): HookAnswer {
  const targets = targetsOfHook(args[0] ?? null, stdin);
  if (targets.length === 0 || isDryRun(start.environment.FLOW_GIT_PROCESS)) return { text: '', exit: 0 };
  const found = surroundingsOfHook(directory, start);
  if (!found) return { text: refusedAs([NO_REPOSITORY], '', readerOf(start.environment)), exit: 1 };
  if (isJudged(found.repository, { words: args, lines: stdin }, start.environment)) return { text: '', exit: 0 };
  const { around, doubt } = confirmBase(found, args[0] ?? null);
  reportDamage(around.repository, { tool: 'git pre-push', session: null });
  const useUp = approvalUse(targets, around);
  const reserved = reservedOf(targets, around);
  const others = targets.filter((one) => !reserved.includes(one));
  const published =
    others.length === 0 || isSpare(others, args[0] ?? '', around)
      ? []
      : withoutContradiction(judgedBy(judgeTargets(others, null, around, doubt), around));
  const judged = ruleAll([...reserved.map(reservedFinding), ...published], around);
  // Looked for only where something is said: most pushes pass in silence.
  let known: Reader | undefined;
  const reader = () => {
    known ??= readerOf(start.environment);
    return known;
  };
  const { rulings, offer } = settle(judged, pushCall(args[0] ?? null, targets, around.repository), around, reader);
  if (!isRefused(rulings)) rulings.push(...ruleAll(useUp(), around));
  auditRulings(rulings, { tool: GIT_HOOK, session: 'git', call: GIT_HOOK }, around);
  if (isRefused(rulings)) {
    const told = rulings.filter(({ answer }) => answer === 'refuse' || answer === 'tell' || answer === 'note');
    // Git calls its hooks at the root, and tells where the person or the agent stands.
    const here = start.environment.GIT_PREFIX?.replace(/\/$/, '') || '.';
    const findings = findingsIn(told).map((one) => readIn(here, one));
    return { text: asTyped(refusedAs(findings, offer, reader()), directory), exit: 1 };
  }
  const monitored = rulings.filter(({ answer }) => answer === 'monitor');
  const notes = rulings.filter(({ answer }) => answer === 'tell' || answer === 'note');
  const lines = notes.map(({ finding }) => `flow: ${formatFinding(finding, Date.now(), reader())}`);
  if (monitored.length > 0) {
    const text = formatRefusal('this push', findingsIn([...monitored, ...notes]), Date.now(), reader());
    lines.unshift(`(monitor mode: not enforced) ${text}`);
  }
  return { text: asTyped([...new Set(lines)].map((line) => `${line}\n`).join(''), directory), exit: 0 };
}

/** Returns the whole of a refusal, for whoever started the push. */
function refusedAs(findings: readonly Finding[], offer: string, reader: Reader): string {
  const way = `${reader === 'person' ? 'To push' : 'A person can push'} without this check: git push --no-verify`;
  return `${formatRefusal('this push', findings, Date.now(), reader)}${offer}\n${way}\n`;
}

/** Git named a repository that is not there, or parts of two: whose rules hold is not known, so none is taken as kept. */
const NO_REPOSITORY: Finding = { code: 'PUSH_REPOSITORY', level: 'block', args: {} };

/** Returns the refs of ours that a push would write or delete, but for statements that are added to those of others. */
const reservedOf = (targets: readonly PushTarget[], { repository, start }: Surroundings) =>
  targets.filter(
    (one) => one.destination !== null && isOwnRef(one.destination) && !isNotesPush(repository, one, start.deadline),
  );

const reservedFinding = ({ destination }: PushTarget): Finding => ({
  code: 'REF_RESERVED',
  level: 'block',
  args: { spelled: `git push … ${destination}` },
});

const ruleAll = (findings: readonly Finding[], { policy }: Surroundings): Ruling[] =>
  findings.map((finding) => rule('push', finding, policy, null, Date.now()));

const findingsIn = (rulings: readonly Ruling[]) => rulings.map(({ finding }) => finding);

/**
 * An approval that holds once is over with the push that it let through. Where several pushes were let through by it at
 * the same moment, the first one has it: so what was known before the push was judged decides what it uses.
 * @returns uses the approvals up, and tells those that another push has used up meanwhile, or whose use a sealed shell cannot note
 */
function approvalUse(targets: readonly PushTarget[], around: Surroundings): () => Finding[] {
  const gates = Object.values(around.policy.approvals.gates);
  if (!gates.some((gate) => gate.once && gate.push !== 'off')) return () => [];
  const evidence = readEvidence(around.repository);
  return () => useUp(targets, around, evidence);
}

function useUp(
  targets: readonly PushTarget[],
  { repository, policy, start }: Surroundings,
  evidence: Evidence,
): Finding[] {
  const used = new Set<string>();
  const late: Finding[] = [];
  for (const target of targets) {
    if (target.tip === null) continue;
    const gates = gatesBefore(repository, policy, target, evidence, target.tip, start.deadline);
    for (const { gate, rules, verdict } of gates) {
      const id = verdict.state === 'valid' && rules.once ? verdict.approval?.statement.id : undefined;
      if (id === undefined || used.has(id)) continue;
      used.add(id);
      if (isHidden(start.environment)) {
        // Whoever cannot note the use could push again and again.
        if (rules.push !== 'off')
          late.push({ code: 'PUSH_UNAPPROVED', level: 'block', args: { gate, title: rules.title, sealed: true } });
        continue;
      }
      const isFirst = recordApprovalUse(repository, id, `push of ${target.destination ?? 'HEAD'}`);
      if (isFirst || rules.push === 'off') continue;
      const why = describeApproval({ ...verdict, state: 'used' });
      late.push({ code: 'PUSH_UNAPPROVED', level: rules.push, args: { gate, title: rules.title, why } });
    }
  }
  return late;
}

/** Tells whether a push deletes branches, does nothing else, and was not told to bring all refs into line. */
function isSpare(targets: readonly PushTarget[], remote: string, { repository, policy, start }: Surroundings): boolean {
  const { environment, deadline } = start;
  if (!deletionsOf(targets, repository, policy, start).isSpare) return false;
  const options = optionsOfPush(environment.FLOW_GIT_PROCESS) ?? [];
  // Where its words cannot be read, the refs speak for themselves.
  return (
    !options.some(isForAll) &&
    !isMirrored({ remote, refspecsKnown: true, settings: [] }, repository, environment, deadline)
  );
}

/** `--mirror` and `--prune`, which may be cut short. */
const isForAll = (word: string) =>
  (word.length > 2 && '--mirror'.startsWith(word)) || (word.length > 4 && '--prune'.startsWith(word));

/** Options of `git push` that take no value, spelled out but for the dry run; with any other a dry run is not believed. */
const PLAIN_OPTION =
  /^(-[nufqvd]+|--(dr|dry|dry-|dry-r|dry-ru|dry-run|set-upstream|force|quiet|verbose|progress|no-progress|porcelain|tags|follow-tags|all|branches|mirror|delete|prune|atomic|verify|no-verify|thin|no-thin))$/;

/**
 * Tells whether the git process that called the hook was told to publish nothing. Only its own argument list is believed,
 * read from the kernel (Linux); elsewhere, and for whatever is spelled in another way, the push is judged like any other.
 */
function isDryRun(process: string | undefined): boolean {
  const options = optionsOfPush(process) ?? [];
  return (
    options.every((word) => PLAIN_OPTION.test(word)) &&
    options.some((word) => word.startsWith('--dr') || /^-[nufqvd]*n[nufqvd]*$/.test(word))
  );
}

/** Lists options of the `git push` that called the hook; null where its words cannot be read. */
function optionsOfPush(process: string | undefined): string[] | null {
  const words = gitAbove(process, MAX_BETWEEN);
  while (words[1] === '-C') words.splice(1, 2);
  const [program = '', verb, ...rest] = words;
  if (!/(^|\/)git$/.test(program) || verb !== 'push') return null;
  return rest.filter((word) => word.startsWith('-'));
}

/** Processes of a hook manager that may stand between git and our script. */
const MAX_BETWEEN = 8;

/** Returns the words of the nearest git at or above a process: the one that called its hook. */
function gitAbove(process: string | undefined, steps: number): string[] {
  if (!process || !/^[1-9]\d*$/.test(process) || steps === 0) return [];
  try {
    const words = readFileSync(`/proc/${process}/cmdline`, 'utf8').split('\0').slice(0, -1);
    if (/(^|\/)git$/.test(words[0] ?? '')) return words;
    const status = readFileSync(`/proc/${process}/stat`, 'utf8');
    return gitAbove(status.slice(status.lastIndexOf(')') + 2).split(' ')[1], steps - 1);
  } catch {
    return [];
  }
}
