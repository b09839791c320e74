import path from 'node:path';
import { type EditRule, type Finding, type Ruling, rule } from '@flow/core';
import { git, type Repository, splitZ } from '@flow/evidence';
import { operationIn } from '@flow/evidence/git/git-operation';
import { type Start, type Surroundings, surroundingsOfHook } from '../places/surroundings.js';
import { readerOf } from '../run/approvals/reader.js';
import { phaseInForce, phaseOfPolicy } from '../run/phase.js';
import { withViews } from '../run/views/write-views.js';
import { asTyped } from '../text/as-typed.js';
import { formatFinding, formatRefusal } from '../words/finding-words.js';
import { argsOf, type JudgedFile, judgeFiles, type PhaseRules, phaseRulesOf } from './guards/edits.js';
import { isTestsOnlySinceHead } from './guards/tests-only.js';

/**
 * The `pre-commit` hook of git refuses a commit of files that the project closes where no workflow runs, whoever has
 * changed them and however. Nothing is asked while one runs: what a phase closes may be committed in a later phase, when and
 * how it was changed was seen then, and a content without proof leads nowhere.
 * @returns what to print on standard error, and the exit code (1 refuses)
 */
export function runCommitHook(directory: string, given: Start): { text: string; exit: number } {
  return withViews(given, (start) => judgeCommit(directory, start));
}

function judgeCommit(directory: string, start: Start): { text: string; exit: number } {
  const around = surroundingsOfHook(directory, start);
  const rules = around && phaseRulesOf(around, phaseOfPolicy(around));
  if (!rules || phaseInForce(around).run) return { text: '', exit: 0 };
  const closed = closedFiles(around, rules);
  const rulings = closed.map((file) => ({ file, ...rulingOf(file, around) }));
  const refused = rulings.filter(({ answer }) => answer === 'refuse').map(({ file }) => file);
  const told = rulings.filter(({ answer }) => answer === 'monitor' || answer === 'tell').map(({ file }) => file);
  // Looked for only where something is said: most commits pass in silence.
  const reader = refused.length + told.length > 0 ? readerOf(start.environment) : 'agent';
  if (refused.length > 0) {
    const reason = asTyped(formatRefusal('this commit', findingsOf(refused, rules), Date.now(), reader), directory);
    const away = 'To leave them out: git restore --staged <file>';
    const past = `${reader === 'person' ? 'To commit' : 'A person can commit'} without this check: git commit --no-verify`;
    return { text: `${reason}\n${away}\n${past}\n`, exit: 1 };
  }
  const lines = findingsOf(told, rules).map((finding) => `flow: ${formatFinding(finding, Date.now(), reader)}\n`);
  return { text: lines.length > 0 ? asTyped(`(not enforced)\n${lines.join('')}`, directory) : '', exit: 0 };
}

function rulingOf(file: JudgedFile, { policy }: Surroundings): Ruling {
  const finding: Finding = { code: 'EDIT_FORBIDDEN', level: 'block', path: file.path, args: {} };
  return rule('edits', finding, policy, null, Date.now());
}

/** Makes a finding for each class of files. */
function findingsOf(files: readonly JudgedFile[], rules: PhaseRules): Finding[] {
  const classes = [...new Set(files.map((file) => file.class))];
  return classes.map((name): Finding => {
    const all = files.filter((file) => file.class === name);
    const args = argsOf(all[0]!, all, { place: '' }, rules, null);
    return { code: 'EDIT_FORBIDDEN', level: 'block', path: 'this commit', args };
  });
}

/** Lists the files that are about to be committed and may not change now. */
function closedFiles(around: Surroundings, rules: PhaseRules): JudgedFile[] {
  const { repository, start } = around;
  const closed = judgeFiles(stagedFiles(repository, start), rules, null, null).filter(
    ({ answer }) => answer === 'deny',
  );
  // Whose edit it was is not known any more: what one kind of sub-agent may change may be committed.
  const roles = new Set(closed.flatMap(({ phase }) => phase.rules.flatMap(({ role }) => role ?? [])));
  const open = closed.filter(({ path: file }) =>
    [...roles].every((role) => judgeFiles([file], rules, role, null).some(({ answer }) => answer === 'deny')),
  );
  const marked = markedFiles(open, repository, start);
  const { presets } = around.policy;
  return open.filter(({ path: file, class: kind }) => {
    if (marked.has(file)) return false;
    // Where tests may change, so may those that stand in a file of source.
    const isTest = () =>
      isTestsOnlySinceHead(file, () => stagedText(file, repository, start), presets, repository, start.deadline);
    return kind !== 'source' || judgeFiles([file], rules, null, null, true).length > 0 || !isTest();
  });
}

/** Files that differ from HEAD in the index that is committed, and in a merge from what is merged, too. */
function stagedFiles(repository: Repository, start: Start): string[] {
  const operation = operationIn(repository);
  // A commit that is replayed was judged when it was made.
  if (operation === 'replay') return [];
  const staged = differing(repository, start, []);
  if (operation === null) return staged;
  const own = new Set(differing(repository, start, ['MERGE_HEAD']));
  return staged.filter((file) => own.has(file));
}

function stagedText(file: string, repository: Repository, start: Start): string | undefined {
  const answer = git(repository, ['cat-file', 'blob', `:${file}`], { deadline: start.deadline, env: indexOf(start) });
  return answer.status === 0 ? String(answer.stdout) : undefined;
}

function differing(repository: Repository, start: Start, from: readonly string[]): string[] {
  const words = ['diff', '--cached', '-z', '--name-only', '--no-renames', '--no-ext-diff', '--ignore-submodules=all'];
  const answer = git(repository, [...words, ...from, '--'], { deadline: start.deadline, env: indexOf(start) });
  if (answer.status !== 0) throw new Error(`git diff --cached: ${answer.stderr.slice(0, 200)}`);
  return splitZ(answer.stdout);
}

/** Git names the index that it commits, which is another one for `git commit -a` and for a commit of some files. */
function indexOf({ environment }: Start): Record<string, string> {
  const index = environment.GIT_INDEX_FILE;
  return index === undefined ? {} : { GIT_INDEX_FILE: path.resolve(index) };
}

/** Keeps the files whose content to be committed holds the marker of their rule. */
function markedFiles(files: readonly JudgedFile[], repository: Repository, start: Start): Set<string> {
  const markers = new Map<string, EditRule>();
  for (const { rule: one } of files) if (one?.marker !== undefined) markers.set(one.marker, one);
  const found = [...markers.keys()].flatMap((marker) => {
    const words = ['grep', '--cached', '-z', '-l', '-F', '-e', marker, '--'];
    const paths = files.filter((file) => file.rule?.marker === marker).map((file) => `:(literal)${file.path}`);
    const answer = git(repository, [...words, ...paths], { deadline: start.deadline, env: indexOf(start) });
    return answer.status === 0 ? splitZ(answer.stdout) : [];
  });
  return new Set(found);
}
