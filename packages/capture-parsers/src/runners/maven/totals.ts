const TOTALS =
  /^Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(?:, Flakes: (\d+))?(, Time elapsed: [\d.,]+ \w+)?(?: <<< (?:FAILURE|ERROR)!)?(?: --? in (.+))?$/;

/** Totals hold what a line counts. */
export interface Totals {
  readonly run: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

interface TotalsLine {
  readonly totals: Totals;
  /** The line is a class's; of a module otherwise. */
  readonly ofClass: boolean;
  readonly className: string | undefined;
  /** Tests passed when they were run again. */
  readonly hasFlakes: boolean;
}

/** `Tests run: 3, Failures: 0, Errors: 0, Skipped: 0`, of a class with its time behind. */
export function readTotals(line: string): TotalsLine | undefined {
  const match = line.startsWith('Tests run: ') ? TOTALS.exec(line) : null;
  if (!match) return undefined;
  const [run, failures, errors, skipped] = match.slice(1, 5).map(Number) as [number, number, number, number];
  const [, , , , , flakes, time, className] = match;
  const ofClass = time !== undefined || className !== undefined;
  return { totals: { run, failures, errors, skipped }, ofClass, className, hasFlakes: flakes !== undefined };
}

const NONE: Totals = { run: 0, failures: 0, errors: 0, skipped: 0 };

/** Adds up what modules say, and classes behind the last module. */
export class Counter {
  readonly #modules: Totals[] = [];
  /** What classes say since the last results. */
  #loose = NONE;
  /** What classes said before the last results. */
  #before = NONE;
  /** Results were better than the classes above them. */
  disagrees = false;

  get hasModules(): boolean {
    return this.#modules.length > 0;
  }

  /** Classes ran of which no results tell. */
  get hasLoose(): boolean {
    return this.#loose.run > 0;
  }

  addClass(totals: Totals): void {
    this.#loose = plus(this.#loose, totals);
  }

  /** `isNext`: the results of another module than the last. */
  addModule(totals: Totals, { isNext, hasFlakes }: { readonly isNext: boolean; readonly hasFlakes: boolean }): void {
    // Only tests that passed when they were run again make the results better than their classes.
    if (isGreen(totals) && !hasFlakes && !isGreen(this.#loose)) this.disagrees = true;
    if (!isNext) this.#modules.pop();
    this.#modules.push(totals);
    if (isNext) this.#before = this.#loose;
    this.#loose = NONE;
  }

  /** The last results were printed by a test. */
  dropModule(): void {
    this.#modules.pop();
    this.#loose = plus(this.#before, this.#loose);
    this.#before = NONE;
  }

  sum(): Totals {
    return this.#modules.reduce(plus, this.#loose);
  }
}

/** Tells whether nothing has failed; nor need anything have passed. */
export function isGreen({ failures, errors }: Totals): boolean {
  return failures + errors === 0;
}

function plus(one: Totals, other: Totals): Totals {
  return {
    run: one.run + other.run,
    failures: one.failures + other.failures,
    errors: one.errors + other.errors,
    skipped: one.skipped + other.skipped,
  };
}
