import type { FileState } from '@flow/evidence/disk/file-state';
import { withBlock, withoutBlock } from './managed-block.js';

const MARKS = { begin: '<!-- flow -->', end: '<!-- flow end -->' };

/** `VERSION` is the version of the words: a block that a newer program wrote stays as it is. */
const VERSION = 1;

/** The variable that keeps our block out of the memory files of whoever sets it. */
export const NO_MEMORY = 'FLOW_NO_MEMORY';

/** The words that an agent is given in every session of a person, also where no project tells it of flow. ASCII alone. */
const LINES = [
  `<!-- version ${VERSION}; managed by flow: \`flow init --no-memory\` or ${NO_MEMORY}=1 keeps it out -->`,
  '## flow',
  '',
  '- In projects that call `flow` in `.claude/settings.json` or `.codex/hooks.json`, pushes need proof that this content was tested, and a workflow may lead the work. `flow status` (or `npx flow status`) says which.',
  '- There, never write an approval, a test result or anything under `.git/flow`. A refusal names the command that resolves it.',
  '- For a goal of more than a few files, offer the user `flow start spec "<goal>"`; `plan` is for work in stages, `stories` for user stories. Start nothing unasked.',
  '- In other projects none of this applies.',
];

/**
 * Returns a memory file of a person (null: no file) with our block in it. All other bytes stay as they are, whatever their
 * encoding.
 */
export function addPersonBlock(before: FileState | null): FileState {
  const [mark, text] = readMemory(before);
  if (before && versionIn(text) > VERSION) return before;
  return { bytes: Buffer.from(mark + withPersonBlock(text), 'latin1'), mode: before?.mode ?? 0o644 };
}

/**
 * Adds the person's block to a text: behind an unended last line no block could stand without ending that line, so the
 * block then comes first.
 */
function withPersonBlock(text: string): string {
  const isThere = withoutBlock(text, MARKS) !== text;
  if (isThere || text === '' || text.endsWith('\n')) return withBlock(text, MARKS, LINES);
  const end = /\r?\n/.exec(text)?.[0] ?? '\n';
  return withBlock(null, MARKS, LINES).replaceAll('\n', end) + text;
}

/** Returns the mark of UTF-8 that a text may begin with, and the text behind it, one character a byte. */
function readMemory(state: FileState | null): [mark: string, text: string] {
  const all = state?.bytes.toString('latin1') ?? '';
  return all.startsWith(UTF8_MARK) ? [UTF8_MARK, all.slice(UTF8_MARK.length)] : ['', all];
}

const UTF8_MARK = '\u00ef\u00bb\u00bf';

/** Returns the file without our block; null where nothing else was in it, the file as it is where it holds none. */
export function removePersonBlock(before: FileState): FileState | null {
  const [mark, text] = readMemory(before);
  const left = withoutBlock(text, MARKS);
  if (left === text) return before;
  return mark + left === '' ? null : { ...before, bytes: Buffer.from(mark + left, 'latin1') };
}

/** Tells whether a memory file holds our block. */
export const holdsPersonBlock = (state: FileState | null): boolean =>
  state !== null && removePersonBlock(state) !== state;

const versionIn = (text: string): number => {
  const at = text.indexOf(`${MARKS.begin}`);
  return at < 0 ? 0 : Number(/^<!-- flow -->\r?\n<!-- version (\d{1,6});/.exec(text.slice(at, at + 80))?.[1] ?? 0);
};
