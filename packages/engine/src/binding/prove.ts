import { bindingOutcome, claimOutcome, classify, type FileView, findSuites, ownsPath, type Suite } from '@flow/core';
import { diffTrees } from '@flow/evidence';
import { treeEntries } from '@flow/evidence/git/tree-entries';
import { treeView } from '@flow/evidence/git/tree-view';
import { layElsewhere } from '../red/elsewhere.js';
import { redRunner } from '../red/runners.js';
import { gitThere, makeThrowaway, removeLeftovers } from '../red/throwaway.js';
import { askFunctions, type Functions } from './ask-functions.js';
import type { Asking, Proof } from './proof.js';
import { isBound, type Proven, type Subject, Trial, wordsOf } from './trial.js';

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
