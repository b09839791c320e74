import { columnsOf, cut, fill } from '@flow/engine/text/columns';
import { joined } from '@flow/engine/text/on-screen';
import { GROUPS, type Group, type Row, type Screen } from './row.js';
import { ageWords, costWords, GROUP_WORDS, tallyWords, tryWords, whyWords } from './words.js';

/** The way in which a screen is drawn. */
export interface Drawn {
  now: number;
  /** Columns of the terminal; null where there is none: whole lines. */
  width: number | null;
  /** Lines that there is room for; null for all. */
  height: number | null;
  /** What the run is called, cleaned. */
  title: string;
  /** What the run may use, in words; null where nothing limits it, or nobody drives it here. */
  limit: string | null;
  /** Names our program in a command as it is typed here. */
  typed(command: string): string;
  paint(format: 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', text: string): string;
}

const COLOURS: Readonly<Record<Group, 'red' | 'green' | 'yellow' | 'cyan' | 'dim'>> = {
  'needs-you': 'yellow',
  working: 'cyan',
  waiting: 'dim',
  ready: 'green',
  over: 'dim',
};

/** From the width on at which the reason stands beside its row. */
const BROAD = 130;

/** How much is told of each row, from all to the least: a low window shows every row that it has room for. */
const LEVELS: readonly ((group: Group) => { why: boolean; command: boolean; most: number })[] = [
  () => ({ why: true, command: true, most: Number.POSITIVE_INFINITY }),
  (group) => ({ why: group !== 'over', command: group === 'needs-you', most: group === 'over' ? 5 : 1000 }),
  (group) => ({ why: group === 'needs-you' || group === 'working', command: group === 'needs-you', most: MOST[group] }),
  (group) => ({ why: group === 'needs-you', command: group === 'needs-you', most: FEW[group] }),
];

const MOST: Readonly<Record<Group, number>> = { 'needs-you': 1000, working: 20, waiting: 8, ready: 8, over: 3 };
const FEW: Readonly<Record<Group, number>> = { 'needs-you': 1000, working: 8, waiting: 3, ready: 3, over: 1 };

/** Writes a screen as lines, none of them wider or more of them than there is room for. */
export function screenLines(screen: Screen, drawn: Drawn): string[] {
  const { width, height } = drawn;
  for (const level of LEVELS) {
    const lines = linesAt(screen, drawn, level);
    if (height === null || lines.length <= height) return lines;
  }
  const lines = linesAt(screen, drawn, LEVELS.at(-1)!);
  const shown = lines.slice(0, Math.max(1, height! - 1));
  return [...shown, cut(`(${lines.length - shown.length} more lines: make the window higher)`, width ?? 1000)];
}

function linesAt(screen: Screen, drawn: Drawn, level: (typeof LEVELS)[number]): string[] {
  const { width, title, paint } = drawn;
  const cells = new Map(screen.rows.map((row) => [row, cellsOf(row, drawn)]));
  const widths = widthsOf([...cells.values()], width);
  const head = [cut(title, width ?? 1000), cut(tallyWords(screen, drawn.limit).join(', '), width ?? 1000)];
  const groups = GROUPS.flatMap((group) => {
    const rows = screen.rows.filter((row) => row.group === group);
    if (rows.length === 0) return [];
    const { why, command, most } = level(group);
    // Of outcomes the newest are shown, of everything else the first.
    const shown = group === 'over' ? rows.slice(-most) : rows.slice(0, most);
    const left = rows.length - shown.length;
    const same = sameCommand(rows);
    const behind = command && same !== null ? `  $ ${drawn.typed(same)}` : '';
    const how = { why, command: command && same === null, drawn };
    return [
      '',
      `${paint('bold', paint(COLOURS[group], GROUP_WORDS[group]))} ${paint('dim', `(${rows.length})`)}${behind}`,
      ...shown.flatMap((row) => rowLines(row, cells.get(row)!, widths, how)),
      ...(left > 0 ? [paint('dim', `  and ${left} more`)] : []),
    ];
  });
  return [paint('bold', head[0]!), head[1]!, ...groups].map((line) => line.trimEnd());
}

/** Returns the command that helps every one of several rows alike, which is told once. */
export function sameCommand(rows: readonly Row[]): string | null {
  const [first, second] = rows;
  return second !== undefined && rows.every(({ command }) => command === first!.command) ? first!.command : null;
}

/** `Cells` are the columns of a row: what it is, phase, try, cost, age. */
type Cells = readonly [what: string, phase: string, tried: string, cost: string, age: string];

const cellsOf = (row: Row, { now }: Drawn): Cells => [
  row.item === null ? row.title : `${row.item}  ${row.title}`,
  row.phase ?? '',
  tryWords(row),
  costWords(row.cost),
  row.group === 'over' ? '' : ageWords(row.since, now),
];

/** Columns between two cells, and before the first. */
const GAP = 2;

/** Shares the width among the columns: what it is has what the others leave, and the reason the rest of a broad screen. */
function widthsOf(all: readonly Cells[], width: number | null): readonly number[] {
  const widest = [0, 1, 2, 3, 4].map((at) => Math.max(0, ...all.map((cells) => columnsOf(cells[at]!))));
  if (width === null) return widest;
  const phase = Math.min(widest[1]!, 16);
  const rest = [phase, widest[2]!, widest[3]!, widest[4]!];
  const used = rest.reduce((sum, one) => sum + (one === 0 ? 0 : one + GAP), 0) + GAP;
  const room = width >= BROAD ? Math.min(56, width - used) : width - used;
  return [Math.min(widest[0]!, Math.max(8, room)), ...rest];
}

function rowLines(
  row: Row,
  cells: Cells,
  widths: readonly number[],
  { why, command, drawn }: { why: boolean; command: boolean; drawn: Drawn },
): string[] {
  const { width, paint, now, typed } = drawn;
  const most = width ?? Number.POSITIVE_INFINITY;
  // Where nobody sees columns, nothing is filled up: one long title would push all else away.
  const columns = cells.flatMap((cell, at) =>
    width === null ? cell || [] : widths[at] === 0 ? [] : [fill(cell, widths[at]!, at > 2 ? 'right' : 'left')],
  );
  const line = `  ${columns.join('  ')}`;
  const reason = why && whyWords(row, now) !== 'done' ? whyWords(row, now) : '';
  const told = command && row.command !== null ? commandLines(typed(row.command), width) : [];
  const isBroad = width === null ? false : width >= BROAD;
  const beside =
    isBroad && reason !== '' ? `${line}  ${paint('dim', cut(reason, most - columnsOf(line) - GAP))}` : null;
  return [
    beside ?? cut(line, most),
    ...(beside === null && reason !== '' ? [paint('dim', cut(`    ${reason}`, most))] : []),
    ...told,
  ];
}

/** A command is to be copied whole: it goes on in a further line, and nothing of it is cut off. */
function commandLines(command: string, width: number | null): string[] {
  const line = `    $ ${command}`;
  return width === null ? [line] : joined(line.split(/(?<=\S) /), width, ' ', '      ');
}
