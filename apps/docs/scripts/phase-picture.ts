import type { CheckSpec, Phase, Workflow } from '@flow/core/workflow';

/* The phases of a workflow as a picture: one box below the other, so that a phone shows it whole. Made from the data alone. */

const WIDTH = 360;
const LINE = 15;
const GAP = 16;
const INSET = 12;
/** Room on the right for the ways back. */
const LANE = 34;
/** Characters of a line of small letters in a box of full width. */
const SMALL = 46;

interface Box {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A way back: from the phase whose check finds something to the one that mends it. */
interface Way {
  from: string;
  to: string;
}

interface Drawing {
  shapes: string[];
  boxes: Box[];
  ways: Way[];
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** What ends a phase, in the words of a reader. */
const WORDS: Partial<Record<CheckSpec['check'], string>> = {
  approved: 'you approve',
  chosen: 'you choose',
  red: 'tests fail first',
  reproduced: 'the fault is seen',
  passing: 'its tests pass',
  committed: 'committed',
  pushed: 'pushed',
  'pull-request': 'pull request',
};

/** What passes, by the question that a command answers. */
const RUNS = {
  item: 'its command passes',
  test: 'tests pass',
  lint: 'linters pass',
  types: 'types pass',
  format: 'layout passes',
  analysis: 'analysis passes',
  build: 'the build passes',
} as const;

/** A few words on what a phase brings and what ends it, each once. */
function wordsOf({ produces = [], exit, advance }: Phase): string[] {
  const judges = exit.flatMap((spec) =>
    spec.check === 'verdict' ? [spec.judge] : spec.check === 'panel' ? ['reviewers'] : [],
  );
  return [
    ...new Set([
      ...(produces.length > 0 ? [`writes ${produces.join(', ')}`] : []),
      ...exit.flatMap((spec) => {
        if (spec.severity === 'warn') return [];
        if (spec.check === 'command') {
          if (typeof spec.command === 'string') return [RUNS.item];
          return 'question' in spec.command ? [RUNS[spec.command.question]] : ['the command of the fault passes'];
        }
        if (spec.check === 'submitted') return [spec.name === 'complete' ? 'handed in' : `${spec.name} handed in`];
        if (spec.check === 'green') return [spec.question === undefined ? 'all tests pass' : RUNS[spec.question]];
        return WORDS[spec.check] ?? [];
      }),
      ...(judges.length > 0 ? [`judged by ${[...new Set(judges)].join(', ')}`] : []),
      ...(advance === 'person' ? ['you end it'] : []),
    ]),
  ];
}

/** Breaks words into lines between their parts. */
function linesOf(parts: readonly string[], most: number): string[] {
  const lines: string[] = [];
  for (const part of parts.flatMap((one) => broken(one, most))) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.length + 3 <= most) lines[lines.length - 1] = `${last} · ${part}`;
    else lines.push(part);
  }
  return lines;
}

/** Breaks one part that is longer than a line. */
function broken(part: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of part.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 1 <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function waysOf({ id, exit }: Phase): Way[] {
  return exit.flatMap(({ to }) => (to === undefined || to === id ? [] : [{ from: id, to }]));
}

/** Draws phases below each other; returns the height that they take. */
function drawPhases(phases: readonly Phase[], x: number, top: number, depth: number, into: Drawing): number {
  const width = WIDTH - LANE - x - depth * INSET;
  let y = top;
  for (const [at, phase] of phases.entries()) {
    if (at > 0) {
      const middle = x + width / 2;
      into.shapes.push(`<path class="way" marker-end="url(#tip)" d="M${middle} ${y} v${GAP - 2}"/>`);
      y += GAP;
    }
    y += drawPhase(phase, { x, y, width }, depth, into);
  }
  return y - top;
}

function drawPhase(phase: Phase, at: Omit<Box, 'id' | 'height'>, depth: number, into: Drawing): number {
  const { x, y, width } = at;
  const most = Math.floor((SMALL * width) / (WIDTH - LANE));
  const small = linesOf(wordsOf(phase), most);
  const each = phase.each;
  const head = 26 + small.length * LINE + (each ? LINE + 4 : 0);
  const place = into.shapes.length;
  let height = head + (small.length > 0 || each ? 4 : 0);
  if (each) height = head + drawPhases(each.phases, x + INSET, y + head, depth + 1, into) + INSET;
  const dashed = phase.when || phase.optional ? ' maybe' : '';
  const text = (line: string, from: number, kind: string) =>
    `<text class="${kind}" x="${x + 12}" y="${y + from}">${escaped(line)}</text>`;
  into.shapes.splice(
    place,
    0,
    `<rect class="box${each ? ' loop' : ''}${dashed}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>`,
    text(phase.title, 19, 'title'),
    ...small.map((line, index) => text(line, 19 + (index + 1) * LINE, 'small')),
    ...(each ? [text(`for each ${each.kind}:`, 19 + (small.length + 1) * LINE, 'small each')] : []),
  );
  into.boxes.push({ id: phase.id, x, y, width, height });
  into.ways.push(...waysOf(phase));
  return height;
}

/** The ways that lead back to one phase: they join in one line beside the boxes, from its highest to its lowest end. */
interface Trunk {
  end: Box;
  starts: Box[];
  top: number;
  bottom: number;
}

/** Where ways leave a box and reach it: below one another, so that what leaves is told from what arrives. */
const LEAVES = 20;
const ARRIVES = 9;

function trunksOf({ boxes, ways }: Drawing): Trunk[] {
  const boxOf = new Map(boxes.map((box) => [box.id, box]));
  const targets = [...new Set(ways.map(({ to }) => to))];
  return targets.flatMap((to) => {
    const end = boxOf.get(to);
    const from = [...new Set(ways.filter((way) => way.to === to).map((way) => way.from))];
    const starts = from.flatMap((id) => boxOf.get(id) ?? []);
    if (!end || starts.length === 0) return [];
    const ends = [end.y + ARRIVES, ...starts.map(({ y }) => y + LEAVES)];
    return [{ end, starts, top: Math.min(...ends), bottom: Math.max(...ends) }];
  });
}

/** Draws the ways back on the right: the shorter a line, the nearer to the boxes, so that it stands within the longer ones. */
function drawWays(drawing: Drawing): void {
  const lanes: Trunk[][] = [];
  const length = ({ top, bottom }: Trunk) => bottom - top;
  for (const trunk of trunksOf(drawing).toSorted((a, b) => length(a) - length(b))) {
    const isFree = (lane: Trunk[]) => lane.every(({ top, bottom }) => bottom < trunk.top || top > trunk.bottom);
    const found = lanes.findIndex((lane, at) => isFree(lane) && lanes.slice(at + 1).every(isFree));
    if (found < 0) lanes.push([trunk]);
    else lanes[found]!.push(trunk);
  }
  const step = Math.min(7, (LANE - 8) / Math.max(1, lanes.length));
  for (const [at, lane] of lanes.entries())
    for (const { end, starts } of lane)
      for (const start of starts) {
        const out = WIDTH - LANE + 6 + at * step;
        drawing.shapes.push(
          `<path class="back" marker-end="url(#tip)" d="M${start.x + start.width} ${start.y + LEAVES} H${out} V${end.y + ARRIVES} H${end.x + end.width + 2}"/>`,
        );
      }
}

/**
 * Draws the phases of a workflow: dashed what only some runs have, on the right the ways back of what a check finds. Colours are
 * the page's own, light and dark.
 */
export function phasePicture({ title, phases }: Workflow): string {
  const into: Drawing = { shapes: [], boxes: [], ways: [] };
  const height = drawPhases(phases, 1, 1, 0, into) + 2;
  drawWays(into);
  const told = phases.map((phase) => (phase.each ? `${phase.title} (for each ${phase.each.kind})` : phase.title));
  const tip =
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="tip" d="M0 0 L8 4 L0 8 z"/></marker></defs>';
  const label = escaped(`Phases of ${title}: ${told.join(', ')}.`);
  return `<div class="phases not-content"><svg role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${height}" xmlns="http://www.w3.org/2000/svg">${tip}${into.shapes.join('')}</svg></div>`;
}
