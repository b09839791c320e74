import { commandTyped } from '../as-typed.js';
import type { Call } from '../commands/command.js';
import { paint } from '../paint.js';
import type { Here } from '../workflow/place.js';
import { type LiveScreen, liveScreen, type Terminal } from './live.js';
import type { RowWords, Screen, ScreenView } from './row.js';
import { screenOf } from './rows.js';
import { type Drawn, screenLines } from './text.js';
import { type Ends, rowWords, sessionsOf, viewOf } from './view.js';

/** A seen run is a place with what its rows follow from. */
export interface SeenRun {
  place: Here;
  view: ScreenView;
  words: RowWords;
  /** The branch and the workflow; and what the run is for, where its start said it. */
  title: string;
  goal: string | null;
  /** The ends of its sessions, and the ids of those. */
  ends: Ends;
  settled: ReadonlySet<string>;
}

/** Looks at a run: nothing is written. */
export async function lookAtRun(place: Here): Promise<SeenRun> {
  const { standing, room, around } = place;
  const words = await rowWords(room);
  const { run, workflow } = standing;
  const goal = run.goal === undefined ? null : words.tidy(run.goal.text, 300);
  const title = `${words.tidy(run.branch, 80)}, ${words.tidy(workflow.title, 80)}`;
  const ends = room.sessionEnds(around, run);
  const settled = new Set(ends.map(({ session }) => session));
  return { place, view: await viewOf(place, ends), words, title, goal, ends, settled };
}

/** Brings a look at a run up to the present, without reading the run again. */
export const seenNow = (seen: SeenRun): SeenRun => ({
  ...seen,
  view: { ...seen.view, now: Date.now(), sessions: sessionsOf(seen.place, seen.settled) },
});

export const screenOfRun = ({ view, words }: SeenRun): Screen => screenOf(view, words);

/** Writes a look at a run as lines. */
export function linesOfRun(
  seen: SeenRun,
  { program }: Pick<Call, 'program'>,
  room: Pick<Drawn, 'width' | 'height'> & Partial<Pick<Drawn, 'limit'>>,
): string[] {
  return screenLines(screenOfRun(seen), {
    ...{ limit: null, ...room, now: seen.view.now, paint },
    title: seen.goal === null ? seen.title : `${seen.title}: ${seen.goal}`,
    typed: commandTyped(program),
  });
}

/** `FRAME` is the time between two frames, in milliseconds. */
const FRAME = 1000;

/** Frames from one look at processes to the next: on some systems each of them starts a program. */
const LOOK = 5;

/** A screen that shows a run on a terminal until it is ended. */
export interface ShownRun {
  /** Takes in where the run stands now. */
  see(seen: SeenRun): void;
  /** Writes a line that stays above the screen. */
  log(text: string): void;
  end(): void;
}

/** Shows a run on a terminal, with ages that grow. */
export function showRun(
  call: Pick<Call, 'program'>,
  limit: string | null = null,
  terminal: NodeJS.WriteStream & Terminal = process.stdout,
): ShownRun {
  const live: LiveScreen = liveScreen(terminal);
  let seen: SeenRun | null = null;
  const lines = (isLast: boolean): string[] => {
    if (seen === null) return [];
    const height = isLast ? null : Math.max(4, (terminal.rows ?? 24) - 1);
    return linesOfRun(seen, call, { width: terminal.columns ?? 80, height, limit });
  };
  const draw = () => live.draw(lines(false));
  let ticks = 0;
  const tick = () => {
    ticks += 1;
    if (seen !== null) seen = ticks % LOOK === 0 ? seenNow(seen) : { ...seen, view: { ...seen.view, now: Date.now() } };
    draw();
  };
  const timer = setInterval(tick, FRAME).unref();
  terminal.on('resize', draw);
  return {
    see(fresh) {
      seen = fresh;
      draw();
    },
    log: (text) => live.log(text),
    end() {
      clearInterval(timer);
      terminal.removeListener('resize', draw);
      live.end(lines(true));
    },
  };
}
