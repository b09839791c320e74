import {
  type BindingProof,
  bindingOutcome,
  claimOutcome,
  classify,
  type FileView,
  type FunctionBinding,
  findSuites,
  ownsPath,
  type Policy,
  type Suite,
  type TestId,
} from '@flow/core';
import { appendEvent, diffTrees, type Repository, type Where } from '@flow/evidence';
import { treeEntries } from '@flow/evidence/git/tree-entries';
import { treeView } from '@flow/evidence/git/tree-view';
import { layElsewhere } from '../red/elsewhere.js';
import { filesOfTests } from '../red/new-tests.js';
import type { AskedTest } from '../red/runner.js';
import { isOfTest, redRunner } from '../red/runners.js';
import { gitThere, makeThrowaway, removeLeftovers, type Throwaway } from '../red/throwaway.js';
import { clean } from '../text/clean.js';
import { type AskedFunction, askFunctions, type Functions, type StandIn } from './ask-functions.js';
import { Bench, type Word } from './bench.js';
import { hear, type Mutant } from './mutation/mutant.js';
import { MUTATION_TOOLS, type MutationTool } from './mutation/tools.js';

/** A proof is asked of the functions that changed, or of those of some files. */
export interface Asking {
  repository: Repository;
  policy: Policy;
  /** The commit that functions are compared with. */
  base: string;
  /** The git tree of what is on disk. */
  content: string;
  /** Files of production code; where none of a file's functions changed, all of them are meant. Empty: all that changed. */
  files: readonly string[];
  /** The claim whose tests alone count; the first function that one of them binds is enough. */
  claim?: { id: string; tests: readonly TestId[] };
  /** Functions that are looked at, at most. */
  most: number;
  environment: NodeJS.ProcessEnv;
  /** Of one run, in milliseconds. */
  timeout: number;
  /** Of all runs, in milliseconds. */
  time: number;
  /** Of git's work, epoch milliseconds. */
  deadline: number;
  signal: AbortSignal;
}

/** A proof has this result. */
export interface Proof extends Omit<BindingProof, 'functions'> {
  functions: (FunctionBinding & { line: number; detail?: string; by?: string })[];
  /** Mutation tools of the project that said nothing, with the reason. */
  notes: string[];
  /** Files that no grammar reads, or that belong to no suite. */
  unread: string[];
  /** Functions beyond what was asked for. */
  left: number;
}

/** A function in what is known of its suite. */
interface Subject {
  asked: AskedFunction;
  suite: Suite;
}

/** Puts wrong implementations in the place of functions, in a copy of the content, and looks which tests mind. */
export async function proveBinding(
  asking: Asking,
): Promise<Proof | { failed: string } | Exclude<Functions, { functions: unknown }>> {
  const { repository, base, content, policy, deadline } = asking;
  removeLeftovers(repository);
  const [before, now] = [treeView(repository, base, deadline), treeView(repository, content, deadline)];
  const changed = diffTrees(repository, base, content, { deadline });
  if (!before || !now || changed === 'gone') return { failed: `git does not have ${base} or ${content}` };
  const suites = findSuites(now, policy.presets).filter(({ runner }) => (runner.question ?? 'test') === 'test');
  const places = new Map(
    (asking.files.length > 0 ? asking.files : changed).flatMap((file) => {
      const suite = now.paths.includes(file) ? suiteOf(file, suites) : undefined;
      return suite ? [[file, suite] as const] : [];
    }),
  );
  const files = [...places.keys()];
  const found = files.length === 0 ? { functions: [], unread: [] } : functionsOf(asking, { before, now }, files);
  if ('code' in found) return found;
  const subjects = found.functions.map((asked): Subject => ({ asked, suite: places.get(asked.file)! }));
  const chosen = nearestFirst(subjects, asking, now).slice(0, asking.most);
  const notes: string[] = [];
  const proven = chosen.length === 0 ? [] : await inCopy(asking, now, suites, chosen, notes);
  if ('failed' in proven) return proven;
  const ids = treeEntries(repository, content, deadline);
  const idOf = (file: string) => ids?.get(file)?.split(' ')[2] ?? '';
  const bindings = proven.map(({ binding }) => ({ ...binding, blob: idOf(binding.file) }));
  const tests = [...new Set(proven.flatMap(({ ran }) => ran))].sort();
  return {
    ...(asking.claim !== undefined && { claim: asking.claim.id }),
    functions: bindings,
    tests: tests.map((file) => ({ file, id: idOf(file) })),
    ...{ base, tree: content, by: [...new Set(['flow', ...bindings.flatMap(({ by }) => by ?? [])])].join(', ') },
    ...{ notes: [...new Set(notes)], outcome: asking.claim ? claimOutcome(bindings) : bindingOutcome(bindings) },
    unread: [...found.unread, ...asking.files.filter((file) => !places.has(file))],
    left: subjects.length - chosen.length,
  };
}

/** Functions that the tests of a claim name come first: one that is bound ends the work. */
function nearestFirst(subjects: Subject[], { claim }: Asking, now: FileView): Subject[] {
  const files = [...new Set((claim?.tests ?? []).flatMap(({ file }) => file ?? []))];
  if (files.length === 0) return subjects;
  const isNamed = ({ asked }: Subject) => now.containing(files, wordsOf(asked).slice(-1)).length > 0;
  const named = new Set(subjects.filter(isNamed));
  return [...named, ...subjects.filter((one) => !named.has(one))];
}

/** Lists the words of a function's name that a test would write. */
const wordsOf = ({ name }: AskedFunction) =>
  name.split(/[^\p{L}\p{N}_$]+/u).filter((word) => word.length > 1 && word !== 'constructor');

/** The suite whose tests could bind a file of production code: one whose runner is known, if there is one. */
function suiteOf(file: string, suites: readonly Suite[]): Suite | undefined {
  const own = suites.filter((suite) => ownsPath(suite, file, suites) && classify(file, suite.preset) === 'source');
  return own.find(({ runner }) => redRunner(runner.id)) ?? own[0];
}

/** Functions that changed; of a named file in which none did, all. */
function functionsOf(
  { repository, files: named }: Asking,
  { before, now }: { before: FileView; now: FileView },
  files: readonly string[],
): Functions {
  const textsOf = (view: FileView) =>
    Object.fromEntries(files.flatMap((file) => (view.read(file) === undefined ? [] : [[file, view.read(file)!]])));
  before.announce?.(files);
  now.announce?.(files);
  const request = { before: textsOf(before), after: textsOf(now) };
  const changed = askFunctions(repository, { ...request, whole: [] });
  if ('code' in changed || named.length === 0) return changed;
  const still = named.filter((file) => !changed.functions.some((one) => one.file === file));
  return still.length === 0 ? changed : askFunctions(repository, { ...request, whole: still });
}

/** A function with the files of tests that were run for it. */
interface Proven {
  binding: Omit<Proof['functions'][number], 'blob'>;
  ran: string[];
}

const isBound = ({ binding }: Proven) => binding.verdict === 'bound';

async function inCopy(
  asking: Asking,
  now: FileView,
  suites: readonly Suite[],
  subjects: readonly Subject[],
  notes: string[],
): Promise<Proven[] | { failed: string }> {
  const { repository, content, deadline } = asking;
  const throwaway = makeThrowaway(repository, asking.base, deadline);
  if ('failed' in throwaway) return throwaway;
  try {
    const laid = gitThere(repository, throwaway.tree, ['read-tree', '--reset', '-u', content], '', deadline);
    if (laid.status !== 0) return { failed: `git read-tree: ${laid.stderr.trim().slice(0, 300)}` };
    layElsewhere({ repository, tree: throwaway.tree, content, now, deadline }, content, []);
    const until = Date.now() + asking.time;
    const proven: Proven[] = [];
    for (const suite of new Set(subjects.map((one) => one.suite))) {
      const own = subjects.filter((one) => one.suite === suite);
      const trial = new Trial(asking, now, suites, suite, throwaway, until);
      proven.push(...(await trial.of(own)));
      notes.push(...trial.notes);
      if (asking.claim && proven.some(isBound)) break;
    }
    return proven;
  } finally {
    throwaway.remove();
  }
}

/** What is found of one function. */
type Judged = Pick<Proof['functions'][number], 'verdict' | 'reason' | 'caught' | 'detail' | 'by'> &
  Partial<Pick<FunctionBinding, 'survived' | 'tests'>>;

/** A trial is of the functions of one suite. */
class Trial {
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

/** Functions that an event holds. */
const MAX_FUNCTIONS = 20;

/** Writes what was found to the journal, in as many events as it takes. */
export function recordBinding(
  { repository, environment }: Pick<Asking, 'repository' | 'environment'>,
  { unread: _unread, left: _left, notes: _notes, functions, ...proof }: Proof,
  where: Where,
): void {
  for (let from = 0; from < Math.max(functions.length, proof.claim === undefined ? 0 : 1); from += MAX_FUNCTIONS) {
    const some = functions
      .slice(from, from + MAX_FUNCTIONS)
      .map(({ line: _line, detail: _detail, by: _by, ...one }) => one);
    // What is said of a claim is said by all of its functions together.
    const outcome = proof.claim === undefined ? bindingOutcome(some) : proof.outcome;
    const data: BindingProof = { ...proof, functions: some, outcome };
    appendEvent(repository, { type: 'binding', data: { ...data, where } }, environment);
  }
}
