import { readFileSync } from 'node:fs';

/** The rules that the corpus measures. */
export type RulePolicy = 'push' | 'gate-files' | 'evidence' | 'sensitive' | 'phase-red' | 'phase-qa' | 'hook-config';

/** What lies in the sandbox beside its set-up. Paths below `/tmp` lie outside of the repository. */
export interface Fixture {
  files?: Readonly<Record<string, string>>;
  modes?: Readonly<Record<string, string | number>>;
  /** Link to target. */
  symlinks?: Readonly<Record<string, string>>;
  /** Text of the user's git configuration, or its settings by name. */
  gitconfig?: string | Readonly<Record<string, string>>;
}

/** One labelled tool call of a guard corpus. */
export interface Row {
  id: string;
  tool: string;
  /** An object unless the row is malformed on purpose. */
  input: unknown;
  setup: string;
  policy: RulePolicy;
  expect: 'block' | 'allow' | 'undecidable';
  safe_default?: 'block' | 'ask' | 'allow';
  class: string;
  why: string;
  fixture?: Fixture;
  checked?: string;
}

/** What must become of a row: its label, or the safe default of one that nobody can decide. */
export function wanted(row: Row): 'block' | 'allow' {
  const answer = row.expect === 'undecidable' ? (row.safe_default ?? 'allow') : row.expect;
  return answer === 'allow' ? 'allow' : 'block';
}

/** Reads a corpus, one JSON object a line. @throws with file and line for one that is no row */
export function readRows(file: string): Row[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    try {
      const row = JSON.parse(line) as Row;
      if (typeof row.id !== 'string' || typeof row.setup !== 'string') throw new Error('id and setup must be texts');
      return [row];
    } catch (error) {
      throw new Error(`${file}:${at + 1}: ${(error as Error).message}`);
    }
  });
}

/** Where a row's placeholders and its `/tmp` lie in a sandbox. */
export interface Places {
  root: string;
  home: string;
  temporary: string;
}

/** A value of a row with `{{REPO}}`, `{{HOME}}` and `/tmp` put to their places, in names of fields too. */
export function placed<T>(value: T, places: Places): T {
  if (typeof value === 'string') return placedText(value, places) as T;
  if (Array.isArray(value)) return value.map((one) => placed(one, places)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [placedText(key, places), placed(one, places)]),
  ) as T;
}

/** Only a `/tmp` that begins a path is meant, not the one in `~/tmp` or `src/tmp`. */
function placedText(text: string, { root, home, temporary }: Places): string {
  return text
    .replace(/(?<=^|file:\/\/|[^\w.$}\])~/-])\/tmp(?![\w-])/g, () => temporary)
    .replaceAll('{{REPO}}', root)
    .replaceAll('{{HOME}}', home);
}
