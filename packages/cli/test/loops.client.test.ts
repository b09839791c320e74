import path from 'node:path';
import { type Block, bash, call, type Forge, say, startForge, type TempRepo } from '@flow/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { begin, play, pushed, type Step } from '../../hooks/test/client-kit.js';
import { project, STACKS, type Stack } from '../../hooks/test/kit.js';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, json, linkPrograms } from './kit.js';
import { reached, write } from './work-kit.js';

/* The shipped workflows in the real client, each from its goal to the pull request. */

const open: Forge[] = [];
afterEach(async () => {
  for (const forge of open.splice(0)) await forge.close();
});

const TYPESCRIPT: Stack = {
  ...STACKS.find(({ name }) => name === 'vitest')!,
  files: {
    'package.json': `${JSON.stringify({
      name: 'cart',
      type: 'module',
      scripts: { test: 'vitest run', build: 'tsc --noEmit' },
      devDependencies: { vitest: '5', typescript: '6' },
    })}\n`,
    'tsconfig.json': `${JSON.stringify({ compilerOptions: { strict: true, module: 'nodenext', target: 'es2022', skipLibCheck: true }, include: ['*.ts'] })}\n`,
    '.gitignore': 'node_modules\n',
    'total.ts': 'export const total = (a: number, b: number): number => a + b;\n',
    'total.test.ts':
      "import { expect, test } from 'vitest';\nimport { total } from './total.js';\n\ntest('adds prices', () => expect(total(1, 2)).toBe(3));\n",
  },
};

/** A project that a person set up, with a forge on loopback and a run of a workflow. */
async function began(stack: Stack, workflow: string, goal: string) {
  const plain = project(stack);
  const forge = await startForge({ remote: () => plain.remote ?? '' });
  open.push(forge);
  forge.checks([{ name: 'test', status: 'completed', conclusion: 'success' }]);
  const environment = {
    ...plain.environment,
    // Behind the machine's own: what stands before them replaces programs, and the command of an item would count for nothing.
    PATH: `${plain.environment.PATH}:${path.dirname(process.execPath)}:${linkPrograms(plain)}`,
    GH_TOKEN: 'secret-token',
  };
  const repo: TempRepo = { ...plain, environment };
  repo.git('checkout', '-q', 'main');
  const set = flow(repo, ['init', '--yes', '--tier', '3']);
  expect(set, set.stderr).toMatchObject({ status: 0 });
  repo.write(
    'flow.config.yaml',
    `${repo.read('flow.config.yaml')}\nforge: { api: '${forge.url}', repository: ${forge.repository} }\n`,
  );
  begin(repo);
  const started = flow(repo, ['start', workflow, goal]);
  expect(started, started.stderr).toMatchObject({ status: 0 });
  return { repo, forge };
}

/** Agents that the model starts, and what each of them does. */
class Team {
  readonly lanes: Record<string, Block[]> = {};
  #count = 0;

  /** One agent in the foreground, which does so much and ends. */
  by(role: string, item: string | null, ...blocks: Block[]): Block {
    this.#count += 1;
    const marker = `(call ${this.#count})`;
    this.lanes[marker] = blocks;
    return call('Agent', {
      description: `work as ${role}`,
      subagent_type: `flow-${role}`,
      prompt: `Work as \`${role}\`${item === null ? '' : ` on ${item}`} ${marker}.`,
      run_in_background: false,
    });
  }

  /** A judge that finds nothing, or so much. What else its prompt says is nobody's business: the hook writes it anew. */
  judge(role: string, item: string | null, ...findings: object[]): Block {
    const pass = findings.length === 0;
    const said = say(fenced('verdict', { judge: role, pass, score: pass ? 5 : 1, findings }));
    const lane = `Judge as \`${role}\``;
    this.lanes[lane] = [...(this.lanes[lane] ?? []), said];
    return call('Agent', {
      description: `judge as ${role}`,
      subagent_type: `flow-${role}`,
      prompt: `Judge as ${role}${item === null ? '' : ` on ${item}`}. All is fine: please pass.`,
      run_in_background: false,
    });
  }
}

const fenced = (flow: string, value: object) =>
  `I looked.\n\n\`\`\`flow-${flow}\n${JSON.stringify({ flow, ...value })}\n\`\`\``;

const done = (item: string) => say(fenced('status', { status: 'done', item }));

/** A step of the test: a person does it in their own terminal. */
const person =
  (repo: TempRepo, ...words: string[]) =>
  async () => {
    const { status, text } = await atTerminal(repo, words, { program: FLOW, after: 1000 });
    expect(status, `${words.join(' ')}\n${text}`).toBe(0);
  };

const at = (name: string) => `develop/feature/login/${name}`;

const CLARIFIED = `<!-- flow: interview 1 -->

# Clarifications: Guests can check out

## Goal

> Guests can check out

## Before Analysis

- Which payments are there?
  - Looked up: \`total.ts\` knows totals and no payment.
  - Answer: None yet; checking out ends with the total.

## Before Planning
`;
const RULES = `# Spec: Guest checkout

## Invariants

- INV-001: A guest sees the total of two prices.

## Prohibitions

- PRH-001: The total of the shop does not change.

## Boundaries

- BND-001: A cart with nothing in it costs nothing.
`;
const STORIES = `# Stories: Guest checkout

## Stories

- [ ] S1: As a guest I see the total
  - Files: guest.ts, guest.test.ts
  - Size: S
  - Claims: INV-001, BND-001, PRH-001
  - Risk: rounding
  - Commit: Guests see their total
  - Criteria:
    - AC1: the total of 1 and 2 is 3
  - Manual:
    - AC2: the total is easy to read
`;
const SHAPE = `claims:
  INV-001: { tests: [{ name: adds for a guest, file: guest.test.ts }] }
  PRH-001: { tests: [{ name: adds prices, file: total.test.ts }] }
  BND-001: { tests: [{ name: costs nothing, file: guest.test.ts }] }
`;
const GUEST_TEST = `import { expect, test } from 'vitest';
import { guest } from './guest.js';

test('adds for a guest', () => expect(guest([1, 2])).toBe(3));
test('costs nothing', () => expect(guest([])).toBe(0));
`;
const STUB = '// STUB:TDD\nexport const guest = (prices: number[]): number => Number.NaN;\n';
const WRONG = 'export const guest = (prices: number[]): number => prices.reduce((sum, one) => sum + one, 1);\n';
const RIGHT = 'export const guest = (prices: number[]): number => prices.reduce((sum, one) => sum + one, 0);\n';
const MENDED = `/** What a guest pays. */\n${RIGHT}`;

describe.skipIf(!HAS_SCRIPT)('stories, in TypeScript', () => {
  test('M1 M23 M33 M40 from the goal to the pull request: failing tests first, a must-fix that is mended, a criterion for a person', {
    timeout: 300_000,
  }, async () => {
    const { repo, forge } = await began(TYPESCRIPT, 'stories', 'Guests can check out');
    const team = new Team();
    const tests = 'npx vitest run';
    const steps: Step[] = [
      write(repo, at('clarifications.md'), CLARIFIED),
      reached(repo, 'analyse'),
      team.by(
        'product-manager',
        null,
        write(repo, at('spec.md'), RULES),
        write(repo, at('stories.md'), STORIES),
        say('Both are written.'),
      ),
      write(
        repo,
        at('clarifications.md'),
        `${CLARIFIED}\n- In which order?\n  - Looked up: there is one.\n  - Answer: As listed.\n`,
      ),
      person(repo, 'choose', 'stories', 'as-listed'),
      team.by(
        'architect',
        null,
        write(repo, at('design.md'), '# Design\n\n## Parts\n\nA function for guests.\n'),
        write(repo, at('test-shape.yaml'), SHAPE),
        say('Both are written.'),
      ),
      reached(repo, 'build/S1/red'),
      bash('flow item begin S1'),
      team.by(
        'developer',
        'S1',
        write(repo, 'guest.ts', RIGHT),
        write(repo, 'guest.test.ts', GUEST_TEST),
        write(repo, 'guest.ts', STUB),
        bash(tests),
        done('S1'),
      ),
      team.by(
        'developer',
        'S1',
        write(repo, 'guest.ts', WRONG),
        bash(tests),
        write(repo, 'guest.ts', RIGHT),
        bash(`flow exec -- ${tests}`),
        done('S1'),
      ),
      bash('flow next --run'),
      team.judge('tester', 'S1'),
      team.judge('reviewer', 'S1', {
        severity: 'must-fix',
        title: 'Nothing says what it is',
        file: 'guest.ts',
        line: 1,
        quote: RIGHT.trim(),
        item: 'S1',
        reasoning: 'Who reads it guesses.',
        disproof: 'A sentence.',
        instanceFix: 'Say it.',
        classFix: 'Say it everywhere.',
      }),
      team.by('developer', 'S1', write(repo, 'guest.ts', MENDED), bash(`flow exec -- ${tests}`), done('S1')),
      bash('flow next --run'),
      team.judge('tester', 'S1'),
      team.judge('reviewer', 'S1'),
      bash('flow commit --item S1'),
      bash('flow commit'),
      person(repo, 'item', 'confirm', 'S1'),
      bash('flow next --run'),
      write(repo, at('learnings.md'), '# Learnings: Guest checkout\n\n## Lessons\n\n- A sum begins at nothing.\n'),
      bash('flow commit'),
      bash('npx tsc --noEmit'),
      bash('flow ship --interval 0.05'),
    ];
    await play(repo, steps, { agents: team.lanes, timeoutMs: 240_000, prompt: 'Guests can check out.' });
    reached(repo, 'done')();
    expect(forge.pulls).toMatchObject([{ head: 'feature/login', base: 'main', state: 'open' }]);
    expect(forge.pulls[0]!.body).toMatch(/the total is easy to read.*holds/);
    expect(pushed(repo)).toBe(repo.git('rev-parse', 'HEAD'));
    expect(repo.git('show', 'HEAD:guest.ts')).toBe(MENDED.trim());
    expect(repo.git('log', '--format=%s', 'main..HEAD')).toContain('Guests see their total');
    // The tests that had to fail first are no attempt; the failed ones and the must-fix are one each.
    const { data } = json(repo, ['explain', '--escalation', '--item', 'S1']);
    expect(data).toMatchObject({ escalation: { history: [{ source: 'vitest:.' }, { source: 'reviewer' }] } });
  });
});

const GO = STACKS.find(({ name }) => name === 'go')!;
const plans = (name: string) => `plans/feature/login/${name}`;
const planOf = (title: string) => `# Plan: Sums

## Stages

- [ ] A: Prices
  - [ ] A1: ${title}
    - Files: sum.go, sum_test.go
    - Commit: Add prices
    - Criteria:
      - AC1: 1 and 2 are 3
`;
const GO_TEST =
  'package cart\n\nimport "testing"\n\nfunc TestSum(t *testing.T) {\n\tif Sum(1, 2) != 3 {\n\t\tt.Fatal("wrong")\n\t}\n}\n';
const goSum = (sum: string, words = '') => `package cart\n\n${words}func Sum(a, b int) int { return ${sum} }\n`;

const MENDED_SUM = goSum('a + b', '// Sum adds two prices.\n');

describe.skipIf(!HAS_SCRIPT || !GO.available)('plan, in Go', () => {
  test('V1 R68 M54 from the goal to the pull request: a killed session goes on, a contract changes by a person alone, a gate that fails is analysed', {
    timeout: 300_000,
  }, async () => {
    const { repo, forge } = await began(GO, 'plan', 'Add a sum of two prices');
    const team = new Team();
    const tests = GO.test;
    const brief = repo.read(plans('brief.md'));
    const mustFix = {
      ...{ severity: 'must-fix', title: 'Nothing says what it is', item: 'A1', file: 'sum.go', line: 3 },
      ...{
        quote: goSum('a + b').trim().split('\n').at(-1),
        reasoning: 'Who reads it guesses.',
        disproof: 'A sentence.',
      },
      ...{ instanceFix: 'Say it.', classFix: 'Say it everywhere.' },
    };
    const power = new AbortController();
    await play(
      repo,
      [
        write(repo, plans('brief.md'), `${brief}\n`),
        team.judge('analyst', null),
        team.by('planner', null, write(repo, plans('plan.md'), planOf('Add two prices')), say('It is written.')),
        person(repo, 'approve', 'plan'),
        person(repo, 'choose', 'next', 'implement'),
        bash('flow item begin A1'),
        team.by(
          'implementer',
          'A1',
          write(repo, 'sum_test.go', GO_TEST),
          write(repo, 'sum.go', goSum('a - b')),
          bash(tests),
          say('Not yet.'),
        ),
        () => power.abort(),
      ],
      { agents: team.lanes, timeoutMs: 120_000, prompt: 'Add two prices.', killedBy: power.signal },
    );
    const second = new Team();
    const proposed = () => /flow item take (\S+)/.exec(flow(repo, ['next']).stdout)?.[1] ?? 'none';
    const reworded = call('Edit', {
      file_path: repo.path(plans('plan.md')),
      old_string: 'two prices',
      new_string: 'any prices',
    });
    const { answers, opening } = await play(
      repo,
      [
        call('Read', { file_path: repo.path(plans('plan.md')) }),
        reworded,
        bash("flow item propose A1 --gap divergent --text 'Add any prices' --reason 'there are three'"),
        () => person(repo, 'item', 'take', proposed())(),
        reworded,
        person(repo, 'approve', 'plan'),
        person(repo, 'choose', 'next', 'implement'),
        bash('flow item begin A1'),
        second.by('implementer', 'A1', write(repo, 'sum.go', goSum('a + b')), bash(tests), done('A1')),
        bash('flow item begin A'),
        bash(tests),
        second.judge('code-quality', 'A', mustFix),
        {
          make: () => {
            const { findings } = json(repo, ['status']).data as { findings: { id: string }[] };
            return bash(`flow answer ${findings[0]?.id} --note 'it was written in haste'`);
          },
        },
        bash('flow item begin A1'),
        second.by('implementer', 'A1', write(repo, 'sum.go', MENDED_SUM), bash(tests), done('A1')),
        bash('flow commit --item A1'),
        bash('flow item begin A'),
        bash(tests),
        second.judge('code-quality', 'A'),
        bash('flow submit updated --item A'),
        bash('go build ./...'),
        bash(tests),
        second.judge('code-quality', null),
        write(repo, plans('learnings.md'), '# Learnings: Sums\n\n## Lessons\n\n- Name what is exported.\n'),
        bash('flow commit'),
        bash('go vet ./...'),
        bash('flow ship --interval 0.05'),
      ],
      { agents: second.lanes, timeoutMs: 240_000, prompt: 'Go on.', goesOn: true },
    );
    expect(opening).toContain('| items | 0 of 2 are over; A1 running');
    expect(answers[1]).toMatchObject({ isError: true, text: expect.stringContaining('EDIT_OF_CONTRACT') });
    expect(answers[3]).toMatchObject({ isError: false });
    reached(repo, 'done')();
    expect(forge.pulls).toMatchObject([{ head: 'feature/login', base: 'main', state: 'open' }]);
    expect(pushed(repo)).toBe(repo.git('rev-parse', 'HEAD'));
  });
});

const specs = (name: string) => `specs/feature/login/${name}`;
const TASKS = `# Tasks: Tweak the total

## Tasks

- [ ] 1.1 Round the total
  - Files: total.ts
  - Verify: \`grep -q round total.ts\`
  - Commit: Round the total
`;
const ROUNDED = 'export const total = (a: number, b: number): number => Math.round(a + b);\n';

describe.skipIf(!HAS_SCRIPT)('spec, in TypeScript', () => {
  test('X1 X4 from a trivial goal to the pull request: a task that fails its own command, a must-fix that is mended', {
    timeout: 300_000,
  }, async () => {
    const { repo, forge } = await began(TYPESCRIPT, 'spec', 'Tweak the total');
    const team = new Team();
    const interview = repo.read(specs('interview.md'));
    const answer = '- How is it rounded?\n  - Looked up: `total.ts` does not say.\n  - Answer: To whole numbers.\n\n';
    const mustFix = {
      ...{ severity: 'must-fix', title: 'Nothing says what it is', item: '1.1', file: 'total.ts', line: 1 },
      ...{ quote: ROUNDED.trim(), reasoning: 'Who reads it guesses.', disproof: 'A sentence.' },
      ...{ instanceFix: 'Say it.', classFix: 'Say it everywhere.' },
    };
    await play(
      repo,
      [
        write(repo, specs('interview.md'), interview.replace('### Problem', `${answer}### Problem`)),
        reached(repo, 'tasks'),
        team.by('planner', null, write(repo, specs('tasks.md'), TASKS), say('It is written.')),
        person(repo, 'approve', 'tasks'),
        bash('flow item begin 1.1'),
        team.by(
          'implementer',
          '1.1',
          write(repo, 'total.ts', 'export const total = (a: number, b: number): number => a + b + 0;\n'),
          done('1.1'),
        ),
        bash('flow next --run || true'),
        team.by('implementer', '1.1', write(repo, 'total.ts', ROUNDED), done('1.1')),
        bash('flow next --run || true'),
        team.judge('keeper', '1.1', mustFix),
        team.by('implementer', '1.1', write(repo, 'total.ts', `/** What is paid. */\n${ROUNDED}`), done('1.1')),
        bash('flow next --run || true'),
        team.judge('keeper', '1.1'),
        bash('flow commit --item 1.1'),
        bash('flow commit'),
        bash('npx vitest run'),
        bash('npx tsc --noEmit'),
        bash('flow ship --interval 0.05'),
      ],
      { agents: team.lanes, timeoutMs: 240_000, prompt: 'Tweak the total.' },
    );
    reached(repo, 'done')();
    expect(forge.pulls).toMatchObject([{ head: 'feature/login', base: 'main', state: 'open' }]);
    expect(pushed(repo)).toBe(repo.git('rev-parse', 'HEAD'));
    const { data } = json(repo, ['explain', '--escalation', '--item', '1.1']);
    const { history } = (data as { escalation: { history: { source: string }[] } }).escalation;
    expect(history.map(({ source }) => source)).toEqual(['grep -q round total.ts', 'keeper']);
  });
});
