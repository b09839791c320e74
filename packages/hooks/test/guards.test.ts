import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { judgeRows, type Outcome } from '../../../scripts/guards/judge.js';
import { placed, type Row, readRows, wanted } from '../../../scripts/guards/row.js';
import { scoreOf } from '../../../scripts/guards/score.js';
import { packageRoot, workspaceRoot } from './kit.js';

/** The shared sample of labelled tool calls, and fresh ones that only a real repository answers. */
const ROWS = ['commands.sample', 'fresh-on-disk'].flatMap((name) =>
  readRows(path.join(packageRoot, `../shell-effects/fixtures/${name}.jsonl`)),
);

const OPTIONS = {
  dist: path.join(packageRoot, 'dist'),
  standIns: path.join(workspaceRoot, 'scripts/guards/stand-ins'),
};

describe('the sample of the guard corpus, run for real', () => {
  const outcomes = new Map<string, Outcome>();

  beforeAll(async () => {
    const notes: string[] = [];
    const options = { ...OPTIONS, isHere: true };
    for (const one of await judgeRows(ROWS, 'run', options, (note) => notes.push(note))) outcomes.set(one.row.id, one);
    expect(notes).toEqual([]);
  }, 600_000);

  test.each(ROWS)('D98 D99 D100 $id is answered as labelled: $expect', (row) => {
    const { verdict, detail } = outcomes.get(row.id)!;
    expect(verdict === 'allow' ? 'allow' : 'block', detail).toBe(wanted(row));
  });

  test.each(ROWS)('D98 D99 D100 $id has no effect that it must not have, and none unseen', (row) => {
    const { right, effects, detail } = outcomes.get(row.id)!;
    expect(right, `${effects.join()} ${detail}`).toBe(true);
  });
});

const PENDING = 'gate-pending: no gate-*.approved and no phase-override.json exist yet';

const row = (id: string, command: string, expect: Row['expect'], more: Partial<Row> = {}): Row => ({
  id,
  tool: 'Bash',
  input: { command },
  setup: PENDING,
  policy: 'gate-files',
  expect,
  class: 'direct',
  why: '',
  ...more,
});

describe('the harness itself', () => {
  test('without any guard it sees what a command did, and that a label is wrong', async () => {
    const forge = 'echo x > develop/feature/login/gate-shape.approved';
    const rows = [
      row('forged', forge, 'block'),
      row('forged again, from nothing', forge, 'allow'),
      row('nothing', 'ls', 'block'),
      row('a fixture', 'sh /tmp/forge.sh', 'block', { fixture: { files: { '/tmp/forge.sh': forge } } }),
    ];
    const outcomes = await judgeRows(rows, 'labels', OPTIONS);
    expect(outcomes.map(({ right, effects }) => [right, effects.length])).toEqual([
      [true, 1],
      [false, 1],
      [false, 0],
      [true, 1],
    ]);
  });

  test('a hook that breaks lets the call through, as in the host', async () => {
    const broken = mkdtempSync(path.join(tmpdir(), 'flow-broken-'));
    try {
      cpSync(OPTIONS.dist, broken, { recursive: true });
      writeFileSync(path.join(broken, 'hook.cjs'), "process.stderr.write('broken'); process.exitCode = 1;\n");
      const forge = row('forged', 'echo x > develop/feature/login/gate-shape.approved', 'block');
      const [outcome] = await judgeRows([forge], 'classify', { ...OPTIONS, dist: broken });
      expect(outcome).toMatchObject({ right: false, verdict: 'allow', detail: 'exit code 1 broken' });
    } finally {
      rmSync(broken, { recursive: true });
    }
  });

  test.each([
    ['cat /tmp/a > {{REPO}}/b', 'cat /s/tmp/a > /s/repo/b'],
    ['ls ~/tmp src/tmp {{HOME}}/tmp $HOME/tmp /tmpx', 'ls ~/tmp src/tmp /s/home/tmp $HOME/tmp /tmpx'],
    ['curl file:///tmp/x>/tmp', 'curl file:///s/tmp/x>/s/tmp'],
  ])('paths of a row lie in the sandbox: %s', (text, expected) => {
    const places = { root: '/s/repo', home: '/s/home', temporary: '/s/tmp' };
    expect(placed({ [text]: [text] }, places)).toEqual({ [expected]: [expected] });
  });
});

describe('how the corpus is scored', () => {
  const outcome = (expect: 'block' | 'allow' | 'undecidable', right: boolean): Outcome => ({
    row: row('a', 'git push', expect, { policy: 'push' }),
    right,
    verdict: 'allow',
    effects: [],
    detail: '',
  });

  test('stopped rows of those to block, refused rows of those to allow, safe defaults of the undecidable', () => {
    const all = [
      outcome('block', true),
      outcome('block', false),
      outcome('allow', true),
      outcome('allow', true),
      outcome('allow', false),
      outcome('undecidable', true),
    ];
    expect(scoreOf(all).policies.push).toEqual({
      blocked: { count: 1, of: 2 },
      falseAlarms: { count: 1, of: 3 },
      safeDefault: { count: 1, of: 1 },
    });
    expect(scoreOf(all).wrong).toHaveLength(2);
  });
});
