import { type Block, bash, call, IS_SHORT, say, type TempRepo } from '@flow/test-kit';
import { expect } from 'vitest';
import { play, pushed, type Step } from '../../hooks/test/client-kit.js';
import { flow, json } from './kit.js';
import { began, done, type Language, person, Team } from './loops-in-client.js';
import { reached, write } from './work-kit.js';

/*
 * One play for each workflow that is shipped, led in any language from its goal to the pull request. All go through the same:
 * a task that fails and is mended, a session that is killed and goes on, a contract that a person alone changes, a must-fix, a
 * criterion that only a person can meet.
 */

/** What a play is made of: its project, and the agents of the session that is going on. */
interface Stage {
  repo: TempRepo;
  language: Language;
  team: Team;
  /** A document of the run. */
  at(name: string): string;
}

export interface Loop {
  /** Rows of the table of features that the play shows. */
  rows: string;
  workflow: 'spec' | 'plan' | 'stories';
  goal: string;
  folder: string;
  /** The item that is worked on, and the document whose contract changes. */
  item: string;
  list: string;
  /** From the goal to the first work, whose tests or command fail. */
  fails(stage: Stage): Step[];
  /** People accept the contract anew. */
  again(stage: Stage): Step[];
  /** From there to all that is done, but for what only a person can check; a judge finds something once. */
  mends(stage: Stage, finding: object): Step[];
  /** What is left behind the person's word. */
  ends(stage: Stage): Step[];
  /** Who found the work wrong, and of which item that is told. */
  failed(language: Language): { item: string; sources: string[] };
}

const FORM = '<!-- flow: interview 1 -->';
const GOAL = 'Show guests their total';
const CRITERION = 'the total of 1 and 2 is 3';
const CRITERIA = (indent: string) =>
  `${indent}- Criteria:\n${indent}  - AC1: ${CRITERION}\n${indent}- Manual:\n${indent}  - AC2: the total is easy to read\n`;
const asked = (question: string, answer: string) =>
  `- ${question}\n  - Looked up: the totals say nothing of it.\n  - Answer: ${answer}\n`;

/** Topics, an agent for each, all at once, and the document that their parts become. */
function looked({ repo, team, at }: Stage, document: string): Step[] {
  const part = (id: string) => at(`${document}/${id}.md`);
  const topics = '## Topics\n\n- [ ] T1: [EXTERNAL] What others show\n- [ ] T2: [CODEBASE] What is there\n';
  const found = (role: string, id: string, text: string) =>
    team.by(role, id, write(repo, part(id), text), bash(`flow submit found --item ${id}`), done(id));
  return [
    write(repo, at(`${document}.md`), `# ${document}\n\n${topics}\n## External Research\n\n## Codebase Analysis\n`),
    bash('flow item begin T1; flow item begin T2'),
    [
      found('researcher', 'T1', '## External Research\n\n- A sum below the list.\n'),
      found('explorer', 'T2', '## Codebase Analysis\n\n- One total of two prices.\n'),
    ],
    bash('flow research merge'),
  ];
}

/** Tests and code that is wrong, which the tests show. */
const wrongly = ({ repo, language: { test, source, texts } }: Stage): Block[] => [
  write(repo, test, texts.test),
  write(repo, source, texts.wrong),
];

const titled = (name: string, body = 'What there is.') => `# ${name}\n\n${body}\n`;

const spec: Loop = {
  rows: 'X1 X4 X21 R68',
  workflow: 'spec',
  goal: GOAL,
  folder: 'specs',
  item: '1.1',
  list: 'tasks.md',
  fails: (stage) => {
    const { repo, team, at, language } = stage;
    const ways = '## Approaches\n\n- A: A function.\n- B: A class.\n\n## Approach\n\n- A: it is smaller.\n';
    const answers = ['For whom?', 'Of what?', 'Where?'].map((one) => asked(one, 'As it is.')).join('');
    const written = (role: string, name: string, body?: string): Step[] => [
      team.by(role, null, write(repo, at(`${name}.md`), titled(name, body)), say('It is written.')),
      person(repo, 'approve', name),
    ];
    const { source, test, stack } = language;
    const task = `## Tasks\n\n- [ ] 1.1 Add what a guest pays\n  - Files: ${source}, ${test}\n  - Verify: \`${stack.test}\`\n  - Commit: Guests see their total\n${CRITERIA('  ')}`;
    return [
      write(
        repo,
        at('interview.md'),
        `${FORM}\n\n# Interview\n\n## Goal\n\n> ${GOAL}\n\n## Answers\n\n${answers}\n${ways}`,
      ),
      ...looked(stage, 'research'),
      person(repo, 'approve', 'research'),
      ...written('product-manager', 'requirements'),
      ...written('architect', 'design'),
      ...written('planner', 'tasks', task),
      bash('flow item begin 1.1'),
      team.by('implementer', '1.1', ...wrongly(stage), done('1.1')),
      bash('flow next --run || true'),
    ];
  },
  again: ({ repo }) => [person(repo, 'approve', 'tasks')],
  mends: ({ repo, team, language: { source, texts } }, finding) => [
    bash('flow item begin 1.1'),
    team.by('implementer', '1.1', write(repo, source, texts.right), done('1.1')),
    bash('flow next --run || true'),
    team.judge('keeper', '1.1', finding),
    team.by('implementer', '1.1', write(repo, source, texts.mended), done('1.1')),
    bash('flow next --run || true'),
    team.judge('keeper', '1.1'),
    bash('flow commit --item 1.1'),
  ],
  ends: ({ language: { lint } }) => [bash('flow next --run || true'), bash(lint)],
  failed: ({ stack }) => ({ item: '1.1', sources: [stack.test, 'keeper'] }),
};

const plan: Loop = {
  rows: 'V1 V10 R68 M54',
  workflow: 'plan',
  goal: GOAL,
  folder: 'plans',
  item: 'A1',
  list: 'plan.md',
  fails: (stage) => {
    const { repo, team, at, language } = stage;
    const { source, test } = language;
    const stages = `# Plan\n\n## Stages\n\n- [ ] A: Guests\n  - Files: ${source}, ${test}\n  - [ ] A1: Add what a guest pays\n    - Files: ${source}, ${test}\n    - Commit: Guests see their total\n${CRITERIA('    ')}`;
    const answers = ['For whom?', 'Of what?'].map((one) => asked(one, 'As it is.')).join('');
    return [
      write(repo, at('brief.md'), `${FORM}\n\n# Request\n\n## Goal\n\n> ${GOAL}\n\n## Answers\n\n${answers}`),
      bash('flow dial discovery=asked'),
      team.judge('analyst', null),
      ...looked(stage, 'discovery'),
      team.judge('analyst', null),
      team.by('planner', null, write(repo, at('plan.md'), stages), say('It is written.')),
      person(repo, 'approve', 'plan'),
      person(repo, 'choose', 'next', 'implement'),
      bash('flow item begin A1'),
      team.by('implementer', 'A1', ...wrongly(stage), done('A1')),
      person(repo, 'item', 'confirm', 'A1'),
      bash('flow item begin A; flow next --run || true'),
    ];
  },
  again: ({ repo }) => [person(repo, 'approve', 'plan'), person(repo, 'choose', 'next', 'implement')],
  mends: ({ repo, team, language: { source, texts } }, finding) => [
    bash('flow item begin A1'),
    team.by('implementer', 'A1', write(repo, source, texts.right), done('A1')),
    person(repo, 'item', 'confirm', 'A1'),
    bash('flow item begin A; flow next --run || true'),
    team.judge('code-quality', 'A', finding),
    {
      make: () => {
        const { findings } = json(repo, ['status']).data as { findings: { id: string }[] };
        return bash(`flow answer ${findings[0]?.id} --note 'it was written in haste'`);
      },
    },
    bash('flow item begin A1'),
    team.by('implementer', 'A1', write(repo, source, texts.mended), done('A1')),
    bash('flow commit --item A1'),
  ],
  ends: ({ repo, team, at, language: { lint } }) => [
    bash('flow item begin A; flow next --run || true'),
    team.judge('code-quality', 'A'),
    bash('flow submit updated --item A'),
    bash('flow next --run || true'),
    team.judge('code-quality', null),
    write(repo, at('learnings.md'), LEARNINGS),
    bash(lint),
  ],
  failed: () => ({ item: 'A', sources: ['code-quality'] }),
};

const LEARNINGS = '# Learnings\n\n## Lessons\n\n- A sum begins at nothing.\n';

const stories: Loop = {
  rows: 'M1 M23 M33 M40 R68',
  workflow: 'stories',
  goal: GOAL,
  folder: 'develop',
  item: 'S1',
  list: 'stories.md',
  fails: (stage) => {
    const { repo, team, at, language } = stage;
    const { source, test, stack, texts, names } = language;
    const [adds, nothing, [before, beforeFile]] = names;
    const clarified = `${FORM}\n\n# Clarifications\n\n## Goal\n\n> ${GOAL}\n\n## Before Analysis\n\n${asked('Which payments?', 'None yet.')}\n## Before Planning\n`;
    const rules =
      '# Spec\n\n## Invariants\n\n- INV-001: A guest sees the total.\n\n## Prohibitions\n\n- PRH-001: The total of the shop does not change.\n\n## Boundaries\n\n- BND-001: A cart with nothing in it costs nothing.\n';
    const list = `# Stories\n\n## Stories\n\n- [ ] S1: As a guest I see the total\n  - Files: ${source}, ${test}\n  - Size: S\n  - Claims: INV-001, BND-001, PRH-001\n  - Risk: rounding\n  - Commit: Guests see their total\n${CRITERIA('  ')}`;
    const shape = `claims:\n  INV-001: { tests: [{ name: ${adds}, file: ${test} }] }\n  PRH-001: { tests: [{ name: ${before}, file: ${beforeFile} }] }\n  BND-001: { tests: [{ name: ${nothing}, file: ${test} }] }\n`;
    return [
      write(repo, at('clarifications.md'), clarified),
      team.by(
        'product-manager',
        null,
        write(repo, at('spec.md'), rules),
        write(repo, at('stories.md'), list),
        say('Both are written.'),
      ),
      write(repo, at('clarifications.md'), `${clarified}\n${asked('In which order?', 'As listed.')}`),
      person(repo, 'choose', 'stories', 'as-listed'),
      team.by(
        'architect',
        null,
        write(repo, at('design.md'), titled('Design', 'A function.')),
        write(repo, at('test-shape.yaml'), shape),
        say('Both are written.'),
      ),
      bash('flow item begin S1'),
      team.by(
        'developer',
        'S1',
        write(repo, source, texts.right),
        write(repo, test, texts.test),
        write(repo, source, texts.stub),
        bash(stack.test),
        done('S1'),
      ),
      team.by('developer', 'S1', write(repo, source, texts.wrong), bash(stack.test), say('Not yet.')),
    ];
  },
  again: ({ repo }) => [person(repo, 'choose', 'stories', 'as-listed')],
  mends: ({ repo, team, language: { source, texts, named } }, finding) => [
    bash('flow item begin S1'),
    team.by('developer', 'S1', write(repo, source, texts.right), bash(named), done('S1')),
    bash('flow next --run'),
    team.judge('tester', 'S1'),
    team.judge('reviewer', 'S1', finding),
    team.by('developer', 'S1', write(repo, source, texts.mended), bash(named), done('S1')),
    bash('flow next --run'),
    team.judge('tester', 'S1'),
    team.judge('reviewer', 'S1'),
    bash('flow commit --item S1'),
  ],
  ends: ({ repo, at, language: { lint } }) => [
    bash('flow next --run'),
    write(repo, at('learnings.md'), LEARNINGS),
    bash(lint),
  ],
  failed: ({ stack }) => ({ item: 'S1', sources: [`${stack.name}:.`, 'reviewer'] }),
};

export const LOOPS = { spec, plan, stories };

/** A contract changes by a person alone: whoever works is refused, proposes it, and writes it once it was taken. */
function rewords({ repo, at }: Stage, { item, list }: Loop): Step[] {
  const file_path = repo.path(at(list));
  const reworded = call('Edit', { file_path, old_string: CRITERION, new_string: 'the total is the sum' });
  const proposed = () => /flow item take (\S+)/.exec(flow(repo, ['next']).stdout)?.[1] ?? 'none';
  return [
    call('Read', { file_path }),
    reworded,
    bash(`flow item propose ${item}:AC1 --gap divergent --text 'the total is the sum' --reason 'any prices'`),
    () => person(repo, 'item', 'take', proposed())(),
    reworded,
  ];
}

/** Leads a workflow through all that happens to it, and holds what was told and published. */
export async function playThrough(loop: Loop, language: Language): Promise<void> {
  const { workflow, goal, folder, item } = loop;
  const { repo, forge } = await began(language, workflow, goal);
  const stage = (team: Team): Stage => ({ repo, language, team, at: (name) => `${folder}/feature/login/${name}` });
  const next = () => flow(repo, ['next']).stdout;

  const [first, power] = [new Team(), new AbortController()];
  let before = '';
  const dies = () => {
    before = next();
    power.abort();
  };
  await play(repo, [...loop.fails(stage(first)), dies], {
    ...{ agents: first.lanes, timeoutMs: 120_000, prompt: goal, killedBy: power.signal },
  });

  const second = new Team();
  const line = language.texts.right.split('\n').findIndex((one) => /guest/i.test(one));
  const finding = {
    ...{ severity: 'must-fix', title: 'Nothing says what it is', item, file: language.source, line: line + 1 },
    ...{ quote: language.texts.right.split('\n')[line]!.trim(), reasoning: 'Who reads it guesses.' },
    ...{ disproof: 'A sentence.', instanceFix: 'Say it.', classFix: 'Say it everywhere.' },
  };
  const { answers, opening } = await play(
    repo,
    [
      bash('flow next'),
      ...rewords(stage(second), loop),
      ...loop.again(stage(second)),
      ...loop.mends(stage(second), finding),
      person(repo, 'item', 'confirm', item),
      ...loop.ends(stage(second)),
      bash('flow commit'),
      bash('flow ship --interval 0.05'),
    ],
    { agents: second.lanes, timeoutMs: 240_000, prompt: 'Go on.', goesOn: true },
  );

  expect(opening).toContain('items');
  expect(`${answers[0]!.text}\n`).toBe(before);
  expect(answers[2]).toMatchObject({ isError: true, text: expect.stringContaining('EDIT_OF_CONTRACT') });
  expect(answers[4]).toMatchObject({ isError: false });
  reached(repo, 'done')();
  expect(forge.pulls).toMatchObject([{ head: 'feature/login', base: 'main', state: 'open' }]);
  expect(forge.pulls[0]!.body).toMatch(/the total is easy to read.*holds/);
  expect(pushed(repo)).toBe(repo.git('rev-parse', 'HEAD'));
  expect(repo.git('show', `HEAD:${language.source}`)).toBe(language.texts.mended.trim());
  expect(repo.git('log', '--format=%s', 'main..HEAD')).toContain('Guests see their total');
  const failed = loop.failed(language);
  const { data } = json(repo, ['explain', '--escalation', '--item', failed.item]);
  const { history } = (data as { escalation: { history: { source: string }[] } }).escalation;
  expect(history.map(({ source }) => source)).toEqual(failed.sources);
}

/** The language in which each workflow is led where FLOW_PLAYS=one says that time is short, as in CI; else each is led in both. */
const ONE: Readonly<Record<string, string>> = { spec: 'TypeScript', plan: 'Go', stories: 'TypeScript' };

/** Lists the loops that are led in a language. */
export const loopsIn = (language: 'Go' | 'TypeScript') =>
  Object.values(LOOPS).filter(({ workflow }) => !IS_SHORT || ONE[workflow] === language);
