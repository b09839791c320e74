import path from 'node:path';
import {
  areNamed,
  type Finding,
  hasGreenRun,
  isRed,
  type Level,
  matchesGlob,
  type Policy,
  type PushRules,
  type RunFact,
  type Severity,
  type Suite,
  type SuiteVerdict,
  type UnsteadyTest,
} from '@flow/core';
import { findingsOf } from '../facts/conventions/violation.js';
import type { PushFacts } from '../facts/push-facts.js';
import type { SuiteFacts } from '../facts/suite-facts.js';
import { keeperIn, repeated } from '../policy/repeating.js';
import {
  checkSeverity,
  commandOf,
  commandPastFailures,
  isNamedBuild,
  questionOf,
  withWords,
} from '../policy/suites.js';
import { dayOf } from '../text/day.js';
import { exactly } from '../words/behind.js';
import { withoutVariables } from '../words/environment.js';
import { describeApproval } from '../words/finding-words.js';
import { forgetting, ignoring } from '../words/ignored.js';
import { inheritedIn, withoutInherited } from '../words/inherited.js';
import { hasOddCall, hasOddProgram } from '../words/reasons.js';
import { judgeWeakened } from './weakened.js';

type Rule = keyof PushRules;

/** The code of each rule of the push guard. Stable: people and tests rely on them. */
const CODES: Record<Rule, string> = {
  untested: 'PUSH_UNTESTED',
  stale: 'PUSH_STALE',
  red: 'PUSH_RED',
  unknown: 'PUSH_UNKNOWN',
  partial: 'PUSH_PARTIAL',
  flaky: 'PUSH_FLAKY',
  defaultBranch: 'PUSH_DEFAULT_BRANCH',
};

const MAX_NAMES = 10;
/** Of more untracked files beside a run, not all are named. */
const MAX_BESIDE = 3;
/** Of more tests than that, no exception is looked for. */
const MAX_EXCEPTED = 500;

const WEIGHT = { off: 0, warn: 1, block: 2 };

/** `softened` returns the level of a severity for this destination: the policy softens severities for named branches. */
function softened(severity: Severity, policy: Policy, branch: string | null): Severity {
  const named = Object.entries(policy.push.branches).find(([glob]) => branch !== null && matchesGlob(branch, glob));
  return named ? lesser(severity, named[1]) : severity;
}

const lesser = (one: Severity, other: Severity): Severity => (WEIGHT[other] < WEIGHT[one] ? other : one);

/** `severityOf` returns the level of a rule for this destination, softened for checks that weigh less than tests. */
function severityOf(rule: Rule, policy: Policy, branch: string | null, suite?: Suite): Severity {
  const own = softened(policy.push[rule] ?? 'block', policy, branch);
  return suite ? lesser(own, checkSeverity(suite, policy)) : own;
}

/**
 * Returns the command that last ran the whole suite, as it was typed; the runner's usual one where none did, or it ran
 * no test.
 */
function remedyOf({ suite, verdict }: SuiteFacts): string {
  const { run } = verdict;
  const keeper = verdict.state === 'unknown' ? keeperIn(run?.result.reasons) : undefined;
  const again = keeper === undefined ? null : repeated(commandOf(suite), keeper);
  if (again !== null) return again;
  const inherited = verdict.state === 'unknown' ? inheritedIn(run?.result.reasons) : [];
  if (inherited.length > 0) return withoutInherited(inherited, commandOf(suite));
  const isOdd = run && (hasOddProgram(run.result) || hasOddCall(run.result));
  const bare = onlyVariables(run) ? withoutVariables(run.command) : null;
  const worked = run?.selection.kind === 'whole' && run.settled && run.result.complete && (!isOdd || bare !== null);
  const command = worked && run.result.outcome !== 'no-tests' ? (bare ?? run.command) : commandOf(suite);
  return verdict.state === 'partial' && run?.command === command ? withMissing(command, suite, verdict) : command;
}

/** A run that nothing but the variables in its call speaks against: named without them, it would count. */
const onlyVariables = (run: SuiteVerdict['run']): run is RunFact =>
  run?.result.reasons.includes('environment') === true &&
  !hasOddProgram(run.result) &&
  !hasOddCall({ reasons: run.result.reasons.filter((reason) => reason !== 'environment') });

/** A script of the project's own that names other files would name no more the next time: it is given the missing ones. */
function withMissing(command: string, { runner, root }: Suite, { run, missing }: SuiteVerdict): string {
  const { selection } = run!;
  const leavesOut = selection.kind !== 'units' || selection.sparse || selection.leftOut;
  const files = missing.map((file) => path.posix.relative(root, file));
  const isPlain = files.every((file) => /^\w[\w@./+-]*$/.test(file));
  if (leavesOut || runner.units.kind !== 'file' || !isPlain || files.length > MAX_NAMES) return command;
  return withWords(command, files);
}

function suiteFinding(rule: Rule, level: Level, facts: SuiteFacts, tree: string): Finding {
  const { suite, verdict, earlier } = facts;
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
      ...(earlier?.kind === 'all-known' && { onlyKnown: true }),
      ...(earlier?.kind === 'unseen' && { fork: earlier.at.slice(0, 10) }),
      reasons: run?.result.reasons.slice(0, MAX_NAMES),
      selection: run?.selection.kind,
      ...(run?.selection.kind === 'units' && run.selection.sparse && { sparse: true }),
      ...(run?.selection.kind === 'units' && run.selection.leftOut && { leftOut: run.selection.leftOut }),
      ...(facts.redBefore && { redBefore: true }),
      failing: verdict.failing.slice(0, MAX_NAMES),
      failingTotal: verdict.failing.length,
      missing: verdict.missing.slice(0, MAX_NAMES),
      missingTotal: verdict.missing.length,
      changed: run?.differs.slice(0, MAX_NAMES),
      changedTotal: run?.differs.length,
      testsRemoved: facts.testsRemoved,
      uncommitted: facts.uncommitted.slice(0, MAX_NAMES),
      uncommittedTotal: facts.uncommitted.length,
      ...(facts.uncommitted.length > 0 && failedIn(run)),
      ...writtenIn(facts),
    },
  };
}

/** Returns the failures of a run that saw other content than is pushed: they are told, and decide nothing. */
function failedIn(run: SuiteVerdict['run']): Finding['args'] {
  if (!run || !isRed(run.result.outcome)) return {};
  const { failing } = run.result;
  return { failed: failing.slice(0, MAX_NAMES), failedTotal: failing.length };
}

/** Returns the uncommitted files that runs have written, for the words about them. */
function writtenIn({ written: { paths, ignorable, kept = [], endsInLine = true } }: SuiteFacts): Finding['args'] {
  if (paths.length === 0) return {};
  const ignore = ignoring(ignorable, endsInLine);
  const forget = forgetting(kept, endsInLine);
  return {
    written: paths.slice(0, MAX_NAMES),
    writtenTotal: paths.length,
    ignorable: ignorable.slice(0, MAX_NAMES),
    ignorableTotal: ignorable.length,
    ...(ignore === null ? {} : { ignore }),
    ...(forget === null ? {} : { forget, kept: kept.slice(0, MAX_NAMES), keptTotal: kept.length }),
  };
}

/**
 * `codeOf` returns the code for a suite's state. A further artefact that is not of this content is missing, however that
 * came.
 */
function codeOf({ suite, verdict: { state }, uncommitted }: SuiteFacts): string {
  if (state === 'tested') return CODES.unknown;
  if (isNamedBuild(suite) && state !== 'red') return 'PUSH_BUILD_MISSING';
  return uncommitted.length > 0 ? 'PUSH_UNCOMMITTED' : CODES[state];
}

/** Judges one target of a push. Pure: equal facts give equal findings. */
export function judgePush(facts: PushFacts, policy: Policy): Finding[] {
  const { target, base, onBase, tree } = facts;
  const branch = target.destination?.replace(/^refs\/(heads|tags)\//, '') ?? null;
  const rules: Rules = { policy, branch };
  const content = tree === null ? {} : { tree };
  const isDefaultBranch = base !== null && target.destination === `refs/heads/${base.branch}`;
  const direct: Finding[] = isDefaultBranch
    ? byRule('defaultBranch', rules, (level) => ({
        ...{ code: CODES.defaultBranch, level },
        args: { branch: branch ?? '', ...content },
      }))
    : [];
  // Nothing of one's own is published; the default branch itself may go all the same.
  if (onBase) return target.deletion ? direct : [];
  if (tree === null) {
    const args = {
      destination: target.destination ?? '?',
      ...(facts.unborn && { unborn: true }),
      ...(facts.notOwned && { notOwned: facts.notOwned }),
    };
    return [...direct, ...byRule('unknown', rules, (level) => ({ code: 'PUSH_UNREADABLE', level, args }))];
  }
  const found: Finding[] = [...direct, ...judgeGates(facts, rules, content)];
  if (facts.noRunner) found.push({ code: 'PUSH_NO_RUNNER', level: 'note', args: { ...facts.unread } });
  for (const check of facts.checksRemoved) found.push({ code: 'PUSH_CHECK_REMOVED', level: 'warn', args: { check } });
  found.push(
    ...facts.suites.flatMap((suite) =>
      findingsOfSuite(suite, tree, rules, {
        ...sharedCommand(facts, suite),
        ...twinOf(facts, suite),
        ...unendedOf(facts, suite),
      }),
    ),
  );
  const told = softened('warn', policy, branch);
  if (facts.reviews.length > 0 && told !== 'off')
    found.push({ code: 'PUSH_REVIEW_STALE', level: told, args: { reviews: facts.reviews, ...content } });
  if (facts.debts.length > 0 && told !== 'off') {
    const args = { debts: facts.debts.slice(0, MAX_NAMES), debtsTotal: facts.debts.length };
    found.push({ code: 'PUSH_DEBTS', level: told, args: { ...args, ...content } });
  }
  if (found.some(({ level }) => level !== 'note')) found.push(...aboutEvidence(facts));
  // With the content: what a person lets through is this one, and git's own hook knows it again.
  const change = judgeChange(facts, policy, branch).map((one) => ({ ...one, args: { ...one.args, ...content } }));
  return [
    ...found,
    ...change,
    ...judgeWeakened(facts.weakened, softened(policy.push.weakened ?? 'warn', policy, branch), content),
  ];
}

/** The rules by which a push to a branch is judged. */
interface Rules {
  policy: Policy;
  /** Null where it cannot be told. */
  branch: string | null;
}

/** A finding as loud as its rule has it; none where that is off. */
function byRule(rule: Rule, { policy, branch }: Rules, make: (level: Level) => Finding, suite?: Suite): Finding[] {
  const severity = severityOf(rule, policy, branch, suite);
  return severity === 'off' ? [] : [make(severity)];
}

function judgeGates({ gates }: PushFacts, { policy, branch }: Rules, content: { tree?: string }): Finding[] {
  return gates.flatMap(({ gate, rules, verdict }): Finding[] => {
    if (verdict.state === 'valid' || rules.push === 'off') return [];
    const level = softened(rules.push, policy, branch);
    const args = { gate, title: rules.title, state: verdict.state, why: describeApproval(verdict), ...content };
    return level === 'off' ? [] : [{ code: 'PUSH_UNAPPROVED', level, args }];
  });
}

/**
 * Returns the command that runs a suite together with others that lack a run; none where all have been run by one
 * before.
 */
function sharedCommand({ together, suites }: PushFacts, { suite }: SuiteFacts): Finding['args'] {
  if (!together?.suites.includes(suite.id)) return {};
  const own = suites.filter((one) => together.suites.includes(one.suite.id)).map(remedyOf);
  return new Set(own).size > 1 ? { command: together.command } : {};
}

/**
 * Returns the suite that is green already on the same files of tests, where two builds of one stack lie in one folder: a person
 * may find that one of the two is enough.
 */
function twinOf({ suites }: PushFacts, { suite, units, verdict }: SuiteFacts): Finding['args'] {
  if (units.length === 0 || !/^(?:untested|stale)$/.test(verdict.state)) return {};
  const isTwin = (other: SuiteFacts) =>
    other.suite.id !== suite.id &&
    other.suite.root === suite.root &&
    other.suite.preset.id === suite.preset.id &&
    questionOf(other.suite) === questionOf(suite) &&
    hasGreenRun(other.verdict) &&
    other.units.join('\n') === units.join('\n');
  const twin = suites.find(isTwin);
  return twin ? { twin: twin.suite.id } : {};
}

/**
 * Returns a run that began after the newest recorded one and never ended: run like that again, it would not be recorded
 * either.
 */
function unendedOf({ unended }: PushFacts, facts: SuiteFacts): Finding['args'] {
  const run = unended.find(({ suite }) => suite === facts.suite.id);
  if (run === undefined || run.time < (facts.verdict.run?.time ?? 0)) return {};
  return { unended: run.command, unendedTime: run.time, command: exactly(remedyOf(facts)) };
}

function findingsOfSuite(facts: SuiteFacts, tree: string, rules: Rules, beside: Finding['args']): Finding[] {
  const { suite, verdict, fewer } = facts;
  if (facts.noTests) return [{ code: 'PUSH_NO_TESTS', level: 'note', path: suite.root, args: { suite: suite.id } }];
  if (facts.testsRemoved)
    return byRule('untested', rules, (level) => ({
      ...suiteFinding('untested', level, facts, tree),
      code: 'PUSH_TESTS_REMOVED',
    }));
  const { state } = verdict;
  if (state !== 'tested' && state !== 'flaky') {
    const make = (level: Level): Finding => {
      const found = suiteFinding(state, facts.earlier?.kind === 'all-known' ? 'warn' : level, facts, tree);
      return {
        ...found,
        code: codeOf(facts),
        args: { ...found.args, ...beside, ...failedAlone(facts, rules) },
      };
    };
    return byRule(state, rules, make, suite);
  }
  const found: Finding[] = [];
  if (state === 'flaky') found.push(...unsteadyFindings(facts, tree, rules));
  else if (verdict.flaky) {
    const { flakyTests: tests = [] } = verdict;
    const named = tests.length > 0 && { tests: tests.slice(0, MAX_NAMES), ...ageOf(facts, tests) };
    found.push({ code: 'PUSH_FLAKY', level: 'warn', args: { suite: suite.id, ...named } });
  }
  const above = verdict.run?.above ?? [];
  if (above.length > 0)
    found.push({ code: 'PUSH_CONFIG_ABOVE', level: 'note', args: { suite: suite.id, files: above } });
  if (facts.beside.length > 0)
    found.push({
      code: 'PUSH_BESIDE',
      level: 'warn',
      args: { suite: suite.id, files: facts.beside.slice(0, MAX_BESIDE) },
    });
  if (fewer) found.push({ code: 'PUSH_FEWER_TESTS', level: 'warn', args: { suite: suite.id, ...fewer } });
  const { policy, branch } = rules;
  const level = lesser(softened(policy.push.exact, policy, branch), checkSeverity(suite, policy));
  if (!facts.exact && level !== 'off') {
    const finding = suiteFinding('unknown', level, facts, tree);
    found.push({ ...finding, code: 'PUSH_INEXACT', args: { ...finding.args, command: exactly(remedyOf(facts)) } });
  }
  const asked = lesser(softened(policy.push.seal ?? 'off', policy, branch), checkSeverity(suite, policy));
  if (!facts.sealed && asked !== 'off')
    found.push({ ...suiteFinding('unknown', asked, facts, tree), code: 'PUSH_UNSEALED' });
  return found;
}

/** Tests that failed on this very content are not green because a later run on it passed. */
function unsteadyFindings(facts: SuiteFacts, tree: string, rules: Rules): Finding[] {
  const { verdict } = facts;
  const unsteady = verdict.unsteady ?? [];
  return byRule(
    'flaky',
    rules,
    (level) => {
      const found = suiteFinding('flaky', level, facts, tree);
      const told = { unsteady: unsteady.slice(0, MAX_NAMES).map(historyOf), unsteadyTotal: unsteady.length };
      const settling = settlingOf(unsteady, rules.policy.push.reruns);
      return {
        ...found,
        args: { ...found.args, ...told, ...settling, ...quarantineOf(facts), ...ageOf(facts, unsteady.map(nameOf)) },
      };
    },
    facts.suite,
  );
}

const nameOf = ({ test }: UnsteadyTest) => test;

/** Tells which of some unsteady tests no run before this work shows unsteady, and since when the others are. */
function ageOf({ flaked }: SuiteFacts, tests: readonly string[]): Finding['args'] {
  if (flaked === null) return {};
  const fresh = tests.filter((test) => !flaked.has(test));
  const since = tests.flatMap((test) => flaked.get(test) ?? []);
  return {
    ...(fresh.length > 0 && { fresh: fresh.slice(0, MAX_NAMES), freshTotal: fresh.length }),
    ...(since.length > 0 && { unsteadySince: dayOf(Math.min(...since)), unsteadyBefore: since.length }),
  };
}

const historyOf = ({ test, failed, passed }: UnsteadyTest) => `${test} (failed ${failed} of ${failed + passed} runs)`;

/** Tells by how many more runs unsteady tests are settled; `spent` where one failed again among them. */
function settlingOf(unsteady: readonly UnsteadyTest[], reruns = 0): Finding['args'] {
  if (reruns === 0) return {};
  const left = unsteady.map((one) => one.left);
  return left.includes(null) ? { reruns, spent: true } : { reruns, left: Math.max(...left.map(Number)) };
}

/**
 * Names that exceptions are looked for by, where each of the unsteady tests may be let through by one: nothing that it is or
 * runs differs from where the work began. Of the others, why not.
 */
function quarantineOf({ verdict: { unsteady = [] }, touched }: SuiteFacts): Finding['args'] {
  const names = unsteady.map(({ test }) => test);
  const moved = names.filter((name) => touched.has(name));
  if (moved.length > 0) return { moved: moved[0]!, movedBy: touched.get(moved[0]!)! };
  return names.length <= MAX_EXCEPTED ? { onlyFailing: names } : {};
}

/**
 * Names that exceptions are looked for by: the tests that failed, where nothing else is red, and an exact run says so if
 * one is asked for. Where an exception names tests and that is not known, the command that may show it.
 */
function failedAlone({ suite, verdict, exact }: SuiteFacts, { policy, branch }: Rules): Finding['args'] {
  const needsExact = !exact && softened(policy.push.exact, policy, branch) === 'block';
  const { onlyTests, failing } = verdict;
  if (onlyTests && !needsExact && failing.length <= MAX_EXCEPTED) return { onlyFailing: failing };
  if (!areNamed(failing, policy.exceptions)) return {};
  const command = commandPastFailures(suite);
  return { pastFailures: needsExact ? exactly(command) : command };
}

/** Tells why evidence may be missing that somebody thinks is there. */
function aboutEvidence({ running, suites, evidence, doubt, base }: PushFacts): Finding[] {
  const found: Finding[] = [];
  if (doubt) {
    const holds = base?.commit.slice(0, 10);
    found.push({ code: 'EVIDENCE_BASE', level: 'note', args: { ...doubt, ...(holds && { holds }) } });
  }
  const awaited = running.filter((id) => suites.some((one) => one.suite.id === id));
  if (awaited.length > 0) found.push({ code: 'EVIDENCE_RUNNING', level: 'note', args: { suites: awaited } });
  if (evidence.voided) found.push({ code: 'EVIDENCE_VOID', level: 'note', args: {} });
  if (evidence.foreign > 0)
    found.push({ code: 'EVIDENCE_FOREIGN', level: 'note', args: { entries: evidence.foreign } });
  return found;
}

/** Findings about the change itself, whatever was run: numbers that other changes have, lines that break conventions. */
function judgeChange({ migrations, conventions }: PushFacts, policy: Policy, branch: string | null): Finding[] {
  const numbers = migrations.map(
    ({ path, args }): Finding => ({ code: 'PUSH_MIGRATION_CONFLICT', level: 'block', path, args }),
  );
  return [...numbers, ...findingsOf(conventions)].flatMap((finding) => {
    const level = finding.level === 'note' ? 'note' : softened(finding.level, policy, branch);
    return level === 'off' ? [] : [{ ...finding, level }];
  });
}
