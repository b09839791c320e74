import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { type AtTerminal, atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, json, repository } from './kit.js';

/* What only a person can check, and what lies outside, through the program. */

const CONFIG = `workflows:
  stories:
    define:
      id: stories
      title: Stories
      version: 1
      dials: {}
      documents:
        stories: { title: Stories, path: 'develop/{branch}/stories.md' }
      rules: []
      phases:
        - id: build
          title: Stories
          instruction: Work on the story that is named.
          exit: [{ check: document, document: stories }]
          each:
            kind: story
            atOnce: 1
            phases:
              - id: code
                title: Code
                instruction: Do the story.
                exit: [{ check: submitted, name: built, on: item }]
        - id: final
          title: The whole
          instruction: Run all.
          exit: [{ check: green }]
`;

const STORIES = `# Shop

## Stories

- [ ] S1: Pay with Stripe
  - Files: \`pay.py\`
  - Criteria:
    - 1: a refused card shows why
    - 2: a charge with a real card arrives
  - Manual:
    - 3: the receipt arrives in an inbox
- [ ] S2: Show the sum
  - Files: \`sums.py\`
`;

function started(): TempRepo {
  const repo = repository({ files: { 'flow.config.yaml': CONFIG, 'pay.py': 'x = 1\n', 'sums.py': 'x = 1\n' } });
  expect(flow(repo, ['start', 'stories'])).toMatchObject({ status: 0, stderr: '' });
  repo.write('develop/feature/login/stories.md', STORIES);
  return repo;
}

const done = (repo: TempRepo, ...words: string[]) => {
  const run = json(repo, words);
  expect(run.error, words.join(' ')).toBeUndefined();
  return run.data as Record<string, never>;
};
const refused = (repo: TempRepo, ...words: string[]) => json(repo, words).error as { code: string; remedy: string };
const byPerson = (repo: TempRepo, words: string[], more: AtTerminal = {}) =>
  atTerminal(repo, words, { program: FLOW, ...more });
const report = (repo: TempRepo) => flow(repo, ['report', '--format', 'markdown']).stdout;

describe('outside services', () => {
  test('M32 M33 M50 an item is scanned by its words, and its brief says what stands in', () => {
    const repo = started();
    expect(done(repo, 'item', 'scan', 'S1')).toMatchObject({
      item: 'S1',
      services: [{ type: 'payment', keyword: 'stripe', needsSecrets: true, proposed: 'external:payment' }],
      live: [{ id: '2' }],
      manual: [{ id: '3' }],
      proposed: ['external:payment'],
    });
    const told = flow(repo, ['item', 'scan', 'S1']).stdout;
    expect(told).toContain('Write below S1: Flags: external:payment');
    expect(told).toContain('Criterion 2 asks for the service itself');
    expect(flow(repo, ['brief', '--item', 'S1']).stdout).toMatch(
      /what stands in for each in tests:\n- payment \(stripe\): .*test mode/,
    );
    expect(flow(repo, ['item', 'scan', 'S2']).stdout).toBe('S2 speaks of no outside service.\n');
    expect(flow(repo, ['brief', '--item', 'S2']).stdout).not.toContain('Outside services');
  });

  test('M34 M45 where nothing stands in, the item is blocked with a severity, and others go on', () => {
    const repo = started();
    expect(refused(repo, 'item', 'block', 'S1', '--reason', 'x', '--severity', 'huge')).toMatchObject({
      code: 'SEVERITY_UNKNOWN',
    });
    done(repo, 'item', 'block', 'S1', '--severity', 'high', '--reason', 'no test account');
    expect(done(repo, 'status')).toMatchObject({
      items: [
        { id: 'S1', state: 'blocked', severity: 'high', reason: 'no test account' },
        { id: 'S2', state: 'ready' },
      ],
    });
    expect(flow(repo, ['item']).stdout).toContain('(high: no test account)');
    expect(report(repo)).toMatch(/S1.*high.*no test account/s);
  });
});

describe.skipIf(!HAS_SCRIPT)('criteria for a person', () => {
  test('M33 R4 an item waits for a person, who confirms it in a terminal; status and report list it', async () => {
    const repo = started();
    done(repo, 'item', 'begin', 'S1');
    done(repo, 'submit', 'built', '--item', 'S1');
    const now = done(repo, 'status') as unknown as { items: object[] };
    expect(now).toMatchObject({
      items: [
        { id: 'S1', state: 'ready', phase: 'by-hand', open: [{ actor: 'person' }] },
        { id: 'S2', state: 'ready' },
      ],
      current: { id: 'S2' },
      waiting: null,
    });
    expect(flow(repo, ['item']).stdout).toMatch(/^waiting {2}S1 .*by-hand, waits for a person$/m);
    const next = flow(repo, ['next']).stdout;
    expect(next).toContain('Item: S2');
    expect(next).not.toContain('also ready: S1');
    expect(flow(repo, ['status']).stdout).toContain(
      'only a person can check criterion 3 of S1 (the receipt arrives in an inbox)',
    );
    expect(report(repo)).toMatch(/By hand[\s\S]*S1.*the receipt arrives in an inbox.*waits for a person/);
    // Below an agent nobody confirms anything, and what is no such criterion is none.
    expect(refused(repo, 'item', 'confirm', 'S1')).toMatchObject({
      code: 'NO_TERMINAL',
      remedy: 'Run it there: flow item confirm S1',
    });
    expect(refused(repo, 'item', 'confirm', 'S1', '--criterion', '1')).toMatchObject({ code: 'CRITERION_UNKNOWN' });
    expect(refused(repo, 'item', 'confirm', 'S2')).toMatchObject({ code: 'NOTHING_BY_HAND' });
    expect(await byPerson(repo, ['item', 'confirm', 'S1'], { environment: { CLAUDECODE: '1' } })).toMatchObject({
      status: 1,
    });
    expect(done(repo, 'status')).toMatchObject({ items: [{ state: 'ready' }, {}] });
    done(repo, 'item', 'begin', 'S2');
    done(repo, 'submit', 'built', '--item', 'S2');
    expect(done(repo, 'status')).toMatchObject({ waiting: 'person' });
    const fails = await byPerson(repo, ['item', 'confirm', 'S1', '--fails', '--reason', 'nothing came']);
    expect(fails).toMatchObject({ status: 0, text: expect.stringContaining('3: the receipt arrives in an inbox') });
    expect(done(repo, 'status')).toMatchObject({ waiting: null, current: { id: 'S1', phase: 'code' } });
    expect(flow(repo, ['next']).stdout).toContain('nothing came');
    expect(report(repo)).toMatch(/receipt arrives in an inbox.*does not hold.*nothing came/);
    repo.write('pay.py', 'x = 2\n');
    done(repo, 'submit', 'built', '--item', 'S1');
    expect((await byPerson(repo, ['item', 'confirm', 'S1', '--criterion', '3'])).text).toContain('Confirmed: S1, 3.');
    expect(done(repo, 'status')).toMatchObject({ phase: 'final' });
    expect(report(repo)).toMatch(/receipt arrives in an inbox.*holds/);
  });
});
