import { describe, expect, test } from 'vitest';
import { planLoop } from '../../workflows/test/fixtures/loops/plan.js';
import { specLoop } from '../../workflows/test/fixtures/loops/spec.js';
import { storyLoop } from '../../workflows/test/fixtures/loops/stories.js';
import { CAN_PLAY, LONG, specText, specWork, started, statusOf, TASKS, times } from './loops-kit.js';
import { PlayedAgent, type Work } from './played-agent.js';

/* Three workflows that go from item to item, led by the built program from start to end with an agent that does what it says. */

describe.skipIf(!CAN_PLAY)('documents that a person approves, then task by task', () => {
  test(
    'from the interview to the end: four approvals, each task once, the last one reviewed',
    async () => {
      const repo = started(specLoop);
      const agent = new PlayedAgent(repo, specWork(1));
      expect(await agent.play()).toMatchObject({ position: 'done' });
      for (const gate of ['research', 'requirements', 'design', 'tasks'])
        expect(times(agent, `person: approve ${gate}`)).toBe(1);
      expect(agent.did.filter((one) => /^(?:submit|verdict|item)/.test(one))).toEqual([
        'item begin 1.1',
        'submit complete --item 1.1',
        'item begin 1.2',
        'submit complete --item 1.2',
        'verdict keeper - --item 1.2',
      ]);
      expect(statusOf(repo).debts).toEqual([]);
    },
    LONG,
  );

  test(
    'a bug: a check that fails to exhaustion waits for a person, a review that is never content leaves a debt, and a list that is written anew keeps what is done',
    async () => {
      const repo = started(specLoop, '--dial', 'intent=bug');
      const agent = new PlayedAgent(
        repo,
        specWork(5, {
          files: (item, _phase, at) =>
            item === '1.1'
              ? [['add.py', at < 2 ? `broken = ${at}\n` : `VALUE = ${at}\n`]]
              : [[item === '1.2' ? 'round.py' : 'show.py', `VALUE = ${at}\n`]],
          judge: (_judge, item) => (item === '1.2' ? 'not as it was wanted' : null),
        }),
      );
      // The first task used up its tries.
      const stopped = await agent.play(({ waiting }) => waiting === 'person' && agent.did.includes('item begin 1.1'));
      expect(stopped.items).toMatchObject([
        { id: '1.1', state: 'blocked' },
        { id: '1.2', state: 'waiting' },
      ]);
      expect(times(agent, 'exec sh check.sh')).toBe(2);
      await agent.play(({ position }) => position.startsWith('implement/1.2'));
      expect(times(agent, 'person: decide implement/execute.check again --item 1.1 --reason seen')).toBe(1);
      // A task more: a person looks at the list again, and the first task stays done.
      repo.write(...specText('tasks', `${TASKS}- [ ] 1.3 Show them\n  - After: 1.2\n  - Files: \`show.py\`\n`));
      expect(await agent.play()).toMatchObject({ position: 'done' });
      expect(times(agent, 'person: approve tasks')).toBe(2);
      expect(times(agent, 'item begin 1.1')).toBe(1);
      expect(agent.did).toContain('submit complete --item 1.3');
      expect(agent.did.filter((one) => one === 'exec sh reproduce.sh')).toHaveLength(2);
    },
    LONG,
  );
});

describe.skipIf(!CAN_PLAY)('a plan, stage by stage', () => {
  const text = (name: string, body: string) => [`plans/feature/login/${name}.md`, `# ${name}\n\n${body}\n`] as const;
  const PLAN = `## Stages

- [ ] A: Prices
  - Files: \`shop/\`
  - [ ] A1: Add
    - Files: \`shop/add.py\`
  - [ ] A2: Round
    - Files: \`shop/round.py\`
- [ ] B: Screen
  - After: A
  - Files: \`screen/\`
  - [ ] B1: Show
    - Files: \`screen/show.py\`
    - Flags: ux
`;
  const FILE: Readonly<Record<string, string>> = {
    A1: 'shop/add.py',
    A2: 'shop/round.py',
    B1: 'screen/show.py',
  };
  const work = (rest: Partial<Work> = {}): Work => ({
    documents: {
      brief: [text('brief', 'Prices.')],
      discovery: [text('discovery', 'None.')],
      plan: [text('stages', PLAN)],
    },
    // A stage is handed in as its tasks have left it.
    files: (item, _phase, at) => (item in FILE ? [[FILE[item]!, `VALUE = ${at}\n`]] : []),
    chooses: () => 'review',
    ...rest,
  });

  test(
    'to the end: the plan is reviewed, a stage that fails its gate is analysed and mended by the task that is named, and somebody tries it',
    async () => {
      const repo = started(planLoop, '--dial', 'discovery=asked');
      const agent = new PlayedAgent(
        repo,
        work({
          judge: (judge, item, at) =>
            judge === 'examiner' && item === 'A' && at === 0 ? { title: 'half a cent', item: 'A2' } : null,
        }),
      );
      expect(await agent.play()).toMatchObject({ position: 'done' });
      const said = agent.did.filter((one) => /^(?:submit|verdict|answer)/.test(one));
      expect(said).toEqual([
        'verdict analyst -',
        'verdict analyst -',
        'verdict plan-reader -',
        'submit complete --item A1',
        'submit complete --item A2',
        'verdict examiner - --item A',
        expect.stringMatching(/^answer \S+ --note /),
        'submit complete --item A2',
        'verdict examiner - --item A',
        'submit updated --item A',
        'submit complete --item B1',
        'verdict examiner - --item B',
        'submit updated --item B',
        'verdict examiner -',
        'verdict user -',
        'submit learnings',
      ]);
    },
    LONG,
  );

  test(
    'a gate that is never content stops the stage until a person lets it go on, which stays a debt; stages after it were not begun',
    async () => {
      const repo = started(planLoop);
      const agent = new PlayedAgent(
        repo,
        work({
          judge: (judge, item) => (judge === 'examiner' && item === 'A' ? { title: 'half a cent', item: 'A2' } : null),
          decides: () => 'proceed',
        }),
      );
      const stopped = await agent.play(
        ({ waiting }) => waiting === 'person' && agent.did.includes('submit complete --item A1'),
      );
      expect(stopped.items).toMatchObject([{ id: 'A' }, { id: 'B', state: 'waiting' }]);
      expect(times(agent, 'verdict examiner - --item A')).toBe(2);
      expect(await agent.play()).toMatchObject({ position: 'done' });
      expect(statusOf(repo).debts).toMatchObject([{ check: 'build/quality.gate', item: 'A', why: 'decision' }]);
    },
    LONG,
  );
});

describe.skipIf(!CAN_PLAY)('stories, test first', () => {
  const at = (name: string) => `develop/feature/login/${name}`;
  const STORIES = `# Stories

## User Stories

- [ ] S1: Add numbers
  - Files: \`sums.py\`, \`test_sums.py\`
  - Claims: do-1
  - Size: S
- [ ] S2: Double numbers
  - After: S1
  - Files: \`twice.py\`, \`test_twice.py\`
  - Claims: do-2
  - Size: S
  - Flags: security
`;
  const CODE: Readonly<
    Record<string, readonly [source: string, stub: string, done: string, tests: string, test: string]>
  > = {
    S1: [
      'sums.py',
      'def add(a, b):  # STUB:TDD\n    return 0\n',
      'def add(a, b):\n    return a + b\n',
      'test_sums.py',
      'from sums import add\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n',
    ],
    S2: [
      'twice.py',
      'def twice(a):  # STUB:TDD\n    return 0\n',
      'def twice(a):\n    return 2 * a\n',
      'test_twice.py',
      'from twice import twice\n\n\ndef test_doubles():\n    assert twice(2) == 4\n',
    ],
  };
  const work = (rest: Partial<Work> = {}): Work => ({
    documents: {
      clarifications: [
        [
          at('clarifications.md'),
          '# Questions\n\n## Before analysis\n\n- Numbers are whole.\n\n## Before planning\n\n- One after the other.\n',
        ],
      ],
      spec: [
        [
          at('spec.md'),
          '# Spec\n\n## Must Do\n\n- do-1: Adds.\n- do-2: Doubles.\n\n## Must NOT\n\n- not-1: Changes what it is given.\n',
        ],
      ],
      stories: [[at('stories.md'), STORIES]],
      design: [[at('design.md'), '# Design\n\nA module for each.\n']],
      'test-shape': [
        [
          at('test-shape.yaml'),
          `claims:
  do-1: { tests: [{ name: test_adds, file: test_sums.py }] }
  do-2: { tests: [{ name: test_doubles, file: test_twice.py }] }
  not-1: { tests: [{ name: test_base, file: test_base.py }] }
`,
        ],
      ],
    },
    files: (item, phase, written) => {
      const [source, stub, done, tests, test] = CODE[item.slice(0, 2)]!;
      if (phase === 'red')
        return [
          [tests, test],
          [source, stub],
        ];
      return [[source, `${done}# ${written}\n`]];
    },
    ...rest,
  });

  test(
    'two stories to the end, each seen red first, one sent back by its tester, and pushed',
    async () => {
      const repo = started(storyLoop);
      const agent = new PlayedAgent(
        repo,
        work({
          judge: (judge, item, asked) =>
            judge === 'story-tester' && item === 'S1' && asked === 0 ? 'no negative numbers' : null,
        }),
      );
      expect(await agent.play()).toMatchObject({ position: 'done' });
      expect(times(agent, 'verdict story-tester - --item S1')).toBe(2);
      expect(times(agent, 'verdict story-guard - --item S2')).toBe(1);
      expect(agent.did).not.toContain('verdict story-guard - --item S1');
      expect(agent.did.indexOf('item begin S2')).toBeGreaterThan(agent.did.indexOf('verdict story-reader - --item S1'));
      expect(times(agent, 'push')).toBe(1);
    },
    LONG,
  );

  test(
    'a story whose tests never pass is set aside after three tries, and the one behind it does not begin',
    async () => {
      const repo = started(storyLoop);
      const agent = new PlayedAgent(
        repo,
        work({
          files: (item, phase, written) => {
            const [source, stub, , tests, test] = CODE[item]!;
            return phase === 'red'
              ? [
                  [tests, test],
                  [source, stub],
                ]
              : [[source, `def add(a, b):\n    return a - b - ${written}\n`]];
          },
        }),
      );
      const stopped = await agent.play(({ waiting }) => waiting === 'person' && agent.did.includes('item begin S1'));
      expect(stopped.items).toMatchObject([
        { id: 'S1', state: 'blocked' },
        { id: 'S2', state: 'waiting' },
      ]);
      expect(agent.did).not.toContain('item begin S2');
    },
    LONG,
  );
});
