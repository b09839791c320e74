import type { TempRepo } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { flow, json, repository } from './kit.js';
import { approve } from './report-kit.js';

/* `flow next --run`: commands that a phase or a verifying item asks for are run without a model, through the built program. */

const CONFIG = `workflows:
  tasks:
    define:
      id: tasks
      title: Tasks
      version: 1
      dials: {}
      documents: { tasks: { title: Tasks, path: 'develop/{branch}/tasks.md' } }
      gates: { tasks: { title: Tasks, subjects: ['develop/{branch}/tasks.md'] } }
      rules: []
      phases:
        - id: cut
          title: Cut
          instruction: Cut it.
          produces: [tasks]
          exit:
            - { check: document, document: tasks }
            - { check: approved, gate: tasks, on: 'doc:tasks' }
        - id: build
          title: Tasks
          instruction: Work on the task that is named.
          exit: []
          each:
            kind: task
            atOnce: 1
            phases:
              - id: execute
                title: Execute
                instruction: Do the task.
                exit:
                  - { check: submitted, name: complete, on: item }
                  - { check: command, command: item, on: item, loop: { max: 3, onExhausted: block } }
        - id: final
          title: The whole
          instruction: Run the check.
          exit: [{ check: command, command: sh whole.sh, loop: { max: 3, onExhausted: escalate } }, { check: green }]
`;

const LIST = 'develop/feature/login/tasks.md';
const TASKS = `# Tasks

- [ ] T1: Write the sums
  - Files: \`sums.txt\`
  - Verify: \`sh check.sh\`
- [ ] T2: [VERIFY] Check the sums
  - After: T1
  - Files: \`sums.txt\`
  - Verify: \`sh check.sh && test -f sums.txt\`
- [ ] T3: [VERIFY] Check them once more
  - After: T2
  - Files: \`sums.txt\`
  - Verify: \`sh check.sh\`
`;

interface Report {
  run: {
    ran: { command: string; item: string | null; passed: boolean }[];
    notRun: { why: string }[];
    submitted: object[];
  };
  position: string;
  due: { agents: { agent: string; prompt: string }[] } | null;
}

const run = (repo: TempRepo) => {
  const answer = json(repo, ['next', '--run'], { process: true });
  return { exit: answer.status, ...(answer.data as Report) };
};

function atTasks(isApproved = true, tasks = TASKS): TempRepo {
  const files = {
    'flow.config.yaml': isApproved ? CONFIG : CONFIG.replace(/ +- \{ check: approved.*\n/, ''),
    'check.sh': 'echo ran >> ran.log\ngrep -q good sums.txt\n',
    'whole.sh': 'grep -q good sums.txt\n',
    '.gitignore': 'ran.log\n',
  };
  const repo = repository({ files });
  expect(flow(repo, ['start', 'tasks'])).toMatchObject({ status: 0 });
  repo.write(LIST, tasks);
  if (isApproved) approve(repo, 'tasks');
  return repo;
}

test('X28 R71 verifying items and the commands of a phase are run and recorded without a model, one after the other', () => {
  const repo = atTasks();
  repo.write('sums.txt', 'good\n');
  // A command speaks of an item that somebody works on.
  expect(run(repo).run).toMatchObject({
    ran: [],
    notRun: [{ why: 'nobody has begun it', remedy: 'flow item begin T1' }],
  });
  expect(flow(repo, ['item', 'begin', 'T1']).status).toBe(0);
  // An item that somebody works on is only checked: the program hands in nothing for it.
  const first = run(repo);
  expect(first).toMatchObject({
    ...{ exit: 0, position: 'build/T1/execute' },
    run: { ran: [{ command: 'sh check.sh', item: 'T1', passed: true }], notRun: [], submitted: [] },
  });
  expect(flow(repo, ['submit', 'complete', '--item', 'T1']).status).toBe(0);
  expect(flow(repo, ['next']).stdout).toContain('No model is needed for it: flow next --run');
  const rest = run(repo);
  expect(rest.run).toMatchObject({
    ran: [
      { command: 'sh check.sh && test -f sums.txt', item: 'T2', passed: true },
      { command: 'sh check.sh', item: 'T3', passed: true },
      { command: 'sh whole.sh', item: null, passed: true },
    ],
    submitted: [
      { name: 'complete', item: 'T2' },
      { name: 'complete', item: 'T3' },
    ],
  });
  expect(rest.position).toBe('final');
});

test('X28 a model is asked only where a verifying command is red, and then it looks why', () => {
  const repo = atTasks(true, TASKS.replace('T1: Write the sums', 'T1: [VERIFY] Write the sums'));
  repo.write('sums.txt', 'bad\n');
  expect(flow(repo, ['next']).stdout).not.toContain('flow-qa');
  const answer = run(repo);
  expect(answer).toMatchObject({
    ...{ exit: 1, position: 'build/T1/execute' },
    run: { ran: [{ command: 'sh check.sh', item: 'T1', passed: false }], submitted: [] },
    due: { agents: [{ agent: 'flow-qa', prompt: expect.stringContaining('flow item add T1') }] },
  });
});

test('R71 the command of an item is recorded by exec as soon as the item is written, before anything else has read it', () => {
  const repo = atTasks(false);
  expect(flow(repo, ['item', 'begin', 'T1']).status).toBe(0);
  repo.write('sums.txt', 'good\n');
  repo.write(LIST, TASKS.replace('`sh check.sh`', '`grep -q "go*d" sums.txt`'));
  const ran = flow(repo, ['exec', '--', 'grep', '-q', 'go*d', 'sums.txt'], { process: true });
  expect(ran.stderr).toContain('flow: recorded command:.:grep -q "go*d" sums.txt: passed');
  expect(flow(repo, ['next']).stdout).toContain('SUBMISSION_MISSING');
  expect(flow(repo, ['submit', 'complete', '--item', 'T1']).status).toBe(0);
  expect(json(repo, ['next']).data).toMatchObject({ item: { id: 'T2' } });
  // What no document asks for is recorded as little as before.
  const other = flow(repo, ['exec', '--', 'grep', '-q', 'good', 'sums.txt'], { process: true });
  expect(other.stderr).toContain('no test run was recognised');
});

test('R71 X28 what is next speaks of the item at work as begun, and names it among none that wait; a run that does not count says why', () => {
  const repo = atTasks(true, TASKS.replace('`sh check.sh`', '`cat sums.txt | grep -q good`'));
  expect(flow(repo, ['next']).stdout).toContain('flow item begin T1');
  expect(flow(repo, ['item', 'begin', 'T1']).status).toBe(0);
  repo.write('sums.txt', 'good\n');
  expect(flow(repo, ['submit', 'complete', '--item', 'T1']).status).toBe(0);
  const { stdout } = flow(repo, ['next']);
  expect(stdout).toContain('COMMAND_NOT_PASSED: run cat sums.txt | grep -q good\n');
  expect(stdout).not.toContain('item begin');
  expect(/Not now:\n((?: {2}.*\n)*)/.exec(stdout)?.[1]).toBe('  T2: after T1\n  T3: after T2\n');
  const ran = flow(repo, ['next', '--run'], { process: true });
  expect(ran.stdout).toMatch(/^Not passed \(T1\): .* \(exit 0\)\n {2}`cat sums.txt \| grep -q good` cannot count/);
  expect(json(repo, ['next', '--run'], { process: true }).data).toMatchObject({
    run: { ran: [{ passed: false, exit: 0, remarks: [expect.stringContaining('cannot count')] }] },
  });
});

test('R71 words of a document that nobody has approved as it stands are not run, and what can be done is said', () => {
  const open = atTasks(false);
  open.write('sums.txt', 'good\n');
  expect(run(open)).toMatchObject({
    exit: 1,
    run: {
      ran: [],
      notRun: [{ command: 'sh check.sh', why: expect.stringContaining('nobody has approved tasks as it stands') }],
    },
  });
  expect(flow(open, ['next', '--run'], { process: true }).stdout).toContain('\n  flow exec -- sh check.sh\n');
  // What the remedy says leads on.
  flow(open, ['item', 'begin', 'T1']);
  flow(open, ['submit', 'complete', '--item', 'T1']);
  expect(flow(open, ['exec', '--', 'sh', 'check.sh'], { process: true }).status).toBe(0);
  expect(json(open, ['next']).data).toMatchObject({ item: { id: 'T2' } });
});

test('R71 what the guards refuse an agent is not run for it, approved or not', () => {
  const repo = atTasks(true, TASKS.replace('sh check.sh', 'git config core.hooksPath nowhere'));
  repo.write('sums.txt', 'good\n');
  flow(repo, ['item', 'begin', 'T1']);
  const answer = run(repo);
  expect(answer.run.ran).toEqual([]);
  expect(answer.run.notRun).toMatchObject([{ why: expect.stringContaining('the guards refuse it') }]);
});

test('X28 R71 a task of the shipped workflow spec that only verifies needs no model, once a person has approved the tasks', () => {
  const repo = repository({ files: { 'check.sh': 'grep -q good sums.txt\n', 'sums.txt': 'good\n' } });
  expect(flow(repo, ['start', 'spec', 'Fix a typo in the sums'])).toMatchObject({ status: 0 });
  const folder = 'specs/feature/login';
  repo.write(
    `${folder}/interview.md`,
    '# Interview: sums\n\n<!-- flow: interview 1 -->\n\n## Answers\n\n- Which?\n  - Looked up: `sums.txt` says nothing of it.\n  - Answer: All.\n',
  );
  repo.write(
    `${folder}/tasks.md`,
    '# Tasks: sums\n\n## Tasks\n\n- [ ] 1.1 [VERIFY] The sums are good\n  - Files: `sums.txt`\n  - Verify: `sh check.sh`\n',
  );
  expect(json(repo, ['status']).data).toMatchObject({ phase: 'tasks', waiting: 'person' });
  approve(repo, 'tasks');
  expect(flow(repo, ['next']).stdout).toContain('No model is needed for it: flow next --run');
  expect(run(repo)).toMatchObject({
    ...{ exit: 0, position: 'implement/1.1/review', due: { agents: [{ agent: 'flow-keeper' }] } },
    run: {
      ran: [{ command: 'sh check.sh', item: '1.1', passed: true }],
      submitted: [{ name: 'complete', item: '1.1' }],
    },
  });
});

test('X28 a command that does not end is ended after its time, and none begins when the time for all is used up', () => {
  const repo = atTasks(true, TASKS.replaceAll('sh check.sh', 'sleep 30'));
  repo.write('sums.txt', 'good\n');
  expect(flow(repo, ['item', 'begin', 'T1']).status).toBe(0);
  const limited = (...words: string[]) => json(repo, ['next', '--run', ...words], { process: true });
  const began = Date.now();
  const late = limited('--timeout', '1s');
  expect(Date.now() - began).toBeLessThan(20_000);
  expect(late).toMatchObject({
    status: 1,
    data: {
      run: {
        ran: [
          {
            exit: null,
            passed: false,
            remarks: [expect.stringContaining('ended after 1s: flow next --run --timeout')],
          },
        ],
      },
    },
  });
  const none = limited('--within', '0.001s').data as Report;
  expect(none.run.ran.length + none.run.notRun.length).toBe(1);
  expect(JSON.stringify(none.run)).toContain('time for all commands, 0s');
  expect(limited('--timeout', '5')).toMatchObject({
    status: 2,
    error: { code: 'USAGE', message: expect.stringContaining('90s, 30m') },
  });
});
