import type { Collector } from '../../collect.js';
import { addPlace } from '../../output/stack.js';
import type { TestList } from './list.js';
import { splitFile, withoutBadges } from './titles.js';

/** Which of the attempts of a repeated or retried test an error is from. */
const ATTEMPTS = / \((?:initial run|\d+ times|\d+(?:st|nd|rd|th) re(?:try|peat))[^()]{0,200}\)$/;
/** Files that did not load are told one by one up to here. */
const MAX_UNLOADED = 50;

/** What the heading of an error names: a test or suite, or a file that did not load. */
interface Failed {
  readonly file: string;
  readonly name: string;
  readonly isLoaded: boolean;
}

/** ` FAIL  a.test.ts > suite > name`, or ` FAIL  a.test.ts [ a.test.ts ]` for a file that did not load. */
export function readFailed(line: string): Failed | undefined {
  const text = withoutBadges(line.replace(/^ ?FAIL {2}/, '')).trimEnd();
  const file = /^(\S.*?) \[ .* \]$/.exec(text)?.[1];
  if (file !== undefined && !file.includes(' > ')) return { file, name: '', isLoaded: false };
  const test = splitFile(text.replace(ATTEMPTS, ''));
  return test && { ...test, isLoaded: true };
}

/** An error that is being read; without a name it is that of a file. */
interface Failure {
  readonly name: string;
  readonly file: string;
  message: string;
}

/** Collects the errors of tests, suites and files, which Vitest prints below the list of tests. */
export class Failures {
  /** Failed tests that have a heading. */
  count = 0;
  readonly #collected: Collector;
  readonly #list: TestList;
  #current: Failure | undefined;
  /** The tests that the error is told of, the current one among them. */
  #alike: Failure[] = [];
  /** Of that error. */
  #stack: string[] = [];
  readonly #unloaded = new Set<string>();
  readonly #suites = new Set<string>();

  constructor(collected: Collector, list: TestList) {
    this.#collected = collected;
    this.#list = list;
  }

  /** Whether the next lines tell of an error. */
  get isOpen(): boolean {
    return this.#current !== undefined;
  }

  /** Files that did not load. */
  get unloaded(): number {
    return this.#unloaded.size;
  }

  /** What follows tells of no error. */
  end(): void {
    this.#current = undefined;
  }

  /** All so far was printed by a test. */
  drop(): void {
    this.#list.dropFailures();
    this.count = 0;
    this.end();
  }

  /** The heading of an error. Tests with one error in common stand above it together. */
  begin(): void {
    if (!this.#current || this.#current.message) [this.#alike, this.#stack] = [[], []];
    this.end();
  }

  /** @param isListed stands in a part of the report that is for tests alone */
  file({ file }: Failed, isListed: boolean): void {
    this.#unloaded.add(file);
    // Files and suites come first.
    if (!isListed) this.#list.dropUnsure();
    this.#collected.addFile({ name: file, state: 'error' });
    this.#current = { name: '', file, message: '' };
  }

  /** A suite's own failure is a hook's: its tests are listed apart, as skipped. */
  suite({ file, name }: Failed): void {
    this.#collected.addFile({ name: file, state: 'failed' });
    this.#suites.add(`${file}\0${name}`);
    this.#list.forget({ file, name });
  }

  /** @param isListed stands in a part of the report that is for tests alone */
  test({ file, name }: Failed, isListed: boolean): void {
    this.#collected.addFile({ name: file, state: 'failed' });
    this.count++;
    const failure = { file, name, message: '' };
    this.#current = failure;
    this.#alike.push(failure);
    this.#list.failed(failure, !isListed);
    this.#list.threw(failure, this.#stack);
  }

  /** `⎯⎯[2/4]⎯` behind an error. */
  placed(index: number, errors: number): void {
    if (this.#current) this.#list.placed(this.#current, index, errors);
  }

  /** The first line after a heading is the message, a later one the place. */
  describe(line: string): void {
    const failure = this.#current;
    if (!failure) return;
    addPlace(this.#stack, line);
    const place = /^ ❯ (?:\S+ )?(\S+?):(\d+):(\d+)$/.exec(line);
    if (place && failure.name === '') {
      this.#collected.addProblem({
        file: place[1]!,
        line: Number(place[2]),
        column: Number(place[3]),
        message: failure.message,
      });
      this.end();
    } else if (!failure.message) {
      failure.message = line;
      for (const one of failure.name === '' ? [] : this.#alike)
        this.#list.failed(Object.assign(one, { message: line }));
    }
  }

  /** GitHub's annotations (`::error file=…,title=…::message`) name the test in their title. */
  annotation(line: string): void {
    const [, file, title, message] = /^::error file=([^,]*),title=([^,]*),[^:]*::(.*)$/.exec(line) ?? [];
    const test = title === undefined ? undefined : splitFile(unescapeCommand(title).replace(/^\[[^\]]*\] /, ''));
    if (test && this.#suites.has(`${test.file}\0${test.name}`)) return;
    if (test) this.#list.annotated({ ...test, message: unescapeCommand(message ?? '').split('\n')[0] ?? '' });
    else this.#collected.addProblem({ file: file ?? '', message: unescapeCommand(message ?? line) });
  }

  /** Files that did not load and whose error has no place. */
  addUnplaced(): void {
    const unplaced = [...this.#unloaded].filter((file) => !this.#collected.problems.some((one) => one.file === file));
    for (const file of unplaced.slice(0, MAX_UNLOADED)) this.#collected.addProblem({ file, message: 'did not load' });
  }
}

function unescapeCommand(text: string): string {
  return text.replace(/%(25|0D|0A|3A|2C)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
