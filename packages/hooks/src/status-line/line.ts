import type { KeptStanding } from '@flow/engine/run/kept-standing';
import type { GuardState } from './guard-state.js';

/** The facts that a status line is made of; a fact that is null is not shown. */
export interface LineFacts {
  branch: string | null;
  guard: GuardState;
  /** Shells of the session are not sealed as the project has it. */
  isUnsealed: boolean;
  standing: Pick<KeptStanding, 'place' | 'waits' | 'round' | 'tests'> | null;
  /** The journal, or the files, went on since the standing was taken. */
  isOld: boolean;
  areFilesOld: boolean;
  cost: number | null;
  /** Per cent of the context window. */
  context: number | null;
  added: number | null;
  removed: number | null;
}

type Colour = 31 | 32 | 33;

interface Part {
  text: string;
  /** The order in which parts go when the line is too long: the highest number goes first. */
  weight: number;
  colour?: Colour;
}

const BETWEEN = ' · ';

/**
 * Writes one line: branch, phase, what it waits for, round, tests, cost, context, lines, guard.
 * @param width columns that it may take; parts of less weight are left out, then the end is cut
 */
export function statusLine(facts: LineFacts, width: number, isColoured: boolean): string {
  let parts = partsOf(facts);
  const length = () => widthOf(parts.map(({ text }) => text).join(BETWEEN));
  while (length() > width && parts.length > 1) {
    const lightest = Math.max(...parts.map(({ weight }) => weight));
    parts = parts.filter(({ weight }) => weight !== lightest);
  }
  if (length() > width) return cut(parts[0]?.text ?? '', width);
  const painted = ({ text, colour }: Part) => (isColoured && colour ? `\u001b[${colour}m${text}\u001b[0m` : text);
  return parts.map(painted).join(BETWEEN);
}

function partsOf({ branch, guard, isUnsealed, standing, isOld, areFilesOld, ...spent }: LineFacts): Part[] {
  const parts: (Part | null)[] = [
    branch === null ? null : { text: bounded(branch, 60), weight: 3 },
    ...standingParts(standing, isOld, areFilesOld),
    spent.cost === null ? null : { text: `$${spent.cost.toFixed(2)}`, weight: 7 },
    spent.context === null ? null : { text: `ctx ${Math.round(spent.context)}%`, weight: 6 },
    spent.added === null || spent.removed === null ? null : { text: `+${spent.added} -${spent.removed}`, weight: 8 },
    isUnsealed ? { text: 'seal off', weight: 1, colour: 31 } : null,
    { text: `flow ${guard}`, weight: 0, colour: guard === 'armed' ? 32 : guard === 'broken' ? 31 : 33 },
  ];
  return parts.filter((part) => part !== null);
}

function standingParts(standing: LineFacts['standing'], isOld: boolean, areFilesOld: boolean): (Part | null)[] {
  if (!standing) return [];
  const { place, waits, round, tests } = standing;
  const mark = isOld ? '?' : '';
  // What was tested is known of the files of that time alone.
  const known = tests === null ? null : isOld || areFilesOld ? '?' : tests;
  return [
    { text: `${bounded(place, 80)}${mark}`, weight: 1 },
    waits === null ? null : { text: `waits for ${bounded(waits, 40)}${mark}`, weight: 2, colour: 33 },
    round === null ? null : { text: `round ${bounded(round, 12)}${mark}`, weight: 5 },
    known === null
      ? null
      : {
          text: `tests ${bounded(known, 8)}`,
          weight: 4,
          ...(known === 'fresh' ? { colour: 32 as const } : known === 'red' ? { colour: 31 as const } : {}),
        },
  ];
}

/** Returns a text without what steers a terminal or hides in a line, bounded. */
function bounded(text: string, max: number): string {
  const plain = text
    .slice(0, 4 * max)
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
    .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g, '');
  return plain.length > max ? `${plain.slice(0, max - 1)}…` : plain;
}

/** Counts the columns of a text, as far as it matters here: what lies behind the Hangul letters is counted as wide. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += columnsOf(letter);
  return width;
}

const columnsOf = (letter: string) => (letter.codePointAt(0)! >= 0x1100 && letter !== '…' ? 2 : 1);

function cut(text: string, width: number): string {
  let shown = '';
  let left = width - 1;
  for (const letter of text) {
    left -= columnsOf(letter);
    if (left < 0) return width > 0 ? `${shown}…` : '';
    shown += letter;
  }
  return shown;
}
