import { type Finding, shown } from '../finding.js';
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

/** Tells rules that comments and attributes switch off now and did not before, in files that were there. */
export function compareSuppressions(before: readonly TestFile[], after: readonly TestFile[]): Finding[] {
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
    const added = later.suppressed.filter(({ text }) => !file.suppressed.some((one) => one.text === text));
    if (later.suppressed.length > file.suppressed.length && added[0] && total(after) > total(before))
      found.push({
        kind: 'limit-lowered',
        path: file.path,
        line: added[0].line,
        before: '',
        after: shown(added[0].text),
      });
    return found;
  });
}
