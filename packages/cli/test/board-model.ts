import type { Board, BoardRun } from '../src/board/model.js';
import type { Row } from '../src/screen/row.js';
import { modelOf } from './report-model.js';

/** Boards for tests of their page. */

/** The time of every board. */
export const NOW = 1_800_000_000_000;
/** What others wrote, and would like to be more than text. */
export const HOSTILE = `</script></pre><script>alert(1)</script><img src=x onerror=alert(1)>" onmouseover="alert(1) ' javascript:`;

/** A row that is ready, unless it says more. */
export const row = (id: string, more: Partial<Row> = {}): Row => ({
  ...{ group: 'ready', key: id, item: id, title: id, phase: null, try: null, cost: null, since: NOW, until: null },
  ...{ why: 'it can begin', command: null },
  ...more,
});

/** A board of one run, in which every text of others is hostile. */
export function board(rows: Row[], more: Partial<BoardRun> = {}): Board {
  const counts = { 'needs-you': 0, working: 0, waiting: 0, ready: 0, over: 0 };
  for (const { group } of rows) counts[group] += 1;
  const used = { money: null, isAtLeast: true, tokens: 0, sessions: 1 };
  return {
    runs: [{ branch: HOSTILE, workflow: HOSTILE, state: 'open', note: HOSTILE, isShown: true }],
    problem: null,
    shown: {
      ...{ now: NOW, title: HOSTILE, goal: HOSTILE, sessions: [] },
      screen: { state: 'open', phase: HOSTILE, rows, counts, done: 0, total: 1, used },
      report: modelOf(HOSTILE),
      ...more,
    },
  };
}
