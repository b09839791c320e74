import {
  type Finding,
  type Level,
  matchesGlob,
  type Policy,
  type PushRules,
  type Severity,
  type Suite,
} from '@flow/core';
import { findingsOf } from '../conventions/violation.js';
import type { PushFacts } from '../facts/push-facts.js';
import type { SuiteFacts } from '../facts/suite-facts.js';
import { describeApproval } from '../finding-words/finding-words.js';
import { checkSeverity, commandOf, isNamedBuild, questionOf } from '../policy/suites.js';

/** The code of each rule of the push guard. Stable: people and tests rely on them. */
const CODES: Record<keyof PushRules, string> = {
  untested: 'PUSH_UNTESTED',
  stale: 'PUSH_STALE',
  red: 'PUSH_RED',
  unknown: 'PUSH_UNKNOWN',
  partial: 'PUSH_PARTIAL',
  defaultBranch: 'PUSH_DEFAULT_BRANCH',
};

const MAX_NAMES = 10;

const WEIGHT = { off: 0, warn: 1, block: 2 };

/** What a severity comes to for this destination: the policy softens it for named branches. */
function softened(severity: Severity, policy: Policy, branch: string | null): Severity {
  const named = Object.entries(policy.push.branches).find(([glob]) => branch !== null && matchesGlob(branch, glob));
  return named ? lesser(severity, named[1]) : severity;
}

const lesser = (one: Severity, other: Severity): Severity => (WEIGHT[other] < WEIGHT[one] ? other : one);

/** What a rule does for this destination, softened for checks that weigh less than tests. */
function severityOf(rule: keyof PushRules, policy: Policy, branch: string | null, suite?: Suite): Severity {
  const own = softened(policy.push[rule], policy, branch);
  return suite ? lesser(own, checkSeverity(suite, policy)) : own;
}

/** The command that last ran the whole suite, as it was typed; the runner's usual one where none did, or it ran no test. */
function remedyOf({ suite, verdict }: SuiteFacts): string {
  const { run } = verdict;
  const worked = run?.selection.kind === 'whole' && run.settled && run.result.complete;
  return worked && run.result.outcome !== 'no-tests' ? run.command : commandOf(suite);
}

/** The same command through `flow-hooks exec`, which a shell's own words cannot be given to. */
function exactRemedy(facts: SuiteFacts): string {
  const command = remedyOf(facts);
  const [, enter = '', plain = command] = /^(cd (?:[^\s'"&|;]+|'[^']*') && )(.+)$/s.exec(command) ?? [];
  const shell = /[&|;<>()$`\\"'*?[{~#\n]|^\w+=/.test(plain);
  return `${enter}npx flow-hooks exec -- ${shell ? `sh -c '${plain.replaceAll("'", "'\\''")}'` : plain}`;
}

function suiteFinding(rule: keyof PushRules, level: Level, facts: SuiteFacts, tree: string): Finding {
  const { suite, verdict } = facts;
  const run = verdict.run;
  return {
    code: CODES[rule],
    level,
    path: suite.root,
    args: {
      suite: suite.id,
      question: questionOf(suite),
      title: suite.preset.title,
      command: remedyOf(facts),
      tree,
      ranCommand: run?.command,
      time: run?.time,
      outcome: run?.result.outcome,
      settled: run?.settled,
      reasons: run?.result.reasons.slice(0, MAX_NAMES),
      selection: run?.selection.kind,
      ...(run?.selection.kind === 'units' && run.selection.sparse && { sparse: true }),
      ...(run?.selection.kind === 'units' && run.selection.leftOut && { leftOut: run.selection.leftOut }),
      failing: verdict.failing.slice(0, MAX_NAMES),
      failingTotal: verdict.failing.length,
      missing: verdict.missing.slice(0, MAX_NAMES),
      missingTotal: verdict.missing.length,
      changed: run?.differs.slice(0, MAX_NAMES),
      changedTotal: run?.differs.length,
      testsRemoved: facts.testsRemoved,
      uncommitted: facts.uncommitted.slice(0, MAX_NAMES),
      uncommittedTotal: facts.uncommitted.length,
    },
  };
}

/** What a suite's state is told as. A further artefact that is not of this content is missing, however that came. */
function codeOf({ suite, verdict: { state }, uncommitted }: SuiteFacts): string {
  if (state === 'tested') return CODES.unknown;
  if (isNamedBuild(suite) && state !== 'red') return 'PUSH_BUILD_MISSING';
  return uncommitted.length > 0 ? 'PUSH_UNCOMMITTED' : CODES[state];
}

/** Judges one target of a push (design, Pushes). Pure: the same facts give the same findings. */
export function judgePush(facts: PushFacts, policy: Policy): Finding[] {
  const findings: Finding[] = [];
  const branch = facts.target.destination?.replace(/^refs\/(heads|tags)\//, '') ?? null;
  const add = (rule: keyof PushRules, make: (level: Level) => Finding, suite?: Suite) => {
    const severity = severityOf(rule, policy, branch, suite);
    if (severity !== 'off') findings.push(make(severity));
  };
  const content = facts.tree === null ? {} : { tree: facts.tree };
  const isDefaultBranch = facts.base !== null && facts.target.destination === `refs/heads/${facts.base.branch}`;
  if (isDefaultBranch && !facts.onBase) {
    add('defaultBranch', (level) => ({ code: CODES.defaultBranch, level, args: { branch: branch ?? '', ...content } }));
  }
  if (facts.onBase) return findings;
  if (facts.tree === null) {
    add('unknown', (level) => ({
      code: 'PUSH_UNREADABLE',
      level,
      args: { destination: facts.target.destination ?? '?', ...(facts.unborn && { unborn: true }) },
    }));
    return findings;
  }
  for (const { gate, rules, verdict } of facts.gates) {
    if (verdict.state === 'valid' || rules.push === 'off') continue;
    const level = softened(rules.push, policy, branch);
    const args = { gate, title: rules.title, state: verdict.state, why: describeApproval(verdict), ...content };
    if (level !== 'off') findings.push({ code: 'PUSH_UNAPPROVED', level, args });
  }
  if (facts.noRunner) findings.push({ code: 'PUSH_NO_RUNNER', level: 'note', args: {} });
  for (const check of facts.checksRemoved)
    findings.push({ code: 'PUSH_CHECK_REMOVED', level: 'warn', args: { check } });
  for (const suite of facts.suites) {
    if (suite.noTests) {
      findings.push({ code: 'PUSH_NO_TESTS', level: 'note', path: suite.suite.root, args: { suite: suite.suite.id } });
      continue;
    }
    if (suite.testsRemoved) {
      add('untested', (level) => ({
        ...suiteFinding('untested', level, suite, facts.tree!),
        code: 'PUSH_TESTS_REMOVED',
      }));
      continue;
    }
    const { state, flaky } = suite.verdict;
    if (state !== 'tested') {
      add(state, (level) => ({ ...suiteFinding(state, level, suite, facts.tree!), code: codeOf(suite) }), suite.suite);
      continue;
    }
    if (flaky) findings.push({ code: 'PUSH_FLAKY', level: 'warn', args: { suite: suite.suite.id } });
    if (suite.fewer)
      findings.push({ code: 'PUSH_FEWER_TESTS', level: 'warn', args: { suite: suite.suite.id, ...suite.fewer } });
    const level = lesser(softened(policy.push.exact, policy, branch), checkSeverity(suite.suite, policy));
    if (!suite.exact && level !== 'off') {
      const finding = suiteFinding('unknown', level, suite, facts.tree!);
      findings.push({ ...finding, code: 'PUSH_INEXACT', args: { ...finding.args, command: exactRemedy(suite) } });
    }
  }
  const told = softened('warn', policy, branch);
  if (facts.reviews.length > 0 && told !== 'off')
    findings.push({ code: 'PUSH_REVIEW_STALE', level: told, args: { reviews: facts.reviews, ...content } });
  const blocked = findings.some((finding) => finding.level !== 'note');
  const running = facts.running.filter((id) => facts.suites.some((one) => one.suite.id === id));
  if (blocked && running.length > 0)
    findings.push({ code: 'EVIDENCE_RUNNING', level: 'note', args: { suites: running } });
  if (blocked && facts.evidence.voided) findings.push({ code: 'EVIDENCE_VOID', level: 'note', args: {} });
  if (blocked && facts.evidence.foreign > 0) {
    findings.push({ code: 'EVIDENCE_FOREIGN', level: 'note', args: { entries: facts.evidence.foreign } });
  }
  // With the content: what a person lets through is this one, and git's own hook knows it again.
  findings.push(...judgeChange(facts, policy, branch).map((one) => ({ ...one, args: { ...one.args, ...content } })));
  return findings;
}

/** What the change itself holds, whatever was run: numbers that others have, lines that break conventions. */
function judgeChange({ migrations, conventions }: PushFacts, policy: Policy, branch: string | null): Finding[] {
  const numbers = migrations.map(
    ({ path, args }): Finding => ({ code: 'PUSH_MIGRATION_CONFLICT', level: 'block', path, args }),
  );
  return [...numbers, ...findingsOf(conventions)].flatMap((finding) => {
    const level = finding.level === 'note' ? 'note' : softened(finding.level, policy, branch);
    return level === 'off' ? [] : [{ ...finding, level }];
  });
}
