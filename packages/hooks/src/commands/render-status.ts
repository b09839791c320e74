import type { UnsteadyTest } from '@flow/core';
import type { RedFact } from '@flow/engine/red/red-facts';
import { clean } from '@flow/engine/text/clean';
import type { Spelling } from './command.js';
import type { Status, SuiteStatus } from './status-report.js';

const MARKS: Record<SuiteStatus['state'], string> = {
  tested: 'ok       tested on this content',
  untested: 'missing  no run recorded',
  stale: 'stale    files changed since the newest run',
  red: 'red      the newest run on this content failed',
  unknown: 'unknown  runs were recorded, but none proves anything',
  partial: 'partial  only a part is tested',
  flaky: 'flaky    tests passed and failed on this content',
  'no-tests': 'none     has no tests yet',
};

/** Returns the branch that is checked out, or why there is none. */
function branchWords({ branch, rebased, tree }: Status): string {
  if (branch !== null) return clean(branch);
  if (rebased !== null) return `(none: a rebase of ${clean(rebased)} is in progress)`;
  return tree === null ? '(unknown)' : '(detached)';
}

/** The most names of one kind that are shown. */
const MAX_NAMES = 5;

/** Returns the status as text for a terminal. */
export function renderStatus(status: Status, typed: Spelling): string {
  const { suites, evidence } = status;
  const head = `${clean(status.root)}  branch ${branchWords(status)}, base ${clean(status.base ?? '(none found)')}`;
  const [empty, asked] = [suites.filter(isEmpty), suites.filter((suite) => !isEmpty(suite))];
  const lines = [head, '', ...asked.flatMap((suite) => suiteLines(suite, status.isSealed, typed))];
  lines.push(...emptyLines(empty, typed));
  if (status.noRunner !== null) lines.push(status.noRunner);
  if (status.unasked !== null) lines.push('', status.unasked);
  if (status.unsealed !== null) lines.push('', `Not sealed as this project has it: ${clean(status.unsealed, 600)}`);
  if (status.notices.length > 0) lines.push('', ...noticeLines(status.notices));
  lines.push(...redLines(status.newTests, typed));
  if (status.weakened !== null) lines.push('', status.weakened);
  if (evidence.voided) lines.push('', 'Earlier evidence is void: it does not verify, or protected files were changed.');
  if (evidence.foreign > 0)
    lines.push(
      '',
      `${evidence.foreign} ${evidence.foreign === 1 ? 'entry was' : 'entries were'} made with another user's key.`,
    );
  for (const text of status.policy) lines.push('', text);
  if (status.overrides.length > 0) lines.push('', 'Allowed by a person:');
  lines.push(...status.overrides.slice(0, 10).map((text) => `    ${text}`));
  return `${lines.join('\n')}\n`;
}

const isEmpty = ({ state }: SuiteStatus): boolean => state === 'no-tests';

/** Tells of the suites without tests in one line where they are many: a repository of tools has dozens of them. */
function emptyLines(suites: readonly SuiteStatus[], typed: Spelling): string[] {
  if (suites.length <= MAX_NAMES) return suites.flatMap((suite) => suiteLines(suite, false, typed));
  const names = namesOf(suites.map(({ suite }) => suite));
  return [`${suites.length} more have no tests yet: ${names}, … (\`${typed('status')} --json\` lists them)`];
}

/** `suiteLines` tells of a suite where it stands, what stands against it, and what to run. */
function suiteLines(suite: SuiteStatus, isSealed: boolean, typed: Spelling): string[] {
  const { state, lastRun, command } = suite;
  const lines = [`${clean(suite.suite)}: ${MARKS[state]}${suite.inexact ? `, not by \`${typed('exec')}\` or CI` : ''}`];
  if (lastRun) {
    const reasons = lastRun.reasons.length > 0 ? ` (${lastRun.reasons.join(', ')})` : '';
    const time = new Date(lastRun.time).toISOString();
    const held = lastRun.seal === 'none' ? (isSealed ? ', not proven sealed' : '') : `, sealed (${lastRun.seal})`;
    lines.push(`    last   ${clean(lastRun.command, 100)}: ${lastRun.outcome}${reasons}, ${time}${held}`);
  }
  if (suite.failing.length > 0) lines.push(`    fails  ${namesOf(suite.failing)}`);
  if (suite.changed.length > 0) lines.push(`    since  ${namesOf(suite.changed)}`);
  if (suite.unsteady) lines.push(`    unsure ${namesOf(suite.unsteady.map(historyOf))}`);
  if (suite.missing.length > 0) lines.push(`    lacks  ${namesOf(suite.missing)}`);
  if (state === 'tested' || state === 'no-tests') return lines;
  if (suite.sparse) lines.push('    first  git sparse-checkout disable');
  return [...lines, `    run    ${command}`];
}

const historyOf = ({ test, failed, passed, left }: UnsteadyTest): string =>
  `${clean(test, 100)} (failed ${failed} of ${failed + passed} runs${left === null ? '' : `, ${left} more ${left === 1 ? 'pass settles' : 'passes settle'} it`})`;

const namesOf = (names: readonly string[]): string =>
  names
    .slice(0, MAX_NAMES)
    .map((name) => clean(name, 100))
    .join(', ');

/** Renders the notices about the content, one a line; submodules have notices of their own, so there may be many. */
function noticeLines(notices: Status['notices']): string[] {
  const shown = notices.slice(0, 10).map(({ code, text }) => `note     ${code}: ${clean(text, 300)}`);
  return notices.length > shown.length ? [...shown, `note     and ${notices.length - shown.length} more`] : shown;
}

/** Tells which new tests were never seen failing, for information. */
function redLines(tests: readonly RedFact[], typed: Spelling): string[] {
  const open = tests.filter(({ proven }) => proven === null);
  if (open.length === 0) return [];
  const named = open.slice(0, MAX_NAMES).map(({ name }) => clean(name, 100));
  const more = open.length > named.length ? ` and ${open.length - named.length} more` : '';
  return [
    '',
    `New tests: ${open.length} of ${tests.length} are not proven to fail without the change: ${named.join(', ')}${more}`,
    `    prove  ${typed('prove-red')}`,
  ];
}
