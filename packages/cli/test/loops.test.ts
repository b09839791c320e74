import { describe, expect, test } from 'vitest';
import {
  asked,
  CAN_PLAY,
  FORM,
  isPushed,
  LONG,
  MERGED,
  specText,
  specWork,
  started,
  statusOf,
  TASKS,
  times,
} from './loops-kit.js';
import { PlayedAgent, type Work } from './played-agent.js';

/* The workflows that go from item to item, led by the built program up to the pull request with an agent that does what it says. */

describe.skipIf(!CAN_PLAY)('documents that a person approves, then task by task', () => {
  test(
    'X1 X4 from the interview to the end: four approvals, each task once, the last one reviewed',
    async () => {
      const repo = started('spec');
      const agent = new PlayedAgent(repo, specWork(3));
      expect(await agent.play(isPushed)).toMatchObject({ position: 'ship' });
      for (const gate of ['research', 'requirements', 'design', 'tasks'])
        expect(times(agent, `person: approve ${gate}`)).toBe(1);
      expect(agent.did.filter((one) => /^(?:submit|verdict|item)/.test(one) && !/T\d/.test(one))).toEqual([
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
      const repo = started('spec', '--dial', 'intent=bug');
      const agent = new PlayedAgent(
        repo,
        specWork(5, {
          files: (item, _phase, at) =>
            item === '1.1'
              ? [['add.py', at < 5 ? `broken = ${at}\n` : `VALUE = ${at}\n`]]
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
      expect(times(agent, 'exec sh check.sh')).toBe(5);
      await agent.play(({ position }) => position.startsWith('implement/1.2'));
      expect(times(agent, 'person: decide implement.attempts again --item 1.1 --reason seen')).toBe(1);
      // A task more: a person looks at the list again, and the first task stays done.
      repo.write(
        ...specText(
          'tasks',
          `${TASKS}- [ ] 1.3 Show them\n  - After: 1.2\n  - Files: \`show.py\`\n  - Verify: \`sh check.sh\`\n`,
        ),
      );
      expect(await agent.play(isPushed)).toMatchObject({ position: 'ship' });
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
    - Criteria: prices are added
  - [ ] A2: Round
    - Files: \`shop/round.py\`
    - Criteria: to the cent
- [ ] B: Screen
  - After: A
  - Files: \`screen/\`
  - [ ] B1: Show
    - Files: \`screen/show.py\`
    - Criteria: everybody can read it
    - Flags: ux
`;
  const FILE: Readonly<Record<string, string>> = {
    A1: 'shop/add.py',
    A2: 'shop/round.py',
    B1: 'screen/show.py',
  };
  const work = (rest: Partial<Work> = {}): Work => ({
    documents: {
      brief: [text('brief', `${FORM}\n\n## Goal\n\n- Prices.`)],
      discovery: [text('discovery', MERGED)],
      plan: [text('plan', PLAN)],
      learnings: [text('learnings', '## Lessons\n\n- Half a cent is lost at once.')],
    },
    // A stage is handed in as its tasks have left it.
    files: (item, _phase, at) => (item in FILE ? [[FILE[item]!, `VALUE = ${at}\n`]] : []),
    chooses: () => 'review',
    ...rest,
  });

  test(
    'V15 V24 V25 V26 V27 to the end: the plan is reviewed, a stage that fails its gate is analysed and mended by the task that is named, and somebody tries it',
    async () => {
      const repo = started('plan', '--dial', 'discovery=asked');
      const agent = new PlayedAgent(
        repo,
        work({
          judge: (judge, item, at) =>
            judge === 'code-quality' && item === 'A' && at === 0 ? { title: 'half a cent', item: 'A2' } : null,
        }),
      );
      expect(await agent.play(isPushed)).toMatchObject({ position: 'ship' });
      const said = agent.did.filter((one) => /^(?:submit|verdict|answer)/.test(one));
      expect(said).toEqual([
        'verdict analyst -',
        'verdict analyst -',
        'verdict plan-reviewer -',
        'submit complete --item A1',
        'submit complete --item A2',
        'verdict code-quality - --item A',
        expect.stringMatching(/^answer \S+ --note /),
        'submit complete --item A2',
        'verdict code-quality - --item A',
        'submit updated --item A',
        'submit complete --item B1',
        'verdict code-quality - --item B',
        'submit updated --item B',
        'verdict code-quality -',
        'verdict ux-dx -',
      ]);
    },
    LONG,
  );

  test(
    'V28 a gate that is never content stops the stage until a person lets it go on, which stays a debt; stages after it were not begun',
    async () => {
      const repo = started('plan');
      const agent = new PlayedAgent(
        repo,
        work({
          judge: (judge, item) =>
            judge === 'code-quality' && item === 'A' ? { title: 'half a cent', item: 'A2' } : null,
          decides: () => 'proceed',
        }),
      );
      const stopped = await agent.play(
        ({ waiting }) => waiting === 'person' && agent.did.includes('submit complete --item A1'),
      );
      expect(stopped.items).toMatchObject([{ id: 'A' }, { id: 'B', state: 'waiting' }]);
      expect(times(agent, 'verdict code-quality - --item A')).toBe(3);
      expect(await agent.play(isPushed)).toMatchObject({ position: 'ship' });
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
  - Claims: INV-001
  - Size: S
  - Criteria: 1 and 2 are 3
  - Risk: none
- [ ] S2: Double numbers
  - After: S1
  - Files: \`twice.py\`, \`test_twice.py\`
  - Claims: INV-002
  - Size: S
  - Criteria: twice 2 is 4
  - Risk: none
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
          `# Questions\n\n${FORM}\n\n## Before analysis\n\n${asked('Which?', 'Whole ones.')}\n## Before planning\n\n${asked('In which order?', 'As listed.')}`,
        ],
      ],
      spec: [
        [
          at('spec.md'),
          '# Spec\n\n## Invariants\n\n- INV-001: Adds.\n- INV-002: Doubles.\n\n## Prohibitions\n\n- PRH-001: Nothing that is given is changed.\n\n## Boundaries\n',
        ],
      ],
      stories: [[at('stories.md'), STORIES]],
      design: [[at('design.md'), '# Design\n\nA module for each.\n']],
      learnings: [[at('learnings.md'), '# Learnings\n\n## Lessons\n\n- None was lost.\n']],
      'test-shape': [
        [
          at('test-shape.yaml'),
          `claims:
  INV-001: { tests: [{ name: test_adds, file: test_sums.py }] }
  INV-002: { tests: [{ name: test_doubles, file: test_twice.py }] }
  PRH-001: { tests: [{ name: test_base, file: test_base.py }] }
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
      const repo = started('stories');
      const agent = new PlayedAgent(
        repo,
        work({
          judge: (judge, item, asked) =>
            judge === 'tester' && item === 'S1' && asked === 0 ? 'no negative numbers' : null,
        }),
      );
      expect(await agent.play(isPushed)).toMatchObject({ position: 'ship' });
      expect(times(agent, 'verdict tester - --item S1')).toBe(2);
      expect(times(agent, 'verdict security - --item S2')).toBe(1);
      expect(agent.did).not.toContain('verdict security - --item S1');
      expect(agent.did.indexOf('item begin S2')).toBeGreaterThan(agent.did.indexOf('verdict reviewer - --item S1'));
      expect(times(agent, 'push')).toBe(1);
    },
    LONG,
  );

  test(
    'M23 a story whose tests never pass is set aside after three tries, and the one behind it does not begin',
    async () => {
      const repo = started('stories');
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
