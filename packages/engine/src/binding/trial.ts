import type { FileView, FunctionBinding, Suite } from '@flow/core';
import { filesOfTests } from '../red/new-tests.js';
import type { AskedTest } from '../red/runner.js';
import { isOfTest, redRunner } from '../red/runners.js';
import type { Throwaway } from '../red/throwaway.js';
import { clean } from '../text/clean.js';
import type { AskedFunction, StandIn } from './ask-functions.js';
import { Bench, type Word } from './bench.js';
import { hear, type Mutant } from './mutation/mutant.js';
import { MUTATION_TOOLS, type MutationTool } from './mutation/tools.js';
import type { Asking, Proof } from './proof.js';

/** A function in what is known of its suite. */
export interface Subject {
  asked: AskedFunction;
  suite: Suite;
}

/** A function with the files of tests that were run for it. */
export interface Proven {
  binding: Omit<Proof['functions'][number], 'blob'>;
  ran: string[];
}

export const isBound = ({ binding }: Proven) => binding.verdict === 'bound';

/** What is found of one function. */
type Judged = Pick<Proof['functions'][number], 'verdict' | 'reason' | 'caught' | 'detail' | 'by'> &
  Partial<Pick<FunctionBinding, 'survived' | 'tests'>>;

/** A trial is of the functions of one suite. */
export class Trial {
  /** Mutation tools of the project that said nothing, with the reason. */
  readonly notes: string[] = [];
  readonly #base: string;
  /** Those of the project that are there. Tests of a claim alone are more than they can be asked for. */
  readonly #tools: readonly MutationTool[];
  readonly #now: FileView;
  readonly #tests: readonly AskedTest[];
  readonly #bench: Bench;
  readonly #isKnown: boolean;
  /** One function that is bound is enough. */
  readonly #isOne: boolean;
  /** Tests that count by their names; all where nobody asks for some. */
  readonly #isMeant: ((name: string) => boolean) | undefined;
  /** What the unchanged copy said of a set of files of tests. */
  readonly #usual = new Map<string, Promise<Word>>();
  /** Whether a file that cannot be read at all changes anything. */
  readonly #loaded = new Map<string, Promise<boolean>>();

  constructor(
    asking: Asking,
    now: FileView,
    suites: readonly Suite[],
    suite: Suite,
    throwaway: Throwaway,
    until: number,
  ) {
    this.#now = now;
    this.#base = asking.base;
    const runner = redRunner(suite.runner.id);
    this.#isKnown = runner !== undefined;
    const all = runner ? filesOfTests(suite, suites, runner, now) : [];
    const { claim } = asking;
    this.#isOne = claim !== undefined;
    this.#tools = MUTATION_TOOLS.filter(
      (tool) => !claim && tool.language === runner?.language && tool.isThere(suite, now, asking.environment),
    );
    const isWhole = claim === undefined || claim.tests.some(({ file }) => file === undefined);
    this.#tests = isWhole ? all : all.filter((one) => claim.tests.some(({ file }) => file === one.file));
    const spelled = (claim?.tests ?? []).flatMap((test) => [
      test,
      ...(test.file === undefined
        ? []
        : (runner?.bareNames?.({ name: test.name, file: test.file }, suite.root) ?? []).map((name) => ({ name }))),
    ]);
    this.#isMeant = claim && ((name) => spelled.some((test) => isOfTest(test, name)));
    const { environment, timeout, signal } = asking;
    this.#bench = new Bench(asking.repository, throwaway, { suite, runner }, now, {
      ...{ environment, timeout, until, signal },
    });
  }

  async of(subjects: readonly Subject[]): Promise<Proven[]> {
    const proven: Proven[] = [];
    const mutants = await this.#mutantsOf(subjects.map(({ asked }) => asked));
    for (const { asked } of subjects) {
      const ran = new Set<string>();
      const { name, file, hash, line } = asked;
      const found = await this.#judgeWith(mutants, asked, ran);
      proven.push({ binding: { name, file, hash, line, survived: [], tests: [], ...found }, ran: [...ran] });
      if (this.#isOne && proven.some(isBound)) break;
    }
    return proven;
  }

  /** Mutants of the project's own tools, with the tool's name. */
  async #mutantsOf(functions: readonly AskedFunction[]): Promise<(Mutant & { by: string })[]> {
    const found: (Mutant & { by: string })[] = [];
    for (const tool of this.#tools) {
      const mutants = await this.#bench.mutants(tool, functions, this.#base, (file) => this.#now.read(file));
      if ('failed' in mutants) this.notes.push(`${tool.name} said nothing: ${clean(mutants.failed, 200)}`);
      else found.push(...mutants.map((one) => ({ ...one, by: tool.name })));
    }
    return found;
  }

  /**
   * Adds the wrong implementations of a tool to ours. One that a test killed binds; where none was, ours decide, and where
   * none of ours can be tried, the tool's survivors do.
   */
  async #judgeWith(
    mutants: readonly (Mutant & { by: string })[],
    asked: AskedFunction,
    ran: Set<string>,
  ): Promise<Judged> {
    const { killed, survived, isUnbound } = hear(mutants, asked);
    const by = { by: killed?.by ?? mutants[0]?.by ?? '' };
    if (killed) {
      for (const { file } of this.#tests) ran.add(file);
      return { ...by, verdict: 'bound', caught: killed.says, survived, tests: killed.tests };
    }
    const judged = await this.#judge(asked, ran);
    if (survived.length === 0) return judged;
    const all = [...survived, ...(judged.survived ?? [])];
    if (isUnbound && /^(?:no-stand-in|build-error)$/.test(judged.reason ?? '') && (await this.#isLoaded(asked)))
      return { ...by, verdict: 'unbound', survived: all };
    return { ...judged, ...by, survived: all };
  }

  async #judge(asked: AskedFunction, ran: Set<string>): Promise<Judged> {
    if (asked.isBroken) return { verdict: 'unknown', reason: 'syntax-error' };
    if (asked.standIns.length === 0) return { verdict: 'unknown', reason: 'no-stand-in' };
    if (this.#isKnown && this.#tests.length === 0)
      return { verdict: 'unbound', reason: 'no-tests', survived: asked.standIns.map(({ says }) => says) };
    // An odd one that fails is enough, so that most functions need one run.
    const standIns = asked.standIns.toSorted((one, other) => Number(other.isOdd ?? false) - Number(one.isOdd ?? false));
    const hasOdd = standIns[0]!.isOdd === true;
    const survived = new Set<string>();
    let caught: (Word & { colour: 'red'; says: string }) | undefined;
    let open: { reason: string; detail?: string } | undefined;
    for (const tests of this.#rings(asked)) {
      const usual = await this.#runUsual(tests);
      if (usual.colour !== 'green') {
        if (usual.colour === 'unknown' && usual.reason === 'no-tests') continue;
        const detail = usual.colour === 'red' ? usual.tests[0] : usual.detail;
        const reason = usual.colour === 'red' ? 'not-green' : `unchanged-${usual.reason}`;
        return { verdict: 'unknown', reason, ...(detail && { detail: clean(detail, 200) }), survived: [...survived] };
      }
      for (const test of tests) ran.add(test.file);
      for (const standIn of standIns) {
        const { says, isOdd = false } = standIn;
        if (says === caught?.says) continue;
        const word = await this.#try(asked, standIn, tests);
        // With an odd one that no test minds, one that is red shows that there has to be a value, and no more.
        const isEnough = isOdd || !hasOdd || !survived.has(standIns[0]!.says);
        if (word.colour === 'red' && isEnough) {
          survived.delete(says);
          return boundBy(says, word, survived);
        }
        if (word.colour === 'red') caught ??= { ...word, says };
        else if (word.colour === 'green') survived.add(says);
        else if (word.reason === 'no-time' || word.reason === 'timed-out')
          return { verdict: 'unknown', reason: word.reason, survived: [...survived] };
        else open = word;
      }
    }
    if (caught) {
      survived.delete(caught.says);
      return { ...boundBy(caught.says, caught, survived), verdict: 'unbound', reason: 'mere-truth' };
    }
    if (survived.size === 0) return { verdict: 'unknown', ...(open ?? { reason: 'no-tests' }) };
    const isLoaded = await this.#isLoaded(asked);
    return {
      verdict: isLoaded ? 'unbound' : 'unknown',
      ...(isLoaded ? {} : { reason: 'not-loaded' }),
      survived: [...survived],
    };
  }

  /** Tests that name the function, or what it belongs to, first; then all others. */
  #rings(asked: AskedFunction): (readonly AskedTest[])[] {
    if (!this.#isKnown) return [[]];
    const words = wordsOf(asked);
    const files = [...new Set(this.#tests.map((test) => test.file))];
    const near = new Set([
      ...(words.length > 0 ? this.#now.containing(files, words.slice(-1)) : []),
      ...files.filter((one) => one === asked.file),
    ]);
    const rings = [
      this.#tests.filter((test) => near.has(test.file)),
      this.#tests.filter((test) => !near.has(test.file)),
    ];
    return rings.filter((ring) => ring.length > 0);
  }

  #runUsual(tests: readonly AskedTest[]): Promise<Word> {
    const key = [...new Set(tests.map(({ file }) => file))].join('\0');
    let known = this.#usual.get(key);
    if (!known) {
      known = this.#bench.run(this.#bench.jobs(tests));
      this.#usual.set(key, known);
    }
    return known;
  }

  async #try({ file }: AskedFunction, standIn: StandIn, tests: readonly AskedTest[]): Promise<Word> {
    const usual = this.#now.read(file) ?? '';
    const wrong = usual.slice(0, standIn.from) + standIn.text + usual.slice(standIn.to);
    const work = () => this.#bench.run(this.#bench.jobs(tests), this.#isMeant);
    const word = await this.#bench.with(file, wrong, usual, work);
    return word ?? { colour: 'unknown', reason: 'link-leads-out' };
  }

  /** A file that no test loads could say anything, and so could one whose tests look at an installed copy. */
  #isLoaded({ file }: AskedFunction): Promise<boolean> {
    let known = this.#loaded.get(file);
    if (!known) {
      const usual = this.#now.read(file) ?? '';
      const work = () => this.#bench.run(this.#bench.jobs(this.#tests));
      known = this.#bench.with(file, NO_CODE, usual, work).then((word) => word !== null && word.colour !== 'green');
      this.#loaded.set(file, known);
    }
    return known;
  }
}

/** Tells what turned which tests red, and what none of them minded. */
const boundBy = (caught: string, { tests }: { tests: string[] }, survived: ReadonlySet<string>): Judged => ({
  ...{ verdict: 'bound', caught, survived: [...survived] },
  tests: tests.slice(0, MAX_TESTS).map((test) => clean(test, 300)),
});

/** Text that no language reads as code. */
const NO_CODE = '\n)]} flow: not code {[(\n';

/** Tests that are told of a function. */
const MAX_TESTS = 5;

/** Lists the words of a function's name that a test would write. */
export const wordsOf = ({ name }: AskedFunction) =>
  name.split(/[^\p{L}\p{N}_$]+/u).filter((word) => word.length > 1 && word !== 'constructor');
