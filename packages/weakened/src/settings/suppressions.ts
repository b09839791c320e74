import { likeness } from '../compare/likeness.js';
import { type FileSet, type Finding, shown } from '../finding.js';
import type { TestFile } from '../reading/model.js';

type Rule = [name: string, level: number];

/** Returns the rules that `#![deny(a, b)]` names, with how much each of them counts. */
const rulesIn = (text: string): Rule[] => {
  const [, level, list] = /^#!\[\s*(deny|forbid|warn)\s*\(([\s\S]*)\)/.exec(text) ?? [];
  return (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[\w:]+$/.test(name))
    .map((name) => [name, level === 'warn' ? 1 : 2]);
};

const wordsIn = (line: string): string[] => line.match(/\w+|[^\w\s]/g) ?? [];

/** A line that is as much like one that is gone took its place. */
const LIKE = 0.7;

/** True for code that was there, as it is or almost: what new code is excused from was never asked of it. */
function wasThere(code: string, before: string, after: string): boolean {
  const linesOf = (text: string) => new Set(text.split('\n').map((line) => line.trim()));
  const [was, is] = [linesOf(before), linesOf(after)];
  const words = wordsIn(code);
  return was.has(code) || [...was].some((line) => !is.has(line) && likeness(wordsIn(line), words) >= LIKE);
}

/** Tells rules that comments and attributes switch off now and did not before, in files that were there. */
export function compareSuppressions(
  before: readonly TestFile[],
  after: readonly TestFile[],
  textsBefore: FileSet,
  textsAfter: FileSet,
): Finding[] {
  const total = (files: readonly TestFile[]) => files.reduce((sum, { suppressed }) => sum + suppressed.length, 0);
  return before.flatMap((file): Finding[] => {
    const later = after.find(({ path }) => path === file.path);
    if (!later) return [];
    const now = after.flatMap(({ denied }) => denied.flatMap(({ text }) => rulesIn(text)));
    const isLess = ([rule, level]: Rule) => !now.some(([other, grade]) => other === rule && grade >= level);
    const found: Finding[] = file.denied
      .filter(({ text }) => rulesIn(text).some(isLess))
      .map(({ text, line }) => ({
        kind: 'limit-lowered',
        path: file.path,
        line,
        before: shown(text),
        after: shown(later.denied[0]?.text ?? ''),
      }));
    const added = later.suppressed.find(
      ({ text, of }) =>
        !file.suppressed.some((one) => one.text === text) &&
        (of === undefined || wasThere(of, textsBefore[file.path]!, textsAfter[file.path]!)),
    );
    if (later.suppressed.length > file.suppressed.length && added && total(after) > total(before))
      found.push({ kind: 'limit-lowered', path: file.path, line: added.line, before: '', after: shown(added.text) });
    return found;
  });
}
