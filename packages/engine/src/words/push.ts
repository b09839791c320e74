import { describeOutcome, type Finding, type Outcome } from '@flow/core';
import { shellWord } from '@flow/shell-effects/text/quoted';
import { keeperIn } from '../policy/repeating.js';
import { clean } from '../text/clean.js';
import { notOwnedWords } from '../text/not-owned.js';
import { aboveWay, hasAbove } from './above.js';
import { neededVariables, scriptVariables } from './environment.js';
import { type FindingWords, formatAge, list, on, ran } from './facts.js';
import { folderIn, inheritedIn, neededInherited, withoutFolder } from './inherited.js';
import { againWords, namedHides } from './named.js';
import { ALONE, personCan, personsStep, type Reader } from './reader.js';
import { hasOddProgram, isElsewhere, programWay, why } from './reasons.js';
import { PUSHED_OUTSIDE } from './sealed.js';
import { withoutShadow } from './shadow.js';
import { isUnlike, unlikeWay } from './unlike.js';
import { type UnreadFacts, unreadWords } from './unread-words.js';

/** Why the same command again would prove no more, and what has to come before it. */
const SPARSE =
  'The checkout is sparse, and a run proves nothing about files that are not on disk: `git sparse-checkout disable` first. ';

/** Returns words for the setting that chooses tests wherever the runner is started; the setting was named behind the run. */
const settingsWay = (reader: Reader) =>
  `Take that setting back as the message behind the run says${reader === 'agent' ? ', or ask the person to' : ''}.`;

/** Words for what in the project makes each run of the tests prove nothing, and has to go first. */
const CAUSES: Readonly<Record<string, string>> = {
  'report-missing':
    'A test, a plugin or a settings file of the tests ends the runner early (as `os._exit` or `process.exit` do): take that out.',
  'report-contradicts':
    'A test prints what the runner itself prints, or changes its report: have the test keep its output to itself.',
};

/** Words for how a finding of a check is shown to be none of this change's. */
function knownBefore(args: Finding['args']): string {
  if (args.fork === undefined) return '';
  return ` Problems that existed before this branch do not block. To show that these did: \`git switch --detach ${clean(args.fork)}\`, run the same command there, then \`git switch -\`.`;
}

/** Where an exception names the tests that failed, and something else may be red as well. */
function excepted({ pastFailures }: Finding['args']): string {
  if (pastFailures === undefined) return '';
  return ` flow.config.yaml has exceptions for these tests. They apply once a run of the whole suite that does not stop at a failure shows that no other test fails: \`${clean(pastFailures)}\`.`;
}

/** Words for tests that passed and failed on what is pushed, with each way to go on. */
function unsteadyWords(args: Finding['args'], reader: Reader): string {
  const told = `Tests of ${clean(args.suite)} both passed and failed on the pushed content${on(args)}, so they are not green: ${list(args.unsteady, args.unsteadyTotal)}.${ageWords(args)} Make them steady (\`npx flow-hooks flaky\` has their history), then run \`${clean(args.command)}\` ${ALONE[reader]}.`;
  return `${told}${settledWords(args)}${namedWords(args, reader)}`;
}

/** Words for how long tests have been unsteady: what this work brings is for this work to mend. */
function ageWords({ fresh, freshTotal, unsteadyBefore, unsteadySince }: Finding['args']): string {
  const brought =
    fresh === undefined ? '' : ` New with this push (no run before this work shows it): ${list(fresh, freshTotal)}.`;
  if (unsteadyBefore === undefined) return brought;
  const whose = Number(unsteadyBefore) === 1 ? 'One of them was' : `${clean(unsteadyBefore)} of them were`;
  return `${brought} ${fresh === undefined ? 'Unsteady before this work' : `${whose} unsteady before this work`}, since ${clean(unsteadySince)}.`;
}

/** Words for the runs that settle an unsteady test, where the project asks for a number of them. */
function settledWords({ reruns, left, spent }: Finding['args']): string {
  if (spent) return ' They failed again after they had passed: further runs on this content settle nothing.';
  if (left === undefined) return '';
  const times = Number(left) === 1 ? 'one more run passes' : `${clean(left)} more runs pass`;
  return ` On this content they are green after ${clean(reruns)} passes in a row (push.reruns): if ${times}. Every run counts.`;
}

/** Words for what a person can do about unsteady tests. */
function namedWords({ reruns, moved, movedBy }: Finding['args'], reader: Reader): string {
  const ways = reruns === undefined ? ['set how many passes in a row settle it (push.reruns)'] : [];
  if (moved === undefined)
    ways.push(
      'allow them by name until a day (`exceptions: [{ guard: push, tests: […], reason: …, owner: …, expires: … }]`)',
    );
  const way =
    ways.length > 0
      ? ` ${personCan(reader)} ${ways.join(', or ')} in flow.config.yaml, with \`npx flow-hooks apply\`.`
      : '';
  if (moved === undefined) return way;
  const why =
    movedBy === '?'
      ? 'it is not known where this work began'
      : `this work changes \`${clean(movedBy, 200)}\`, on which \`${clean(moved, 160)}\` may depend`;
  return `${way} No exception holds for them, as ${why}.`;
}

/** Words for what a person can do about tests that were red before the change. */
function redBefore(args: Finding['args'], reader: Reader): string {
  if (!args.redBefore) return '';
  return ` They also failed before this branch. ${personCan(reader)} allow them to fail by name, in flow.config.yaml (\`exceptions: [{ guard: push, tests: […], reason: …, owner: …, expires: … }]\`) with \`npx flow-hooks apply\`.`;
}

/** Reasons for which the same command again would leave the same files out, and what lists these. */
const LACKS: Readonly<Record<string, string>> = {
  'content-left-out': '`git status --short` lists them',
  'content-hidden': '`git status --short --ignored` lists them, `git add -f` adds them',
};

function contentLacks(args: Finding['args'], listed: string, now: number, reader: Reader): string {
  return `A run of ${clean(args.suite)} was recorded (${ran(args, now)}), but it proves nothing about the pushed content${on(args)}: ${why(args)}. Commit those that the tests need and add the others to .gitignore (${listed}), then run \`${clean(args.command)}\` ${ALONE[reader]}.`;
}

/**
 * Says that a program was not found or could not be started: the same command again would not find its program either.
 */
function notStarted(args: Finding['args'], now: number, reader: Reader): string {
  if (String(args.suite).startsWith('command:'))
    return `A program was not found by \`${clean(args.command)}\` (${ran(args, now)}), so nothing is known about the pushed content${on(args)}. Install what it starts${reader === 'agent' ? ', or ask the person to' : ''}, then run it ${ALONE[reader]}.`;
  const relaxed = `If this project does not use it: ${leftOff(args, reader)}.`;
  const first = `${clean(args.suite)} could not be started (${ran(args, now)}), so nothing is known about the pushed content${on(args)}. Install it, or start it from the environment that has it, as \`${clean(args.command)}\` would, ${ALONE[reader]}.`;
  return args.question === 'test' ? first : `${first} ${relaxed}`;
}

/** A person's step by which the runner of a suite is no longer asked for. */
const leftOff = ({ suite }: Finding['args'], reader: Reader): string =>
  personsStep(
    reader,
    `add \`capture: { off: [${clean(String(suite).split(':')[0])}] }\` to flow.config.yaml and run \`npx flow-hooks apply\``,
  );

/** Words for a second build of the same tests, where the first one is green. */
const besideTwin = (args: Finding['args'], reader: Reader): string =>
  args.twin === undefined
    ? ''
    : ` ${clean(args.twin)} is green on the same files of tests. If one of the two builds is enough: ${leftOff(args, reader)}.`;

/** Words for what is done in place of a push to the default branch. */
const INSTEAD: Readonly<Record<Reader, string>> = {
  agent: 'Create a branch with `git switch -c my-change` and push that, or ask a person to push.',
  person: 'Create a branch with `git switch -c my-change` and push that.',
  ci: 'Push another branch, and merge it through a pull request.',
};

/** The newest run, which saw other files than are pushed, with what failed in it. */
function newestRun(args: Finding['args'], now: number): { told: string; first: string } {
  const name = clean(args.suite);
  if (args.failed === undefined) return { told: `The newest run of ${name} (${ran(args, now)}) saw`, first: 'Then' };
  const failed = list(args.failed, args.failedTotal);
  const outcome = describeOutcome(args.outcome as Outcome);
  return {
    told: `The newest run of ${name} ${outcome} (${ran(args, now)})${failed && `: ${failed}`}. It saw`,
    first: 'Fix that, then',
  };
}

/** Offer to put uncommitted files away: those alone, as a stash of all that is untracked would take our own views along. */
function stashing({ uncommitted, uncommittedTotal }: Finding['args']): string {
  const files = (Array.isArray(uncommitted) ? uncommitted : []).map((file) => shellWord(String(file)));
  const isAll = files.length > 0 && Number(uncommittedTotal) === files.length;
  if (!isAll || files.some((file) => clean(file, 500) !== file)) return '';
  return `, or set them aside (\`git stash push -u -- ${files.join(' ')}\`)`;
}

/** Returns words for uncommitted files that the tests themselves write: put away, each run would write them anew. */
function writtenByRun(args: Finding['args'], now: number, reader: Reader): string {
  const { told, first } = newestRun(args, now);
  const written = args.written as string[];
  const others = (args.uncommitted as string[]).filter((file) => !written.includes(file));
  const besides = others.length > 0 ? ` It also saw ${list(others, undefined)}: commit what belongs to the work.` : '';
  const ignorable = list(args.ignorable, args.ignorableTotal);
  const ignore = args.ignore === undefined ? 'list that in .gitignore' : `run \`${clean(args.ignore, 600)}\``;
  const way = ignorable
    ? `If every run writes ${ignorable}, ${ignore} and commit .gitignore; commit what belongs to the work (\`git add\` and \`git commit\`).`
    : 'Commit them (`git add` and `git commit`).';
  const kept = args.forget
    ? ` If every run writes ${list(args.kept, args.keptTotal)} anew and nobody needs that in git, run \`${clean(args.forget, 600)}\` and commit that instead.`
    : '';
  return `${told} files that are not in the push${on(args)} and that were written while the tests ran: ${list(written, args.writtenTotal)}.${besides} ${way}${kept} ${first} run \`${clean(args.command)}\` ${ALONE[reader]}. To stash or remove these files does not help: the next run writes them again.`;
}

/** What has somebody look for weakened tests, by what kept them from it; the finding holds the command. */
const UNSEEN_WAYS: Readonly<Record<string, (command: string) => string>> = {
  install: (command) => `\`${command}\` installs what looks.`,
  anew: (command) =>
    `Install the package anew (\`${command}\`); a person accepts another one with \`npx flow-hooks apply\`.`,
  sealed: (command) => `CI looks (\`${command}\`).`,
  longer: (command) => `CI has more time to look (\`${command}\`).`,
  eyes: () => 'No program reads it: say in the pull request what changed there, for whoever reviews it.',
};

/** What `@flow/weakened` found, in words. */
const WEAKENED: Readonly<Record<string, string>> = {
  'test-removed': 'A test was removed',
  'test-skipped': 'A test is skipped now',
  'test-focused': 'A focus leaves all other tests out',
  'test-emptied': 'A test was emptied',
  'assertion-removed': 'An assertion was removed',
  'assertion-loosened': 'An assertion was loosened',
  'expectation-changed': 'An expected value was changed',
  'error-swallowed': 'An error is swallowed now',
  'subject-mocked': 'The thing tested was replaced by a double',
  'snapshot-rewritten': 'A snapshot was rewritten',
  'patience-raised': 'A time-out or a number of tries was raised',
  'limit-lowered': 'A limit of coverage, lint or types was lowered',
  'command-narrowed': 'A test command does less',
};

/** Why a push is refused, or what is remarked about it. */
export const PUSH_WORDS: FindingWords = {
  PUSH_UNTESTED: ({ args }, now, reader) =>
    args.unended
      ? `A run of ${clean(args.suite)} began (\`${clean(args.unended, 120)}\` ${formatAge(args.unendedTime, now)}), but nothing has reported its end${on(args)}: it was stopped, it still runs, or this client sends no event after a call. Run \`${clean(args.command)}\` ${ALONE[reader]}: it records the run itself.`
      : `No ${args.question === 'test' ? 'test run' : 'run'} of ${clean(args.suite)} has been recorded for this content${on(args)}. Run \`${clean(args.command)}\` ${ALONE[reader]}.${besideTwin(args, reader)}`,
  PUSH_TESTS_REMOVED: ({ args }) =>
    `The base branch has tests for ${clean(args.suite)}, but this content has none. Restore them, run \`${clean(args.command)}\`, then push.`,
  PUSH_STALE: ({ args }, now, reader) =>
    `The newest run of ${clean(args.suite)} (${ran(args, now)}) saw different content than the push${on(args)}. Changed since: ${list(args.changed, args.changedTotal)}. Run \`${clean(args.command)}\` ${ALONE[reader]}.${besideTwin(args, reader)}`,
  PUSH_UNCOMMITTED: ({ args }, now, reader) => {
    if (args.written !== undefined) return writtenByRun(args, now, reader);
    const { told, first } = newestRun(args, now);
    return `${told} files that are not in the push${on(args)}: ${list(args.uncommitted, args.uncommittedTotal)}. Commit them (\`git add\` and \`git commit\`), list in .gitignore what the tests write${stashing(args)}. ${first} run \`${clean(args.command)}\` again unless it has just passed on exactly that content, and push.`;
  },
  PUSH_RED: ({ args }, now, reader) =>
    `${clean(args.suite)} ${describeOutcome(args.outcome as Outcome)} on the pushed content${on(args)} (${ran(args, now)})${
      list(args.failing, args.failingTotal) ? `: ${list(args.failing, args.failingTotal)}` : ''
    }. ${args.onlyKnown ? 'The same problems existed before this branch.' : `Fix it, then run \`${clean(args.command)}\` ${ALONE[reader]}.${knownBefore(args)}${redBefore(args, reader)}${excepted(args)}`}`,
  PUSH_UNKNOWN: ({ args }, now, reader) => {
    const reasons = Array.isArray(args.reasons) ? args.reasons.map(String) : [];
    if (reasons.includes('not-started')) return notStarted(args, now, reader);
    const listed = LACKS[reasons.find((reason) => Object.hasOwn(LACKS, reason)) ?? ''];
    if (listed !== undefined) return contentLacks(args, listed, now, reader);
    const isNamed = String(args.suite).startsWith('command:');
    const instead = hasOddProgram({ reasons }) ? `${programWay(reasons, isNamed, reader)} ` : '';
    const told = `A run of ${clean(args.suite)} was recorded (${ran(args, now)}), but it proves nothing about the pushed content${on(args)}: ${
      why(args) || describeOutcome(args.outcome as Outcome)
    }.`;
    if (reasons.includes('named-hides')) return `${told} ${namedHides(reader)}`;
    if (hasAbove(reasons)) return `${told} ${aboveWay(reasons, clean(args.command))}`;
    if (isUnlike(reasons)) return `${told} ${unlikeWay(reasons)} Then run \`${clean(args.command)}\` ${ALONE[reader]}.`;
    if (reasons.includes('settings'))
      return `${told} ${settingsWay(reader)} Then run \`${clean(args.command)}\` ${ALONE[reader]}.`;
    const keeper = keeperIn(reasons);
    if (keeper !== undefined) return `${told} ${againWords(String(args.command), keeper)}`;
    const cause = reasons.map((reason) => CAUSES[reason]).find((one) => one !== undefined);
    if (cause !== undefined) return `${told} ${cause} Then run \`${clean(args.command)}\` ${ALONE[reader]}.`;
    const shadow = withoutShadow(reasons, clean(args.command));
    if (shadow !== undefined) return `${told} ${shadow}, ${ALONE[reader]}.`;
    const inherited = inheritedIn(reasons);
    if (inherited.length > 0)
      return `${told} Run \`${clean(args.command, 400)}\` ${ALONE[reader]}. ${neededInherited(inherited, reader)}`;
    const folder = folderIn(reasons);
    if (folder !== undefined)
      return `${told} ${withoutFolder(folder, reader)} Then run \`${clean(args.command)}\` ${ALONE[reader]}.`;
    if (reasons.includes('environment')) {
      const ofScript = scriptVariables(String(args.ranCommand), String(args.command));
      if (ofScript !== null) return `${told} ${ofScript} Then run \`${clean(args.command)}\` ${ALONE[reader]}.`;
      return `${told} Run \`${clean(args.command)}\`, without the variable, ${ALONE[reader]}. ${neededVariables(String(args.ranCommand), String(args.suite))}`;
    }
    if (args.settled === false)
      return `${told} Run \`${clean(args.command)}\` with nothing around it, ${ALONE[reader]}. If this is told again, the tests themselves write files of the repository: have them write what git ignores (\`git rm --cached\` takes a cache that was committed out of git; list it in .gitignore, and commit that), or make these files before, in a call of their own.`;
    // The command by its present name would prove no more.
    if (isNamed && isElsewhere({ reasons })) return `${told} ${instead}Then run it by that path ${ALONE[reader]}.`;
    return `${told} ${instead}Run \`${clean(args.command)}\` with nothing around it, ${ALONE[reader]}.`;
  },
  PUSH_INEXACT: ({ args }, now, reader) =>
    `${clean(args.suite)} is green on the pushed content${on(args)} according to the output the hook read (${ran(args, now)}), but this project requires exact runs. Run \`${clean(args.command)}\` ${ALONE[reader]}.`,
  PUSH_UNSEALED: ({ args }, now, reader) =>
    `${clean(args.suite)} is green on the pushed content${on(args)} (${ran(args, now)}), but this project requires runs that are proven to have been sealed. Run \`${clean(args.command)}\` ${ALONE[reader]}, in a sealed session. ${personsStep(reader, 'seal with `npx flow-hooks install --seal prefix`')}, then start the session anew.`,
  PUSH_PARTIAL: ({ args }, now, reader) =>
    `Only part of ${clean(args.suite)} is tested on the pushed content${on(args)} (${ran(args, now)})${
      list(args.missing, args.missingTotal) ? `; not covered: ${list(args.missing, args.missingTotal)}` : ''
    }${why(args) ? ` (${why(args)})` : ''}. ${args.sparse ? SPARSE : ''}Run \`${clean(args.command)}\` ${ALONE[reader]}.`,
  PUSH_UNAPPROVED: ({ args }, _now, reader) =>
    args.sealed === true
      ? `Gate ${clean(args.gate)} (${clean(args.title)}) is approved for one push, and a sealed shell cannot note that the approval is used up. ${PUSHED_OUTSIDE}.`
      : `This push needs approval at gate ${clean(args.gate)} (${clean(args.title)}): ${clean(args.why, 400)}. ${personsStep(reader, `run \`npx flow-hooks approve ${clean(args.gate)}\` in ${reader === 'agent' ? 'their own' : 'a'} terminal`)}, then push.`,
  PUSH_REVIEW_STALE: ({ args }) =>
    `These reviews saw different content than the push${on(args)} and are not finished for this content: ${list(args.reviews, undefined)}. \`flow next\` names the reviewers to ask again.`,
  PUSH_DEBTS: ({ args }) =>
    `The run that is pushed has let this through: ${list(args.debts, args.debtsTotal)}. Tell whoever looks at it; \`flow status\` lists all.`,
  PUSH_DEFAULT_BRANCH: ({ args }, _now, reader) =>
    `This would push to the default branch \`${clean(args.branch)}\`. ${INSTEAD[reader]}`,
  PUSH_DELETION: ({ args }) =>
    `Deleting \`${clean(args.branch)}\` needs no tests unless it is the remote's default branch, and which one that is, is not known here. ${args.remote === undefined ? 'Push to a remote by its name: `git remote -v`' : `To ask the remote: \`git remote set-head ${clean(shellWord(String(args.remote)))} --auto\``}.`,
  PUSH_UNREADABLE: ({ args }) =>
    args.notOwned
      ? `Nothing of what would be pushed can be read: ${notOwnedWords(clean(args.notOwned, 400))}`
      : args.unborn
        ? `There is no commit to push to ${clean(args.destination)} yet. Commit first: \`git commit\`.`
        : `What would be pushed to ${clean(args.destination)} cannot be read. Push a branch or commit that exists here: \`git push origin HEAD\`.`,
  PUSH_HEAD_MOVES: ({ args }, _now, reader) =>
    `The command changes what would be pushed before it pushes (\`${clean(args.spelled)}\`). Run that first, then the tests, then \`git push\` ${reader === 'agent' ? 'in its own call' : 'by itself'}.`,
  PUSH_FLAKY: ({ args }, _now, reader) => {
    if (args.unsteady !== undefined) return unsteadyWords(args, reader);
    const tests = (Array.isArray(args.tests) ? args.tests : []).map((name) => `\`${clean(name, 100)}\``).join(', ');
    return `${tests === '' ? clean(args.suite) : `${tests} of ${clean(args.suite)}`} both passed and failed on this exact content.${ageWords(args)} \`npx flow-hooks flaky\` shows how often, and since when.`;
  },
  PUSH_BESIDE: ({ args }) => {
    const files = (Array.isArray(args.files) ? args.files.map(String) : []).map(
      (file) => `\`${clean(shellWord(file), 100)}\``,
    );
    return `The green run of ${clean(args.suite)} lay beside untracked files that the code names and the push lacks: ${files.join(', ')}. If the tests need them, a clone is red: \`git add\` them and commit; else list them in .gitignore.`;
  },
  PUSH_WEAKENED: ({ path, args }) => {
    const [before, after] = [clean(args.before, 160), clean(args.after, 160)];
    const was = before === '' ? '' : `\`${before}\``;
    const is = after === '' ? '' : `\`${after}\``;
    const change = was && is ? `: ${was} became ${is}` : was ? `, gone: ${was}` : is && `, now ${is}`;
    const test = args.test === undefined ? '' : `\`${clean(args.test, 120)}\`, `;
    const more = args.more === undefined ? '' : ` (and ${clean(args.more)} more)`;
    return `${WEAKENED[String(args.kind)] ?? 'A test lost strength'} (${test}${clean(path, 120)}:${clean(args.line)})${change}. ${args.claim === undefined ? `Restore what it held; if the change is the point, say so in the pull request` : `Claim ${clean(args.claim, 40)} names the test`}${more}.`;
  },
  PUSH_WEAKENED_UNSEEN: ({ args }) =>
    `Whether tests were weakened was not looked at: ${clean(args.why, 300)}. ${UNSEEN_WAYS[String(args.way)]?.(clean(args.command)) ?? ''}`.trimEnd(),
  PUSH_FEWER_TESTS: ({ args }) =>
    `Passing tests of ${clean(args.suite)}: ${clean(args.now)} here, ${clean(args.before)} on the base branch. Some were removed, skipped or excluded by configuration. Explain why in the pull request, or restore them.`,
  PUSH_NO_RUNNER: ({ args }, _now, reader) =>
    args.total !== undefined
      ? unreadWords(args as unknown as UnreadFacts, reader)
      : `No test runner was found in this repository, so pushes do not need tests. ${personCan(reader)} configure the test command in flow.config.yaml (suites: [{ root: ., command: … }]) and run \`npx flow-hooks apply\`.`,
  PUSH_CONFIG_ABOVE: ({ args }) =>
    `${clean(args.suite)} was run with configuration that is not in the repository: ${list(args.files, undefined)}. Another clone does not have it.`,
  PUSH_CHECK_REMOVED: ({ args }) =>
    `The base branch configures ${clean(args.check)}, but this content does not, so it is no longer required. Explain why in the pull request, or restore its configuration.`,
  PUSH_NO_TESTS: ({ args }) => `${clean(args.suite)} has no tests yet, so pushes of it are not checked.`,
  PUSH_ENVIRONMENT: ({ args }) =>
    `The command changes \`${clean(args.name)}\` for the push, which would turn off the git hook or give it other evidence. Push without it: \`git ${args.root === undefined ? '' : `-C ${clean(shellWord(String(args.root)), 400)} `}push\`.`,
  PUSH_REPOSITORY: ({ args }) =>
    `${args.spelled === undefined ? 'Git does not tell its hook from which repository it pushes' : `The command does not show from which repository it pushes (\`${clean(args.spelled)}\`)`}, so nothing can be said about what would be published. Push from inside it, or name its folder: \`git -C <folder> push\`.`,
  PUSH_MIGRATION_CONFLICT: migrationConflict,
  PUSH_BUILD_MISSING: ({ args }, now, reader) =>
    `${clean(args.title, 80)} was not built from the pushed content${on(args)}${args.ranCommand === undefined ? '' : `; the newest run was ${ran(args, now)}`}${
      list(args.changed, args.changedTotal) ? `, and changed since: ${list(args.changed, args.changedTotal)}` : ''
    }. Run \`${clean(args.command)}\` ${ALONE[reader]}.`,
};

/** Names two migrations of one number, or behind one other, and how to bring them apart. */
function migrationConflict({ path, args }: Finding): string {
  const where = args.onBase ? ` on ${clean(args.branch)}` : '';
  if (args.kind === 'revision') {
    return `\`${clean(path)}\` and \`${clean(args.other)}\`${where} both follow revision ${clean(args.number, 80)}, which would create two heads. Merge the base branch with \`git merge ${clean(args.ref)}\`, make the new migration follow its newest revision (down_revision), commit, test, and push.`;
  }
  const moves = String(args.moves ?? '');
  const named = moves !== '' && moves.length <= 1500 && moves === clean(moves, 1500);
  const way = named ? `\`${moves}\`` : 'Give it an unused number after the newest';
  return `\`${clean(path)}\` has number ${clean(args.number, 40)}, and so does \`${clean(args.other)}\`${where}. ${way}, update references to it, commit, test, and push.`;
}
