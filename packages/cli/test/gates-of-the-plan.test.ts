import { type TempRepo, tempRepo } from '@flow/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has, start } from '../../hooks/test/kit.js';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, json } from './kit.js';
import { FORM } from './loops-kit.js';
import { Session } from './session-kit.js';

/*
 * The gates of the workflow `plan`, each with what is forbidden there, tried by the command or through the hook that an agent
 * would use, and with the honest step beside it. The run is one; each test leads it as far as it needs.
 */

const PLAN = `# Plan

## Stages

- [ ] A: Prices
  - Files: \`a.py\`, \`b.py\`
  - [ ] A1: Add
    - Files: \`a.py\`
    - Criteria: prices are added
  - [ ] A2: Round
    - Files: \`b.py\`
    - Criteria: to the cent
- [ ] B: Screen
  - After: A
  - Files: \`c.py\`
  - [ ] B1: Show
    - Files: \`c.py\`
    - Criteria: everybody can read it
    - Flags: ux
`;
const at = (name: string) => `plans/feature/login/${name}.md`;
const LEARNED = '# Learnings\n\n## Lessons\n\n- Half a cent is lost at once.\n';
const CAN = HAS_SCRIPT && has('python3', '-m', 'pytest', '--version');
const SLOW = 120_000;

let repo: TempRepo;
const position = () => (json(repo, ['status']).data as { position: string }).position;
const ran = (words: string[], input = '') => {
  const run = json(repo, words, { input });
  return { ok: run.ok, code: (run.error as { code?: string } | undefined)?.code ?? null };
};
/** What the agent does honestly: it has to be taken. */
const did = (words: string[], input = '') =>
  expect([words, ran(words, input)]).toEqual([words, { ok: true, code: null }]);
const refused = (...words: string[]) => expect([words, ran(words).ok]).toEqual([words, false]);
const verdict = (judge: string, found: object[] = [], ...about: string[]) => {
  const mend = { instanceFix: 'mend it', classFix: 'a table of cases' };
  const findings = found.map((one) => ({ title: 'half a cent', ...mend, ...one }));
  did(['verdict', judge, '-', ...about], JSON.stringify({ pass: findings.length === 0, findings }));
};
const tests = () => flow(repo, ['exec', '--', 'python3', '-m', 'pytest', '-q']);
const person = async (...words: string[]) => {
  const { status, text } = await atTerminal(repo, words, { program: FLOW });
  expect(status, text).toBe(0);
};
const closed = (file: string) => expect(start(repo).write(file, 'X = 1\n').refused).toContain('EDIT_FORBIDDEN');
const open = (file: string) => expect(start(repo).write(file, 'X = 1\n').refused).toBeNull();

const analyse = () => {
  if (position() !== 'build/A/analyse') return;
  const { findings } = json(repo, ['status']).data as { findings: { id: string }[] };
  did(['answer', findings[0]!.id, '--note', 'it was read from the wrong end']);
};
const update = () => {
  if (position() === 'build/A/update') did(['submit', 'updated', '--item', 'A']);
  did(['item', 'begin', 'B']);
};

/** The steps between the gates, each taken once. */
const STEPS: (() => void | Promise<void>)[] = [
  async () => {
    repo.write(at('brief'), `# Request\n\n${FORM}\n\n## Goal\n\n- Prices.\n`);
    verdict('analyst');
    repo.write(at('plan'), PLAN);
    await person('approve', 'plan');
  },
  () => person('choose', 'next', 'review'),
  async () => {
    verdict('plan-reviewer');
    did(['item', 'begin', 'A']);
    for (const [id, file] of [
      ['A1', 'a.py'],
      ['A2', 'b.py'],
    ] as const) {
      did(['item', 'begin', id]);
      repo.write(file, 'X = 1\n');
      did(['submit', 'complete', '--item', id]);
    }
    repo.write('test_a.py', 'from a import X\n\n\ndef test_a():\n    assert X == 1\n');
    tests();
  },
  () => verdict('code-quality', [{ item: 'A2' }], '--item', 'A'),
  () => {
    analyse();
    repo.write('b.py', 'X = 2\n');
    did(['submit', 'complete', '--item', 'A2']);
    tests();
    verdict('code-quality', [], '--item', 'A');
  },
  () => {
    update();
    did(['item', 'begin', 'B1']);
    repo.write('c.py', 'X = 3\n');
    did(['submit', 'complete', '--item', 'B1']);
    tests();
    verdict('code-quality', [], '--item', 'B');
    did(['submit', 'updated', '--item', 'B']);
  },
  () => {
    repo.write('a.py', 'X = 1 + 1\n');
    tests();
  },
  () => {
    repo.write('a.py', 'X = 1\n');
    const made = (json(repo, ['status']).data as { items: { id: string; items?: { id: string }[] }[] }).items.at(-1)!;
    did(['item', 'begin', made.id]);
    did(['submit', 'complete', '--item', made.items![0]!.id]);
    tests();
    verdict('code-quality', [], '--item', made.id);
    did(['submit', 'updated', '--item', made.id]);
    tests();
    verdict('code-quality');
  },
  () => verdict('ux-dx'),
];
let taken = 0;
const reach = async (step: number) => {
  while (taken <= step) {
    await STEPS[taken]!();
    taken += 1;
  }
};

describe.skipIf(!CAN)('the gates of a plan', () => {
  beforeAll(() => {
    repo = tempRepo({
      branch: 'feature/login',
      files: {
        'pyproject.toml': '[project]\nname = "shop"\nversion = "1"\n',
        '.gitignore': '__pycache__/\n.pytest_cache/\n',
      },
    });
    expect(flow(repo, ['start', 'plan'])).toMatchObject({ status: 0 });
  });
  afterAll(() => repo.dispose());

  test(
    'V36 V37 V45 gate 0, the plan is approved: nobody goes on to its work or its review before a person has chosen',
    async () => {
      await reach(0);
      expect(position()).toBe('approve');
      refused('item', 'begin', 'A');
      refused('choose', 'next', 'implement');
      refused('approve', 'plan');
      closed('a.py');
      expect(position()).toBe('approve');
      // What is allowed there is told, with who may do it.
      expect(flow(repo, ['next']).stdout).toContain('CHOICE_MISSING');
      await reach(1);
      expect(position()).toBe('plan-review');
    },
    SLOW,
  );

  test(
    'V46 gate 0.5, the review of the plan: what it rejects goes back to the plan and to the person, its okay alone opens the work',
    async () => {
      await reach(1);
      refused('item', 'begin', 'A');
      closed('a.py');
      verdict('plan-reviewer', [{}]);
      refused('item', 'begin', 'A');
      expect(position()).toBe('plan');
      repo.write(at('plan'), `${PLAN}\nRounded at the end.\n`);
      expect(position()).toBe('approve');
      refused('item', 'begin', 'A');
      await person('approve', 'plan');
      await person('choose', 'next', 'review');
      expect(position()).toBe('plan-review');
      verdict('plan-reviewer');
      open('a.py');
    },
    SLOW,
  );

  test(
    'V16 a task has one implementer: a second session is refused with who has it, and takes another task',
    async () => {
      await reach(1);
      if (position() === 'plan-review') verdict('plan-reviewer');
      did(['item', 'begin', 'A']);
      const [one, two] = [new Session(repo, 'one'), new Session(repo, 'two')];
      try {
        await Promise.all([one.start(), two.start()]);
        expect(await one.flow('item', 'begin', 'A1')).toMatchObject({ status: 0 });
        const second = await two.flow('item', 'begin', 'A1');
        expect(second).toMatchObject({ status: 1, stderr: expect.stringMatching(/ITEM_HELD: .*session one/) });
        expect(await two.flow('item', 'begin', 'A2')).toMatchObject({ status: 0 });
        expect(await one.flow('submit', 'complete', '--item', 'A2')).toMatchObject({ status: 1 });
      } finally {
        await Promise.all([one.kill(), two.kill()]);
      }
    },
    SLOW,
  );

  test(
    'V47 gate 1, the tasks are done: the gate of quality comes next, and neither another stage nor an edit, an update or a skip',
    async () => {
      await reach(2);
      expect(position()).toBe('build/A/quality');
      refused('item', 'begin', 'B');
      refused('item', 'skip', 'A', '--reason', 'enough');
      closed('a.py');
      refused('submit', 'updated', '--item', 'A');
      expect(position()).toBe('build/A/quality');
    },
    SLOW,
  );

  test(
    'V24 V25 V26 V49 gate 3, quality fails: it is analysed before it is mended, and nothing but the task that failed is',
    async () => {
      await reach(3);
      expect(position()).toBe('build/A/analyse');
      refused('item', 'begin', 'B');
      closed('b.py');
      const { findings } = json(repo, ['status']).data as { findings: { id: string }[] };
      did(['answer', findings[0]!.id, '--note', 'it was read from the wrong end']);
      expect(position()).toMatch(/^build\/A\/do\/A2/);
      open('b.py');
      // The task that did not fail stays done.
      const { items } = json(repo, ['status']).data as { items: { items: { id: string; state: string }[] }[] };
      expect(items[0]!.items).toMatchObject([{ id: 'A1', state: 'done' }, { id: 'A2' }]);
    },
    SLOW,
  );

  test(
    'V48 gate 2, quality passes: the plan is brought up to date first, and what was learned is no way past it',
    async () => {
      await reach(4);
      expect(position()).toBe('build/A/update');
      refused('item', 'begin', 'B');
      repo.write(at('learnings'), LEARNED);
      expect(position()).toBe('build/A/update');
      repo.git('clean', '-q', '-f', at('learnings'));
      did(['submit', 'updated', '--item', 'A']);
      did(['item', 'begin', 'B']);
    },
    SLOW,
  );

  test(
    'V52 gate 6, the whole fails: back to the loop with a stage of its own; the second check and the end are refused',
    async () => {
      await reach(6);
      expect(position()).toMatch(/^build\/stage-/);
      refused('end', 'complete');
      ran(['verdict', 'ux-dx', '-'], '{"pass": true, "findings": []}');
      expect(position()).toMatch(/^build\/stage-/);
    },
    SLOW,
  );

  test(
    'V51 V53 gates 5 and 7, the whole passes: the second check where a task asked for it, then the end',
    async () => {
      await reach(7);
      expect(position()).toBe('experience');
      refused('end', 'complete');
      await reach(8);
      expect(position()).toBe('learn');
    },
    SLOW,
  );

  test(
    'V50 gate 4, all is validated: what was learned is written down, and no word of an agent ends the run before',
    async () => {
      await reach(8);
      refused('end', 'complete');
      refused('submit', 'learnings');
      repo.write(at('learnings'), LEARNED);
      expect(position()).toBe('ship');
    },
    SLOW,
  );
});
