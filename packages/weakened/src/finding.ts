/** Texts of files by their path from the project's root, with `/` between folders. */
export type FileSet = Readonly<Record<string, string>>;

/** Ways in which tests, or what runs them, lose strength. */
export const KINDS = [
  'test-removed',
  'test-skipped',
  'test-focused',
  'test-emptied',
  'assertion-removed',
  'assertion-loosened',
  'expectation-changed',
  'error-swallowed',
  'subject-mocked',
  'snapshot-rewritten',
  'patience-raised',
  'limit-lowered',
  'command-narrowed',
] as const;

export type Kind = (typeof KINDS)[number];

/** One weakening. Texts are as the files have them, so they are foreign: whoever shows them cleans them first. */
export interface Finding {
  kind: Kind;
  /** File that has the text after, or had the one before where nothing is left. */
  path: string;
  /** Line from 1 in that file. */
  line: number;
  /** Full name of the test, where the finding is about one. */
  test?: string;
  /** What was there; empty where something was added. */
  before: string;
  /** What is there now; empty where something is gone. */
  after: string;
  /** The claim that says what the test expects now: the change is its point, and nothing to answer for. */
  claim?: string;
}

const MAX_TEXT = 400;

/** Shortens the text of a finding to one line of bounded length. */
export const shown = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT - 1)}…` : line;
};
