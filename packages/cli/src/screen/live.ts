import { columnsOf } from '@flow/engine/text/columns';

/** The part of a stream of a terminal that a live screen needs. */
export interface Terminal {
  write(text: string): unknown;
  columns?: number | undefined;
  rows?: number | undefined;
}

/** A live screen is drawn again and again at the end of what a terminal shows. */
export interface LiveScreen {
  /** Draws lines in place of those that were drawn before. */
  draw(lines: readonly string[]): void;
  /** Writes a line above the screen, where it stays and scrolls. */
  log(text: string): void;
  /** Draws for the last time: what is drawn stays. */
  end(lines: readonly string[]): void;
}

/** Lines are not broken while a frame is written, so that a frame has as many lines as it should. */
const [UNBROKEN, BROKEN] = ['\u001b[?7l', '\u001b[?7h'];
/** `REST_OF_LINE` erases the rest of a line, and `REST` that of the screen. */
const [REST_OF_LINE, REST] = ['\u001b[K', '\u001b[J'];
/** Terminals that know it show a frame at once; others pass over it. */
const [BEGIN, END] = ['\u001b[?2026h', '\u001b[?2026l'];

/**
 * Makes a live screen without any mode that would have to be taken back: the cursor stands in a line of its own behind each
 * frame, so that whoever ends, and however, leaves a terminal as it was. What scrolls up is what was logged.
 */
export function liveScreen(terminal: Terminal): LiveScreen {
  let shown: readonly string[] = [];
  const toTop = () => {
    const columns = terminal.columns ?? 80;
    // A window that became narrower has broken the lines of the frame before.
    const lines = shown.reduce((sum, line) => sum + Math.max(1, Math.ceil(columnsOf(line) / columns)), 0);
    return lines === 0 ? '\r' : `\r\u001b[${Math.min(lines, (terminal.rows ?? 24) - 1)}A`;
  };
  const put = (before: string, lines: readonly string[]) => {
    // Each line is written over: some terminals take a screen that is erased from its top for one that scrolls away.
    const body = lines.map((line) => `${line}\u001b[0m${REST_OF_LINE}\n`).join('');
    terminal.write(`${BEGIN}${toTop()}${before}${UNBROKEN}${body}${BROKEN}${REST}${END}`);
    shown = lines;
  };
  return {
    draw(lines) {
      if (lines.length !== shown.length || lines.some((line, at) => line !== shown[at])) put('', lines);
    },
    log: (text) => put(`${text.trimEnd()}${REST_OF_LINE}\n`, shown),
    end(lines) {
      put('', lines);
      shown = [];
    },
  };
}

/** Tells whether a terminal is there that frames can be drawn on. */
export const canDraw = (environment: NodeJS.ProcessEnv, stream: { isTTY?: boolean } = process.stdout): boolean =>
  stream.isTTY === true && environment.TERM !== 'dumb';
