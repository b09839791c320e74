import { expect, test } from 'vitest';
import { flow, json, repository } from './kit.js';

/*
 * The workflow of seed 003 as a project's own, led by the built program: a stage of tasks, few of them at once, the last one
 * looked at, fixes, a quality gate whose blame goes to one task by way of its analysis. What a person says is shown elsewhere.
 */

const CONFIG = `workflows:
  plan:
    define:
      id: plan
      title: A plan, stage by stage
      version: 1
      dials: {}
      documents: { stages: { title: Stages, path: 'develop/{branch}/stages.md' } }
      rules: []
      phases:
        - id: plan
          title: Plan
          instruction: Write the plan.
          produces: [stages]
          exit: [{ check: document, document: stages }, { check: valid, document: stages }, { check: listed, kind: task, with: [files] }]
        - id: build
          title: Stages
          instruction: Work on the task that is named.
          exit: []
          each:
            kind: stage
            atOnce: 1
            phases:
              - { id: analyse, title: Analyse, instruction: Say why it failed., exit: [{ check: analysed, of: quality.gate }] }
              - id: do
                title: Do
                instruction: Do the tasks.
                exit: []
                each:
                  kind: task
                  fixes: { max: 1, depth: 1 }
                  atOnce: 2
                  marks: { flag: checkpoint, last: true }
                  phases:
                    - { id: work, title: Work, instruction: Do it., exit: [{ check: submitted, name: complete, on: item }] }
                    - id: look
                      title: Look
                      instruction: Have it looked at.
                      when: { flag: [checkpoint] }
                      exit: [{ check: verdict, judge: colleague, on: item, to: work, loop: { max: 3, onExhausted: proceed } }]
              - id: quality
                title: Quality
                instruction: Have the stage examined.
                exit: [{ id: gate, check: verdict, judge: quality, on: item, to: do, loop: { max: 3, onExhausted: escalate } }]
              - { id: update, title: Update, instruction: Tick and count., exit: [{ check: submitted, name: updated }] }
        - id: final
          title: Final validation
          instruction: Run everything.
          exit: [{ check: command, command: sh check.sh, loop: { max: 3, onExhausted: escalate } }]
        - id: experience
          title: Experience
          instruction: Have it looked at as its user would.
          when: { flag: [ux] }
          exit: [{ check: verdict, judge: ux, to: final, loop: { max: 3, onExhausted: escalate } }]
        - { id: learn, title: Learn, instruction: Write down what was learned., exit: [{ check: submitted, name: learnings }] }
`;

const PLAN = `# Shop

## Stages

- [ ] A: Prices
  - Files: \`shop/\`
  - [ ] A1: Add
    - Files: \`shop/add.py\`
  - [ ] A2: Round
    - Files: \`shop/round.py\`
  - [ ] A3: Show
    - Files: \`shop/show.py\`
    - Flags: ux
`;

const PASS = JSON.stringify({ pass: true, findings: [] });
const BLOCK = JSON.stringify({
  pass: false,
  findings: [{ title: 'half a cent', item: 'A2', instanceFix: 'round to even', classFix: 'one type for money' }],
});

interface Item {
  id: string;
  state: string;
  items?: Item[];
}
interface Seen {
  position: string;
  items: Item[];
  findings: { id: string }[];
}

const tasksOf = ({ items }: Seen) => (items[0]?.items ?? []).map(({ id, state }) => `${id} ${state}`).join(', ');

test('V20 M36 M42 X45 X46 progress has the same fields each time, is due every three items, and a stage tells its tasks and what they ask for', () => {
  const config = CONFIG.replace(/ +marks: .*\n/, '').replace(/ +- id: look\n(?: {22}.*\n)+/, '');
  const repo = repository({ files: { 'flow.config.yaml': config, 'check.sh': 'exit 0\n' } });
  expect(flow(repo, ['start', 'plan'])).toMatchObject({ status: 0 });
  repo.write('develop/feature/login/stages.md', PLAN.replace('A1: Add', 'A1: \u202e\u001b[31mAdd |pipe| <b>'));
  const data = (...words: string[]) => {
    const run = json(repo, words);
    expect([words.join(' '), run.error]).toEqual([words.join(' '), undefined]);
    return run.data as Record<string, unknown>;
  };
  const work = (id: string, name: string) => {
    data('item', 'begin', id);
    repo.write(`shop/${name}.py`, `${id}\n`);
    data('submit', 'complete', '--item', id);
  };
  expect(data('progress')).toMatchObject({
    ...{ version: 1, workflow: 'A plan, stage by stage', branch: 'feature/login', phase: 'Stages', iteration: 0 },
    counts: { total: 3, done: 0, running: 0, pending: 3, blocked: 0, skipped: 0 },
    ...{ recent: [], blockers: [], waiting: null, due: null, runtimeMs: expect.any(Number) },
  });
  expect(data('next')).toMatchObject({ progress: null });
  work('A1', 'add');
  work('A2', 'round');
  expect(data('next')).toMatchObject({ progress: null });
  work('A3', 'show');
  expect(data('next')).toMatchObject({ progress: 'items' });
  // A program that looks takes the report away from nobody.
  for (let look = 0; look < 2; look += 1)
    expect(data('progress')).toMatchObject({ due: 'items', recent: [{ id: 'A1' }, { id: 'A2' }, { id: 'A3' }] });
  expect(flow(repo, ['next']).stdout).toContain('Report progress (three items are done): flow progress\n');
  const text = flow(repo, ['progress']).stdout;
  for (const field of ['runtime', 'iteration', 'Items: 3', 'Done since the last report:', 'Blockers:\n  none', 'Next:'])
    expect(text).toContain(field);
  expect(text).toContain('done 3, in progress 0, pending 0, blocked 0\n');
  expect(text).toContain('  A3 Show: 1 try\n');
  expect(text).not.toMatch(/[\u001b\u202e]/);
  // It was told: the next one has only what is new.
  expect(data('next')).toMatchObject({ progress: null });
  expect(data('progress')).toMatchObject({ recent: [], counts: { done: 3 } });
  expect(data('progress', '--stage')).toMatchObject({
    ...{ id: 'A', title: 'Prices' },
    tasks: [{ id: 'A1', state: 'done' }, { id: 'A2' }, { id: 'A3', files: ['shop/show.py'], flags: ['ux'] }],
    flags: [{ flag: 'ux', tasks: ['A3'], asks: ['Experience'] }],
  });
  expect(flow(repo, ['progress', '--stage', 'A2']).stdout).toContain('Stage A: Prices\n');
  // The client's own list: its entries, and that it is given up once it fails three times in a row.
  expect(data('progress', '--tasks')).toMatchObject({
    on: true,
    tasks: [{ id: 'A', subject: '[A] Prices' }, { id: 'A1', status: 'completed' }, {}, { id: 'A3' }],
  });
  for (const outcome of ['failed', 'failed', 'written', 'failed', 'failed'])
    expect(data('progress', '--tasks', outcome)).toMatchObject({ on: true });
  expect(data('progress', '--tasks', 'failed')).toMatchObject({ on: false, tasks: [] });
  expect(flow(repo, ['progress', '--tasks']).stdout).toContain('leave it alone');
  expect(json(repo, ['progress', '--tasks', 'later']).error).toMatchObject({ code: 'USAGE' });
  expect(data('next')).toMatchObject({ position: 'build/A/quality' });
  expect(json(repo, ['progress', '--stage', 'Z']).error).toMatchObject({ code: 'ITEM_UNKNOWN' });
});

test('X28 X34 X43 V15 V25 V26 V29 V31 a stage of tasks is led to its end: two at once, a fix in the place of its task, the last one looked at, blame by way of analysis', () => {
  const repo = repository({ files: { 'flow.config.yaml': CONFIG, 'check.sh': 'exit 0\n' } });
  expect(flow(repo, ['start', 'plan'])).toMatchObject({ status: 0 });
  const shown = flow(repo, ['workflow', 'show', 'plan']).stdout;
  expect(shown).toContain('for every task (2 at once; at most 1 fixes of one, 1 deep; checkpoint: the last):');
  expect(shown).toContain('look: Look (where it is marked checkpoint)');
  repo.write('develop/feature/login/stages.md', PLAN);
  for (const name of ['add', 'round', 'show']) repo.write(`shop/${name}.py`, 'pass\n');
  let seen: Seen | null = null;
  /** Says something to the program; where the run stands afterwards. */
  const say = (words: readonly string[], input = ''): [string, string] => {
    const run = json(repo, words, { input });
    expect([words.join(' '), run.error]).toEqual([words.join(' '), undefined]);
    seen = (run.data as { status: Seen }).status;
    return [seen.position, tasksOf(seen)];
  };
  const done = (id: string) => say(['submit', 'complete', '--item', id]);

  expect(say(['item', 'begin', 'A1'])).toEqual(['build/A/do/A1/work', 'A1 running, A2 ready, A3 ready']);
  say(['item', 'begin', 'A2']);
  expect(json(repo, ['item', 'begin', 'A3']).error).toMatchObject({
    code: 'ITEMS_AT_ONCE',
    message: 'A3 cannot begin: A1, A2 are in progress, and the workflow allows no more at once.',
    remedy: expect.stringMatching(/^flow item open A1 /),
  });
  expect(flow(repo, ['next']).stdout).toContain('(running); the limit of items in progress is reached');
  expect(flow(repo, ['item']).stdout).toContain('waiting  A3  Show: work, [checkpoint], once one is done of A1, A2\n');
  // A fix needs no place of its own.
  say(['item', 'add', 'A2', '--title', 'negative sums']);
  expect(say(['item', 'begin', 'A2.1'])[1]).toBe('A1 running, A2.1 running, A2 waiting, A3 waiting');
  expect(done('A1')[1]).toBe('A1 done, A2.1 running, A2 waiting, A3 ready');
  done('A2.1');
  done('A2');
  // The last one is looked at, and the others are not.
  expect(done('A3')[0]).toBe('build/A/do/A3/look');
  expect(say(['verdict', 'colleague', '-', '--item', 'A3'], PASS)[0]).toBe('build/A/quality');
  expect(say(['verdict', 'quality', '-', '--item', 'A'], BLOCK)[0]).toBe('build/A/analyse');
  const [finding] = seen!.findings;
  const analysed = ['answer', finding!.id, '--note', 'it rounds before it adds'];
  expect(say(analysed)).toEqual(['build/A/do/A2/work', 'A1 done, A2.1 done, A2 ready, A3 done']);
  repo.write('shop/round.py', 'mended\n');
  expect(done('A2')[0]).toBe('build/A/quality');
  expect(say(['verdict', 'quality', '-', '--item', 'A'], PASS)[0]).toBe('build/A/update');
  expect(say(['submit', 'updated', '--item', 'A'])[0]).toBe('final');
  flow(repo, ['exec', '--', 'sh', 'check.sh']);
  // A task asked for it.
  expect(say(['verdict', 'ux', '-'], PASS)[0]).toBe('learn');
  expect(say(['submit', 'learnings'])[0]).toBe('done');
  expect(flow(repo, ['next']).stdout).toContain(
    'is proven. It is not committed yet. `flow ship` commits it, pushes, and opens the pull request.',
  );
  // Both say the same: what ends the run comes after that.
  expect(flow(repo, ['status']).stdout).toContain('It is not committed yet. `flow ship` commits it');
  expect(flow(repo, ['status']).stdout).not.toContain('flow end complete');
  repo.commit('the stage');
  expect(flow(repo, ['next']).stdout).toContain('is proven. It is not pushed yet: `');
}, 120_000);
