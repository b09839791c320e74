import type { TestState } from '../../report.js';
import type { Epilogue } from './epilogues.js';

/** A test as the list of tests tells of it. */
interface Listed {
  readonly name: string;
  readonly state: TestState;
  readonly seconds?: number | undefined;
  /** The sign in front of a test that passed. */
  readonly mark?: string | undefined;
}

/** Collects the tests that a reporter has listed. */
export class Results {
  readonly tests: Listed[] = [];
  failed = 0;
  /** Lines with a mark somewhere in them, which a test's own words without an end of line have moved, or without a title. */
  broken = 0;

  add(test: Listed): void {
    this.tests.push(test);
    if (test.state === 'failed') this.failed++;
  }

  get passed(): number {
    return this.tests.filter(({ state }) => state === 'passed').length;
  }

  /** Those that no test has printed. `noneFailed`: what looks like a failure was printed. */
  own(epilogue: Epilogue | undefined, noneFailed: boolean): readonly Listed[] {
    const foreign = this.#foreignMark(epilogue);
    const told = toldFailures(epilogue);
    return this.tests.filter(({ name, state, mark }) => {
      if (mark !== undefined && mark === foreign) return false;
      return state !== 'failed' || (!noneFailed && (!told || told.has(name)));
    });
  }

  /** Of two signs for a test that passed the one without which the epilogue is right, else the rarer: a test has printed it. */
  #foreignMark(epilogue: Epilogue | undefined): string | undefined {
    const marks = new Map<string, number>();
    for (const { mark } of this.tests) if (mark !== undefined) marks.set(mark, (marks.get(mark) ?? 0) + 1);
    const most = [...marks].sort((left, right) => right[1] - left[1]);
    const usual = (most[0]?.[1] ?? 0) > (most[1]?.[1] ?? 0) ? most[0] : undefined;
    const own = (epilogue ? (most.find(([, count]) => count === epilogue.passing) ?? usual) : most[0])?.[0];
    return marks.size === 2 && own !== undefined ? [...marks.keys()].find((mark) => mark !== own) : undefined;
  }
}

/** Returns the names of all failures, where the runner tells of them all below its epilogue. */
function toldFailures(epilogue: Epilogue | undefined): ReadonlySet<string> | undefined {
  const told = epilogue?.failures ?? [];
  const isWhole = told.every(({ titles }) => titles.at(-1)?.endsWith(':'));
  if (!epilogue?.failing || told.length < epilogue.failing || !isWhole) return undefined;
  return new Set(told.map(({ titles }) => titles.join(' ').replace(/:$/, '')));
}
