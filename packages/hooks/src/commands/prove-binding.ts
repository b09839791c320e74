import type { BindingVerdict } from '@flow/core';
import type { Asking, Proof } from '@flow/engine/binding/proof';
import { proveBinding } from '@flow/engine/binding/prove';
import { recordBinding } from '@flow/engine/binding/record';
import type { Surroundings } from '@flow/engine/places/surroundings';
import { standingHere } from '@flow/engine/run/door';
import { whereHere } from '@flow/engine/run/leases/where';
import { clean } from '@flow/engine/text/clean';
import { type Answer, failed } from '../answer/answer.js';
import { type Call, type Command, noRepository, repositoryOf, usage } from './command.js';
import { filesOf, outcomeOf, sidesOf } from './over-a-copy.js';

/** Seconds that all runs have together, and one run. */
const TIME_S = 300;
const TIMEOUT_S = 120;
/** Functions that are looked at. */
const MOST = 20;

export const proveBindingCommand: Command = {
  name: 'prove-binding',
  usage: '[--base <rev>] [--time <s>] [--timeout <s>] [--most <n>] [--claims] [--json] [<file>…|<claim>…]',
  summary: 'prove that a wrong implementation of what changed turns a test red',
  options: {
    claims: { type: 'boolean', about: 'every claim of the run that expects red, by its own tests' },
    base: { type: 'string', value: 'rev', about: 'functions that differ from it (default: where the branch began)' },
    time: { type: 'string', value: 'seconds', about: 'time limit of all runs together (default: 300)' },
    timeout: { type: 'string', value: 'seconds', about: 'time limit per run (default: 120)' },
    most: { type: 'string', value: 'n', about: 'at most so many functions (default: 20)' },
  },
  run: runProveBinding,
};

async function runProveBinding(call: Call): Promise<Answer> {
  const { values } = call;
  const time = numberOf(values.time, TIME_S);
  const timeout = numberOf(values.timeout, TIMEOUT_S);
  const most = numberOf(values.most, MOST);
  if (time === null || timeout === null)
    return usage(call, proveBindingCommand, '--time and --timeout expect seconds, at most a day.');
  if (most === null || !Number.isInteger(most))
    return usage(call, proveBindingCommand, '--most expects a number of functions.');
  const around = repositoryOf(call);
  if (!around) return noRepository(call);
  const { repository } = around;
  const claims = claimsAsked(call, around);
  if (claims === null)
    return usage(call, proveBindingCommand, '--claims expects a run of a workflow with claims that tests prove.');
  const files = claims.length > 0 ? [] : filesOf(call, repository);
  if (typeof files === 'string') return usage(call, proveBindingCommand, files);
  const sides = sidesOf(call, around, 'prove-binding');
  if ('exit' in sides) return sides;
  const stopping = new AbortController();
  const asking: Asking = {
    ...{ repository, policy: around.policy, base: sides.base, content: sides.tree, files, most },
    environment: call.environment,
    timeout: timeout * 1000,
    time: time * 1000,
    deadline: Date.now() + 120_000 + time * 1000,
    signal: stopping.signal,
  };
  const asked = claims.length === 0 ? [asking] : claims.map((claim) => ({ ...asking, ...claim }));
  const proofs: Proof[] = [];
  const until = Date.now() + asking.time;
  for (const one of asked) {
    const left = Math.max(until - Date.now(), 1);
    const proof = await outcomeOf(call, stopping, proveBinding({ ...one, time: left }));
    if ('exit' in proof) return proof;
    if ('code' in proof)
      return failed(3, proof.code, `no function was looked at: ${clean(proof.why, 300)}.`, REMEDIES[proof.code]);
    recordBinding(one, proof, whereHere(repository, call.environment));
    proofs.push(proof);
  }
  return claims.length === 0 ? answerOf(proofs[0]!) : answerOfClaims(proofs);
}

function answerOf(proof: Proof): Answer {
  const isFine = proof.outcome === 'bound' || (proof.outcome === 'nothing' && proof.unread.length === 0);
  return { exit: isFine && proof.left === 0 ? 0 : 1, data: { ...proof }, text: render(proof) };
}

function answerOfClaims(proofs: readonly Proof[]): Answer {
  const isFine = proofs.every(({ outcome }) => outcome === 'bound');
  const text = proofs.map(
    (proof) => `${MARKS_OF_CLAIMS[proof.outcome]}  ${clean(proof.claim, 80)}\n${indented(render(proof))}`,
  );
  return {
    exit: isFine ? 0 : 1,
    data: { claims: proofs.map((proof) => ({ ...proof })) },
    text: text.join('\n'),
  };
}

const MARKS_OF_CLAIMS: Readonly<Record<Proof['outcome'], string>> = {
  bound: 'bound  ',
  unbound: 'UNBOUND',
  unknown: 'unknown',
  nothing: 'unknown',
};

const indented = (text: string) => text.replace(/^(?=.)/gm, '    ');

/** A claim, asked of all functions that changed. */
type AskedClaim = Required<Pick<Asking, 'claim'>> & Pick<Asking, 'files'>;

/** Returns the claims that are asked for by their ids, or all that expect red; none where files are asked for. Null where there are none to ask for. */
function claimsAsked({ values, words }: Call, around: Surroundings): AskedClaim[] | null {
  if (values.claims !== true && words.length === 0) return [];
  const present = standingHere(around)?.facts.present;
  const all = (present?.claims ?? []).filter(({ expect, tests }) => expect === 'red' && tests.length > 0);
  const named = words.map((word) => all.find(({ id, written }) => id === word || written === word));
  const chosen = values.claims === true ? all : named.filter((one) => one !== undefined);
  if (values.claims === true && chosen.length === 0) return null;
  // A word that is no claim is a file, or is said to be neither.
  if (values.claims !== true && chosen.length < words.length) return [];
  return chosen.map(({ id, tests }) => ({ claim: { id, tests }, files: [] }));
}

/** What brings the grammars, or the program that was recorded. */
const REMEDIES = {
  NO_GRAMMARS: 'npm i -D @flow/weakened',
  OTHER_PROGRAM: 'npx flow-hooks apply',
  SEALED: 'Ask the user to run it outside of the sandbox, in a clone of its own.',
  NOT_READ: 'npx flow-weakened --version',
} as const;

function numberOf(value: unknown, usual: number): number | null {
  const number = Number(value ?? usual);
  return number > 0 && number <= 86_400 ? number : null;
}

const MARKS: Readonly<Record<BindingVerdict, string>> = { bound: 'bound  ', unbound: 'UNBOUND', unknown: 'unknown' };

const REASONS: Readonly<Record<string, string>> = {
  'no-tests': 'its suite has no test',
  'syntax-error': 'its text cannot be read',
  'mere-truth': 'its tests ask only whether there is a value',
  'no-stand-in': 'no wrong implementation of it is known that could compile',
  'not-green': 'the tests are not green as they are',
  'no-time': 'there was no time left (--time)',
  'timed-out': 'a run took too long (--timeout)',
  'not-loaded': 'no test loads its file here: with a file that is no code they stay green',
  'not-started': 'its runner could not be started',
  'output-cut': 'the runner printed too much',
  'no-readable-output': 'what the runner printed cannot be read',
  'failed-without-test': 'the runner failed and named no test',
  'failed-after-tests': 'the runner failed after its tests had passed',
  'build-error': 'no wrong implementation of it compiled',
  'collection-error': 'with a wrong implementation the tests did not load',
  flaky: 'two runs gave different results',
  'link-leads-out': 'its file is a link',
};

function reasonOf(reason: string): string {
  const usual = /^unchanged-(.+)$/.exec(reason)?.[1];
  if (usual) return `the tests cannot be run over the code as it is: ${REASONS[usual] ?? clean(usual, 60)}`;
  return REASONS[reason] ?? clean(reason, 80);
}

type Shown = Proof['functions'][number];

function meaningOf({ verdict, reason, caught, tests, survived, detail, by }: Shown): string {
  const others = survived.map((one) => clean(one, 80)).join(', ');
  if (verdict === 'bound')
    return `${clean(tests[0] ?? `a test (${by})`, 160)} fails when it ${doing(caught ?? '')}${others === '' ? '' : `; none does when it ${doing(others)}: as far as they look, that is the right answer, or nobody asks`}`;
  if (reason === 'mere-truth')
    return `${reasonOf(reason)}: ${clean(tests[0] ?? 'a test', 160)} fails when it ${doing(caught ?? '')}, and every one stays green when it ${doing(others)}`;
  if (verdict === 'unbound') return reason ? reasonOf(reason) : `every test stays green when it ${doing(others)}`;
  const why = [reasonOf(reason ?? ''), detail && clean(detail, 160)].filter(Boolean).join(': ');
  return others === '' ? why : `${why}; those that ran stayed green when it ${doing(others)}`;
}

const doing = (says: string) => clean(says, 160);

function render({ functions, notes, unread, left, base, tree, outcome }: Proof): string {
  const lines = [
    `Functions that differ from ${base?.slice(0, 10)}, each replaced by wrong ones (content ${tree?.slice(0, 10)})`,
    '',
  ];
  for (const one of functions)
    lines.push(`${MARKS[one.verdict]}  ${clean(one.file, 120)}:${one.line} ${clean(one.name, 120)}: ${meaningOf(one)}`);
  if (functions.length === 0) lines.push('NOTHING_CHANGED: no function of production code differs');
  if (notes.length > 0)
    lines.push('', ...notes.map((note) => `${clean(note, 300)}. Wrong implementations of our own were tried.`));
  if (unread.length > 0) {
    const named = unread.slice(0, 5).map((file) => clean(file, 100));
    lines.push('', `Not looked at: ${named.join(', ')}${unread.length > 5 ? ` and ${unread.length - 5} more` : ''}`);
  }
  if (left > 0)
    lines.push('', `${left} more ${left === 1 ? 'function was' : 'functions were'} not looked at (--most).`);
  const bound = functions.filter(({ verdict }) => verdict === 'bound').length;
  if (functions.length > 0) lines.push('', `${outcome}: a test binds ${bound} of ${functions.length}`);
  if (functions.some(({ verdict }) => verdict === 'unbound'))
    lines.push('Next: let a test assert what an UNBOUND one gives back or does, then run this again.');
  return `${lines.join('\n')}\n`;
}
