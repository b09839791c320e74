import { type Surroundings, surroundingsOf } from '@flow/engine/places/surroundings';
import { findRepository, readJournal } from '@flow/evidence';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { repository, start } from './kit.js';
import { room } from './room.js';

const { recordDeed, recordStart, standingOf } = room;

/* Workers of a run, as the host shows them: each is told what it is given, and says in a block how it ended. */

const CONFIG = `workflows:
  tasks:
    define:
      id: tasks
      title: Tasks
      version: 1
      dials: {}
      documents:
        requirements: { title: Requirements, path: 'specs/{branch}/requirements.md' }
        tasks: { title: Tasks, path: 'specs/{branch}/tasks.md' }
      rules: [One task at a time.]
      phases:
        - id: research
          title: Research
          instruction: Have it researched.
          roles: [researcher]
          edits: [{ class: document, role: researcher, answer: allow }, { class: document, answer: deny }]
          exit: [{ check: submitted, name: researched }]
        - id: implement
          title: Tasks
          instruction: Work on the task that is named.
          exit: []
          each:
            kind: task
            atOnce: 2
            phases:
              - id: execute
                title: Execute
                instruction: Do the task, and say so.
                roles: [implementer]
                exit:
                  - { check: submitted, name: complete, on: item }
                  - { check: verdict, judge: keeper, on: item, loop: { max: 3, onExhausted: block } }
        - { id: final, title: The whole, instruction: Run it., exit: [{ check: green, loop: { max: 9, onExhausted: escalate } }] }
`;

const REQUIREMENTS = '# Requirements\n\n## Sums\n\n- FR-1: A sum is rounded half up\n- FR-2: A sum is never negative\n';
const TASKS = `# Tasks

- [ ] T1: Round sums
  - Files: \`sums.js\`
  - Criteria:
    - AC1: 0.125 becomes 0.13
  - Requirements: FR-1
`;
const TWO = `${TASKS}- [ ] T2: Halve
  - Files: \`half.js\`
  - Criteria:
    - AC1: 3 becomes 1.5
`;

const around = (repo: TempRepo): Surroundings =>
  surroundingsOf(repo.root, { environment: repo.environment, deadline: Date.now() + 60_000 })!;
const standing = (repo: TempRepo) => standingOf(around(repo))!;
const deed = (repo: TempRepo, what: Parameters<typeof recordDeed>[2]) =>
  recordDeed(around(repo), standing(repo).run, what);

let agents = 0;

function worker(repo: TempRepo, type: string) {
  const it = start(repo, { agent: { id: `w${++agents}`, type } });
  const stop = (message: string) => {
    const json = it.send(it.events.subagentStop({ message })).json as {
      reason?: string;
      systemMessage?: string;
    } | null;
    return { refused: json?.reason ?? null, told: json?.systemMessage ?? '' };
  };
  const begin = () => {
    const json = it.send(it.events.subagentStart()).json as {
      hookSpecificOutput?: { additionalContext?: string };
    } | null;
    return json?.hookSpecificOutput?.additionalContext ?? '';
  };
  return { ...it, begin, stop };
}

const block = (value: object, words = 'Some words.') =>
  `${words}\n\n\`\`\`flow-status\n${JSON.stringify({ flow: 'status', ...value })}\n\`\`\`\n`;

const deeds = (repo: TempRepo) =>
  readJournal(findRepository(repo.root)!, repo.environment)
    .events.filter(({ type }) => type === 'flow')
    .map(({ data }) => data.what as { type: string; [key: string]: unknown })
    .filter(({ type }) => !['start', 'branch'].includes(type));

/** A project in which tasks are worked on. */
function atWork(tasks = TASKS): TempRepo {
  const files = { 'flow.config.yaml': CONFIG, 'package.json': '{"scripts":{"test":"node --test"}}', 'sums.js': '' };
  const repo = repository({ files });
  // The first event compiles what the base branch has.
  start(repo).bash('git status');
  recordStart(around(repo), 'tasks', 'feature/login', {});
  repo.write('specs/feature/login/requirements.md', REQUIREMENTS);
  repo.write('specs/feature/login/tasks.md', tasks);
  deed(repo, { type: 'submission', name: 'researched' });
  expect(standing(repo).status.position).toBe('implement/T1/execute');
  return repo;
}

describe('what a worker is given as it begins', () => {
  test('X5 M60 R69 R70 M30 M57 its item word for word, what it cites, its platform, and what failed before', () => {
    const repo = atWork();
    deed(repo, { type: 'item', item: 'T1', state: 'running', reason: '' });
    repo.write('sums.js', 'export const sum = 1;\n');
    const first = worker(repo, 'flow-implementer').begin();
    for (const part of [
      'Item T1: Round sums [task]',
      '- AC1: 0.125 becomes 0.13',
      'Cited, requirements#sums:\n- FR-1: A sum is rounded half up',
      'Instruction: Do the task, and say so.',
      'Changed since it was begun: sums.js +1 -0; the change itself: flow brief --item T1 --role implementer --diff',
      '- requirements: `specs/feature/login/requirements.md`',
      '- TypeScript',
      'Rules:\n- One task at a time.',
    ])
      expect(first).toContain(part);
    expect(first).not.toContain('FR-2');
    expect(first).not.toContain('First, as it goes on');
    expect(first.length).toBeLessThan(10_000);

    deed(repo, { type: 'failure', item: 'T1', failure: 'code', reason: 'the sum is cut', agent: 'implementer' });
    deed(repo, { type: 'item', item: 'T1', state: 'blocked', reason: 'which rounding?' });
    deed(repo, { type: 'item', item: 'T1', state: 'open', reason: '' });
    deed(repo, { type: 'item', item: 'T1', state: 'running', reason: '' });
    const second = worker(repo, 'flow-implementer').begin();
    expect(second).toMatch(/Attempts so far:\n- \d+\. code, implementer: the sum is cut/);
    expect(second).toMatch(
      /First, as it goes on after a wait:\n1\. Read where it stands: flow context --item T1\n2\. Check that what it waited for is there: which rounding\?\n3\. /,
    );
  });

  test('X35 the change of a judge begins where the item was begun, not at the base branch', () => {
    const repo = atWork();
    repo.write('before.js', 'export const before = 1;\n');
    deed(repo, { type: 'item', item: 'T1', state: 'running', reason: '' });
    repo.write('sums.js', 'export const sum = 1;\n');
    const main = start(repo);
    const run = main.send(main.events.preToolUse('Agent', { prompt: 'Judge.', subagent_type: 'flow-keeper' }, 't1'));
    const prompt = (run.json as { hookSpecificOutput: { updatedInput: { prompt: string } } }).hookSpecificOutput
      .updatedInput.prompt;
    expect(prompt).toContain(
      'Changed since it was begun: sums.js +1 -0; the change itself: flow brief --item T1 --role keeper --diff',
    );
    expect(prompt).not.toContain('before.js');
    // Nothing of how it came to be.
    expect(prompt).not.toContain('Instruction');
  });

  test('V16 of several items the one that the prompt names is given, and none is guessed', () => {
    const repo = atWork(TWO);
    const it = worker(repo, 'flow-implementer');
    expect(it.begin()).toContain('Several items are at work: T1, T2. Your prompt names yours');
    const main = start(repo);
    const ask = (prompt: string) => {
      const run = main.send(main.events.preToolUse('Agent', { prompt, subagent_type: 'flow-implementer' }, 't1'));
      const said = (run.json as { hookSpecificOutput?: { updatedInput?: { prompt: string } } } | null)
        ?.hookSpecificOutput;
      return said?.updatedInput?.prompt ?? null;
    };
    expect(ask('Work as implementer on T2.')).toMatch(/^Work as implementer on T2\.\n\n[\s\S]*AC1: 3 becomes 1\.5/);
    expect(ask('Work as implementer.')).toBeNull();
    expect(ask('Work on T1 and T2.')).toBeNull();
    expect(it.stop(block({ status: 'done' })).refused).toContain('Name the item that you worked on (T1, T2)');
    expect(it.stop(block({ status: 'done', item: 'T2' })).refused).toBeNull();
    expect(deeds(repo).at(-1)).toMatchObject({ type: 'submission', name: 'complete', subject: 'T2' });
  });
});

test('V21 R69 who judges a stage, or the whole, is given the criteria of all its tasks, each by the id of its task', () => {
  const stages = `# Plan: sums\n\n## Stages\n\n- [ ] A: Sums\n  - [ ] A1: Add\n    - Files: \`sums.js\`\n    - Criteria:\n      - AC1: 1 and 2 are 3\n  - [ ] A2: Halve\n    - Files: \`half.js\`\n    - Criteria:\n      - AC1: 3 becomes 1.5\n- [ ] B: Show\n  - [ ] B1: Print\n    - Files: \`show.js\`\n    - Criteria:\n      - AC1: it is shown\n`;
  const repo = repository({ files: { 'sums.js': '' } });
  recordStart(around(repo), 'plan', 'feature/login', {});
  repo.write('plans/feature/login/plan.md', stages);
  const judged = (id: string | null) =>
    room
      .briefFor(around(repo), standing(repo), { name: 'code-quality', isJudge: true }, id)
      .criteria.map((one) => [one.id, one.text]);
  expect(judged('A')).toEqual([
    ['A1/AC1', '1 and 2 are 3'],
    ['A2/AC1', '3 becomes 1.5'],
  ]);
  expect(judged(null).map(([id]) => id)).toEqual(['A1/AC1', 'A2/AC1', 'B1/AC1']);
});

describe('how a judge of criteria ends', () => {
  const STAGE = `# Plan: sums\n\n## Stages\n\n- [ ] A: Sums\n  - [ ] A1: Add\n    - Files: \`sums.js\`\n    - Criteria:\n      - AC1: 1 and 2 are 3\n      - AC2: it is documented\n    - Manual: it looks right\n  - [ ] A2: Halve\n    - Files: \`half.js\`\n    - Tests: off (a table)\n    - Criteria:\n      - AC1: 3 becomes 1.5\n`;
  const judged = (dials: Record<string, string>, files = {}) => {
    const repo = repository({ files: { 'sums.js': 'export const sum = (a, b) => a + b;\n', 'half.js': '', ...files } });
    recordStart(around(repo), 'plan', 'feature/login', dials);
    repo.write('plans/feature/login/plan.md', STAGE);
    const end = (more: object, findings: object[] = []) => {
      const it = worker(repo, 'flow-code-quality');
      it.begin();
      const verdict = {
        flow: 'verdict',
        judge: 'code-quality',
        item: 'A',
        pass: findings.length === 0,
        score: 4,
        findings,
      };
      return it.stop(`Done.\n\n\`\`\`flow-verdict\n${JSON.stringify({ ...verdict, ...more })}\n\`\`\`\n`);
    };
    return { repo, end };
  };

  test('V22 where tests are off a pass names evidence for each criterion that is there; else it is sent back with the list', () => {
    const { repo, end } = judged({ tests: 'off' });
    const none = end({}).refused;
    for (const id of ['A1/AC1', 'A1/AC2', 'A2/AC1']) expect(none).toContain(`- ${id}: it is not answered`);
    // What only a person can check waits for that person.
    expect(none).not.toContain('looks right');
    const sum = { id: 'A1/AC1', file: 'sums.js', quote: '(a, b) => a + b' };
    const half = { id: 'A2/AC1', file: 'half.js' };
    const lies = end({
      criteria: [
        { ...sum, quote: 'a * b' },
        { id: 'A1/AC2', file: 'docs.md' },
        { id: 'A2/AC1', receipt: 'r1' },
      ],
    });
    expect(lies.refused).toContain('- A1/AC1: its quote is not in sums.js');
    expect(lies.refused).toContain('- A1/AC2: there is no file docs.md');
    expect(lies.refused).toContain('- A2/AC1: there is no receipt r1');
    expect(end({ criteria: [sum, { id: 'A1/AC2', file: '../etc/passwd' }, half] }).refused).toContain(
      'outside the repository',
    );
    expect(end({ criteria: [{ id: 'A1/AC2' }] }).refused).toContain('a `receipt`, or a `file`');
    expect(deeds(repo).some(({ type }) => type === 'verdict')).toBe(false);
    repo.write('docs.md', 'sum adds.\n');
    const criteria = [sum, { id: 'A1/AC2', file: 'docs.md', quote: 'sum adds' }, half];
    expect(end({ criteria }).refused).toBeNull();
    expect(deeds(repo).at(-1)).toMatchObject({ type: 'verdict', pass: true, subject: 'A', criteria });
  });

  test('V22 with tests only an item without them is shown so; what does not pass needs no more than its finding', () => {
    const { repo, end } = judged({});
    const refused = end({}).refused;
    expect(refused).toContain('- A2/AC1: it is not answered');
    expect(refused).not.toContain('A1/AC1');
    const finding = {
      ...{ severity: 'must-fix', title: 'Halves are cut', item: 'A2', file: 'sums.js', quote: '(a, b) => a + b' },
      ...{ reasoning: 'r', disproof: 'd', instanceFix: 'i', classFix: 'c' },
    };
    expect(end({}, [finding]).refused).toBeNull();
    expect(deeds(repo).at(-1)).toMatchObject({ type: 'verdict', pass: false });
  });

  test('X37 a fault of a document is sent to the phase that wrote it; one that this run has not is told those that there are', () => {
    const { repo, end } = judged({});
    const finding = {
      ...{ severity: 'must-fix', title: 'It cannot be', file: 'plan', quote: '1 and 2 are 3', to: 'design' },
      ...{ reasoning: 'r', disproof: 'd', instanceFix: 'i', classFix: 'c' },
    };
    expect(end({}, [finding]).refused).toMatch(/names `to` design: of this run it may name clarify, discover, plan/);
    expect(end({}, [{ ...finding, to: 'plan' }]).refused).toBeNull();
    expect(deeds(repo).at(-1)).toMatchObject({ type: 'verdict', findings: [{ to: 'plan' }] });
  });
});

describe('how a worker ends', () => {
  test('R3 R12 done becomes the submission of its item, concerns stay a debt', () => {
    const repo = atWork();
    const it = worker(repo, 'flow-implementer');
    it.begin();
    const ended = it.stop(block({ status: 'done-with-concerns', item: 'T1', note: 'slow for large sums' }));
    expect(ended).toMatchObject({ refused: null, told: expect.stringContaining('submitted complete of T1') });
    expect(deeds(repo).at(-1)).toEqual({
      ...{ type: 'submission', name: 'complete', subject: 'T1' },
      ...{ status: 'done-with-concerns', note: 'slow for large sums' },
    });
    // Whoever started it may be gone by now: the journal has the result.
    expect(standing(repo).status.current?.open?.map(({ finding }) => finding.code)).toEqual(['VERDICT_MISSING']);
  });

  test('X32 R3 a completion that says it could not be done is sent back, then it is a failure, and completes nothing', () => {
    const repo = atWork();
    const it = worker(repo, 'flow-implementer');
    it.begin();
    const said = block({ status: 'done', item: 'T1' }, 'All is there. The last step requires manual work.');
    expect(it.stop(said).refused).toMatch(/CONTRADICTION: .*"requires manual"/);
    expect(it.stop(said).told).toContain('completed nothing of T1');
    expect(deeds(repo).at(-1)).toMatchObject({ type: 'failure', item: 'T1', failure: 'code', agent: 'implementer' });
    expect(standing(repo).status.current?.open?.map(({ finding }) => finding.code)).toContain('SUBMISSION_MISSING');
  });

  test.each([
    ['needs-context', 'which rounding?', 'needs context: which rounding?'],
    ['blocked', 'the server is gone', 'the server is gone'],
  ])('R3 %s sets the item aside, and completes nothing', (status, note, reason) => {
    const repo = atWork();
    const it = worker(repo, 'flow-implementer');
    it.begin();
    expect(it.stop(block({ status, note })).told).toContain(`did not do T1: ${reason}`);
    expect(deeds(repo).at(-1)).toEqual({ type: 'item', item: 'T1', state: 'blocked', reason });
  });

  test('R78 an end without a status is asked for once more, and is then unknown: no attempt is spent, nothing is done', () => {
    const repo = atWork();
    const it = worker(repo, 'flow-implementer');
    it.begin();
    expect(it.stop('Everything is done.').refused).toContain('```flow-status');
    expect(it.stop('Everything is done!').told).toContain('completed nothing of T1: it ended without saying how');
    expect(deeds(repo).at(-1)).toMatchObject({ type: 'failure', failure: 'unknown', item: 'T1' });
    expect(standing(repo).status.loops.every(({ blocks }) => blocks === 0)).toBe(true);
  });

  test('X21 R12 who researches submits for the phase of its role, and nobody else writes there', () => {
    const repo = repository({ files: { 'flow.config.yaml': CONFIG } });
    start(repo).bash('git status');
    recordStart(around(repo), 'tasks', 'feature/login', {});
    const part = 'specs/feature/login/research.md';
    const edit = (it: ReturnType<typeof start>) =>
      it.tool('Write', { file_path: repo.path(part), content: '# Part\n' });
    expect(edit(start(repo)).refused).toContain('EDIT_FORBIDDEN');
    const it = worker(repo, 'flow-researcher');
    expect(it.begin()).toContain('Instruction: Have it researched.');
    expect(edit(it).refused).toBeNull();
    // Another role says nothing for this phase.
    expect(worker(repo, 'flow-implementer').stop('Done.')).toMatchObject({ refused: null });
    expect(it.stop(block({ status: 'done', note: 'two libraries fit' })).refused).toBeNull();
    expect(deeds(repo).at(-1)).toEqual({ type: 'submission', name: 'researched', note: 'two libraries fit' });
  });
});

test('R69 the verdict on an item holds the digest of the words that it was judged by', () => {
  const repo = atWork();
  deed(repo, { type: 'submission', name: 'complete', subject: 'T1' });
  const it = worker(repo, 'flow-keeper');
  it.begin();
  it.stop(
    '```flow-verdict\n{"flow":"verdict","judge":"keeper","item":"T1","pass":true,"score":5,"findings":[]}\n```\n',
  );
  const { digest } = standing(repo).facts.present.documents.tasks!;
  expect(deeds(repo).at(-1)).toMatchObject({ type: 'verdict', subject: 'T1', contract: digest });
});

test('V24 a judge of several tasks says of each fault which task causes it, and the journal keeps that', () => {
  const repo = atWork(TWO);
  repo.write('sums.js', 'export const sum = 1;\n');
  for (const item of ['T1', 'T2']) deed(repo, { type: 'submission', name: 'complete', subject: item });
  const it = worker(repo, 'flow-keeper');
  it.begin();
  const finding = {
    ...{ severity: 'must-fix', title: 'The sum is cut', item: 'T1', file: 'sums.js', quote: 'sum = 1' },
    ...{ reasoning: 'a', disproof: 'b', instanceFix: 'c', classFix: 'd' },
  };
  const said = { flow: 'verdict', judge: 'keeper', item: 'T2', pass: false, score: 1, findings: [finding] };
  expect(it.stop(`\`\`\`flow-verdict\n${JSON.stringify(said)}\n\`\`\`\n`).refused).toBeNull();
  expect(deeds(repo).at(-1)).toMatchObject({ type: 'verdict', subject: 'T2', findings: [{ item: 'T1' }] });
  expect(standing(repo).status.findings).toMatchObject([{ title: 'The sum is cut', item: 'T1' }]);
});

describe('R77 from its second round on a judge blocks by its open findings and by what changed', () => {
  const fault = (title: string, file: string, quote: string) => ({
    ...{ severity: 'must-fix', title, file, quote, reasoning: 'x', disproof: 'y', instanceFix: 'z', classFix: 'w' },
  });
  const verdict = (...findings: object[]) =>
    `\`\`\`flow-verdict\n${JSON.stringify({ flow: 'verdict', judge: 'keeper', item: 'T1', pass: findings.length === 0, score: 2, findings })}\n\`\`\`\n`;
  const CODE = `${Array.from({ length: 30 }, (_, at) => `export const line${at} = ${at};`).join('\n')}\n`;

  function judgedOnce() {
    const repo = atWork();
    repo.write('sums.js', CODE);
    repo.write('old.js', CODE);
    deed(repo, { type: 'submission', name: 'complete', subject: 'T1' });
    const judge = (...findings: object[]) => {
      const it = worker(repo, 'flow-keeper');
      it.begin();
      return it.stop(verdict(...findings));
    };
    judge(fault('The first is wrong', 'sums.js', 'line1 = 1;'));
    const last = () =>
      deeds(repo).at(-1) as unknown as { pass: boolean; findings: { title: string }[]; notes: { title: string }[] };
    expect(last()).toMatchObject({ pass: false, findings: [{ title: 'The first is wrong' }] });
    return { repo, judge, last };
  }

  test('what is new elsewhere is a note, and the round is clean', () => {
    const { repo, judge, last } = judgedOnce();
    repo.write('sums.js', CODE.replace('line1 = 1', 'line1 = 100'));
    const main = start(repo);
    const run = main.send(main.events.preToolUse('Agent', { prompt: 'Judge.', subagent_type: 'flow-keeper' }, 't1'));
    expect(String(run.stdout)).toContain('You have judged this before. Only your open findings');
    expect(
      judge(fault('Something else', 'old.js', 'line20 = 20;'), fault('Far below', 'sums.js', 'line25 = 25;')).told,
    ).toContain('2 must-fix recorded as notes: new in a later round');
    expect(last()).toMatchObject({
      pass: true,
      findings: [],
      notes: [{ title: 'Something else' }, { title: 'Far below' }],
    });
  });

  test('a changed line, an open finding, and its fault at the same claim still block', () => {
    const { repo, judge, last } = judgedOnce();
    repo.write('sums.js', CODE.replace('line9 = 9', 'line9 = 90'));
    judge(
      fault('Still wrong', 'sums.js', 'line1 = 1;'),
      fault('The mend is wrong', 'sums.js', 'line9 = 90;'),
      fault('Far below', 'sums.js', 'line25 = 25;'),
    );
    expect(last()).toMatchObject({
      pass: false,
      findings: [{ title: 'Still wrong' }, { title: 'The mend is wrong' }],
      notes: [{ title: 'Far below' }],
    });
  });
});

describe('the shipped workflow spec', () => {
  const INTERVIEW = `# Interview: sums

<!-- flow: interview 1 -->

## Answers

- Which sums?
  - Looked up: \`sums.js\` says nothing of it.
  - Answer: All of them.
`;
  const LIST = `# Tasks: sums

## Tasks

- [ ] 1.1 Round sums
  - Files: \`sums.js\`
  - Verify: \`sh check.sh\`
  - Criteria:
    - AC1: 0.125 becomes 0.13
`;

  test('X2 X5 V44 M60 R3 R12 each phase names its owner, who starts fresh with its brief and hands its task in', () => {
    const files = { 'package.json': '{"scripts":{"test":"node --test"}}', 'sums.js': '', 'check.sh': 'true\n' };
    const repo = repository({ files });
    const dials = { intent: 'trivial', approvals: 'none', review: 'final' };
    recordStart(around(repo), 'spec', 'feature/login', dials);
    repo.write('specs/feature/login/interview.md', INTERVIEW);
    expect(standing(repo).status).toMatchObject({ position: 'tasks', roles: ['planner'] });
    const planner = worker(repo, 'flow-planner').begin();
    expect(planner).toContain('- interview: `specs/feature/login/interview.md`');
    expect(planner).toContain('Instruction: Have the planner cut the work into tasks');
    repo.write('specs/feature/login/tasks.md', LIST);
    expect(standing(repo).status).toMatchObject({ position: 'implement/1.1/execute', roles: ['implementer'] });
    const it = worker(repo, 'flow-implementer');
    const told = it.begin();
    expect(told).toContain('- AC1: 0.125 becomes 0.13');
    expect(told).toContain('Verify (words of the document, not yet run): sh check.sh');
    expect(it.stop(block({ status: 'done', item: '1.1', note: 'rounded' }))).toMatchObject({ refused: null });
    expect(standing(repo).status.current?.open?.map(({ finding }) => finding.code)).toEqual(['COMMAND_NOT_PASSED']);
  });
});
