import { readFileSync } from 'node:fs';
import { recordApprovalUse } from '@flow/evidence';
import { gatesBefore } from './facts/push-facts.js';
import { type PushTarget, targetsOfHook } from './facts/push-target.js';
import { readEvidence } from './facts/runs.js';
import { judgeTargets } from './guards/publishing.js';
import { reportDamage } from './observers/evidence-check.js';
import { type Start, type Surroundings, surroundingsOf } from './surroundings.js';
import { formatFinding, formatRefusal } from './words.js';

/**
 * git's `pre-push` hook: judges what is really being pushed, however the command was spelled.
 * @param args git's own: name of the remote, its URL
 * @param stdin git's list of refs
 * @returns what to print on standard error, and the exit code (1 refuses)
 */
export function runGitHook(
  args: readonly string[],
  stdin: string,
  directory: string,
  start: Start,
): { text: string; exit: number } {
  const around = surroundingsOf(directory, start);
  if (!around) return { text: '', exit: 0 };
  const targets = targetsOfHook(args[0] ?? null, stdin);
  if (targets.length === 0 || isDryRun(start.environment.FLOW_GIT_PROCESS)) return { text: '', exit: 0 };
  reportDamage(around.repository, { tool: 'git pre-push', session: null });
  const findings = [...judgeTargets(targets, null, around), ...around.policyFindings];
  if (!findings.some((finding) => finding.level === 'block')) {
    useUp(targets, around);
    const text = findings.map((finding) => `flow: ${formatFinding(finding, Date.now())}\n`).join('');
    return { text: [...new Set(text.split(/(?<=\n)/))].join(''), exit: 0 };
  }
  const refusal = formatRefusal('this push', findings, Date.now());
  if (around.policy.mode === 'monitor') return { text: `(monitor mode: not enforced) ${refusal}\n`, exit: 0 };
  return { text: `${refusal}\nA person may push without this check: git push --no-verify\n`, exit: 1 };
}

/** An approval that holds once is over with the push that it let through. */
function useUp(targets: readonly PushTarget[], { repository, policy, start }: Surroundings): void {
  if (!Object.values(policy.approvals.gates).some((gate) => gate.once && gate.push !== 'off')) return;
  const evidence = readEvidence(repository);
  const used = new Set<string>();
  for (const target of targets) {
    if (target.tip === null) continue;
    for (const { rules, verdict } of gatesBefore(repository, policy, target, evidence, target.tip, start.deadline)) {
      const id = verdict.state === 'valid' && rules.once ? verdict.approval?.statement.id : undefined;
      if (id === undefined || used.has(id)) continue;
      used.add(id);
      recordApprovalUse(repository, id, `push of ${target.destination ?? 'HEAD'}`);
    }
  }
}

/** Options of `git push` that take no value, spelled out; with any other a dry run is not believed. */
const PLAIN_OPTION =
  /^(-[nufqvd]+|--(dry-run|set-upstream|force|quiet|verbose|progress|no-progress|porcelain|tags|follow-tags|all|branches|mirror|delete|prune|atomic|verify|no-verify|thin|no-thin))$/;

/**
 * Whether the git process that called the hook was told to publish nothing. Only its own argument list is believed, read
 * from the kernel (Linux); elsewhere, and for whatever is spelled in another way, the push is judged like any other.
 */
function isDryRun(process: string | undefined): boolean {
  if (!process || !/^\d+$/.test(process)) return false;
  let words: string[];
  try {
    words = readFileSync(`/proc/${process}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return false;
  }
  while (words[1] === '-C') words.splice(1, 2);
  const [program = '', verb, ...rest] = words;
  if (!/(^|\/)git$/.test(program) || verb !== 'push') return false;
  const options = rest.filter((word) => word.startsWith('-'));
  return (
    options.every((word) => PLAIN_OPTION.test(word)) &&
    options.some((word) => word === '--dry-run' || /^-[nufqvd]*n[nufqvd]*$/.test(word))
  );
}
