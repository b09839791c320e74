/* Where each refusal and each "cannot count" leads: to a walk that ends in an allowed push, or to a person's act. */

/** A run of which the reason is told, in a Python project with pytest and a named script in `tools/`. */
export interface ReasonWay {
  /** What the agent runs. */
  run: string;
  /** What the refused push says of it. */
  says: RegExp;
  /** Files beside the project's own. */
  files?: Record<string, string>;
  /** Files that have to go before any run can be green. */
  mend?: string[];
  /** A file that is changed in place of the Python code. */
  touch?: string;
}

/** A test elsewhere that leads to a call that passes, or to content that is open again. */
export interface Shown {
  shown: `${string}.test.ts › ${string}`;
}

/** A reason that only the outputs of other runners give, and that is told in one sentence with the named one and its command. */
export interface Like {
  like: string;
}

/** What only a person can end, and by which act. */
export interface PersonsAct {
  person: string;
}

/** Why a run proves nothing (`words/reasons.ts of the engine`), and the way out. */
export const REASONS: Record<string, ReasonWay | Shown | Like | PersonsAct> = {
  'exit-hidden': {
    run: 'cd tools && ./check.sh || true',
    says: /PUSH_UNKNOWN.*hid its exit code/,
    touch: 'tools/rows.txt',
  },
  'output-filtered': { run: 'python3 -m pytest -q | head -c 1', says: /PUSH_UNKNOWN.*its output was filtered/ },
  'output-redirected': { run: 'python3 -m pytest -q > /dev/null 2>&1', says: /PUSH_UNKNOWN.*could not be read/ },
  background: { run: 'python3 -m pytest -q & wait', says: /PUSH_UNKNOWN.*ran in the background/ },
  'shadowed:path': {
    run: 'PATH="$PWD/tools:$PATH" python3 -m pytest -q',
    says: /PUSH_UNKNOWN.*changes PATH.*Run `python3 -m pytest` without changing PATH/,
  },
  'shadowed:function': {
    run: 'python3() { echo "1 passed in 0.01s"; }; python3 -m pytest -q',
    says: /PUSH_UNKNOWN.*defines a function of its name.*Run `python3 -m pytest` without that function/,
  },
  'shadowed:alias': {
    run: 'shopt -s expand_aliases\nalias python3="echo 1 passed in 0.01s; true"\npython3 -m pytest -q',
    says: /PUSH_UNKNOWN.*defines an alias of its name.*Run `python3 -m pytest` without that alias/,
  },
  'shadowed:module': {
    shown: 'packages/hooks/test/many-steps.test.ts › D98 %s in the place of the installed one proves nothing',
  },
  variable: {
    run: 'cd tools && ROWS=none ./check.sh',
    says: /PUSH_UNKNOWN.*ROWS, which the command sets/,
    touch: 'tools/rows.txt',
  },
  inherited: {
    shown:
      'packages/hooks/test/named-commands.test.ts › U2: a plain call and exec judge the variables around them alike: %o',
  },
  path: {
    shown:
      'packages/hooks/test/named-commands.test.ts › U2: a folder in front of PATH counts where its programs are content, and a person takes any other away',
  },
  cached: {
    shown:
      'packages/hooks/test/named-commands.test.ts › Gradle says UP-TO-DATE: refused with a command that runs the tests, which counts; then it may repeat them',
  },
  environment: { run: 'PYTEST_ADDOPTS=-x python3 -m pytest -q', says: /PUSH_UNKNOWN.*environment variable/ },
  settings: { person: 'takes the variable out of the shell that started the client, and starts it again' },
  'several-runs': {
    run: 'python3() { command python3 "$@"; }; python3 -m pytest -q',
    says: /PUSH_UNKNOWN.*mixed with that of another run/,
  },
  'no-summary': { run: 'python3 -m pytest --collect-only -q', says: /PUSH_UNKNOWN.*final summary was not seen/ },
  'no-readable-output': { run: 'python3 -m pytest --version', says: /PUSH_UNKNOWN.*output could not be read/ },
  'exit-nonzero': {
    run: 'python3 -m pytest -q',
    says: /PUSH_RED/,
    files: { 'conftest.py': 'def pytest_sessionfinish(session):\n    session.exitstatus = 1\n' },
    mend: ['conftest.py'],
  },
  'exit-contradicts': {
    run: 'python3 -m pytest -q',
    says: /PUSH_RED.*test_wrong/,
    files: {
      'conftest.py': 'def pytest_sessionfinish(session):\n    session.exitstatus = 0\n',
      'test_wrong.py': 'def test_wrong():\n    assert False\n',
    },
    mend: ['conftest.py', 'test_wrong.py'],
  },
  'other-output': {
    run: 'python3 -m pytest -q; cat old.txt',
    says: /PUSH_UNKNOWN.*other programs printed in between/,
    files: { 'old.txt': '.\n1 passed in 0.01s\n' },
  },
  'nothing-ran': {
    run: 'python3 -m pytest -q empty',
    says: /PUSH_UNKNOWN.*no test ran/,
    files: { 'empty/README.md': '' },
  },
  'only-skipped': {
    run: 'python3 -m pytest -q test_later.py',
    says: /PUSH_UNKNOWN.*every test was skipped/,
    files: { 'test_later.py': 'import pytest\n\n\n@pytest.mark.skip\ndef test_later():\n    pass\n' },
  },
  'not-started': { run: 'python3 -S -I -m pytest -q', says: /PUSH_UNKNOWN.*could not be started/ },
  'content-left-out': {
    shown:
      'packages/hooks/test/content-left-out.test.ts › E3: an untracked file of 21 MB that decides the outcome: no proof, and each remedy leads on',
  },
  'content-hidden': {
    shown:
      'packages/hooks/test/private-git.test.ts › E8: an untracked file that .git/info/exclude hides decides the outcome: no proof, and each remedy leads on',
  },
  above: {
    shown: 'packages/hooks/test/configuration-above.test.ts › E5: $name: green here, red in a clone, and no proof',
  },
  bytes: {
    shown:
      'packages/hooks/test/unlike-checkout.test.ts › E4: line ends that git takes for its own (text=auto), kept by their attribute',
  },
  filter: {
    shown:
      'packages/hooks/test/private-git.test.ts › E8: a filter of this clone alone stores other bytes than the tests read: no proof, and each remedy leads on',
  },
  attributes: {
    shown:
      'packages/hooks/test/unlike-checkout.test.ts › E4: attributes that only this clone has, put into the repository',
  },
  stored: {
    shown:
      'packages/hooks/test/unlike-checkout.test.ts › E4: line ends that git took for its own by a setting that was given %s',
  },
  mode: { shown: 'packages/hooks/test/unlike-checkout.test.ts › E4: a mode that git does not look at (core.fileMode)' },
  link: { shown: 'packages/hooks/test/unlike-checkout.test.ts › E4: a link that git writes as a file (core.symlinks)' },
  folder: { shown: 'packages/hooks/test/unlike-checkout.test.ts › E4: an empty folder that decides, and .gitkeep' },
  mounted: {
    shown: 'packages/hooks/test/swapped-content.test.ts › E1: what a mount shows the run alone proves nothing',
  },
  'clock-set': { shown: 'packages/hooks/test/swapped-content.test.ts › E8: a line that sets the clock proves nothing' },
  'times-ahead': {
    shown:
      'packages/hooks/test/wrong-clock.test.ts › E8: files with a time in the future: no proof, and a touch is the remedy',
  },
  'clock-set-back': {
    shown:
      'packages/hooks/test/wrong-clock.test.ts › E8: a clock that was set back while the tests ran: no proof, and the next run counts',
  },
  'no-change-times': {
    shown:
      'packages/hooks/test/wrong-clock.test.ts › E1: a file system without a time of change: no proof by what the hook sees, and exec counts',
  },
  'other-words': {
    run: 'cd tools && ./check.sh -q',
    says: /PUSH_UNKNOWN.*words are not those/,
    touch: 'tools/rows.txt',
  },
  'named-hides': { person: 'names a command that ends with the exit code of its tests' },
  killed: { shown: 'packages/hooks/test/named-commands.test.ts › 126, 127, signals and time-outs are no proof' },
  'timed-out': { shown: 'packages/hooks/test/named-commands.test.ts › 126, 127, signals and time-outs are no proof' },
  'program-ignored': {
    run: 'sh local/run.sh',
    says: /PUSH_UNKNOWN/,
    files: { 'local/run.sh': 'exec python3 -m pytest -q\n' },
  },
  'program-outside': {
    run: 'sh ../run.sh',
    says: /PUSH_UNKNOWN/,
    files: { '../run.sh': 'exec python3 -m pytest -q\n' },
  },
  'program-unknown': {
    shown:
      'packages/hooks/test/project-programs.test.ts › U3 a program that git ignores, or outside of the repository, proves nothing, for that very reason',
  },
  'installed-written': {
    shown:
      'packages/hooks/test/installed-programs.test.ts › U3 a write into the folder is told, and runs prove nothing until it is installed anew',
  },
  unfinished: {
    shown: 'packages/hooks/test/not-green.test.ts › a run that was stopped behind its summary did not end',
  },
  'output-cut': {
    shown: 'packages/hooks/test/capture.test.ts › D31 D99 a failing output that was cut in the middle is red',
  },
  'report-contradicts': {
    shown: 'packages/hooks/test/exec.test.ts › D97 a report that contradicts the screen proves nothing, and says so',
  },
  'part-replayed': {
    shown: 'packages/hooks/test/workspaces.test.ts › D29 does not take what turbo replays for a run, and names the way',
  },
  'part-failed': {
    shown:
      'packages/hooks/test/workspaces.test.ts › names the command that ran them all before, which counts through exec as well',
  },
  'part-unnamed': { like: 'part-failed' },
  'part-mixed': { like: 'part-failed' },
  'report-missing': { like: 'no-readable-output' },
  'ended-early': { like: 'no-summary' },
  terminal: { like: 'output-redirected' },
  'summary-not-last': { like: 'other-output' },
  'counts-disagree': { like: 'other-output' },
  'watch-mode': { like: 'no-summary' },
  'not-a-run': { like: 'no-readable-output' },
};

/** Where a code leads. */
export type End = { walk: true } | Shown | PersonsAct | { passes: true };

const WALK: End = { walk: true };
/** A warning or a notice: nothing is stopped. */
const PASSES: End = { passes: true };
const inHooks = (file: string, title: string): End => ({ shown: `packages/hooks/test/${file}.test.ts › ${title}` });

/** Every code of `docs/codes.md`. */
export const CODES: Record<string, End> = {
  PUSH_UNTESTED: WALK,
  PUSH_STALE: WALK,
  PUSH_UNCOMMITTED: WALK,
  PUSH_RED: WALK,
  PUSH_UNKNOWN: { shown: 'packages/hooks/test/walks/reasons.walk.test.ts › walk: %s' },
  PUSH_INEXACT: WALK,
  PUSH_UNSEALED: { shown: 'packages/hooks/test/sealed.test.ts › 33.3e a policy that asks for sealed runs' },
  PUSH_PARTIAL: WALK,
  PUSH_TESTS_REMOVED: WALK,
  PUSH_CONFIG_ABOVE: PASSES,
  PUSH_BESIDE: PASSES,
  PUSH_FEWER_TESTS: PASSES,
  PUSH_UNAPPROVED: { person: 'approves at the gate, in a terminal of their own' },
  PUSH_REVIEW_STALE: PASSES,
  PUSH_DEBTS: PASSES,
  PUSH_DEFAULT_BRANCH: WALK,
  PUSH_HEAD_MOVES: WALK,
  PUSH_ENVIRONMENT: WALK,
  PUSH_UNREADABLE: inHooks(
    'surroundings',
    'an empty repository: nothing to push, and the first commit needs its tests',
  ),
  PUSH_DELETION: PASSES,
  PUSH_REPOSITORY: WALK,
  PUSH_FLAKY: inHooks('flaky', 'a push is refused that rests on the run that passed'),
  PUSH_WEAKENED: inHooks('weakened', '37.1 a push that blocks weakened tests passes once they are restored'),
  PUSH_WEAKENED_UNSEEN: inHooks('weakened', '37.1 without the package the push says that nobody looked'),
  PUSH_NO_TESTS: PASSES,
  PUSH_CHECK_REMOVED: PASSES,
  PUSH_MIGRATION_CONFLICT: inHooks(
    'migrations',
    'is refused with the next free number, and the command that it names unblocks the push',
  ),
  PUSH_BUILD_MISSING: PASSES,
  CONVENTION_BROKEN: inHooks('conventions', 'a rule that blocks refuses the push, and the corrected line passes'),
  CONVENTION_UNRUN: PASSES,
  IMPORT_BYPASS: PASSES,
  PUSH_NO_RUNNER: PASSES,
  EVIDENCE_VOID: WALK,
  EVIDENCE_RUNNING: WALK,
  EVIDENCE_UNWRITABLE: { person: 'makes the folder writable that `doctor` names' },
  EVIDENCE_BASE: PASSES,
  EVIDENCE_FOREIGN: PASSES,
  PROTECTED_WRITE: WALK,
  PROTECTED_CHANGED: PASSES,
  SENSITIVE_WRITE: WALK,
  SENSITIVE_READ: WALK,
  SENSITIVE_CHANGED: PASSES,
  EDIT_FORBIDDEN: WALK,
  REVIEWER_ACTS: inHooks('reviews', 'what writes, publishes or starts somebody is refused, what looks passes'),
  REVIEWER_TOLD: inHooks(
    'reviews',
    'D87 a message to it is refused, while it looks and after its verdict; one to any other agent passes',
  ),
  QUESTION_REFUSED: { person: 'answers later what the run waits for, or what was assumed' },
  WORK_LEFT: inHooks(
    'stop',
    'M3 M52 X49 work is left for the agent: the turn goes on with what is next, until it is done or waits',
  ),
  EDIT_ASK: { person: "answers the client's question" },
  EDIT_OVERRIDDEN: PASSES,
  EDIT_OF_APPROVED: PASSES,
  EDIT_ELSEWHERE: {
    shown:
      'packages/hooks/test/leased-tree.test.ts › R45 R53 an edit outside of the work tree of its item is refused with the folder, and one there on another branch with the way back',
  },
  COMMIT_SHARED: {
    shown:
      'packages/cli/test/commit.test.ts › R57 where two sessions share a work tree, git commits for nobody and flow commits for each',
  },
  EDIT_OF_CONTRACT: {
    shown:
      'packages/cli/test/contract.test.ts › R68 a person takes a proposal, and the contract is open until they approve it again',
  },
  EDIT_LOGGED: PASSES,
  EDIT_BREACH: PASSES,
  GUARD_DISARM: WALK,
  BASE_REWRITTEN: WALK,
  REF_RESERVED: {
    shown:
      'packages/hooks/test/own-refs.test.ts › M48 refs of ours are written by the program alone, and any other ref is free',
  },
  BRANCH_WITHOUT_GUARD: WALK,
  OVERRIDE_USED: PASSES,
  OVERRIDE_VOID: { person: 'looks again and allows the call as it is now, or nobody does and the other codes are met' },
  PERSON_ONLY: WALK,
  COMMAND_UNREADABLE: WALK,
  TEXT_CHANGED: PASSES,
  TEXT_UNREADABLE: inHooks('skill-texts', 'what cannot be judged is not read'),
  INSTALLED_WRITTEN: inHooks(
    'installed-programs',
    'U3 a write into the folder is told, and runs prove nothing until it is installed anew',
  ),
  NAMED_HIDES: { person: 'names a command that ends with the exit code of its tests' },
  NAMED_PENDING: PASSES,
  RUN_UNREAD: PASSES,
  RUN_OF_MANY: PASSES,
  RUN_SWAPPED: PASSES,
  CONTENT_UNTAKEN: PASSES,
  CONTENT_SPARSE: PASSES,
  CONTENT_POINTERS: PASSES,
  CONTENT_SUBMODULE: PASSES,
  CONTENT_CASE: PASSES,
  NOTIFICATION_FORGED: WALK,
  POLICY_PENDING: PASSES,
  POLICY_INVALID: PASSES,
  VERIFY_ON_BASE: PASSES,
  VERIFY_DELETION: PASSES,
  VERIFY_GATES: PASSES,
  VERIFY_NOTE: PASSES,
  VERIFY_UNSIGNED: PASSES,
  VERIFY_SIGNATURE: PASSES,
  VERIFY_RERUN: inHooks('verify', 'what cannot be run is not verified, and says why'),
  VERIFY_CONTRADICTS: inHooks('verify', 'an attestation that is not true is contradicted'),
  FORMAT_DONE: PASSES,
  FORMAT_FAILED: PASSES,
  GIT_STEERED: { shown: 'packages/hooks/test/steered-git.test.ts › the remedy of GIT_STEERED leads to the push' },
  INPUT_INVALID: { person: 'nobody: the client sends another event' },
};
