/** A closing holds the last words of a session: pytest's own line, with or without its frame. */
export interface Closing {
  readonly counts: Readonly<Record<string, number>>;
  readonly seconds?: number;
  readonly framed: boolean;
}

/** Words of the closing line that are tests, and what else it may count. Plugins add words of their own. */
const KNOWN = new Set([
  'passed',
  'failed',
  'skipped',
  'deselected',
  'xfailed',
  'xpassed',
  'error',
  'errors',
  'warning',
  'warnings',
  'rerun',
  'subtests passed',
  'subtests failed',
  'subtest failed',
  'subtest passed',
]);

/** Reads `=== 1 failed, 2 passed in 0.12s (0:00:01) ===`, with -q without the frame. */
export function readClosing(line: string): Closing | undefined {
  const first = line.charCodeAt(0);
  const framed = first === 61;
  if (!framed && !(first >= 48 && first <= 57) && !line.startsWith('no tests ran')) return undefined;
  const text = framed ? unframed(line) : line.trimEnd();
  const at = text.lastIndexOf(' in ');
  if (at < 0) return undefined;
  const counts = readCounts(text.slice(0, at));
  const span = readSpan(text.slice(at + 4));
  if (!counts || !span) return undefined;
  return { counts, framed, ...span };
}

/** Returns a framed line without its frame. */
function unframed(line: string): string {
  let from = 0;
  let to = line.trimEnd().length;
  while (line[from] === '=') from++;
  while (to > from && line[to - 1] === '=') to--;
  return line.slice(from, to).trim();
}

function readCounts(text: string): Record<string, number> | undefined {
  const counts: Record<string, number> = {};
  if (text === 'no tests ran') return counts;
  let known = false;
  for (const part of text.split(', ')) {
    const match = /^(\d+) ([a-z][a-z -]{0,40})$/.exec(part);
    if (!match) return undefined;
    counts[match[2]!] = (counts[match[2]!] ?? 0) + Number(match[1]);
    known ||= KNOWN.has(match[2]!);
  }
  return known ? counts : undefined;
}

/**
 * `readSpan` reads `0.12s`, `75.31s (0:01:15)`, before 5.0 `0.12 seconds`; documentation that leaves the number out writes
 * `..s`.
 */
function readSpan(text: string): { seconds?: number } | undefined {
  const exact = /^(\d+(?:\.\d+)?|\.\d+)(?:s| seconds)?(?: \((?:\d+ days?, )?\d+(?::\d\d){2}\))?$/.exec(text);
  if (exact) return { seconds: Number(exact[1]) };
  return /^\.\.+s$|^\d*\.?\d*s$|^#\.##( seconds|s)?$/.test(text) ? {} : undefined;
}

/** Tells whether the closing line counts a failure or an error. */
export function isRed({ counts }: Closing): boolean {
  return Boolean(
    counts.failed || counts.error || counts.errors || counts['subtests failed'] || counts['subtest failed'],
  );
}

/** Words that a plugin counts beside pytest's own and that sound like trouble. */
export function hasForeignTrouble({ counts }: Closing): boolean {
  return Object.keys(counts).some(
    (word) => /fail|error|crash/.test(word) && !/^(?:xfailed|failed|errors?|subtests? failed)$/.test(word),
  );
}

/** Closing words of two sessions of one run as one. */
export function together(left: Closing, right: Closing): Closing {
  const counts: Record<string, number> = { ...left.counts };
  for (const [word, count] of Object.entries(right.counts)) counts[word] = (counts[word] ?? 0) + count;
  const seconds = (left.seconds ?? 0) + (right.seconds ?? 0);
  return { counts, framed: left.framed && right.framed, ...(seconds ? { seconds } : {}) };
}
