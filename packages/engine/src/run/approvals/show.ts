import type { ApprovalStatement, Gate } from '@flow/core';
import type { ItemFact } from '@flow/core/workflow';
import { diffTrees, git, type Repository } from '@flow/evidence';
import { hashOf, type SubjectFile } from '../../facts/approvals/content.js';
import { clean } from '../../text/clean.js';
import { renderTextDiff } from '../../text/diff.js';
import { printable } from '../../text/printable.js';

const MAX_LINES = 400;
const FOLD = /.{1,400}/gsu;

/** Content that a person is about to approve. */
export interface Shown {
  gate: string;
  rules: Gate;
  statement: ApprovalStatement;
  files: SubjectFile[];
  /** The item that is approved, where each is by itself. */
  item?: ItemFact;
  /** The approval of the same gate before this one, made in no weaker way: what it shows is not shown again. */
  before: ApprovalStatement | null;
  /** The branch's base commit, for a gate about the whole content. */
  base: string | null;
}

/** Returns the text that a person reads before they approve: all of it, or where it is cut it says so. */
export function renderShown(repository: Repository, shown: Shown, deadline: number): string {
  const { gate, rules, statement, files, item } = shown;
  const lines = [
    `Gate ${gate}: ${clean(rules.title)}`,
    `Branch ${clean(statement.branch ?? '(detached)')}, commit ${statement.head?.slice(0, 10) ?? '(none)'}, content ${statement.tree?.slice(0, 10) ?? '(unknown)'}`,
    '',
    ...(item ? renderItem(item) : []),
  ];
  for (const file of files) lines.push(...renderFile(repository, file, shown.before, deadline));
  if (rules.tree) {
    lines.push(...renderTree(repository, statement, shown.base, deadline));
    lines.push(...renderSince(repository, statement, shown.before, deadline));
  }
  return `${lines.join('\n')}\n`;
}

/** What an item asks for, in its own words: an approval of the item covers them. */
function renderItem({ id, title, criteria = [], files, verify, risk, after }: ItemFact): string[] {
  const fields: [string, string | undefined][] = [
    ['Files', files.join(', ')],
    ['Command', verify],
    ['After', after.join(', ')],
    ['Risk', risk],
  ];
  const words = [
    ...criteria.map((one) => `- ${one.text}`),
    ...fields.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])),
  ];
  return [`Item ${clean(id, 60)}: ${clean(title, 400)}`, ...bounded(words), ''];
}

/** A file that was approved before is shown by what changed since, a new one whole. */
function renderFile(
  repository: Repository,
  file: SubjectFile,
  before: ApprovalStatement | null,
  deadline: number,
): string[] {
  const old = before?.subjects.find(({ path }) => path === file.path);
  const head = `${printable(file.path).replaceAll('\n', '\ufffd')}  sha256 ${file.sha256.slice(0, 16)}`;
  if (old?.sha256 === file.sha256) return [`${head}  unchanged since it was approved`, ''];
  const text = textOf(file.bytes);
  if (text === null) return [`${head}  ${file.bytes.length} bytes, not text`, ''];
  const known =
    old && before?.tree ? git(repository, ['cat-file', 'blob', `${before.tree}:${file.path}`], { deadline }) : null;
  // A filter, or an edit at that moment, may have put something else into the tree than was approved.
  if (known?.status !== 0 || hashOf(known.stdout) !== old?.sha256)
    return [head, ...bounded(printable(text).split('\n')), ''];
  const difference = renderTextDiff(file.path, known.stdout.toString('utf8'), text).split('\n');
  return [`${head}  changed since it was approved`, ...bounded(difference), ''];
}

function renderTree(
  repository: Repository,
  statement: ApprovalStatement,
  base: string | null,
  deadline: number,
): string[] {
  if (statement.tree === null) return ['The content cannot be captured.', ''];
  if (base === null) return ['The whole content; there is no base branch to compare it with.', ''];
  const changed = diffTrees(repository, base, statement.tree, { deadline });
  const count = changed === 'gone' ? 'unknown' : changed.length;
  return [
    `The whole content. Files changed since ${base.slice(0, 10)}: ${count}`,
    ...renderStat(repository, base, statement.tree, deadline),
  ];
}

/**
 * Lists the changes that a person who approved this branch before has not seen yet, as long as git has the content of that
 * approval.
 */
function renderSince(
  repository: Repository,
  { tree, branch }: ApprovalStatement,
  before: ApprovalStatement | null,
  deadline: number,
): string[] {
  const seen = before?.branch === branch ? before?.tree : null;
  if (!seen || tree === null || seen === tree) return [];
  const changed = diffTrees(repository, seen, tree, { deadline });
  if (changed === 'gone') return [];
  return [
    `Of that, changed since it was last approved: ${changed.length}`,
    ...renderStat(repository, seen, tree, deadline),
  ];
}

/** Lists lines that count the changes of each file, and the command that shows every line. */
function renderStat(repository: Repository, from: string, to: string, deadline: number): string[] {
  const words = ['diff', '--stat=100', '--no-color', '--no-ext-diff', '--no-textconv', from, to];
  const stat = git(repository, words, { deadline }).stdout.toString('utf8').trimEnd().split('\n');
  return [...bounded(stat), `Every line of it: git diff ${from.slice(0, 10)} ${to.slice(0, 10)}`, ''];
}

/** Long lines are folded, not cut: what stands far to the right is approved, too. */
function bounded(lines: string[]): string[] {
  const folded = lines.flatMap((line) => printable(line).match(FOLD) ?? ['']);
  const shown = folded.slice(0, MAX_LINES).map((line) => `    ${line}`);
  const rest = folded.length - shown.length;
  return rest > 0 ? [...shown, `    … ${rest} more lines: read the file before you approve`] : shown;
}

function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
