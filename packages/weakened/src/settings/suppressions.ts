import { type Finding, shown } from '../finding.js';
import type { TestFile } from '../reading/model.js';

/** Tells rules that comments and attributes switch off now and did not before, in files that were there. */
export function compareSuppressions(before: readonly TestFile[], after: readonly TestFile[]): Finding[] {
  const total = (files: readonly TestFile[]) => files.reduce((sum, { suppressed }) => sum + suppressed.length, 0);
  return before.flatMap((file): Finding[] => {
    const later = after.find(({ path }) => path === file.path);
    if (!later) return [];
    const found: Finding[] = file.denied
      .filter(({ text }) => !after.some(({ denied }) => denied.some((one) => one.text === text)))
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
