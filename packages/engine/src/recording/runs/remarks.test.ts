import { describe, expect, test } from 'vitest';
import type { RecognisedRun } from './recognised-run.js';
import { remarksOn, type SeenRun } from './remarks.js';

const seen = (words: string, outcome: string, reasons: string[] = [], changed: string[] | null = null) =>
  ({
    run: { argv: words.split(' ') } as unknown as RecognisedRun,
    result: { outcome, reasons, greenUnits: [] as string[] },
    settled: changed === null,
    changed: changed ?? [],
  }) as unknown as SeenRun;

describe('what is told of runs that prove nothing', () => {
  test('several of one line are told in one sentence, each reason once', () => {
    const runs = [seen('ruff check .', 'unknown', ['exit-hidden']), seen('mypy src', 'unknown', ['several-runs'])];
    expect(remarksOn([...runs, runs[1]!], 'ruff check . && mypy src && mypy src')).toEqual([
      '`ruff check .`, `mypy src` cannot count as results (a pipe or command list hid its exit code; its output was mixed with that of another run). Run each in its own call, without a pipe.',
    ]);
  });

  test('what changed in a line is no work of the tests, and what stood alone is not asked to stand alone', () => {
    const changed = [seen('cargo test', 'passed', [], ['tests/a.rs'])];
    expect(remarksOn(changed, 'sed -i s/a/b/ tests/a.rs && cargo test')).toEqual([
      '`cargo test` passed, but files changed while that line ran (`tests/a.rs`), so it proves nothing yet. Run it in its own call.',
    ]);
    for (const line of ['cargo test', 'cd ../api && cargo test'])
      expect(remarksOn(changed, line).join()).toMatch(/nothing yet\. Run it again\.$/);
    const made = { ...changed[0]!, made: ['.cache/'], ignore: "printf '%s\\n' /.cache/ >> .gitignore" };
    expect(remarksOn([made], 'cargo test').join()).toContain(
      "If every run writes `.cache/`, run `printf '%s\\n' /.cache/ >> .gitignore` first. Run it again.",
    );
    const forget = "git rm -rq --cached -- .coverage && printf '%s\\n' /.coverage >> .gitignore";
    expect(remarksOn([{ ...made, kept: ['.coverage'], forget }], 'cargo test').join()).toContain(
      `>> .gitignore\` first. If every run writes \`.coverage\` and nobody needs that in git, run \`${forget}\` and commit that first. Run it again.`,
    );
    expect(remarksOn([{ ...changed[0]!, isPutBack: true }], 'cargo test').join()).toContain(
      'Run it again; if this is told again, run the tests without what writes these files.',
    );
    const elsewhere = { ...seen('make test', 'unknown', ['no-summary']) };
    Object.assign(elsewhere.run, { root: 'api' });
    expect(remarksOn([elsewhere], 'cd api && make test').join()).toContain(
      '`cd api && npx flow-hooks exec -- make test` records its exact result.',
    );
    expect(remarksOn([seen('vitest run', 'unknown', ['no-summary'])], 'npx vitest run')).toEqual([
      '`vitest run` cannot count as a result (its final summary was not seen). `npx flow-hooks exec -- vitest run` records its exact result.',
    ]);
  });

  test('of a run that exec has run it names no other exec: a person can have its exit code count', () => {
    const disagrees = { ...seen('mocha', 'unknown', ['counts-disagree']), isExact: true };
    Object.assign(disagrees.run, { root: '.' });
    expect(remarksOn([disagrees], 'npx mocha')).toEqual([
      "`mocha` cannot count as a result (its totals do not add up). A person can have its exit code count instead: `npx flow-hooks install --tests 'npx mocha'`.",
    ]);
    Object.assign(disagrees.run, { root: 'api' });
    expect(remarksOn([disagrees], 'cd api && npx mocha').join()).toContain(
      "`npx flow-hooks install --tests 'api: npx mocha'`",
    );
  });

  test('a list that is named is told as one command without the variable: the line is not in its way', () => {
    const list = 'cmake -B build && cmake --build build && ctest --test-dir build --output-on-failure --no-tests=error';
    expect(remarksOn([seen(list, 'unknown', ['inherited:MAKEFLAGS'])], `sh -c '${list}'`).join()).toContain(
      `\`env -u MAKEFLAGS npx flow-hooks exec -- sh -c '${list}'\` records its exact result.`,
    );
  });

  test('D28 of a run that cannot count as a whole, what was seen to pass counts, and is told so', () => {
    const piped = seen('go test ./...', 'unknown', ['output-filtered']);
    piped.result.greenUnits = ['.', './cart'];
    expect(remarksOn([piped], 'go test ./... | tail -5')).toEqual([
      '`go test ./...` cannot count as a whole (its output was filtered): of it counts only what was seen to pass (`.`, `./cart`). Run it in its own call, without a pipe.',
    ]);
    // What changed while it ran proves nothing, whatever was seen.
    expect(remarksOn([{ ...piped, settled: false }], 'go test ./... | tail -5').join()).toContain('as a result');
  });

  test('silence where the shell has said it all, and where the run counts or is red', () => {
    for (const one of [seen('mypy', 'unknown', ['not-started']), seen('mypy', 'passed'), seen('mypy', 'failed')])
      expect(remarksOn([one], 'mypy')).toEqual([]);
  });
});
