import { isRedProof, type RedVerdict } from '@flow/core';
import { type Asking, type Proof, type ProvenTest, proveRed, recordProof } from '@flow/engine/red/prove';
import { RED_RUNNERS } from '@flow/engine/red/runners';
import { whereHere } from '@flow/engine/run/leases/where';
import { clean } from '@flow/engine/text/clean';
import type { Answer } from '../answer/answer.js';
import { type Call, type Command, noRepository, repositoryOf, usage } from './command.js';
import { filesOf, outcomeOf, sidesOf } from './over-a-copy.js';

const TIMEOUT_S = 600;

export const proveRedCommand: Command = {
  name: 'prove-red',
  usage: '[--base <rev>] [--test <name>]… [--timeout <s>] [--json] [<file>…]',
  summary: 'prove that new tests fail without the change',
  options: {
    base: { type: 'string', value: 'rev', about: 'the code without the change (default: where the branch began)' },
    test: { type: 'string', value: 'name', about: 'only the test with this name; repeatable', multiple: true },
    timeout: { type: 'string', value: 'seconds', about: 'time limit per run (default: 600)' },
  },
  run: runProveRed,
};

async function runProveRed(call: Call): Promise<Answer> {
  const { values } = call;
  const seconds = Number(values.timeout ?? TIMEOUT_S);
  if (!(seconds > 0 && seconds <= 86_400))
    return usage(call, proveRedCommand, '--timeout expects seconds, at most a day.');
  const around = repositoryOf(call);
  if (!around) return noRepository(call);
  const files = filesOf(call, around.repository);
  if (typeof files === 'string') return usage(call, proveRedCommand, files);
  const { repository } = around;
  const sides = sidesOf(call, around, 'prove-red');
  if ('exit' in sides) return sides;
  const stopping = new AbortController();
  const asking: Asking = {
    repository,
    policy: around.policy,
    base: sides.base,
    content: sides.tree,
    choice: { files, names: (values.test as string[] | undefined) ?? [] },
    environment: call.environment,
    timeout: seconds * 1000,
    // Git's own work, with what the runs may take of the clock.
    deadline: Date.now() + 120_000 + seconds * 1000 * 20,
    signal: stopping.signal,
  };
  const proof = await outcomeOf(call, stopping, proveRed(asking));
  if ('exit' in proof) return proof;
  recordProof(asking, proof, whereHere(repository, call.environment));
  return {
    exit: proof.outcome === 'red' ? 0 : 1,
    data: { ...sides, ...proof },
    text: render(asking, proof),
  };
}

const MEANINGS: Readonly<Record<RedVerdict, string>> = {
  'failed-as-expected': 'fails without the change',
  'missing-symbol': 'needs code that only the change adds',
  'already-green': 'passes without the change, so it proves nothing about it',
  flaky: 'two runs gave different results',
  'build-error': 'does not build or load, for another reason than the missing code under test',
  'missing-test': 'did not run',
  unknown: 'cannot be determined',
};

const REASONS: Readonly<Record<string, string>> = {
  'in-no-file': 'no test file has a test with this name',
  skipped: 'it was skipped',
  'timed-out': 'it took too long (--timeout)',
  'not-started': 'its runner could not be started',
  'output-cut': 'it printed too much',
  'other-name': 'what is missing is not new, not part of the project, or does not exist: create its file first',
  'setup-failed': 'its set-up failed',
  'other-file-broken': 'another file loaded by the runner’s settings fails to load',
  'link-leads-out': 'a test file is a symbolic link that leads out of the repository',
  'submodule-differs': 'a submodule is not checked out at the base’s commit',
  'large-file-differs': 'an LFS file on disk differs from the base',
  'unit-tests-of-new-file': 'its file is also production code and is not in the base; move the test to its own file',
  'test-module-not-told-apart': 'its file has no single `#[cfg(test)] mod`; move the test into one, or into tests/',
  'file-is-no-target': 'no separate target runs this file',
};

function reasonOf(reason: string): string {
  const runner = /^runner:(.+)$/.exec(reason)?.[1];
  if (runner) return `${clean(runner, 40)} is not supported here, only ${RED_RUNNERS.join(', ')}`;
  return REASONS[reason] ?? clean(reason, 80);
}

function lineOf(test: ProvenTest): string {
  const why = [test.reason && reasonOf(test.reason), test.detail && clean(test.detail, 160)].filter(Boolean).join(': ');
  const verdict = `${MEANINGS[test.verdict]}${why ? ` (${why})` : ''}`;
  return `${isRedProof(test.verdict) ? 'red    ' : 'not red'}  ${test.verdict.padEnd(18)}  ${clean(test.name, 160)}: ${verdict}`;
}

function render({ base, content }: Asking, { tests, moved, outcome }: Proof): string {
  const lines = [`Tests of ${content.slice(0, 10)} on the production code of ${base.slice(0, 10)}, run twice`, ''];
  lines.push(...tests.map(lineOf));
  if (tests.length === 0) lines.push('NOTHING_NEW: no new or changed tests');
  if (moved.length > 0) {
    const named = moved.slice(0, 5).map((name) => clean(name, 100));
    lines.push('', `Only renamed or moved, not new: ${named.join(', ')}${moved.length > 5 ? ' and more' : ''}`);
  }
  const red = tests.filter(({ verdict }) => isRedProof(verdict)).length;
  if (tests.length > 0) lines.push('', `${outcome}: ${red} of ${tests.length} failed for the right reason`);
  return `${lines.join('\n')}\n`;
}
