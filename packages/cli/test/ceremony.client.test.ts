import { bash, call, playsOf, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { CAN_SIGN } from '../../evidence/test/programs.js';
import { begin, guarded, play, refused } from '../../hooks/test/client-kit.js';
import { newKey, type Stack } from '../../hooks/test/kit.js';
import { flow, linkPrograms } from './kit.js';
import { PLAN, PLAN_PATH, reached, SHAPE_PATH, SPEC, SPEC_PATH, STACKED, shapeOf, signs, write } from './work-kit.js';

/* The real client is led through a workflow, and led back whenever it tries to leave it. */

/** A guarded project whose person has a throw-away key, and takes nothing less for what is built. */
function signing(stack: Stack): TempRepo {
  const repo = guarded(stack);
  const { line: signer } = newKey(repo, 'anne');
  const gates = '  gates:\n    shape: { strength: signed }\n    spec: { strength: signed }\n';
  repo.git('checkout', '-q', 'main');
  repo.write('flow.config.yaml', `approvals:\n  signers:\n    - ${signer}\n${gates}`);
  begin(repo);
  const environment = { ...repo.environment, PATH: `${linkPrograms(repo)}:${repo.environment.PATH}` };
  return { ...repo, environment };
}

const edit = (repo: TempRepo, file: string, old: string, text: string) =>
  call('Edit', { file_path: repo.path(file), old_string: old, new_string: text });

const passed = { isError: false };
/** An answer of a call that was refused for the phase that the run is in. */
const closed = (phase: string, tool: string) => {
  const { isError, text } = refused('EDIT_FORBIDDEN', tool);
  return { isError, text, told: expect.stringContaining(`Phase \`${phase}\` does not allow changes to source`) };
};

describe.skipIf(!CAN_SIGN).each(playsOf(STACKED))('the ceremony, $stack.name', (work) => {
  const { stack, source, stub, done } = work;
  const [testFile, testText] = work.test;

  test('D3 D9 D47 D54 D63 D65 D97 from plan to review: what is skipped is refused, and what is proven leads on', async () => {
    const repo = signing(stack);
    expect(flow(repo, ['start', 'ceremony'])).toMatchObject({ status: 0 });

    const planning = await play(
      repo,
      [
        reached(repo, 'plan'),
        write(repo, source, done),
        bash(`cat > ${source} <<'EOF'\n${done}EOF`),
        write(repo, PLAN_PATH, PLAN.replace('- Rounding of large sums', 'TODO')),
        reached(repo, 'plan'),
        write(repo, PLAN_PATH, PLAN),
        reached(repo, 'spec'),
        write(repo, SPEC_PATH, SPEC),
        reached(repo, 'survey'),
        write(repo, SHAPE_PATH, shapeOf(work)),
        reached(repo, 'shape-review'),
        write(repo, source, done),
        bash('flow approve shape'),
      ],
      { prompt: 'Add two prices, please.' },
    );
    expect(planning.opening).toContain('phase plan [1/');
    expect(planning.answers).toMatchObject([
      closed('plan', 'Write'),
      closed('plan', 'Bash'),
      passed,
      passed,
      passed,
      passed,
      closed('shape-review', 'Write'),
      refused('PERSON_ONLY'),
    ]);

    const working = await play(
      repo,
      [
        signs(repo, 'shape'),
        reached(repo, 'tests'),
        write(repo, source, done),
        write(repo, testFile, testText),
        write(repo, source, stub),
        bash(stack.test),
        reached(repo, 'implement'),
        bash('git add --all && git commit --quiet --message work'),
        bash('git push --quiet origin HEAD'),
        call('Read', { file_path: repo.path(SPEC_PATH) }),
        edit(repo, SPEC_PATH, 'two prices', 'any prices'),
        // The user rewords it in an editor of their own.
        () => repo.write(SPEC_PATH, SPEC.replace('two prices', 'any prices')),
        reached(repo, 'shape-review'),
        write(repo, source, done),
        () => repo.write(SPEC_PATH, SPEC),
        reached(repo, 'implement'),
        write(repo, source, done),
        bash(stack.test),
        reached(repo, 'diff-review'),
        write(repo, source, stub),
      ],
      { prompt: 'How does it go on?', goesOn: true },
    );
    for (const part of ['phase shape-review [4/', 'STOP', 'Rounding of large sums', 'Negative prices'])
      expect(working.opening).toContain(part);
    expect(working.answers).toMatchObject([
      closed('tests', 'Write'),
      passed,
      passed,
      { isError: true, told: expect.stringContaining('phase implement') },
      passed,
      refused('PUSH_RED'),
      passed,
      { isError: true, text: expect.stringContaining('EDIT_OF_CONTRACT') },
      closed('shape-review', 'Write'),
      passed,
      { ...passed, told: expect.stringContaining('phase diff-review') },
      closed('diff-review', 'Write'),
    ]);

    const review = await play(repo, [], { prompt: 'Is it done?', goesOn: true });
    expect(review.opening).toContain('phase diff-review [7/');
    expect(review.opening).toContain('flow approve review');
  });
});

describe.skipIf(!CAN_SIGN).each(STACKED.slice(-1))('tdd, $stack.name', (work) => {
  const { stack, source, stub, done } = work;
  const [testFile, testText] = work.test;

  test('C1 C2 C14 C44 C46 red and green of a standard run, and what comes before and after', async () => {
    const repo = signing(stack);
    expect(flow(repo, ['start', 'tdd'])).toMatchObject({ status: 0 });
    const verdict = '{"pass": true, "findings": []}';
    const hand = (judge: string) => bash(`echo '${verdict}' | flow verdict ${judge} -`);
    const { opening, answers } = await play(repo, [
      reached(repo, 'spec'),
      write(repo, testFile, testText),
      write(repo, SPEC_PATH, SPEC),
      reached(repo, 'review'),
      hand('spec-reviewer'),
      signs(repo, 'spec'),
      reached(repo, 'red'),
      write(repo, SHAPE_PATH, shapeOf(work)),
      write(repo, testFile, testText),
      write(repo, source, done),
      write(repo, source, stub),
      bash(stack.test),
      hand('test-auditor'),
      reached(repo, 'green'),
      write(repo, source, done),
      bash(stack.test),
      reached(repo, 'simplify'),
      bash('flow submit simplified'),
      reached(repo, 'qa'),
      write(repo, source, stub),
      hand('qa'),
      reached(repo, 'implemented'),
      bash('flow advance'),
    ]);
    expect(opening).toContain('phase spec [1/');
    expect(answers).toMatchObject([
      { isError: true, text: expect.stringContaining('Phase `spec` does not allow changes to tests') },
      passed,
      passed,
      passed,
      passed,
      closed('red', 'Write'),
      passed,
      { isError: true, told: expect.stringMatching(/FAIL/i) },
      passed,
      passed,
      passed,
      passed,
      closed('qa', 'Write'),
      passed,
      { isError: true, text: expect.stringContaining('AGENT_ANCESTOR') },
    ]);
    expect(answers[13]?.text).toContain('waits for a person');
  });
});
