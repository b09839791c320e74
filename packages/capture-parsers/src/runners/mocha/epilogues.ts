import { secondsOf } from '../../output/text.js';
import type { Capture } from '../../runner.js';
import { LEAF } from './leaf.js';

const PASSING = /^ {2}(\d+) passing \((\d+(?:ms|s|m|h|d))\)$/;
const MORE = /^ {2}(\d+) (pending|failing)$/;
/** A failure in the list below the epilogue. */
const FAILURE = /^ {2}(\d+)\) (.+)$/;
/** How far in the second title of a failure stands. */
const TITLE_DEPTH = 5;

/** A failure as it is told below an epilogue, by its titles from the outermost suite on. */
export interface Failure {
  readonly titles: string[];
  message?: string;
}

/** An epilogue is `3 passing (5ms)`, the lines with other numbers below it, and the failures below those. */
export interface Epilogue {
  /** It stands where a suite has not yet ended. */
  readonly near: boolean;
  readonly passing: number;
  readonly seconds: number | undefined;
  pending: number;
  failing: number;
  /** A blank line has ended it; without, the number of failures may be missing. */
  closed: boolean;
  /** Its next lines are cut off. */
  torn?: boolean;
  readonly failures: Failure[];
}

/** Collects all that looks like an epilogue of Mocha, as programs under test print such lines too. */
export class Epilogues {
  readonly #capture: Capture;
  readonly #all: Epilogue[] = [];
  /** The epilogue that is being read, or whose failures are. */
  #current: Epilogue | undefined;
  /** What is left of an epilogue whose first line is cut off. */
  readonly left = { pending: 0, failing: 0 };
  /** Failures whose epilogue is cut off. */
  readonly orphans: Failure[] = [];
  /** The failure that is being told; `open` as long as titles may follow. */
  #telling: { readonly failure: Failure; open: boolean } | undefined;

  constructor(capture: Capture) {
    this.#capture = capture;
  }

  get count(): number {
    return this.#all.length;
  }

  get last(): Epilogue | undefined {
    return this.#all.at(-1);
  }

  get current(): Epilogue | undefined {
    return this.#current;
  }

  /** Whether titles of this failure may still be missing. */
  isOpen(failure: Failure): boolean {
    return failure === this.#telling?.failure && this.#telling.open;
  }

  /** A test is listed: what was read before was not the end. */
  leave(): void {
    this.#current = undefined;
  }

  cut(): void {
    if (this.#telling?.open) this.#telling.failure.titles.length = 0;
    this.#telling = undefined;
    if (this.#current && !this.#current.closed) this.#current.torn = true;
  }

  blank(): void {
    if (this.#current && !this.#current.torn) this.#current.closed = true;
    if (this.#telling) this.#telling.open = false;
  }

  /** The first line of an epilogue; false below one with failures, whose messages may hold anything. */
  opens(line: string, near: boolean): boolean {
    const passing = PASSING.exec(line);
    if (!passing || (this.#current?.failures.length && this.#capture.invocation.exitCode !== 0)) return false;
    this.#current = {
      near,
      passing: Number(passing[1]),
      seconds: secondsOf(passing[2]!),
      pending: 0,
      failing: 0,
      closed: false,
      failures: [],
    };
    this.#all.push(this.#current);
    this.#telling = undefined;
    return true;
  }

  /** A line of the epilogue or of the failures below it. `isLoose`: its own first lines may be missing. */
  line(line: string, isLoose: boolean): boolean {
    const epilogue = this.#current;
    if (epilogue && this.#below(epilogue, line)) return true;
    if (isLoose && !epilogue && this.#rest(line)) return true;
    return isLoose && !epilogue?.failing && this.#orphan(line);
  }

  #below(epilogue: Epilogue, line: string): boolean {
    const more = epilogue.closed ? null : MORE.exec(line);
    if (more) {
      epilogue[more[2] as 'pending' | 'failing'] = Number(more[1]);
      return true;
    }
    // A filter may have dropped the blank line that ends it.
    const isOver = epilogue.closed || (this.#capture.invocation.view === 'parts' && epilogue.failing > 0);
    const { failures, failing } = epilogue;
    const failure = isOver ? FAILURE.exec(line) : null;
    if (failure && failures.length < failing && Number(failure[1]) === failures.length + 1) {
      epilogue.closed = true;
      failures.push(this.#tell(failure[2]!));
      return true;
    }
    if (!failures.length) return false;
    this.#describe(line);
    return true;
  }

  /** The end of an epilogue whose first line is cut off. */
  #rest(line: string): boolean {
    const more = MORE.exec(line);
    if (more) this.left[more[2] as 'pending' | 'failing'] = Number(more[1]);
    return more !== null;
  }

  /** A failure of the list whose epilogue is cut off: the titles of its suites and its own stand below each other. */
  #orphan(line: string): boolean {
    const failure = FAILURE.exec(line);
    if (failure) {
      this.orphans.push(this.#tell(failure[2]!));
      return true;
    }
    if (!this.#telling || line.search(/\S/) < TITLE_DEPTH || (!this.#telling.open && LEAF.test(line))) return false;
    this.#describe(line);
    return true;
  }

  #tell(title: string): Failure {
    const failure = { titles: [title] };
    this.#telling = { failure, open: true };
    return failure;
  }

  /** Titles stand below each other, each two further in; the message follows. */
  #describe(line: string): void {
    if (!this.#telling) return;
    const { failure, open } = this.#telling;
    const depth = TITLE_DEPTH + 2 * failure.titles.length;
    if (open && line.search(/\S/) === depth) {
      failure.titles.push(line.slice(depth));
      return;
    }
    failure.message = line.trim();
    this.#telling = undefined;
  }
}
