/**
 * Returns the text without what Jest keeps at the bottom of a terminal while it runs and takes away again: a blank
 * line, the files that run, and the totals so far.
 */
export function withoutRedrawn(text: string): string {
  if (!/^ RUNS {2}/m.test(text)) return text;
  const lines = text.split('\n');
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (!lines[at]!.startsWith(' RUNS  ')) {
      kept.push(lines[at]!);
      continue;
    }
    if (kept.at(-1) === '') kept.pop();
    while (lines[at + 1]?.startsWith(' RUNS  ')) at++;
    if (lines[at + 1] !== '' || !/^Test Suites: .* of \d+ total/.test(lines[at + 2] ?? '')) continue;
    if (lines[at + 5]?.startsWith('Time:') && !lines[at + 6]?.startsWith('Ran all')) at += 5;
  }
  return kept.join('\n');
}
