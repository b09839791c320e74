import type { TempRepo } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { has, start } from '../../hooks/test/kit.js';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, json, repository } from './kit.js';

/* A workflow of a project's own that walks items, led from its start to its end through the built program. */

const CONFIG = `workflows:
  stories:
    define:
      id: stories
      title: Stories until all are done
      version: 1
      dials: {}
      documents:
        spec: { title: Specification, path: 'develop/{branch}/spec.md' }
        test-shape: { title: Map of tests, path: 'develop/{branch}/test-shape.yaml' }
        stories: { title: Stories, path: 'develop/{branch}/stories.md' }
      rules: []
      phases:
        - id: cut
          title: Cut
          instruction: Cut the goal into stories.
          produces: [spec, test-shape, stories]
          exit:
            - { check: document, document: stories }
            - { check: valid, document: stories }
            - { check: listed, kind: story, with: [claims] }
        - id: build
          title: Stories
          instruction: Work on the story that is named.
          exit: []
          each:
            kind: story
            fixes: { max: 1, depth: 1 }
            phases:
              - id: test
                title: Tests
                instruction: Write its tests, and see them fail.
                edits: [{ class: source, answer: deny }]
                exit: [{ check: red }]
              - id: code
                title: Code
                instruction: Make its tests pass.
                exit:
                  - { check: passing }
                  - { check: command, command: sh check.sh, on: item }
              - id: review
                title: Review
                instruction: Have it reviewed.
                exit:
                  - { check: verdict, judge: reader, on: item, to: code, loop: { max: 3, onExhausted: block } }
                  - { check: submitted, name: told, on: item, when: { flag: [docs] } }
        - id: final
          title: The whole
          instruction: Run everything.
          exit:
            - { check: green, blame: items, loop: { max: 9, onExhausted: escalate } }
            - { check: committed }
`;

const FILES = {
  'flow.config.yaml': CONFIG,
  'pyproject.toml': '[project]\nname = "shop"\nversion = "1"\n',
  'check.sh': 'exit 0\n',
  '.gitignore': '__pycache__/\n.pytest_cache/\n',
};

const SPEC =
  '# Spec\n\n## Must Do\n\n- do-1: Adds.\n- do-2: Doubles.\n\n## Must NOT\n\n- not-1: Changes what it is given.\n';
const SHAPE = `claims:
  do-1: { tests: [{ name: test_adds, file: test_sums.py }] }
  do-2: { tests: [{ name: test_doubles, file: test_twice.py }] }
  not-1: { tests: [{ name: test_adds, file: test_sums.py }] }
`;
const STORIES = `# Shop

## Stories

- [ ] S1: Add numbers
  - Files: \`sums.py\`, \`test_sums.py\`
  - Claims: do-1
- [ ] S2: Double numbers
  - After: S1
  - Files: \`twice.py\`, \`test_twice.py\`
  - Claims: do-2
  - Flags: docs
`;

function started(stories = STORIES): TempRepo {
  const repo = repository({ files: FILES });
  expect(flow(repo, ['start', 'stories'])).toMatchObject({ status: 0 });
  repo.write('develop/feature/login/spec.md', SPEC);
  repo.write('develop/feature/login/test-shape.yaml', SHAPE);
  repo.write('develop/feature/login/stories.md', stories);
  return repo;
}

interface Seen {
  position: string;
  waiting: string | null;
  items: { id: string; state: string; reason?: string }[];
}

const seen = (repo: TempRepo) => json(repo, ['status']).data as Seen;
const states = ({ items }: Seen) => items.map(({ id, state }) => `${id} ${state}`).join(', ');

const PASS = JSON.stringify({ pass: true, findings: [] });
const BLOCK = JSON.stringify({
  pass: false,
  findings: [{ title: 'negative numbers', instanceFix: 'add them, too', classFix: 'a table of cases' }],
});

const TEST = `exec -- python3 -m pytest -q`;
const CHECK = 'exec -- sh check.sh';

/** Says something to the program; returns where the run stands afterwards, as far as it tells. */
function said(repo: TempRepo, what: string, input = ''): Seen | null {
  if (what.startsWith('exec')) {
    flow(repo, what.split(' '));
    return null;
  }
  const run = json(repo, what.split(' '), { input });
  expect(run, what).toMatchObject({ ok: true });
  return (run.data as { status?: Seen }).status ?? null;
}

/** A step of the test: what somebody does, and where the run stands afterwards. */
type Step = [what: string, position: string, states: string, input?: string];

test.skipIf(!has('python3', '-m', 'pytest', '--version'))(
  'X43 V18 stories of a project are led one after the other, a fix before what it mends, to the end',
  () => {
    const repo = started();
    const steps: Step[] = [
      ['item', 'build/S1/test', 'S1 ready, S2 waiting'],
      ['item begin S1', 'build/S1/test', 'S1 running, S2 waiting'],
      ['write test_sums.py from sums import add\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n', '', ''],
      ['write sums.py def add(a, b):\n    return 0\n', '', ''],
      [TEST, 'build/S1/code', 'S1 running, S2 waiting'],
      ['write sums.py def add(a, b):\n    return a + b\n', '', ''],
      [TEST, 'build/S1/code', 'S1 running, S2 waiting'],
      [CHECK, 'build/S1/review', 'S1 running, S2 waiting'],
      ['verdict reader - --item S1', 'build/S1/code', 'S1 running, S2 waiting', BLOCK],
      ['item add S1 --title negative', 'build/S1.1/code', 'S1.1 ready, S1 waiting, S2 waiting'],
      ['item begin S1.1', 'build/S1.1/code', 'S1.1 running, S1 waiting, S2 waiting'],
      ['write sums.py def add(a, b):\n    return b + a\n', '', ''],
      [TEST, 'build/S1.1/code', 'S1.1 running, S1 waiting, S2 waiting'],
      [CHECK, 'build/S1.1/review', 'S1.1 running, S1 waiting, S2 waiting'],
      ['verdict reader - --item S1.1', 'build/S1/review', 'S1.1 done, S1 running, S2 waiting', PASS],
      ['verdict reader - --item S1', 'build/S2/test', 'S1.1 done, S1 done, S2 ready', PASS],
      ['item begin S2', 'build/S2/test', 'S1.1 done, S1 done, S2 running'],
      ['write test_twice.py from twice import twice\n\n\ndef test_doubles():\n    assert twice(2) == 4\n', '', ''],
      ['write twice.py def twice(a):\n    return 0\n', '', ''],
      [TEST, 'build/S2/code', 'S1.1 done, S1 done, S2 running'],
      ['write twice.py def twice(a):\n    return 2 * a\n', '', ''],
      [TEST, '', ''],
      [CHECK, 'build/S2/review', 'S1.1 done, S1 done, S2 running'],
      ['verdict reader - --item S2', 'build/S2/review', 'S1.1 done, S1 done, S2 running', PASS],
      ['submit told --item S2', 'final', ''],
      ['commit', 'done', ''],
      ['end complete', '', ''],
    ];
    for (const [what, position, items, input] of steps) {
      let after: Seen | null = null;
      const [, file, text] = /^write (\S+) ([\s\S]+)$/.exec(what) ?? [];
      if (file && text) repo.write(file, text);
      else if (what === 'commit') repo.commit('stories');
      else {
        after = said(repo, what, input);
      }
      if (position === '') continue;
      const now = after ?? seen(repo);
      expect([what, now.position, states(now)]).toEqual([what, position, items]);
    }
  },
  120_000,
);

/** Another story, on what is a file of the first too. */
const SHARED = `${STORIES}- [ ] S3: Show the sum\n  - Files: \`show.py\`, \`test_su*.py\`\n  - Claims: not-1\n`;

test('X31 X40 X41 X44 V38 what cannot be begun, said or left out is refused with the way on, and nothing gets lost', () => {
  const repo = started(SHARED);
  const refused: [words: string, code: string, message: string, remedy: string][] = [
    ['item walk S1', 'USAGE', 'list, show, begin, open, block', 'flow item'],
    ['item begin S9', 'ITEM_UNKNOWN', 'there are S1, S2, S3', 'flow item'],
    ['item begin S2', 'ITEM_NOT_READY', 'it waits for S1', 'flow item'],
    ['item begin S3', 'ITEM_NOT_READY', 'it waits for S1', 'flow item'],
    ['item open S2', 'ITEM_OPEN', 'neither in progress nor blocked', 'flow item'],
    ['item block S1', 'REASON_MISSING', 'the reason is empty', "flow item block S1 --reason '…'"],
    ['item add S1', 'TITLE_MISSING', 'no title', "flow item add S1 --title '…'"],
    ['item skip S2 --reason bought', 'NO_TERMINAL', '', 'Run it there: flow item skip S2 --reason bought'],
    ['submit told', 'ITEM_MISSING', 'about an item', 'flow submit told --item S1'],
    ['submit told --item S9', 'ITEM_UNKNOWN', 'no item S9', 'flow item'],
    ['verdict reader -', 'ITEM_MISSING', 'the verdict of reader', 'flow verdict reader - --item S1'],
    ['advance --item S1', 'ADVANCE_NOT_ASKED', 'RED_MISSING', 'flow next'],
    ['waive build/test.red later', 'ITEM_MISSING', 'it blocks S1', '--subject S1'],
  ];
  said(repo, 'item begin S1');
  for (const [words, code, message, remedy] of refused)
    expect([words, json(repo, words.split(' ')).error]).toEqual([
      words,
      {
        code,
        message: expect.stringContaining(message),
        remedy: expect.stringContaining(remedy),
      },
    ]);
  // An edit is judged by the item that the file is of: S1 is at its tests, S3 has none to write.
  expect(json(repo, ['diagnose', 'sums.py']).data).toMatchObject({ answer: 'deny', phase: 'build/S1/test' });
  expect(states(said(repo, 'item block S1 --reason sandbox')!)).toBe('S1 blocked, S2 waiting, S3 ready');
  expect(json(repo, ['diagnose', 'show.py']).data).toMatchObject({ answer: 'allow', phase: 'build/S3/code' });
  expect(states(said(repo, 'item open S1')!)).toBe('S1 ready, S2 waiting, S3 ready');
  expect(json(repo, ['item', 'add', 'S1', '--title', 'first']).data).toMatchObject({
    item: { id: 'S1.1', kind: 'fix', parent: 'S1', files: ['sums.py', 'test_sums.py'], claims: ['do-1'] },
  });
  const more = flow(repo, ['item', 'add', 'S1', '--title', 'second']).stdout;
  expect(more).toContain('a person decides (`flow item skip S1.2`)');
  expect(flow(repo, ['item']).stdout).toBe(
    `ready    S1.1  first: test
blocked  S1.2  second (it has more fixes than the workflow allows)
waiting  S1    Add numbers: after S1.1, S1.2, blocked by S1.2
waiting  S2    Double numbers: after S1, blocked by S1.2
ready    S3    Show the sum: code
`,
  );
  repo.write('develop/feature/login/stories.md', SHARED.replace(/- \[ \] S2[\s\S]*Flags: docs\n/, ''));
  expect(json(repo, ['explain']).data).toMatchObject({
    open: [{ finding: { code: 'ITEM_REMOVED', args: { items: ['S2'] } } }],
    items: [{ id: 'S1.1' }, { id: 'S1.2' }, { id: 'S1' }, { id: 'S3' }, { id: 'S2', state: 'gone' }],
  });
});

test('a workflow that is written and not in force is told where it is to be started', () => {
  const config = CONFIG.replace(', loop: { max: 9, onExhausted: escalate }', '')
    .replace(/^ {2}stories:$/m, '  own-stories:')
    .replace('id: stories', 'id: own-stories');
  const { error } = json(repository({ files: { ...FILES, 'flow.config.yaml': config } }), ['start', 'own-stories']);
  expect(error).toMatchObject({
    code: 'WORKFLOW_UNKNOWN',
    message: expect.stringContaining('LOOP_MISSING'),
    remedy: 'flow check',
  });
});

test.skipIf(!HAS_SCRIPT)(
  'X31 a person leaves an item out at a terminal, which stays a debt that a push names',
  async () => {
    const repo = started();
    const skip = ['item', 'skip', 'S1', '--reason', 'bought instead'];
    expect(await atTerminal(repo, skip, { program: FLOW })).toMatchObject({ status: 0 });
    expect(json(repo, ['status']).data).toMatchObject({
      position: 'build/S2/test',
      debts: [{ item: 'S1', why: 'skipped', reason: 'bought instead' }],
    });
    expect(await atTerminal(repo, ['set-phase', 'final'], { program: FLOW })).toMatchObject({ status: 0 });
    expect(json(repo, ['status']).data).toMatchObject({ position: 'final', debts: [{ item: 'S1' }, { item: 'S2' }] });
    expect(json(repo, ['item', 'open', 'S1'])).toMatchObject({ ok: false, error: { code: 'ITEM_SKIPPED' } });
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'Work');
    const pushed = start(repo).bash('git push origin HEAD');
    const words = `${pushed.refused} ${pushed.told.join()}`;
    expect(words).toMatch(/The run that is pushed has let this through: .*S1.*\(bought instead\)/);
  },
);
