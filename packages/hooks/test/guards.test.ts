import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { judgeRows, type Outcome } from '../../../scripts/guards/judge.js';
import { readRows, wanted } from '../../../scripts/guards/row.js';
import { scoreOf } from '../../../scripts/guards/score.js';
import { packageRoot, workspaceRoot } from './kit.js';

/** The shared sample of labelled tool calls; `scripts/guards` plays them in real repositories. */
const ROWS = readRows(path.join(packageRoot, 'src/shell/fixtures/commands.sample.jsonl'));

const OPTIONS = {
  dist: path.join(packageRoot, 'dist'),
  standIns: path.join(workspaceRoot, 'scripts/guards/stand-ins'),
};

describe('the sample of the guard corpus, run for real', () => {
  const outcomes = new Map<string, Outcome>();

  beforeAll(async () => {
    const notes: string[] = [];
    for (const one of await judgeRows(ROWS, 'run', OPTIONS, (note) => notes.push(note))) outcomes.set(one.row.id, one);
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

describe('how the corpus is scored', () => {
  const outcome = (expect: 'block' | 'allow' | 'undecidable', right: boolean): Outcome => ({
    row: { id: 'a', tool: 'Bash', input: {}, setup: '', policy: 'push', expect, class: 'direct', why: '' },
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
