import type { Finding } from '@flow/core';
import { documentOfKind } from '@flow/core/documents';
import type { Facts, Moment, OpenCheck, Status, Workflow } from '@flow/core/workflow';

/** Where a phase names no command of its own, the first thing that is in its way does (feature D61). */
type Command = (args: Finding['args'], facts: Facts, workflow: Workflow) => string | null;

/** A name from a repository that a shell reads as nothing else. */
const plain = (value: unknown) => (typeof value === 'string' && /^[\w.:@%+/-]{1,80}$/.test(value) ? value : null);

const withName =
  (front: string, name: string): Command =>
  (args) => {
    const word = plain(args[name]);
    return word === null ? null : aboutItem(`${front} ${word}`, args);
  };

/** What is asked of an item is said of it. */
function aboutItem(command: string, { item }: Finding['args']): string | null {
  if (item === undefined) return command;
  const id = plain(item);
  return id === null ? null : `${command} --item ${id}`;
}

/** What a program makes is not handed in by hand. */
const byProgram =
  (command: string, name: string, other: Command): Command =>
  (args, facts, workflow) =>
    args.name === name ? command : other(args, facts, workflow);

/** What a program makes of the evidence is not written by hand. */
const ofReport =
  (other: Command): Command =>
  (args, facts, workflow) => {
    const report = documentOfKind(workflow, 'report');
    const isAsked = report !== null && (args.document === report || args.by === report);
    return isAsked ? 'flow report --write' : other(args, facts, workflow);
  };

/** The tests of the project, as they are run whole. */
const tests: Command = (_, { present }) => testSuites(present)[0]?.command ?? null;

/**
 * The tests of the project, for a check that has to know which ones passed. Where the suite is green already, and its runner
 * named no test that passes, another such run shows nothing: its own word, or else `flow exec`, has the runner name them.
 */
const namedTests: Command = (args, facts, workflow) => {
  const command = tests(args, facts, workflow);
  const [suite] = testSuites(facts.present);
  if (command === null || !suite || !isGreen(suite, facts)) return command;
  const naming = NAMING[suite.id.split(':')[0] ?? ''];
  return naming ? naming(command) : `flow exec -- ${command}`;
};

/** Runners that name passing tests by a word of their own alone, as there is no report to have them write beside their output. */
const NAMING: Readonly<Record<string, (command: string) => string>> = {
  go: (command) => command.replace(/\bgo test\b/, 'go test -v'),
  unittest: (command) => `${command} -v`,
};

const testSuites = ({ suites }: Moment) => suites.filter(({ question }) => question === 'test');

/**
 * Command that shows that the tests of a claim fail: the suite that runs them. Where all of them are written and the suite
 * is green, another run shows nothing, but a proof can still tell whether the tests would have failed.
 */
const unseenRed: Command = ({ claim, ...args }, facts) => {
  const [unwritten, unproven] = [namesIn(args.unwritten), namesIn(args.unproven)];
  const suite = suiteOf(claim, unwritten.length > 0 ? unwritten : unproven, facts);
  const isWritten = unwritten.length === 0 && unproven.length > 0;
  return suite && isWritten && isGreen(suite, facts) ? 'flow prove-red' : (suite?.command ?? null);
};

const namesIn = (value: Finding['args'][string]) => (Array.isArray(value) ? value : []);

/**
 * `suiteOf` finds the innermost suite around the file of the first of these tests; of tests whose file nobody names, any.
 */
function suiteOf(claim: unknown, names: readonly string[], { present }: Facts): Suite | undefined {
  const planned = present.claims.find(({ id }) => id === claim)?.tests ?? [];
  const file = planned.find((test) => test.file !== undefined && names.includes(test.name))?.file;
  return testSuites(present)
    .filter(({ id }) => file === undefined || file.startsWith(folderOf(id)))
    .sort((one, other) => folderOf(other.id).length - folderOf(one.id).length)[0];
}

type Suite = Moment['suites'][number];

/** The id of a suite is its runner, its root, and what a person named. */
function folderOf(suite: string): string {
  const root = suite.split(':')[1] ?? '.';
  return root === '.' ? '' : `${root}/`;
}

function isGreen({ id, content }: Suite, { events, moments }: Facts): boolean {
  const last = events.findLast((event) => event.type === 'run' && event.suite === id);
  if (last?.type !== 'run' || last.result !== 'pass' || content === null) return false;
  return moments[last.at]?.suites.some((one) => one.id === id && one.content === content) ?? false;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  BRANCH_NEEDED: () => 'git switch -c my-change',
  DOCUMENT_MISSING: ofReport(withName('flow template', 'document')),
  CLAIM_UNCOVERED: ofReport(() => null),
  RED_MISSING: unseenRed,
  TESTS_NOT_PASSING: namedTests,
  SUITE_NOT_GREEN: ({ command }, facts, workflow) =>
    typeof command === 'string' ? command : tests({}, facts, workflow),
  COMMAND_NOT_PASSED: ({ command }) => (typeof command === 'string' ? command : null),
  NOT_REPRODUCED: ({ command }) => (typeof command === 'string' ? command : null),
  ITEMS_TOO_MANY: ({ dial, value }) =>
    plain(dial) === null || plain(value) === null ? null : `flow dial ${plain(dial)}=${plain(value)}`,
  PANEL_OPEN: () => 'flow next',
  VERDICT_MISSING: () => 'flow next',
  PULL_REQUEST_MISSING: () => 'flow ship',
  CI_NOT_GREEN: () => 'flow ship',
  SUBMISSION_MISSING: byProgram('flow checklist', 'checklist', withName('flow submit', 'name')),
  APPROVAL_MISSING: withName('flow approve', 'gate'),
  ADVANCE_MISSING: (args) => aboutItem('flow advance', args),
  // `commit -a` takes no file that is new.
  NOT_COMMITTED: () => "git add -A && git commit -m 'What the change does'",
  NOT_PUSHED: () => 'git push -u origin HEAD',
  CRITERION_UNCONFIRMED: ({ item, criterion }) =>
    plain(item) === null || plain(criterion) === null
      ? null
      : `flow item confirm ${plain(item)} --criterion ${plain(criterion)}`,
  // Whoever runs it sees what it means; the other word passes the check by.
  LOOP_EXHAUSTED: ({ check, item }) =>
    plain(check) === null ? null : aboutItem(`flow decide ${plain(check)} again`, { item }),
};

const SHIPPED = new Set(['PULL_REQUEST_MISSING', 'CI_NOT_GREEN']);
const OWN_STEPS = new Set(['NOT_COMMITTED', 'NOT_PUSHED']);

/**
 * Returns the command that helps now: for work of the agent one that fits what is first in the way; else the one that
 * the phase names, or that fits the decision of a person; else the one that explains. Null when nothing is left to do.
 */
export function suggestedCommand(status: Status, facts: Facts, workflow: Workflow): string | null {
  if (status.ended !== null) return status.command;
  const asked = plain(status.questions[0]?.id);
  if (asked !== null) return `flow clarify answer ${asked}`;
  const open = status.current?.open ?? status.open;
  const work = open.find(({ actor }) => actor === 'agent');
  const fitting = (one: OpenCheck) => COMMANDS[one.finding.code]?.(one.finding.args, facts, workflow) ?? null;
  // Where the change is to come to a pull request, one program goes all the way, and again goes on where it stopped.
  const isShipping = open.some(({ finding }) => SHIPPED.has(finding.code));
  if (work && isShipping && OWN_STEPS.has(work.finding.code)) return 'flow ship';
  const id = plain(status.current?.id);
  // Others see that it is taken, and what is run from then on is of it.
  if (work && status.current?.state === 'ready' && id !== null) return `flow item begin ${id}`;
  if (work) return fitting(work) ?? 'flow explain';
  const broken = open.find(({ actor }) => actor === 'time');
  if (broken) return fitting(broken) ?? 'flow explain';
  if (status.command !== null || !open[0]) return status.command;
  // Where nothing is left to do but what people decide about items, the first of these says what.
  return (
    fitting(open[0]) ??
    ofPeople(status.items)
      .map(fitting)
      .find((command) => command !== null) ??
    'flow explain'
  );
}

const ofPeople = (items: Status['items']): OpenCheck[] =>
  items.flatMap(({ open = [], items: parts = [] }) => [
    ...open.filter(({ actor, finding }) => actor === 'person' && finding.code !== 'ITEMS_OPEN'),
    ...ofPeople(parts),
  ]);
