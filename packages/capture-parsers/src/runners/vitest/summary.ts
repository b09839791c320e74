import { secondsOf } from '../../output/text.js';
import { isRed, readParts, type Totals } from './totals.js';

/** Reads the closing totals, line by line; where there are several, the last stand. */
export class Summary {
  totals: Totals | undefined;
  count = 0;
  /** Totals with failures that others followed. */
  otherRed = false;
  /** The totals stand below what a test printed, and may be a part of that. */
  belowConsole = false;
  /** Tests are listed below the totals, which were printed by one of them. */
  goesOn = false;
  /** What stood below the totals is cut: before version 1 unhandled errors did. */
  cutBelow = false;

  /** Text is missing here. */
  cut(): void {
    this.cutBelow = this.totals?.ended === true;
  }

  /** The line of the files, the first one; false where it has no numbers. */
  begin(text: string, belowConsole: boolean): boolean {
    this.cutBelow = false;
    const files = readParts(text);
    if (!files) return false;
    if (this.totals && isRed(this.totals)) this.otherRed = true;
    this.count++;
    this.goesOn = false;
    this.totals = { files, errors: 0, ended: false };
    this.belowConsole = belowConsole;
    return true;
  }

  /** A line below that of the files, which may be missing where only a part of the output is left. */
  line(what: string, text: string, isPartial: boolean): void {
    this.cutBelow = false;
    if (what === 'Tests' && isPartial) this.totals ??= { errors: 0, ended: false };
    const { totals } = this;
    if (!totals) return;
    if (what === 'Tests') totals.tests = readParts(text) ?? totals.tests;
    else if (what === 'Errors' || what === 'Leaks' || what === 'Type Errors')
      totals.errors += Number(/^(\d+) /.exec(text)?.[1] ?? 0);
    else if (what === 'Duration') {
      totals.seconds = secondsOf(text.replace(/ \(.*$/, ''));
      totals.ended = true;
    }
  }
}
