import type { Collector } from '../../collect.js';
import { addPlace, addStack } from '../../output/stack.js';
import { asJoined, type Blocks, type Test } from './blocks.js';

const FAILURE = /^ {2}● (\S.*)$/;

/** Reads the failures of a file, told behind its list: `● suite › test`, a message, and where it was thrown. */
export class Failures {
  readonly #blocks: Blocks;
  readonly #collected: Collector;
  /** Files that did not load. */
  readonly unloaded = new Set<string>();
  /** Takes the message of the failure that is being told. */
  #describe: ((message: string) => void) | undefined;
  #stack: string[] | undefined;

  constructor(blocks: Blocks, collected: Collector) {
    this.#blocks = blocks;
    this.#collected = collected;
  }

  static titleOf(line: string): string | undefined {
    return FAILURE.exec(line)?.[1];
  }

  /** The one that was told is over. */
  end(): void {
    this.#describe = this.#stack = undefined;
  }

  /** Reads a heading; false if there can be none here. `isLoose`: the header of its file may be missing. */
  heading(title: string, isLoose: boolean): boolean {
    this.end();
    const { current } = this.#blocks;
    if (current ? !current.failed && current.file : !isLoose) return false;
    const file = current?.file ?? '';
    if (title === 'Test suite failed to run') {
      this.unloaded.add(file);
      this.#describe = (message) => this.#collected.addProblem({ ...(file ? { file } : {}), message });
    } else if (!/^(?:Console|Cannot log after tests are done\.)$/.test(title)) this.#begin(this.#testOf(title));
    return true;
  }

  #testOf(title: string): Test {
    const name = asJoined(title);
    const known = this.#blocks.current?.failures.get(name);
    if (!known) {
      const test: Test = { name, state: 'failed' };
      this.#blocks.add(test);
      return test;
    }
    // What looked like its time belongs to its title.
    if (known.seconds !== undefined && asJoined(known.name) !== name) {
      known.name = name;
      delete known.seconds;
    }
    return known;
  }

  #begin(test: Test): void {
    this.#stack = [];
    test.stacks ??= [];
    addStack(test.stacks, this.#stack);
    this.#describe = (message) => {
      test.message ??= message;
    };
  }

  /** Reads a line below a heading; true for the message. */
  line(line: string): boolean {
    if (this.#stack) addPlace(this.#stack, line);
    if (!this.#describe || !line.startsWith('    ')) return false;
    this.#describe(line.trim());
    this.#describe = undefined;
    return true;
  }
}
