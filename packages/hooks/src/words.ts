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
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g, ' ')
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

const RUN_ALONE = 'run it in a call of its own, then push in the next one';

/** Why the same command again would prove no more, and what has to come before it. */
const SPARSE =
  'The checkout is sparse, and a run proves nothing about files that are not on disk: `git sparse-checkout disable` first. ';

const REASONS: Record<string, string> = {
  'exit-hidden': 'a pipe or list hid its exit code',
  'output-filtered': 'its output went through a filter',
  'output-redirected': 'its output went to a file that could not be read',
  background: 'it ran in the background',
  shadowed: 'the runner was replaced by a function, an alias or another PATH',
  environment: 'an environment variable in the command changes what runs',
  'several-runs': 'its output could not be told apart from that of another run',
  'output-cut': 'its output was cut',
  'no-summary': 'its closing summary was not seen',
  'no-readable-output': 'its output could not be read',
  'exit-nonzero': 'it ended with a failure',
  'exit-contradicts': 'its exit code contradicts what it printed',
  'summary-not-last': 'something was printed after its summary',
  'counts-disagree': 'its numbers do not add up',
  'other-output': 'other programs printed in between',
  'nothing-ran': 'no test ran',
  'only-skipped': 'every test was skipped',
  'watch-mode': 'it was in watch mode',
  'not-a-run': 'no runner was started',
  'not-started': 'the runner could not be started',
  'report-contradicts': 'its own report contradicts what it printed',
  'report-missing': 'it ended without the report that it was asked for',
  terminal: 'its output went to a terminal, where it is not read',
  unfinished: 'it was not seen ending',
};

/** Why a run proves nothing, in words. */
export const reasonWords = (reason: string) => REASONS[reason] ?? clean(reason, 80);

function why(args: Finding['args']): string {
  const reasons = Array.isArray(args.reasons) ? args.reasons : [];
  const told = reasons.map((reason) => reasonWords(String(reason)));
  if (args.settled === false) told.unshift('files changed while it ran, or its start was not seen');
  if (args.leftOut !== undefined) told.unshift(`it leaves out ${clean(args.leftOut, 80)}`);
  if (args.selection === 'names')
    told.unshift(args.question === 'test' ? 'it chose tests by name' : 'its options leave something out');
  return [...new Set(told)].slice(0, 3).join('; ');
}

/** The content that was judged, by the beginning of its id. */
function on(args: Finding['args']): string {
  return /^[0-9a-f]{40,64}$/.test(String(args.tree)) ? ` (${String(args.tree).slice(0, 10)})` : '';
}

/** The file or folder that an edit is about, with what it is. */
function editFacts({ path, args }: Finding): string {
  const files = list(args.files, args.filesTotal, 3);
  return files ? `\`${clean(path)}\` holds ${editKind(args)} (${files}).` : `\`${clean(path)}\` is ${editKind(args)}.`;
}

/** Whether a command is about a folder, of which only some files may not change. */
const isFolder = ({ path, args }: Finding) => path !== 'this commit' && list(args.files, args.filesTotal) !== '';

const EDIT_KINDS: Record<string, string> = { source: 'source', test: 'tests', build: 'build configuration' };

const editKind = (args: Finding['args']) => EDIT_KINDS[String(args.class)] ?? `${clean(args.class, 40)} files`;

const phaseOf = (args: Finding['args']) =>
  args.phase === undefined ? 'This project, without a phase,' : `Phase \`${clean(args.phase, 60)}\``;

const POLICY_WAY = 'To open it, the person sets another `edits.phase` in flow.config.yaml and applies it.';

const runWay = ({ next }: Finding['args']) =>
  `The phase follows from what is proven.${next ? ` Next: ${clean(next, 300)}.` : ''} All that is open: \`flow status\`. The person can lift it for some calls: \`flow override '<reason>'\`.`;

/** What may be done in place of a forbidden edit, and who opens it. */
function editWay(args: Finding['args'], folder: boolean): string {
  const open = (Array.isArray(args.open) ? args.open : []).map(
    (kind) => EDIT_KINDS[kind] ?? `${clean(kind, 40)} files`,
  );
  const named = folder ? ' Name the files that may change in place of the folder.' : '';
  const now = `What may change now: ${[...open, 'documents', 'all other files'].join(', ')}.${named}`;
  const stub = args.marker
    ? ` A stub passes: write it with the edit tool, and put ${clean(args.marker, 40)} into its text.`
    : '';
  const items = list(args.testItems, undefined)
    ? ` In such a file, what stands below ${list(args.testItems, undefined).replaceAll(', ', ' or ')} may change: with the edit tool.`
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
    return `\`${clean(path)}\` and \`${clean(args.other)}\`${where} both follow revision ${clean(args.number, 80)}, so there would be two heads. Bring the base branch in with \`git merge ${clean(args.ref)}\`, let the new one follow its newest revision (down_revision), commit, test, and push.`;
  }
  const moves = String(args.moves ?? '');
  const named = moves !== '' && moves.length <= 1500 && moves === clean(moves, 1500);
  const way = named ? `\`${moves}\`` : 'Give it one that nobody has, behind the newest';
  return `\`${clean(path)}\` has number ${clean(args.number, 40)}, and so has \`${clean(args.other)}\`${where}. ${way}, adjust what refers to it, commit, test, and push.`;
}

/** Files that hold a key or a certificate, for which no example file stands. */
const KEY = /\.(?:pem|key|p12|pfx|keystore|jks|crt|cer)$|(?:^|\/)id_[a-z0-9]+$/i;

/** One finding in words: what, the facts, and what unblocks it. `now` in epoch milliseconds. */
export function formatFinding(finding: Finding, now: number): string {
  const { endedDay, endedOwner, endedReason } = finding.args;
  const text = wordsOf(finding, now);
  if (endedDay === undefined) return text;
  return `${text} An exception for it ended with ${clean(endedDay)} (${clean(endedOwner, 60)}: ${clean(endedReason, 200)}).`;
}

function wordsOf(finding: Finding, now: number): string {
  const { args } = finding;
  const command = clean(args.command);
  const ran = `\`${clean(args.ranCommand, 120)}\` ${formatAge(args.time, now)}`;
  switch (finding.code) {
    case 'PUSH_UNTESTED':
      return `No ${args.question === 'test' ? 'test run' : 'run'} of ${clean(args.suite)} has been seen${on(args)}. Run \`${command}\`: ${RUN_ALONE}.`;
    case 'PUSH_TESTS_REMOVED':
      return `The base branch has tests for ${clean(args.suite)}, this content has none. Restore them, run \`${command}\`, then push.`;
    case 'PUSH_STALE':
      return `The newest run of ${clean(args.suite)} (${ran}) saw other content than what is pushed${on(args)}. Changed since: ${list(args.changed, args.changedTotal)}. Run \`${command}\`: ${RUN_ALONE}.`;
    case 'PUSH_UNCOMMITTED':
      return `The newest run of ${clean(args.suite)} (${ran}) saw files that are not in what is pushed${on(args)}: ${list(args.uncommitted, args.uncommittedTotal)}. Commit them (\`git add\` and \`git commit\`) or take them away (\`git stash -u\`), run \`${command}\` again unless it has just passed on exactly that, then push.`;
    case 'PUSH_RED':
      return `${clean(args.suite)} ${describeOutcome(args.outcome as Outcome)} on the pushed content${on(args)} (${ran})${
        list(args.failing, args.failingTotal) ? `: ${list(args.failing, args.failingTotal)}` : ''
      }. Fix it and run \`${command}\`: ${RUN_ALONE}.`;
    case 'PUSH_UNKNOWN':
      return `A run of ${clean(args.suite)} was seen (${ran}) but proves nothing about what is pushed${on(args)}: ${
        why(args) || describeOutcome(args.outcome as Outcome)
      }. Run \`${command}\` plainly: ${RUN_ALONE}.`;
    case 'PUSH_INEXACT':
      return `${clean(args.suite)} is green on the pushed content${on(args)} by what the hook has read (${ran}); this project asks for exact runs. Run \`${command}\`: ${RUN_ALONE}.`;
    case 'PUSH_PARTIAL':
      return `Only a part of ${clean(args.suite)} is tested on the pushed content${on(args)} (${ran})${
        list(args.missing, args.missingTotal) ? `; not covered: ${list(args.missing, args.missingTotal)}` : ''
      }${why(args) ? ` (${why(args)})` : ''}. ${args.sparse ? SPARSE : ''}Run \`${command}\`: ${RUN_ALONE}.`;
    case 'PUSH_UNAPPROVED':
      return `Gate ${clean(args.gate)} (${clean(args.title)}) stands before this push: ${clean(args.why, 400)}. Ask the person to run \`npx flow-hooks approve ${clean(args.gate)}\` in a terminal of their own, then push.`;
    case 'PUSH_REVIEW_STALE':
      return `Reviews that saw other content than what is pushed${on(args)}, and are not over for this one: ${list(args.reviews, undefined)}. \`flow next\` says who looks again.`;
    case 'PUSH_DEFAULT_BRANCH':
      return `This would push to the default branch \`${clean(args.branch)}\`. Make a branch with \`git switch -c my-change\` and push that, or let a person push.`;
    case 'PUSH_UNREADABLE':
      return args.unborn
        ? `There is no commit here yet that could be pushed to ${clean(args.destination)}. Commit first: \`git commit\`.`
        : `What would be pushed to ${clean(args.destination)} cannot be read. Push a branch or commit that exists here: \`git push origin HEAD\`.`;
    case 'PUSH_HEAD_MOVES':
      return `The same command first changes what would be pushed (\`${clean(args.spelled)}\`). Run that first, then the tests, then \`git push\` in a call of its own.`;
    case 'PUSH_FLAKY':
      return `${clean(args.suite)} has both passed and failed on this very content.`;
    case 'PUSH_FEWER_TESTS':
      return `Passing tests of ${clean(args.suite)}: ${clean(args.now)} here, ${clean(args.before)} on the base branch. Some are gone, skipped, or left out by a configuration. Say why in the pull request, or restore them.`;
    case 'PUSH_NO_RUNNER':
      return 'No test runner was found in this repository, so no test is asked for before a push. A person can name the command in flow.config.yaml (suites: [{ root: ., command: … }]) and run `npx flow-hooks apply`.';
    case 'PUSH_CHECK_REMOVED':
      return `The base branch configures ${clean(args.check)}, this content does not: nothing asks for it any more. Say why in the pull request, or restore its configuration.`;
    case 'PUSH_NO_TESTS':
      return `${clean(args.suite)} has no tests yet, so pushes of it are not checked.`;
    case 'PUSH_ENVIRONMENT':
      return `The command changes \`${clean(args.name)}\` for the push, which would switch the git hook off or give it other evidence. Push without it: \`git push\`.`;
    case 'EVIDENCE_RUNNING':
      return `A run of ${list(args.suites, undefined)} still goes on in the background. Wait until its end is announced, then push.`;
    case 'EVIDENCE_VOID':
      return 'Earlier evidence is void, because protected files were changed outside the tools; tests have to be run again.';
    case 'EVIDENCE_UNWRITABLE':
      return `Evidence cannot be kept (${clean(args.why)}): a test run is not recorded, and will not count for a push. \`npx flow-hooks doctor\` shows what is wrong.`;
    case 'EVIDENCE_FOREIGN':
      return `${args.entries === 1 ? '1 journal entry was' : `${clean(args.entries)} journal entries were`} made with another user's key and ${args.entries === 1 ? 'proves' : 'prove'} nothing here.`;
    case 'RUN_OF_MANY':
      return `\`${clean(args.what)}\` runs several packages into one output, so it is recorded for none of them. What a push needs is run package by package: \`npx flow-hooks status\` names each command.`;
    case 'CONTENT_UNTAKEN':
      return `What is on disk cannot be taken down (${clean(args.what, 300)}), so a run proves nothing. Mend that, then run it: \`npx flow-hooks status\` shows whether it can be.`;
    case 'CONTENT_SPARSE':
      return `${clean(args.what, 300)}: runs prove nothing about what they cannot see. To test everything: \`git sparse-checkout disable\`.`;
    case 'CONTENT_POINTERS':
      return `${clean(args.what, 300)}: tests read the pointers. To have the content: \`git lfs pull\`.`;
    case 'CONTENT_SUBMODULE':
      return `${clean(args.what, 300)}. What is pushed holds a submodule by its commit: check it out (\`git submodule update --init\`), or commit there what belongs to the change, then here.`;
    case 'CONTENT_CASE':
      return `${clean(args.what, 300)}: of each such pair one file is not on disk. Rename one: \`git mv\`.`;
    case 'PROTECTED_WRITE':
      return `\`${clean(finding.path)}\` is protected (${clean(args.what)}): only the program or a person writes it. ${clean(args.instead, 300)}`;
    case 'PROTECTED_CHANGED':
      return `Protected files changed outside the tools: ${list(args.paths, args.pathsTotal)}. ${
        args.evidence ? 'The evidence is void; run the tests again. ' : ''
      }${clean(args.instead, 300)}`;
    case 'SENSITIVE_WRITE':
      return KEY.test(String(finding.path))
        ? `\`${clean(finding.path)}\` is a key or certificate: only the person puts one here. One that a test needs can be made in the folder for temporary files, by the test itself; ask the person for any other.`
        : `\`${clean(finding.path)}\` holds secrets: only the person writes it. Say in an example file which values are needed (\`.env.example\`), and ask the person to set them.`;
    case 'SENSITIVE_READ':
      return `\`${clean(finding.path)}\` holds secrets, and this project does not have them read. Names of the values stand in an example file (\`cat .env.example\`); ask the person for what else is needed.`;
    case 'EDIT_FORBIDDEN':
      return `${editFacts(finding)} ${phaseOf(args)} forbids changes of ${editKind(args)}. ${editWay(args, isFolder(finding))}`;
    case 'EDIT_OVERRIDDEN':
      return `${editFacts(finding)} ${phaseOf(args)} forbids it, and a person has lifted that: this call is counted.`;
    case 'EDIT_OF_APPROVED':
      return `\`${clean(finding.path)}\` was approved. A changed claim goes back to the gate, and what was approved no longer counts. Change it only when the user asks for it.`;
    case 'EDIT_ASK':
      return `${editFacts(finding)} ${phaseOf(args)} leaves changes of ${editKind(args)} to the person: say what you want to change and why, and wait for the answer.`;
    case 'EDIT_LOGGED':
      return `${editFacts(finding)} ${phaseOf(args)} allows changes of ${editKind(args)}, and keeps a record of them.`;
    case 'EDIT_BREACH':
      if (args.brought !== undefined)
        return `A ${clean(args.brought)} of git brought changes of files that ${phaseOf(args)} closes: ${list(args.files, args.filesTotal)}. They are not work of this phase: tell the person, and run the tests again, as what was proven before may no longer hold.`;
      return `The command changed files that ${phaseOf(args)} closes: ${list(args.files, args.filesTotal)}. Nothing was put back. Tell the person; if it was not meant, take it back: the phase has to be one in which ${editKind(args)} may change, or the person does it.`;
    case 'REVIEWER_ACTS':
      return `\`${clean(args.judge, 40)}\` reviews and changes nothing: ${clean(args.what)}. Look with \`git diff\`, \`git show\` and the files, and say the rest in your verdict.`;
    case 'REVIEWER_TOLD':
      return `\`${clean(args.judge, 40)}\` reviews without a word of this conversation; who was told something of it would judge that. Wait for its verdict; who is asked next, and with which brief, \`npx flow next\` says.`;
    case 'SENSITIVE_CHANGED':
      return `Secrets changed while this ran: ${list(args.paths, args.pathsTotal)}. Nothing was put back. Tell the person, who decides whether that was meant.`;
    case 'GUARD_DISARM':
      if (/^husky\b/.test(String(args.spelled)))
        return `This would switch off the guard (\`${clean(args.spelled)}\`): git would take its hooks from husky alone. The person runs it, and then \`npx flow-hooks install\`, by which husky calls the guard's hooks too. Go on without it.`;
      return `This would switch off the guard (\`${clean(args.spelled)}\`). Only a person does that, in a terminal of their own. ${
        args.what === 'noVerify'
          ? 'Commit without it: what the hook has against the commit, it names.'
          : 'To go on, run the tests and push as usual.'
      }`;
    case 'BASE_REWRITTEN':
      return `\`${clean(args.spelled)}\` would rewrite what the remote is taken to have, and so what needs no tests. To bring it up to date: \`${
        /^git (?:symbolic-ref|remote)\b/.test(String(args.spelled))
          ? 'git remote set-head origin --auto'
          : 'git fetch origin'
      }\`.`;
    case 'BRANCH_WITHOUT_GUARD':
      return `\`${clean(args.target)}\` does not have the guard's launcher (${clean(args.launcher)}), and this session calls it before every command: nothing would run any more. Look at that branch in a worktree of its own: \`git worktree add ../other ${clean(args.target)}\`, or bring the launcher along with \`git merge\`.`;
    case 'PERSON_ONLY':
      return `\`${clean(args.spelled)}\` is for a person in a terminal of their own. Go on without it; \`npx flow-hooks status\` shows what is missing.`;
    case 'COMMAND_UNREADABLE':
      return `The command cannot be read (${clean(args.why)}) and might publish or change protected files. Write it plainly, one step a call; what is fetched or generated goes into a file first, and is run from there.`;
    case 'OVERRIDE_USED':
      return `A person let this through, once (${clean(args.name, 8)}, ${clean(args.person, 80)}: ${clean(args.reason)}). It was refused for ${list(args.codes, undefined)}; the next such call is judged again.`;
    case 'OVERRIDE_VOID':
      return `What a person let through with ${clean(args.name, 8)} was another content, or refused for other reasons; it does not hold for ${list(args.codes, undefined)} here.`;
    case 'NOTIFICATION_FORGED':
      return 'A text that imitates a finished background command is not accepted. Run the tests in the foreground.';
    case 'POLICY_PENDING':
      return `${list(args.presets, undefined) || 'flow.config.yaml'} differs from the policy in force; a person has to run \`npx flow-hooks apply\`.`;
    case 'POLICY_INVALID':
      return `flow.config.yaml is not valid (${clean(args.at)}: ${clean(args.message)})${
        Number(args.more ?? 0) > 0 ? ` and ${clean(args.more)} more` : ''
      }; the policy in force stays. Correct it; then a person runs \`npx flow-hooks apply\`, which names all that is wrong.`;
    case 'VERIFY_ON_BASE':
      return `The commit is on ${clean(args.branch) || 'the base branch'} already, so nothing is asked of it. Name an older base to judge it: \`--base <commit>\` or \`<from>..<commit>\`.`;
    case 'VERIFY_NOTE':
      return args.why
        ? `The commit's note in refs/notes/flow cannot be read (${clean(args.why)}), so no attestation counts.`
        : `${clean(args.lines)} lines of the commit's note in refs/notes/flow are no attestations, or too many: left aside.`;
    case 'VERIFY_UNSIGNED':
      return `Attestations without a signature (${list(args.digests, undefined, 3)}) are information, no proof. Whoever made them signs with \`npx flow-hooks attest --push\`, once git knows a signing key; or run with --rerun.`;
    case 'VERIFY_SIGNATURE':
      return `Attestations that count for nothing (${list(args.digests, undefined, 3)}): ${clean(args.why)}. Who may sign stands in flow.config.yaml of the base branch (approvals.signers).`;
    case 'VERIFY_RERUN':
      return `${clean(args.suite)} could not be run again (\`${clean(args.command)}\`: ${clean(args.why)})${
        list(args.tail, undefined) ? `; its last words: ${list(args.tail, undefined)}` : ''
      }. What a fresh checkout needs first is named with \`--setup '<command>'\`, more time with \`--timeout <seconds>\`.`;
    case 'VERIFY_CONTRADICTS':
      return `What ${clean(args.by)} says of ${clean(args.suite)} is not what a run of it shows now: ${list(args.differs, undefined)}.`;
    case 'CONVENTION_BROKEN':
      return `What was added breaks conventions of this project: ${places(args)}. Change these lines${finding.level === 'block' ? '; a push of them is refused' : ''}.`;
    case 'IMPORT_BYPASS':
      return `A test reaches past the entry points of this project by its imports: ${places(args)}.`;
    case 'CONVENTION_UNRUN':
      return `Convention ${clean(args.rule, 80)} could not be asked (${clean(args.why, 300)}), so what it says is not known.`;
    case 'PUSH_MIGRATION_CONFLICT':
      return migrationConflict(finding);
    case 'PUSH_BUILD_MISSING':
      return `${clean(args.title, 80)} was not built from the pushed content${on(args)}${args.ranCommand === undefined ? '' : `; the newest run was ${ran}`}${
        list(args.changed, args.changedTotal) ? `, and changed since: ${list(args.changed, args.changedTotal)}` : ''
      }. Run \`${command}\`: ${RUN_ALONE}.`;
    case 'FORMAT_DONE':
      return `formatted \`${clean(finding.path)}\` with ${clean(args.by)}. Read it again before the next edit of it.`;
    case 'FORMAT_FAILED':
      return `\`${clean(finding.path)}\` was not formatted with ${clean(args.by)} (${clean(args.why, 300)}); it is as it was.`;
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
      return `the approval of ${by} has ended`;
    case 'used':
      return `the approval of ${by} was used up`;
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
