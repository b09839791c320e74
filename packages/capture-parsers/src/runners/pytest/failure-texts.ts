import type { Collector } from '../../collect.js';
import type { Problem } from '../../report.js';
import type { Ends } from './ends.js';
import { readTitle } from './names.js';
import type { Titles } from './titles.js';

const NOT_LOADED = 'ERROR collecting ';

/** Reads the sections `ERRORS` and `FAILURES`: titles with the tracebacks below them. */
export class FailureTexts {
  /** Titles of failed tests. */
  count = 0;
  readonly #titles: Titles;
  readonly #ends: Ends;
  readonly #collected: Collector;

  constructor(titles: Titles, ends: Ends, collected: Collector) {
    this.#titles = titles;
    this.#ends = ends;
    this.#collected = collected;
  }

  line(line: string, section: string): void {
    const title = readTitle(line);
    if (title !== undefined) {
      this.#title(title, section);
      return;
    }
    this.#titles.place(line);
    if (section === 'ERRORS') this.#placeProblem(line);
    if (!/^(?:E |>| |[A-Za-z_-])/.test(line)) this.#collected.unparsed++;
  }

  #title(title: string, section: string): void {
    if (section === 'FAILURES') this.count++;
    this.#titles.learn(title);
    if (!title.startsWith(NOT_LOADED)) return;
    this.#ends.notLoaded();
    this.#collected.addProblem({ file: title.slice(NOT_LOADED.length), message: title });
  }

  /** Where a file did not load, and why. */
  #placeProblem(line: string): void {
    const problem = this.#collected.problems.at(-1);
    if (!problem?.message.startsWith(NOT_LOADED)) return;
    const place = /^(\S[^:]{0,500}\.pyi?):(\d+): in /.exec(line);
    const syntax = /^E +File "([^"]+)", line (\d+)$/.exec(line);
    if (place && place[1] === problem.file) this.#replaceProblem({ ...problem, line: Number(place[2]) });
    else if (syntax) this.#replaceProblem({ ...problem, line: Number(syntax[2]) });
    const error = /^E +([A-Z][\w.]*(?:Error|Exception)\b.*)$/.exec(line)?.[1];
    if (error) this.#replaceProblem({ ...this.#collected.problems.at(-1)!, message: error });
  }

  #replaceProblem(problem: Problem): void {
    this.#collected.problems.pop();
    this.#collected.addProblem(problem);
  }
}
