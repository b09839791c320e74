import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, json, repository } from './kit.js';

/* What is said of items by command, through the built program. */

const CONFIG = `workflows:
  stories:
    define:
      id: stories
      title: Stories
      version: 1
      dials: {}
      documents:
        design: { title: Design, path: 'develop/{branch}/design.md' }
        stories: { title: Stories, path: 'develop/{branch}/stories.md' }
      gates: { stories: { title: Stories, subjects: ['develop/{branch}/stories.md'] } }
      rules: [One story at a time.]
      phases:
        - id: cut
          title: Cut
          instruction: Cut the goal into stories.
          produces: [design, stories]
          exit:
            - { check: document, document: stories }
            - { check: valid, document: stories }
            - { check: approved, gate: stories, on: 'doc:stories' }
        - id: build
          title: Stories
          instruction: Work on the story that is named.
          exit: []
          each:
            kind: story
            atOnce: 2
            phases:
              - id: code
                title: Code
                instruction: Do the story.
                exit:
                  - { check: submitted, name: built, on: item }
                  - { check: command, command: sh check.sh, on: item, loop: { max: 3, onExhausted: block } }
        - id: final
          title: The whole
          instruction: Commit.
          exit: [{ check: green }, { check: committed }]
`;

const STORIES = `# Shop

## Stories (0/3)

- [ ] S1: Add numbers
  - Files: \`sums.py\`
  - Criteria:
    - AC1: 1 and 2 are 3, rounded as design.md#rounding says
    - AC2: negative numbers, too
  - Verify: \`sh check.sh\`
- [ ] S2: Double numbers
  - After: S1
  - Files: \`twice.py\`
- [ ] S3: Halve numbers
  - Files: \`half.py\`
`;

const LIST = 'develop/feature/login/stories.md';

function started(config = CONFIG): TempRepo {
  const repo = repository({ files: { 'flow.config.yaml': config, 'check.sh': 'grep -q good sums.py\n' } });
  expect(flow(repo, ['start', 'stories'])).toMatchObject({ status: 0 });
  repo.write('develop/feature/login/design.md', '# Design\n\n## Rounding\n\n- Half up, always.\n');
  repo.write(LIST, STORIES);
  return repo;
}

/** Without the gate: the phase of the stories is reached at once. */
const open = () => started(CONFIG.replace(/ +- \{ check: approved.*\n/, ''));
const list = (repo: TempRepo) => readFileSync(path.join(repo.root, LIST), 'utf8');
const done = (repo: TempRepo, ...words: string[]) => {
  const run = json(repo, words);
  expect(run.error, words.join(' ')).toBeUndefined();
  return run.data as Record<string, unknown>;
};
const refused = (repo: TempRepo, ...words: string[]) =>
  json(repo, words).error as { code: string; remedy: string; message: string };

test('R70 R69 X42 X39 M22 M28 R15 the same failure twice is analysed before the next try, and a brief says what was tried', () => {
  const repo = open();
  done(repo, 'item', 'begin', 'S1');
  const first = done(repo, 'brief', '--item', 'S1').brief as Record<string, unknown>;
  expect(first).toMatchObject({
    ...{ role: 'agent', position: 'build/S1/code', instruction: 'Do the story.', attempts: [], failedLast: null },
    criteria: [
      { id: 'AC1', text: '1 and 2 are 3, rounded as design.md#rounding says' },
      { id: 'AC2', text: 'negative numbers, too' },
    ],
    source: { path: LIST, line: 5, digest: expect.stringMatching(/^[0-9a-f]{16}/) },
    cited: [{ document: 'design', section: 'rounding', entries: ['Half up, always.'] }],
    item: { verify: 'sh check.sh', files: ['sums.py'] },
  });
  expect(flow(repo, ['brief', '--item', 'S1']).stdout).toContain('- AC2: negative numbers, too\n');
  for (const text of ['bad\n', 'worse\n']) {
    repo.write('sums.py', text);
    flow(repo, ['exec', '--', 'sh', 'check.sh']);
  }
  expect(done(repo, 'next')).toMatchObject({
    retry: { retry: true, backoffSeconds: 0, escalate: false, analyse: true, reason: 'same-failure', spent: 2, max: 3 },
  });
  done(repo, 'item', 'open', 'S1');
  const error = refused(repo, 'item', 'begin', 'S1');
  expect(error).toMatchObject({
    code: 'ANALYSIS_MISSING',
    remedy: expect.stringContaining('item analyse S1 --reason'),
  });
  done(repo, 'item', 'analyse', 'S1', '--reason', 'the word is missing');
  done(repo, 'item', 'begin', 'S1');
  repo.write('sums.py', 'no\n');
  flow(repo, ['exec', '--', 'sh', 'check.sh']);
  expect(done(repo, 'item', 'show', 'S1')).toMatchObject({
    state: 'blocked',
    lastError: { class: 'code', source: 'sh check.sh' },
    brief: { attempts: [{ tried: [] }, { tried: [] }, { tried: ['the word is missing'], status: 'failed' }] },
  });
  // A judge is given nothing of how it came to be.
  expect(done(repo, 'brief', '--item', 'S1', '--role', 'qa').brief).toMatchObject({
    ...{ role: 'qa', instruction: '', attempts: [], retry: null, criteria: [{ id: 'AC1' }, { id: 'AC2' }] },
  });
});

test('M26 M27 X39 a run that was killed, took too long or was interrupted says its class, and spends no try', () => {
  const repo = open();
  done(repo, 'item', 'begin', 'S1');
  const ends = (exit: number, text: string) => {
    repo.write('check.sh', `exit ${exit}\n`);
    repo.write('sums.py', text);
    flow(repo, ['exec', '--', 'sh', 'check.sh']);
    return done(repo, 'item', 'show', 'S1');
  };
  expect(ends(137, 'a\n')).toMatchObject({ lastError: { class: 'infra', source: 'sh check.sh' } });
  expect(done(repo, 'next')).toMatchObject({ retry: { retry: true, spent: 0, reason: 'breakdown', escalate: false } });
  expect(flow(repo, ['next']).stdout).toMatch(/It broke down: wait (?:2|3)\d s, then try again\./);
  expect(ends(1, 'b\n')).toMatchObject({ lastError: { class: 'code' } });
  expect(done(repo, 'next')).toMatchObject({ retry: { spent: 1, reason: 'failed' } });
  expect(ends(124, 'c\n')).toMatchObject({ lastError: { class: 'infra' } });
  expect(ends(130, 'd\n')).toMatchObject({ lastError: { class: 'external' } });
  // Where nothing else can be done, the words speak of the run and of no reviewer.
  done(repo, 'item', 'block', 'S3', '--reason', 'later');
  repo.write('check.sh', 'exit 137\n');
  done(repo, 'submit', 'built', '--item', 'S1');
  flow(repo, ['exec', '--', 'sh', 'check.sh']);
  expect(flow(repo, ['next']).stdout).toContain('The last run broke down, which says nothing of the work.');
  const { brief } = done(repo, 'item', 'show', 'S1') as { brief: { attempts: { class: string; status: string }[] } };
  expect(brief.attempts.map((one) => [one.class, one.status])).toEqual([
    ['infra', 'broke-down'],
    ['code', 'failed'],
    ['infra', 'broke-down'],
    ['external', 'broke-down'],
    ['infra', 'broke-down'],
  ]);
});

test('V40 X44 V19 an escalation has the history, the root cause and the ways on', () => {
  const repo = open();
  done(repo, 'item', 'begin', 'S1');
  for (const text of ['a\n', 'b\n', 'c\n']) {
    repo.write('sums.py', text);
    flow(repo, ['exec', '--', 'sh', 'check.sh']);
  }
  expect(done(repo, 'next')).toMatchObject({ item: { id: 'S3' } });
  expect(done(repo, 'explain', '--escalation')).toMatchObject({
    escalation: {
      ...{ item: 'S1', iteration: { spent: 3, max: 3 } },
      history: [{ class: 'code' }, { class: 'code' }, { class: 'code' }],
      rootCause: { source: 'sh check.sh', times: 3 },
      options: [
        { command: expect.stringContaining('decide build/code.command again --item S1') },
        { command: expect.stringContaining('decide build/code.command proceed --item S1') },
        { command: expect.stringContaining('item split S1') },
        { command: expect.stringContaining('item skip S1') },
        { command: expect.stringContaining('end cancelled') },
      ],
    },
  });
  // 37.6 The item itself: each fact with its event, and the command that changes it; also by its id alone.
  const item = done(repo, 'explain', 'item:S1');
  expect(item).toMatchObject({
    thing: { kind: 'item', name: 'S1' },
    says: expect.stringMatching(/^blocked: \d+ facts against it$/),
    next: { command: 'flow explain --escalation --item S1' },
  });
  expect((item as { known: object[] }).known).toContainEqual(
    expect.objectContaining({ what: 'a try failed: code', counts: false, event: expect.any(Number) }),
  );
  expect(done(repo, 'explain', 'S1')).toEqual(item);
  expect(json(repo, ['explain', 'item:S9']).error).toMatchObject({ code: 'USAGE' });
  const { stdout } = flow(repo, ['explain', '--escalation', '--item', 'S1']);
  expect(stdout).toContain('Attempts: 3 of 3');
  // Wherever it is told that it is blocked, it is told why.
  expect(flow(repo, ['item']).stdout).toMatch(/S1 .*\(its 3 attempts are used up\)/);
  expect(flow(repo, ['item', 'show', 'S1']).stdout).toContain('blocked: its 3 attempts are used up');
  expect(flow(repo, ['next']).stdout).toContain('S1: blocked: its 3 attempts are used up');
  expect(stdout).toContain('Ways on:');
});

test('G5 X16 a command of an item that could never count is named with its line before it runs, and a way that counts leads on', () => {
  const repo = started(
    CONFIG.replace(/ +- \{ check: approved.*\n/, '').replace('command: sh check.sh', 'command: item'),
  );
  const verify = (command: string) => repo.write(LIST, STORIES.replace('`sh check.sh`', `\`${command}\``));
  const line = STORIES.split('\n').findIndex((one) => one.includes('Verify:')) + 1;
  for (const command of ['sh check.sh | tee log', '! grep -q TODO sums.py', 'sh check.sh; true']) {
    verify(command);
    expect(flow(repo, ['next']).stdout).toContain(
      `stories.md:${line}: The command of S1 (${command}) hides how its programs`,
    );
  }
  expect(flow(repo, ['next']).stdout).toContain('Put it into a script');
  verify("sh -c '! grep -q TODO sums.py'");
  repo.write('sums.py', 'good\n');
  done(repo, 'item', 'begin', 'S1');
  expect(flow(repo, ['exec', '--', 'sh', '-c', '! grep -q TODO sums.py'])).toMatchObject({ status: 0 });
  const open = done(repo, 'status').items as { open: { check: string }[] }[];
  expect(open[0]!.open.map(({ check }) => check)).toEqual(['build/code.submitted']);
});

test('X32 R3 a completion that says it could not be done is refused, and what is not done says so', () => {
  const repo = open();
  done(repo, 'item', 'begin', 'S1');
  const submit = (...words: string[]) => ['submit', 'built', '--item', 'S1', ...words];
  const note = 'All is in place, but the last step requires manual work.';
  expect(refused(repo, ...submit('--note', note))).toMatchObject({
    code: 'CONTRADICTION',
    message: expect.stringContaining('requires manual'),
  });
  expect(refused(repo, ...submit('--status', 'done-with-concerns'))).toMatchObject({ code: 'NOTE_MISSING' });
  expect(refused(repo, ...submit('--status', 'blocked'))).toMatchObject({ code: 'NOTE_MISSING' });
  expect(refused(repo, ...submit('--status', 'finished')).code).toBe('USAGE');
  expect(done(repo, ...submit('--status', 'needs-context', '--note', 'which currency?')).status).toMatchObject({
    items: [{ id: 'S1', state: 'blocked', reason: 'needs context: which currency?' }, {}, {}],
  });
  done(repo, 'item', 'open', 'S1');
  done(repo, 'item', 'begin', 'S1');
  const after = done(repo, ...submit('--status', 'done-with-concerns', '--note', 'slow for large numbers'));
  expect(after.status).toMatchObject({ items: [{ id: 'S1', open: [{ check: 'build/code.command' }] }, {}, {}] });
});

test('X41 a fix has an id below what it mends, the same files, and its command and message', () => {
  const repo = open();
  repo.write(LIST, STORIES.replace('  - Verify', '  - Commit: feat: add numbers\n  - Verify'));
  expect(done(repo, 'item', 'add', 'S1', '--title', 'round')).toMatchObject({
    item: {
      id: 'S1.1',
      kind: 'fix',
      parent: 'S1',
      files: ['sums.py'],
      verify: 'sh check.sh',
      commit: 'feat: add numbers',
    },
  });
});

test('X32 D66 X48 what is done with concerns stays a debt that status and report name, cleaned and cut', () => {
  const repo = open();
  done(repo, 'item', 'begin', 'S3');
  const note = `slow \u001b[31mfor\nlarge ${'numbers '.repeat(200)}`;
  const words = ['submit', 'built', '--item', 'S3', '--status', 'done-with-concerns', '--note', note];
  expect(flow(repo, words).stdout).toContain('The concerns remain a debt.');
  const { debts } = done(repo, 'status') as { debts: { reason: string }[] };
  expect(debts).toMatchObject([{ check: 'build/code.submitted', item: 'S3', why: 'concerns' }]);
  expect(debts[0]!.reason).toMatch(/^slow for large numbers .{0,480}…$/);
  expect(flow(repo, ['next']).stdout).not.toContain('\u001b');
  expect(flow(repo, ['status']).stdout).toContain('Debt: build/code.submitted of S3 (slow for large numbers');
  const report = done(repo, 'report', '--format', 'json') as { debts: unknown };
  expect(report).toMatchObject({ debts: [{ check: 'build/code.submitted of S3', why: 'concerns' }] });
  // One that is done without any leaves none.
  done(repo, 'item', 'begin', 'S1');
  done(repo, 'submit', 'built', '--item', 'S1', '--status', 'done', '--note', 'all is there');
  expect((done(repo, 'status') as { debts: unknown[] }).debts).toHaveLength(1);
});

test('R9 R38 R39 R40 a parked or failed item is open in every view, and what waits for it says by whom it is blocked', () => {
  const repo = open();
  repo.write(LIST, STORIES.replace('- [ ] S3', '- [~] S3'));
  type Next = { starts: { id: string; hindrance: unknown }[]; waiting: string | null };
  const next = () => done(repo, 'next') as unknown as Next;
  const hindrance = (id: string) => next().starts.find((one) => one.id === id)?.hindrance;
  done(repo, 'item', 'block', 'S1', '--reason', 'no licence');
  expect(next().waiting).toBeNull();
  expect(hindrance('S2')).toEqual({ why: 'after', items: ['S1'], blockedBy: ['S1'] });
  expect(flow(repo, ['next']).stdout).toContain('S2: blocked by S1');
  expect(flow(repo, ['item']).stdout).toMatch(/waiting +S2 .*blocked by S1/);
  expect(done(repo, 'status')).toMatchObject({
    items: [{ state: 'blocked' }, { state: 'waiting' }, { state: 'ready' }],
  });
  // The sign that a person wrote is preserved; parked is not done.
  expect(list(repo)).toContain('- [~] S3: Halve numbers');
  done(repo, 'item', 'block', 'S3', '--reason', 'later');
  expect(list(repo)).toContain('- [~] S3: Halve numbers');
  expect(next().waiting).toBe('person');
  expect(done(repo, 'status')).toMatchObject({
    ...{ phase: 'build', over: [] },
    open: [{ finding: { code: 'ITEMS_OPEN', args: { open: ['S1', 'S2', 'S3'], stuck: ['S1', 'S3'] } } }],
  });
  expect(flow(repo, ['status']).stdout).toContain('nothing can move before something is done about S1, S3');
  // The retry has the same id, and its pass frees what waits for it.
  done(repo, 'item', 'open', 'S1');
  done(repo, 'item', 'begin', 'S1');
  repo.write('sums.py', 'good\n');
  flow(repo, ['exec', '--', 'sh', 'check.sh']);
  done(repo, 'submit', 'built', '--item', 'S1');
  expect(hindrance('S2')).toBeNull();
});

test('R41 R42 every item that can start is named, and why the others cannot', () => {
  const repo = open();
  const starts = () => done(repo, 'next').starts as { id: string; hindrance: unknown }[];
  expect(starts().map(({ id, hindrance }) => [id, hindrance])).toEqual([
    ['S1', null],
    ['S2', { why: 'after', items: ['S1'] }],
    ['S3', null],
  ]);
  expect(flow(repo, ['next']).stdout).toContain('S2: after S1');
  repo.write(LIST, STORIES.replace('half.py', 'sums.py'));
  done(repo, 'item', 'begin', 'S1');
  expect(starts().at(-1)).toMatchObject({ id: 'S3', hindrance: { why: 'files', items: ['S1'] } });
  done(repo, 'item', 'open', 'S1');
  expect(starts().at(-1)).toMatchObject({ hindrance: null });
});

test('M43 a new item and a split are written into a list that nobody has approved', () => {
  const repo = open();
  const made = done(
    repo,
    'item',
    'new',
    'story',
    '--title',
    'Round *up*',
    '--files',
    'round.py',
    '--after',
    'S1',
    '--criterion',
    'no [x] marks',
  );
  expect(made).toMatchObject({
    document: LIST,
    items: [{ id: 'S4', title: 'Round *up*', after: ['S1'], files: ['round.py'] }],
  });
  expect(list(repo)).toContain('- [ ] S4: Round \\*up\\*\n  - Files: `round.py`\n  - After: S1\n');
  expect(list(repo).startsWith(STORIES.trimEnd())).toBe(true);
  const split = (...parts: string[]) => ['item', 'split', 'S1', ...parts.flatMap((one) => ['--into', one])];
  expect(refused(repo, ...split('All: AC1, AC2'))).toMatchObject({ code: 'SPLIT_TOO_SMALL' });
  expect(refused(repo, ...split('Add: AC1', 'Show: it'))).toMatchObject({
    ...{ code: 'SPLIT_UNCOVERED', message: expect.stringContaining('AC2') },
  });
  expect(refused(repo, ...split('Add: AC1, AC7', 'Negative: AC2'))).toMatchObject({ code: 'SPLIT_UNKNOWN' });
  done(repo, ...split('Add: AC1', 'Negative: AC2'));
  expect(list(repo)).toContain('  - [ ] S1.1: [PART] Add\n    - Files: `sums.py`\n');
  expect(done(repo, 'item').items).toMatchObject([
    { id: 'S1.1', state: 'ready' },
    { id: 'S1.2', state: 'ready' },
    { id: 'S1', state: 'waiting', waits: ['S1.1', 'S1.2'] },
    { id: 'S2' },
    { id: 'S3' },
    { id: 'S4' },
  ]);
  // What a command made stays, whatever becomes of the list.
  repo.write(LIST, STORIES);
  expect(
    (done(repo, 'item').items as { id: string; state: string }[]).map(({ id, state }) => `${id} ${state}`),
  ).toEqual([...['S1.1 ready', 'S1.2 ready', 'S1 waiting', 'S2 waiting', 'S3 ready', 'S4 waiting']]);
  expect(refused(repo, 'item', 'new', 'epic', '--title', 'x')).toMatchObject({ code: 'KIND_UNKNOWN' });
  expect(refused(repo, 'item', 'new', 'story', '--title', '…')).toMatchObject({ code: 'TITLE_MISSING' });
  expect(refused(repo, 'item', 'new', 'story', '--title', 'x', '--after', 'S9')).toMatchObject({
    code: 'ITEM_UNKNOWN',
  });
});

test('R7 R67 V29 ticks and counts are a view: by hand they change nothing and are named, and the program writes them', () => {
  const repo = open();
  repo.write(LIST, STORIES.replaceAll('- [ ]', '- [x]').replace('0/3', '3/3'));
  const told = done(repo, 'status') as { position: string; warnings: { code: string; args: unknown }[] };
  expect(told.position).toBe('build/S1/code');
  expect(told.warnings).toContainEqual(
    expect.objectContaining({ code: 'TICKS_UNTRUE', args: { items: ['S1', 'S2', 'S3'] } }),
  );
  done(repo, 'item', 'begin', 'S3');
  expect(list(repo)).toBe(STORIES);
  expect((done(repo, 'status') as typeof told).warnings.filter(({ code }) => code === 'TICKS_UNTRUE')).toEqual([]);
  repo.write('sums.py', 'good\n');
  repo.write('half.py', 'done\n');
  flow(repo, ['exec', '--', 'sh', 'check.sh']);
  done(repo, 'submit', 'built', '--item', 'S3');
  expect(list(repo)).toBe(STORIES.replace('0/3', '1/3').replace('- [ ] S3', '- [x] S3'));
  expect(done(repo, 'item').items).toMatchObject([
    { state: 'ready' },
    { state: 'waiting' },
    { id: 'S3', state: 'done' },
  ]);
});

test.skipIf(!HAS_SCRIPT)(
  'R62 where a person has approved the list, a new item is a proposal that only a person takes',
  async () => {
    const repo = started();
    expect(await atTerminal(repo, ['approve', 'stories'], { program: FLOW })).toMatchObject({ status: 0 });
    const before = list(repo);
    expect(refused(repo, 'item', 'new', 'story', '--title', 'Round')).toMatchObject({ code: 'REASON_MISSING' });
    const { proposal } = done(repo, 'item', 'new', 'story', '--title', 'Round', '--reason', 'sums are off') as {
      proposal: { proposal: string };
    };
    expect(list(repo)).toBe(before);
    const ids = () => (done(repo, 'item').items as { id: string }[]).map(({ id }) => id);
    expect(ids()).toEqual(['S1', 'S2', 'S3']);
    expect(done(repo, 'item')).toMatchObject({ proposals: [{ id: proposal.proposal, items: [{ id: 'S4' }] }] });
    expect(refused(repo, 'item', 'take', proposal.proposal)).toMatchObject({ code: 'NO_TERMINAL' });
    expect(refused(repo, 'item', 'take', 'abc')).toMatchObject({ code: 'PROPOSAL_UNKNOWN' });
    expect(await atTerminal(repo, ['item', 'take', proposal.proposal], { program: FLOW })).toMatchObject({ status: 0 });
    expect(ids()).toEqual(['S1', 'S2', 'S3', 'S4']);
    expect(done(repo, 'status')).toMatchObject({ gates: { stories: { state: 'approved' } } });
  },
);

test('M40 M41 the report tells items, criteria by evidence, attempts, waits and runtime, whatever a title says', () => {
  const repo = open();
  const title = '&lt;img src=x onerror=alert(1)&gt; | `x` \u202e[S](http://e.test)';
  repo.write(LIST, STORIES.replace('Double numbers', title));
  done(repo, 'item', 'begin', 'S1');
  repo.write('sums.py', 'bad\n');
  flow(repo, ['exec', '--', 'sh', 'check.sh']);
  done(repo, 'item', 'analyse', 'S1', '--reason', 'the word is missing');
  repo.write('sums.py', 'good\n');
  flow(repo, ['exec', '--', 'sh', 'check.sh']);
  done(repo, 'submit', 'built', '--item', 'S1');
  done(repo, 'item', 'block', 'S3', '--reason', 'waits for a key');
  const shown = { red: 'none', tests: 'none', command: 'holds', review: 'none', person: 'none' };
  const model = done(repo, 'report');
  expect(model).toMatchObject({
    run: { runtimeMs: expect.any(Number), pausedMs: 0 },
    counts: { total: 3, done: 1, running: 0, pending: 1, blocked: 1, skipped: 0 },
    items: [
      { id: 'S1', state: 'done', failed: 1, brokeDown: 0, criteria: [{ id: 'AC1' }, { id: 'AC2' }], shown },
      { id: 'S2', shown: { command: 'open' } },
      { id: 'S3', state: 'blocked', reason: 'waits for a key' },
    ],
    matrix: [
      { id: 'AC1', item: 'S1', shown },
      { id: 'AC2', item: 'S1', shown },
      { id: 'S2', item: 'S2', shown: { command: 'open' } },
      { id: 'S3', item: 'S3', shown: { command: 'open' } },
    ],
    attempts: [{ items: ['S1'], class: 'code', status: 'failed', source: 'sh check.sh' }],
    waits: [{ kind: 'blocked', item: 'S3', what: 'waits for a key', until: null }],
  });
  const markdown = flow(repo, ['report', '--format', 'markdown']).stdout;
  const parts = [
    '### Items',
    '### Criteria by evidence',
    '| Command |',
    'Attempts: 1 failed, 0 broke down',
    '### Waits',
  ];
  for (const part of [...parts, '- 1 of 3 items done']) expect(markdown).toContain(part);
  const page = flow(repo, ['report', '--format', 'html']).stdout;
  expect(page.includes('&lt;img src=x onerror=alert(1)&gt;')).toBe(true);
  for (const text of [markdown, page]) {
    expect(text).not.toContain('<img src=x');
    expect(text).not.toContain('\u202e');
  }
  // It is given up by nobody: what came of it is told where it ends.
  expect(refused(repo, 'end', 'complete')).toMatchObject({ code: 'NOT_DONE' });
});

test('F7 V32 V53 an item that a failure made is listed, begun, led and proven like any other', () => {
  const judged =
    '[{ check: verdict, judge: reader, to: build, loop: { max: 9, onExhausted: escalate } }, { check: committed }]';
  const repo = started(
    CONFIG.replace(/ +- \{ check: approved.*\n/, '').replace('[{ check: green }, { check: committed }]', judged),
  );
  repo.write(LIST, '# Shop\n\n## Stories\n\n- [ ] S1: Add numbers\n  - Files: `sums.py`\n');
  const work = (id: string, text: string) => {
    done(repo, 'item', 'begin', id);
    repo.write('sums.py', text);
    flow(repo, ['exec', '--', 'sh', 'check.sh']);
    return done(repo, 'submit', 'built', '--item', id);
  };
  expect(work('S1', 'good\n')).toMatchObject({ status: { position: 'final' } });
  const says = (pass: boolean) =>
    json(repo, ['verdict', 'reader', '-'], {
      input: JSON.stringify({
        pass,
        findings: pass ? [] : [{ title: 'it leaks', instanceFix: 'close it', classFix: 'close all' }],
      }),
    });
  expect(says(false)).toMatchObject({ ok: true });
  const { items, current } = done(repo, 'status') as {
    items: { id: string; title: string }[];
    current: { id: string };
  };
  const made = items.find(({ title }) => title === 'it leaks')!.id;
  expect(current.id).toBe(made);
  expect(JSON.stringify(done(repo, 'item', 'list'))).toContain(made);
  expect(JSON.stringify(done(repo, 'item', 'show', made))).toContain('it leaks');
  expect(JSON.stringify(done(repo, 'brief', '--item', made))).toContain('it leaks');
  expect(work(made, 'good\nclosed\n')).toMatchObject({ status: { position: 'final' } });
  expect(says(true)).toMatchObject({ ok: true });
  repo.commit('stories');
  expect(done(repo, 'status')).toMatchObject({ position: 'done' });
});

test('M56 M47 M57 the context of a run is the same byte for byte for whoever resumes, with the item at work in full', async () => {
  const repo = open();
  done(repo, 'item', 'begin', 'S1');
  repo.write('sums.py', 'bad\n');
  flow(repo, ['exec', '--', 'sh', 'check.sh']);
  done(repo, 'submit', 'built', '--item', 'S1', '--status', 'needs-context', '--note', 'which currency?');
  done(repo, 'item', 'open', 'S1');
  done(repo, 'item', 'begin', 'S1');
  const first = flow(repo, ['context', '--json']).stdout;
  // Time passes, and another session asks.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const again = { ...repo, environment: { ...repo.environment, CLAUDE_CODE_SESSION_ID: 'another' } };
  expect(flow(again as TempRepo, ['context', '--json']).stdout).toBe(first);
  const { context } = (JSON.parse(first) as { data: { context: Record<string, unknown> } }).data;
  expect(context).toMatchObject({
    ...{ version: 1, workflow: 'stories', position: 'build/S1/code', bound: 'whole', instruction: 'Do the story.' },
    item: {
      ...{ phase: 'code', item: { id: 'S1' }, criteria: [{ id: 'AC1' }, { id: 'AC2' }] },
      ...{ attempts: [{ class: 'code', source: 'sh check.sh' }] },
      first: [
        'Read where it stands: flow context --item S1',
        'Check that what it waited for is there: needs context: which currency?',
        ...[expect.any(String), expect.any(String), expect.any(String)],
      ],
    },
    items: { total: 3, told: [{ id: 'S2' }, { id: 'S3' }] },
    resolved: [{ what: 'blocked', item: 'S1', reason: 'needs context: which currency?' }],
  });
  expect(flow(repo, ['context']).stdout).toContain('\n- blocked S1: needs context: which currency?\n');
  expect(done(repo, 'context', '--item', 'S3').context).toMatchObject({ item: { item: { id: 'S3' }, attempts: [] } });
});

test('X35 the change of an item is shown from where it was begun', () => {
  const repo = open();
  repo.write('before.py', 'before\n');
  expect(refused(repo, 'brief', '--item', 'S1', '--diff')).toMatchObject({
    code: 'ITEM_NOT_BEGUN',
    remedy: expect.stringContaining('item begin S1'),
  });
  done(repo, 'item', 'begin', 'S1');
  expect(flow(repo, ['brief', '--item', 'S1', '--diff']).stdout).toContain('Nothing has changed since S1 was begun.');
  repo.write('sums.py', 'good\n');
  const { stdout } = flow(repo, ['brief', '--item', 'S1', '--role', 'qa', '--diff']);
  expect(stdout).toContain('+good');
  expect(stdout).not.toContain('before');
  expect(done(repo, 'brief', '--item', 'S1').brief).toMatchObject({
    since: { files: [{ path: 'sums.py', added: 1, removed: 0 }] },
  });
});
