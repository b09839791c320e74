import { rmSync } from 'node:fs';
import type { Facts, Status } from '@flow/core/workflow';
import { writeFileAtomic } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import { type KeptStanding, keptFile, type marksOf } from '../kept-standing.js';
import type { Standing } from '../status.js';
import { placeOf, waitsFor } from '../words/status-text.js';

/**
 * Writes the file that the status line shows a run from, and removes the file where nothing runs. A failure to write changes
 * nothing.
 * @param marks of journal and trail, taken before the facts: whatever happens later makes the file old
 */
export function keepStanding(
  { repository, start }: Surroundings,
  standing: Standing | null,
  marks: ReturnType<typeof marksOf>,
): void {
  const file = keptFile(repository, start.environment);
  try {
    if (standing === null) rmSync(file, { force: true });
    else writeFileAtomic(file, JSON.stringify(keptOf(standing, marks)), { fsync: false });
  } catch {
    // The line shows what it knew before.
  }
}

function keptOf({ run, facts, status }: Standing, marks: ReturnType<typeof marksOf>): KeptStanding {
  const { waiting } = status;
  return {
    v: 1,
    branch: run.branch,
    ...{ journal: marks.journal, trail: marks.trail },
    place: placeOf(status),
    waits: waiting === null ? null : waitsFor(waiting),
    round: roundOf(status),
    tests: testsOf(facts),
  };
}

/** Returns the round of the panel that is open, else of the loop in this phase that has come furthest. */
function roundOf({ open, current, loops, phase }: Status): string | null {
  const panel = [...(current?.open ?? []), ...open].find(({ finding }) => finding.code === 'PANEL_OPEN');
  if (panel) return String(Number(panel.finding.args.round) || 1);
  const here = loops.filter(({ check, blocks }) => check.startsWith(`${phase}.`) && blocks > 0);
  const [furthest] = here.sort((a, b) => b.blocks - a.blocks);
  return furthest ? `${Math.min(furthest.blocks + 1, furthest.max)}/${furthest.max}` : null;
}

/** Result of the newest runs of all needed suites on the present content. */
function testsOf({ present, events, moments }: Facts): KeptStanding['tests'] {
  const results = present.suites
    .filter(({ question }) => question === 'test')
    .map(({ id, question, content }) => {
      const last = events.findLast((event) => {
        if (event.type !== 'run' || event.suite !== id || event.question !== question) return false;
        const seen = moments[event.at]?.suites.find((suite) => suite.id === id && suite.question === question);
        return content !== null && seen?.content === content;
      });
      return last?.type === 'run' ? last.result : 'unknown';
    });
  if (results.length === 0) return null;
  if (results.includes('fail')) return 'red';
  return results.every((result) => result === 'pass') ? 'fresh' : 'stale';
}
