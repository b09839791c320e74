import { type ApprovalVerdict, describeOutcome, type Finding, type Outcome } from '@flow/core';

/**
 * Words for findings: the one place where codes become sentences. Everything that comes from a repository, a test or
 * an agent passes through `clean` first, because it is shown in a terminal and read by a model.
 */

const MAX_VALUE = 200;

/** Drops control and direction characters, folds white space and bounds the length. */
export function clean(value: unknown, max = MAX_VALUE): string {
  const given = String(value ?? '').slice(0, max * 4);
  // Names of tests come by the thousand, and nearly all are as they should be.
  const text = PLAIN.test(given) ? given.trim() : cleaned(given);
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

/** Of these characters nothing is dropped or replaced. */
const PLAIN = /^[ -;=-~]*$/;

function cleaned(text: string): string {
  return text
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
    .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g, '')
    .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g, ' ')
    .replace(/[\u{e0000}-\u{e007f}]/gu, '')
    .replace(/<(\/?)(system-reminder|task-notification)/gi, '‹$1$2')
    .trim();
}

function list(values: unknown, total: unknown, limit = 5): string {
  if (!Array.isArray(values) || values.length === 0) return '';
  const shown = values.slice(0, limit).map((value) => clean(value, 120));
  const rest = Number(total ?? values.length) - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** How long ago something was. */
export function formatAge(time: unknown, now: number): string {
  const seconds = Math.max(0, Math.round((now - Number(time)) / 1000));
  if (seconds < 90) return `${seconds} s ago`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min ago`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h ago`;
  return `${Math.round(seconds / 86_400)} days ago`;
}

const RUN_ALONE = 'in its own call, then push in the next one';

/** Why the same command again would prove no more, and what has to come before it. */
const SPARSE =
  'The checkout is sparse, and a run proves nothing about files that are not on disk: `git sparse-checkout disable` first. ';

const REASONS: Record<string, string> = {
  'exit-hidden': 'a pipe or command list hid its exit code',
  'output-filtered': 'its output was filtered',
  'output-redirected': 'its output went to a file that could not be read',
  background: 'it ran in the background',
  shadowed: 'a function, an alias or another PATH replaced the runner',
  environment: 'an environment variable in the command changes what runs',
  'several-runs': 'its output was mixed with that of another run',
  'output-cut': 'its output was cut',
  'no-summary': 'its final summary was not seen',
  'no-readable-output': 'its output could not be read',
  'exit-nonzero': 'it ended with a failure',
  'exit-contradicts': 'its exit code contradicts what it printed',
  'summary-not-last': 'something was printed after its summary',
  'counts-disagree': 'its totals do not add up',
  'other-output': 'other programs printed in between',
  'nothing-ran': 'no test ran',
  'only-skipped': 'every test was skipped',
  'watch-mode': 'it was in watch mode',
  'not-a-run': 'no test runner was started',
  'not-started': 'the runner could not be started',
  'report-contradicts': 'its own report contradicts what it printed',
  'report-missing': 'it ended without writing the requested report',
  terminal: 'its output went to a terminal, where it cannot be read',
  unfinished: 'its end was not seen',
};

/** Why a run proves nothing, in words. */
export const reasonWords = (reason: string) => REASONS[reason] ?? clean(reason, 80);

function why(args: Finding['args']): string {
  const reasons = Array.isArray(args.reasons) ? args.reasons : [];
  const told = reasons.map((reason) => reasonWords(String(reason)));
  if (args.settled === false) told.unshift('files changed while it ran, or its start was not seen');
  if (args.leftOut !== undefined) told.unshift(`it leaves out ${clean(args.leftOut, 80)}`);
  if (args.selection === 'names')
    told.unshift(args.question === 'test' ? 'it selected tests by name' : 'its options leave something out');
  return [...new Set(told)].slice(0, 3).join('; ');
}

/** The content that was judged, by the beginning of its id. */
function on(args: Finding['args']): string {
  return /^[0-9a-f]{40,64}$/.test(String(args.tree)) ? ` (${String(args.tree).slice(0, 10)})` : '';
}

/** The file or folder that an edit is about, with what it is. */
function editFacts({ path, args }: Finding): string {
  const files = list(args.files, args.filesTotal, 3);
  return files
    ? `\`${clean(path)}\` contains ${editKind(args)} (${files}).`
    : `\`${clean(path)}\` is ${editKind(args)}.`;
}

/** Whether a command is about a folder, of which only some files may not change. */
const isFolder = ({ path, args }: Finding) => path !== 'this commit' && list(args.files, args.filesTotal) !== '';

const EDIT_KINDS: Record<string, string> = { source: 'source', test: 'tests', build: 'build configuration' };

const editKind = (args: Finding['args']) => EDIT_KINDS[String(args.class)] ?? `${clean(args.class, 40)} files`;

const phaseOf = (args: Finding['args']) =>
  args.phase === undefined ? 'This project, without a phase,' : `Phase \`${clean(args.phase, 60)}\``;

const POLICY_WAY = 'To allow it, the person changes `edits.phase` in flow.config.yaml and applies it.';

const runWay = ({ next }: Finding['args']) =>
  `The phase is computed from what is proven.${next ? ` Next: ${clean(next, 300)}.` : ''} \`flow status\` lists everything that is open. A person can override this for a few calls: \`flow override '<reason>'\`.`;

/** What may be done in place of a forbidden edit, and who opens it. */
function editWay(args: Finding['args'], folder: boolean): string {
  const open = (Array.isArray(args.open) ? args.open : []).map(
    (kind) => EDIT_KINDS[kind] ?? `${clean(kind, 40)} files`,
  );
  const named = folder ? ' Name the files that may change instead of the folder.' : '';
  const now = `You may change now: ${[...open, 'documents', 'all other files'].join(', ')}.${named}`;
  const stub = args.marker
    ? ` Stubs are allowed: write them with the edit tool and include ${clean(args.marker, 40)} in the text.`
    : '';
  const items = list(args.testItems, undefined)
    ? ` In such a file, you may change what is below ${list(args.testItems, undefined).replaceAll(', ', ' or ')}, with the edit tool.`
    : '';
  return `${now}${stub}${items} ${args.run === true ? runWay(args) : POLICY_WAY}`;
}

/** Places with what is wrong there, in the project's own words. */
function places(args: Finding['args']): string {
  const shown = (Array.isArray(args.places) ? args.places : []).map((place) => clean(place, 400).replace(/\.$/, ''));
  const rest = Number(args.placesTotal ?? shown.length) - shown.length;
  return shown.join('; ') + (rest > 0 ? `; and ${rest} more` : '');
}

/** Two migrations of one number, or behind one other, and how to bring them apart. */
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

/** Files that hold a key or a certificate, for which no example file stands. */
const KEY = /\.(?:pem|key|p12|pfx|keystore|jks|crt|cer)$|(?:^|\/)id_[a-z0-9]+$/i;

/** One finding in words: what, the facts, and what unblocks it. `now` in epoch milliseconds. */
export function formatFinding(finding: Finding, now: number): string {
  const { endedDay, endedOwner, endedReason } = finding.args;
  const text = wordsOf(finding, now);
  if (endedDay === undefined) return text;
  return `${text} An exception for it expired on ${clean(endedDay)} (${clean(endedOwner, 60)}: ${clean(endedReason, 200)}).`;
}

function wordsOf(finding: Finding, now: number): string {
  const { args } = finding;
  const command = clean(args.command);
  const ran = `\`${clean(args.ranCommand, 120)}\` ${formatAge(args.time, now)}`;
  switch (finding.code) {
    case 'PUSH_UNTESTED':
      return `No ${args.question === 'test' ? 'test run' : 'run'} of ${clean(args.suite)} has been recorded for this content${on(args)}. Run \`${command}\` ${RUN_ALONE}.`;
    case 'PUSH_TESTS_REMOVED':
      return `The base branch has tests for ${clean(args.suite)}, but this content has none. Restore them, run \`${command}\`, then push.`;
    case 'PUSH_STALE':
      return `The newest run of ${clean(args.suite)} (${ran}) saw different content than the push${on(args)}. Changed since: ${list(args.changed, args.changedTotal)}. Run \`${command}\` ${RUN_ALONE}.`;
    case 'PUSH_UNCOMMITTED':
      return `The newest run of ${clean(args.suite)} (${ran}) saw files that are not in the push${on(args)}: ${list(args.uncommitted, args.uncommittedTotal)}. Commit them (\`git add\` and \`git commit\`) or stash them (\`git stash -u\`), run \`${command}\` again unless it has just passed on exactly that content, then push.`;
    case 'PUSH_RED':
      return `${clean(args.suite)} ${describeOutcome(args.outcome as Outcome)} on the pushed content${on(args)} (${ran})${
        list(args.failing, args.failingTotal) ? `: ${list(args.failing, args.failingTotal)}` : ''
      }. Fix it, then run \`${command}\` ${RUN_ALONE}.`;
    case 'PUSH_UNKNOWN':
      return `A run of ${clean(args.suite)} was recorded (${ran}), but it proves nothing about the pushed content${on(args)}: ${
        why(args) || describeOutcome(args.outcome as Outcome)
      }. Run \`${command}\` with nothing around it, ${RUN_ALONE}.`;
    case 'PUSH_INEXACT':
      return `${clean(args.suite)} is green on the pushed content${on(args)} according to the output the hook read (${ran}), but this project requires exact runs. Run \`${command}\` ${RUN_ALONE}.`;
    case 'PUSH_PARTIAL':
      return `Only part of ${clean(args.suite)} is tested on the pushed content${on(args)} (${ran})${
        list(args.missing, args.missingTotal) ? `; not covered: ${list(args.missing, args.missingTotal)}` : ''
      }${why(args) ? ` (${why(args)})` : ''}. ${args.sparse ? SPARSE : ''}Run \`${command}\` ${RUN_ALONE}.`;
    case 'PUSH_UNAPPROVED':
      return `This push needs approval at gate ${clean(args.gate)} (${clean(args.title)}): ${clean(args.why, 400)}. Ask the person to run \`npx flow-hooks approve ${clean(args.gate)}\` in their own terminal, then push.`;
    case 'PUSH_REVIEW_STALE':
      return `These reviews saw different content than the push${on(args)} and are not finished for this content: ${list(args.reviews, undefined)}. \`flow next\` names the reviewers to ask again.`;
    case 'PUSH_DEFAULT_BRANCH':
      return `This would push to the default branch \`${clean(args.branch)}\`. Create a branch with \`git switch -c my-change\` and push that, or ask a person to push.`;
    case 'PUSH_UNREADABLE':
      return args.unborn
        ? `There is no commit to push to ${clean(args.destination)} yet. Commit first: \`git commit\`.`
        : `What would be pushed to ${clean(args.destination)} cannot be read. Push a branch or commit that exists here: \`git push origin HEAD\`.`;
    case 'PUSH_HEAD_MOVES':
      return `The command changes what would be pushed before it pushes (\`${clean(args.spelled)}\`). Run that first, then the tests, then \`git push\` in its own call.`;
    case 'PUSH_FLAKY':
      return `${clean(args.suite)} has both passed and failed on this exact content.`;
    case 'PUSH_FEWER_TESTS':
      return `Passing tests of ${clean(args.suite)}: ${clean(args.now)} here, ${clean(args.before)} on the base branch. Some were removed, skipped or excluded by configuration. Explain why in the pull request, or restore them.`;
    case 'PUSH_NO_RUNNER':
      return 'No test runner was found in this repository, so pushes do not need tests. A person can configure the test command in flow.config.yaml (suites: [{ root: ., command: … }]) and run `npx flow-hooks apply`.';
    case 'PUSH_CHECK_REMOVED':
      return `The base branch configures ${clean(args.check)}, but this content does not, so it is no longer required. Explain why in the pull request, or restore its configuration.`;
    case 'PUSH_NO_TESTS':
      return `${clean(args.suite)} has no tests yet, so pushes of it are not checked.`;
    case 'PUSH_ENVIRONMENT':
      return `The command changes \`${clean(args.name)}\` for the push, which would turn off the git hook or give it other evidence. Push without it: \`git push\`.`;
    case 'EVIDENCE_RUNNING':
      return `A run of ${list(args.suites, undefined)} is still running in the background. Wait until its end is announced, then push.`;
    case 'EVIDENCE_VOID':
      return 'Earlier evidence is void because protected files were changed outside the tools. Run the tests again.';
    case 'EVIDENCE_UNWRITABLE':
      return `Evidence cannot be stored (${clean(args.why)}): test runs are not recorded and do not count for a push. \`npx flow-hooks doctor\` shows what is wrong.`;
    case 'EVIDENCE_FOREIGN':
      return `${args.entries === 1 ? '1 journal entry was' : `${clean(args.entries)} journal entries were`} made with another user's key and ${args.entries === 1 ? 'proves' : 'prove'} nothing here.`;
    case 'RUN_OF_MANY':
      return `\`${clean(args.what)}\` mixes the output of several packages, so it is recorded for none of them. Run the suites a push needs package by package: \`npx flow-hooks status\` lists the commands.`;
    case 'CONTENT_UNTAKEN':
      return `The content on disk cannot be captured (${clean(args.what, 300)}), so a run proves nothing. Fix that, then run the tests: \`npx flow-hooks status\` shows whether it works.`;
    case 'CONTENT_SPARSE':
      return `${clean(args.what, 300)}: runs prove nothing about files they cannot see. To test everything: \`git sparse-checkout disable\`.`;
    case 'CONTENT_POINTERS':
      return `${clean(args.what, 300)}: tests read the pointers. To fetch the content: \`git lfs pull\`.`;
    case 'CONTENT_SUBMODULE':
      return `${clean(args.what, 300)}. A push contains only the commit of a submodule: check it out (\`git submodule update --init\`), or commit your changes there first, then here.`;
    case 'CONTENT_CASE':
      return `${clean(args.what, 300)}: one file of each pair is missing on disk. Rename one: \`git mv\`.`;
    case 'PROTECTED_WRITE':
      return `\`${clean(finding.path)}\` is protected (${clean(args.what)}): only the program or a person may write it. ${clean(args.instead, 300)}`;
    case 'PROTECTED_CHANGED':
      return `Protected files changed outside the tools: ${list(args.paths, args.pathsTotal)}. ${
        args.evidence ? 'The evidence is void: run the tests again. ' : ''
      }${clean(args.instead, 300)}`;
    case 'SENSITIVE_WRITE':
      return KEY.test(String(finding.path))
        ? `\`${clean(finding.path)}\` is a key or certificate: only the person may add one here. If a test needs one, let the test create it in the temporary folder; ask the person for any other.`
        : `\`${clean(finding.path)}\` contains secrets: only the person may write it. List the required values in an example file (\`.env.example\`) and ask the person to set them.`;
    case 'SENSITIVE_READ':
      return `\`${clean(finding.path)}\` contains secrets, and this project does not allow reading them. The names of the values are in an example file (\`cat .env.example\`); ask the person for anything else.`;
    case 'EDIT_FORBIDDEN':
      return `${editFacts(finding)} ${phaseOf(args)} does not allow changes to ${editKind(args)}. ${editWay(args, isFolder(finding))}`;
    case 'EDIT_OVERRIDDEN':
      return `${editFacts(finding)} ${phaseOf(args)} does not allow this, but a person has overridden it. This call is counted.`;
    case 'EDIT_OF_APPROVED':
      return `\`${clean(finding.path)}\` was approved. A changed claim goes back to the gate, and its approval no longer counts. Change it only if the user asks.`;
    case 'EDIT_ASK':
      return `${editFacts(finding)} ${phaseOf(args)} leaves changes to ${editKind(args)} to the person: say what you want to change and why, and wait for the answer.`;
    case 'EDIT_LOGGED':
      return `${editFacts(finding)} ${phaseOf(args)} allows changes to ${editKind(args)} and logs them.`;
    case 'EDIT_BREACH':
      if (args.brought !== undefined)
        return `git ${clean(args.brought)} changed files that ${phaseOf(args)} closes: ${list(args.files, args.filesTotal)}. This is not work of this phase. Tell the person, and run the tests again: earlier proofs may no longer hold.`;
      return `The command changed files that ${phaseOf(args)} closes: ${list(args.files, args.filesTotal)}. Nothing was reverted. Tell the person. If it was a mistake, revert it in a phase that allows changes to ${editKind(args)}, or ask the person to.`;
    case 'REVIEWER_ACTS':
      return `\`${clean(args.judge, 40)}\` is a reviewer and may not change anything: ${clean(args.what)}. Inspect with \`git diff\`, \`git show\` and by reading files, and put the rest in your verdict.`;
    case 'REVIEWER_TOLD':
      return `\`${clean(args.judge, 40)}\` must review without knowing this conversation, so messages to it are refused. Wait for its verdict; \`npx flow next\` says whom to ask next, and with which brief.`;
    case 'SENSITIVE_CHANGED':
      return `Secrets changed while this ran: ${list(args.paths, args.pathsTotal)}. Nothing was reverted. Tell the person, who decides whether this was intended.`;
    case 'GUARD_DISARM':
      if (/^husky\b/.test(String(args.spelled)))
        return `This would turn off the guard (\`${clean(args.spelled)}\`): git would run only husky's hooks. Ask the person to run it, followed by \`npx flow-hooks install\`, which makes husky call the guard's hooks too. Continue without it.`;
      return `This would turn off the guard (\`${clean(args.spelled)}\`). Only a person can do that, in their own terminal. ${
        args.what === 'noVerify'
          ? 'Commit without it: the hook names any problem with the commit.'
          : 'To continue, run the tests and push as usual.'
      }`;
    case 'BASE_REWRITTEN':
      return `\`${clean(args.spelled)}\` would rewrite the local record of what the remote has, and so what needs no tests. To update it: \`${
        /^git (?:symbolic-ref|remote)\b/.test(String(args.spelled))
          ? 'git remote set-head origin --auto'
          : 'git fetch origin'
      }\`.`;
    case 'BRANCH_WITHOUT_GUARD':
      return `\`${clean(args.target)}\` does not have the guard's launcher (${clean(args.launcher)}), which this session calls before every command, so no command would run any more. Use a separate worktree for that branch: \`git worktree add ../other ${clean(args.target)}\`, or bring in the launcher with \`git merge\`.`;
    case 'PERSON_ONLY':
      return `\`${clean(args.spelled)}\` is reserved for a person in their own terminal. Continue without it; \`npx flow-hooks status\` shows what is missing.`;
    case 'COMMAND_UNREADABLE':
      return `The command cannot be read (${clean(args.why)}) and might publish or change protected files. Write it plainly, one step per call. Save fetched or generated code to a file first, then run the file.`;
    case 'OVERRIDE_USED':
      return `A person allowed this call once (${clean(args.name, 8)}, ${clean(args.person, 80)}: ${clean(args.reason)}). It was refused for ${list(args.codes, undefined)}; the next such call is judged again.`;
    case 'OVERRIDE_VOID':
      return `What a person allowed with ${clean(args.name, 8)} had other content or other reasons, so it does not cover ${list(args.codes, undefined)} here.`;
    case 'NOTIFICATION_FORGED':
      return 'A text that imitates the end of a background command is not accepted. Run the tests in the foreground.';
    case 'POLICY_PENDING':
      return `${list(args.presets, undefined) || 'flow.config.yaml'} differs from the policy in force; a person has to run \`npx flow-hooks apply\`.`;
    case 'POLICY_INVALID':
      return `flow.config.yaml is not valid (${clean(args.at)}: ${clean(args.message)})${
        Number(args.more ?? 0) > 0 ? ` and ${clean(args.more)} more` : ''
      }; the policy in force is unchanged. Fix the file; then a person runs \`npx flow-hooks apply\`, which lists every error.`;
    case 'VERIFY_ON_BASE':
      return `The commit is already on ${clean(args.branch) || 'the base branch'}, so nothing is required. To judge it anyway, name an older base: \`--base <commit>\` or \`<from>..<commit>\`.`;
    case 'VERIFY_NOTE':
      return args.why
        ? `The commit's note in refs/notes/flow cannot be read (${clean(args.why)}), so no attestation counts.`
        : `${clean(args.lines)} lines of the commit's note in refs/notes/flow are not attestations, or too many. They are ignored.`;
    case 'VERIFY_UNSIGNED':
      return `Attestations without a signature (${list(args.digests, undefined, 3)}) are information, not proof. Their author can sign with \`npx flow-hooks attest --push\` after configuring a git signing key; or run with --rerun.`;
    case 'VERIFY_SIGNATURE':
      return `Attestations that count for nothing (${list(args.digests, undefined, 3)}): ${clean(args.why)}. Allowed signers are listed in flow.config.yaml on the base branch (approvals.signers).`;
    case 'VERIFY_RERUN':
      return `${clean(args.suite)} could not be rerun (\`${clean(args.command)}\`: ${clean(args.why)})${
        list(args.tail, undefined) ? `; last output: ${list(args.tail, undefined)}` : ''
      }. Prepare a fresh checkout with \`--setup '<command>'\`; allow more time with \`--timeout <seconds>\`.`;
    case 'VERIFY_CONTRADICTS':
      return `What ${clean(args.by)} says about ${clean(args.suite)} differs from what a run shows now: ${list(args.differs, undefined)}.`;
    case 'CONVENTION_BROKEN':
      return `The added lines break conventions of this project: ${places(args)}. Change these lines${finding.level === 'block' ? '; pushing them is refused' : ''}.`;
    case 'IMPORT_BYPASS':
      return `A test imports code behind this project's entry points: ${places(args)}.`;
    case 'CONVENTION_UNRUN':
      return `Convention ${clean(args.rule, 80)} could not run (${clean(args.why, 300)}), so its result is unknown.`;
    case 'PUSH_MIGRATION_CONFLICT':
      return migrationConflict(finding);
    case 'PUSH_BUILD_MISSING':
      return `${clean(args.title, 80)} was not built from the pushed content${on(args)}${args.ranCommand === undefined ? '' : `; the newest run was ${ran}`}${
        list(args.changed, args.changedTotal) ? `, and changed since: ${list(args.changed, args.changedTotal)}` : ''
      }. Run \`${command}\` ${RUN_ALONE}.`;
    case 'FORMAT_DONE':
      return `formatted \`${clean(finding.path)}\` with ${clean(args.by)}. Read it again before editing it again.`;
    case 'FORMAT_FAILED':
      return `\`${clean(finding.path)}\` was not formatted with ${clean(args.by)} (${clean(args.why, 300)}); it is unchanged.`;
    case 'INPUT_INVALID':
      return `The event cannot be read: ${clean(args.why)}.`;
    default:
      return `${clean(finding.code)} ${clean(JSON.stringify(args), 400)}`;
  }
}

/** Why an approval does not hold, or who gave it. */
export function describeApproval({ state, approval, changed }: ApprovalVerdict): string {
  const by = approval ? clean(approval.signer ?? approval.statement.person, 80) : '';
  switch (state) {
    case 'valid':
      return `approved by ${by}`;
    case 'changed':
      return `what ${by} approved has changed since: ${list(changed, undefined)}`;
    case 'expired':
      return `the approval by ${by} has expired`;
    case 'used':
      return `the approval by ${by} was used up`;
    case 'weak':
      return `${by} approved in a way that does not count here (${clean(approval?.statement.method)})`;
    default:
      return 'nobody has approved it';
  }
}

/** The text of a refusal: the codes with their facts, most important first. */
export function formatRefusal(what: string, findings: readonly Finding[], now: number): string {
  const blocking = findings.filter((finding) => finding.level === 'block');
  const others = findings.filter((finding) => finding.level === 'warn' || finding.code.startsWith('EVIDENCE_'));
  const lines = [...blocking, ...others].map((finding) => `- ${finding.code}: ${formatFinding(finding, now)}`);
  return [`flow refused ${what}.`, ...new Set(lines)].join('\n');
}
