import { areNamed, flakesOf, type Receipt, rateOf, type TestState } from '@flow/core';
import { datedRuns } from '@flow/engine/facts/dated-runs';
import { type Evidence, readEvidence } from '@flow/engine/facts/evidence';
import type { Surroundings } from '@flow/engine/places/surroundings';
import { commandOf, commandOfSuite } from '@flow/engine/policy/suites';
import { dayOf } from '@flow/engine/text/day';
import { receiptReader } from '@flow/evidence';
import { bindingsAbout } from './bindings.js';
import { type Explained, explained, type Known, type Thing } from './explained.js';
import { type ContentHere, contentHere, unlookedAt, whyNotHere } from './here.js';

/** Newest runs that are looked through for a test. */
const MAX_RUNS = 200;
/** Runs of the test that are told, newest first. */
const MAX_TOLD = 12;

/** Reads the newest receipts on record, newest first. */
function receiptsOf({ runs }: Evidence, { repository }: Surroundings): { receipt: Receipt; settled: boolean }[] {
  const read = receiptReader(repository);
  return runs
    .slice(-MAX_RUNS)
    .reverse()
    .flatMap(({ data }) => {
      const found = read(String(data.receipt), String(data.digest));
      return found.kind === 'ok' ? [{ receipt: found.receipt, settled: data.settled === true }] : [];
    });
}

/** Tells whether a full name ends in another one, as runners put a file or a suite before it: `a.test.js > adds` in `adds`. */
const endsIn = (full: string, name: string) =>
  full.length > name.length && full.endsWith(name) && /[\s>:./›]$/.test(full.slice(0, -name.length));

/** Lists the tests on record that a name may mean: the one of exactly this name, else all that end in it. */
export function testNamed(name: string, evidence: Evidence, around: Surroundings): string[] {
  const names = namesIn(receiptsOf(evidence, around));
  return names.includes(name) ? [name] : names.filter((one) => endsIn(one, name));
}

const namesIn = (seen: readonly { receipt: Receipt }[]) => [
  ...new Set(seen.flatMap(({ receipt }) => Object.keys(receipt.result.tests))),
];

/** Lists the names of one test: runners name the file of a test that fails, and leave it out where all pass. */
function aliasesOf(name: string, names: readonly string[]): string[] {
  const longer = (one: string) => names.filter((full) => endsIn(full, one));
  const own = longer(name);
  const shorter = names.filter((one) => endsIn(name, one) && longer(one).length === 1);
  return [name, ...(own.length === 1 ? own : []), ...shorter];
}

/** Explains a test by its full name: each run that names it and why that counts, whether it is steady, and who lets it be. */
export function explainTest(name: string, around: Surroundings): Explained {
  const { repository, policy, start } = around;
  const thing: Thing = { kind: 'test', name };
  const evidence = readEvidence(repository);
  const content = contentHere(around);
  const receipts = receiptsOf(evidence, around);
  const names = aliasesOf(name, namesIn(receipts));
  const stateIn = ({ result }: Receipt) =>
    names.map((one) => (Object.hasOwn(result.tests, one) ? result.tests[one] : undefined)).find(Boolean);
  const seen = receipts.flatMap((one) => {
    const state = stateIn(one.receipt);
    return state === undefined ? [] : [{ ...one, state }];
  });
  const known = seen.map((one) => runOf(one, content));
  const suites = [...new Set(seen.map(({ receipt }) => receipt.suite))];
  const history = flakesOf(
    datedRuns({
      ...{ repository, policy, deadline: start.deadline },
      evidence: { runs: evidence.runs.filter(({ data }) => suites.includes(String(data.suite))).slice(-MAX_RUNS) },
    }),
  ).filter(({ test }) => test !== null && names.includes(test));
  const unsteady = history.map(
    (flake): Known => ({
      what: `passed and failed on one content in ${flake.suite}`,
      counts: false,
      why: `failed ${flake.failed} of ${flake.passed + flake.failed} runs (${Math.round(rateOf(flake) * 100)} %) since ${dayOf(flake.since)}`,
      receipt: flake.receipts.failed,
      time: flake.last,
    }),
  );
  const excepted = policy.exceptions
    .filter((one) => names.some((test) => areNamed([test], [one])))
    .map(
      ({ owner, reason, expires }): Known => ({
        what: `${owner} lets it fail${expires === null ? '' : ` until ${dayOf(expires - 1)}`}`,
        counts: expires !== null && expires <= Date.now() ? false : null,
        why: reason,
      }),
    );
  const bound = bindingsAbout({ tests: names }, around, content);
  const newest = known.find(({ counts }) => counts === true);
  const isRed = newest !== undefined && seen[known.indexOf(newest)]?.state === 'failed';
  const says =
    seen.length === 0
      ? `no run on record names it (${Math.min(evidence.runs.length, MAX_RUNS)} runs were looked through)`
      : newest
        ? `${isRed ? 'failed' : 'passed'} in the newest run on this content that names it`
        : 'no run on this content names it';
  const command = commandHere(suites, content);
  const why = isRed ? 'Once it is mended' : 'What shows it on this content';
  const next = command !== null && (isRed || !newest || unsteady.length > 0) ? { command, why } : null;
  const unlooked = unlookedAt(around, content);
  return explained(thing, says, [...unsteady, ...excepted, ...unlooked, ...bound, ...known.slice(0, MAX_TOLD)], next);
}

/** Tells what one run saw of a test, and whether that counts for the content here. */
function runOf(
  { receipt, settled, state }: { receipt: Receipt; settled: boolean; state: TestState },
  content: ContentHere | null,
): Known {
  const fact = content?.suites.flatMap(({ runs }) => runs).find((one) => one.receipt === receipt.id);
  const not = fact
    ? whyNotHere(fact)
    : !settled
      ? 'files changed while it ran'
      : receipt.treeAfter === content?.tree
        ? null
        : 'it saw other content, or a newer run settles what it says';
  return {
    what: `${state} in ${receipt.suite}`,
    counts: not === null && state !== 'skipped',
    why: `${receipt.command}; ${not ?? (state === 'skipped' ? 'a skipped test shows nothing' : 'it saw this content')}`,
    receipt: receipt.id,
    time: receipt.time,
  };
}

/** Returns the command that runs the suite of a test here; null where there is none any more. */
function commandHere(suites: readonly string[], content: ContentHere | null): string | null {
  const judged = content?.suites.find(({ suite }) => suites.includes(suite.id));
  if (judged) return commandOf(judged.suite);
  return suites.map(commandOfSuite).find((one) => one !== null) ?? null;
}
