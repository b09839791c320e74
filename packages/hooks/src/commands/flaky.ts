import { type Flake, flakesOf, rateOf } from '@flow/core';
import { datedRuns } from '@flow/engine/facts/dated-runs';
import { readEvidence } from '@flow/engine/facts/evidence';
import { clean } from '@flow/engine/text/clean';
import { sinceOf } from './audit.js';
import { type Command, noRepository, repositoryOf, usage } from './command.js';

/** How many tests are shown. */
const MAX_SHOWN = 50;

export const flaky: Command = {
  name: 'flaky',
  usage: '[--since <when>] [--suite <id>] [--json]',
  summary: 'show tests that passed and failed on the same content',
  options: {
    since: {
      type: 'string',
      value: 'when',
      about: 'only runs since a date (2027-01-31), a time, or an age (90m, 8h, 7d)',
    },
    suite: { type: 'string', value: 'id', about: 'only this suite, as `status` names it' },
  },
  run(call) {
    const { suite } = call.values;
    const since = sinceOf(call.values.since, Date.now());
    if (since === undefined)
      return usage(call, flaky, '--since expects a date (2027-01-31), a time, or an age (90m, 8h, 7d).');
    const around = repositoryOf(call);
    if (!around) return noRepository(call);
    const { repository, policy, start } = around;
    const evidence = readEvidence(repository);
    const runs = datedRuns({ repository, policy, evidence, deadline: start.deadline }).filter(
      (run) => run.time >= (since ?? 0) && (suite === undefined || run.suite === suite),
    );
    const flakes = flakesOf(runs);
    const data = { version: 1, runs: runs.length, flakes: flakes.map((flake) => ({ ...flake, rate: rateOf(flake) })) };
    return { exit: flakes.length > 0 ? 1 : 0, data, text: render(flakes, runs.length) };
  },
};

/** Returns the flakes as text for a terminal, with the receipts that show them. */
function render(flakes: readonly Flake[], runs: number): string {
  const looked = `${runs} ${runs === 1 ? 'run' : 'runs'} on record`;
  if (flakes.length === 0) return `Nothing both passed and failed on the same content (${looked}).\n`;
  const lines = [`Passed and failed on the same content (${looked}):`];
  for (const flake of flakes.slice(0, MAX_SHOWN)) {
    const { suite, test, passed, failed, contents, receipts } = flake;
    const of = `failed ${failed} of ${passed + failed} runs (${Math.round(rateOf(flake) * 100)} %)`;
    lines.push(
      '',
      `${clean(suite, 80)}  ${test === null ? '(no test named)' : clean(test, 160)}`,
      `    ${of}${contents > 1 ? `, on ${contents} contents` : ''}, since ${dateOf(flake.since)}, last ${dateOf(flake.last)}`,
      `    failed in ${clean(receipts.failed, 130)}, passed in ${clean(receipts.passed, 130)}`,
    );
  }
  if (flakes.length > MAX_SHOWN) lines.push('', `and ${flakes.length - MAX_SHOWN} more (--json lists all)`);
  return `${lines.join('\n')}\n`;
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 16);
