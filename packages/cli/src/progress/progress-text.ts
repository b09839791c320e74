import { lasted } from '../report/words.js';
import type { Progress } from './progress-of.js';

/**
 * Returns the report of progress as people read it: the fields of row M36, each in its place, also where there is
 * nothing to say.
 */
export function progressText(progress: Progress): string {
  const { workflow, goal, run, branch, phase, runtimeMs, iteration, counts, recent, current, blockers, next } =
    progress;
  const lines = [
    `Progress of ${workflow}${goal === null ? '' : `: ${goal}`}`,
    `  run        ${run} on ${branch}`,
    `  phase      ${phase}${progress.waiting === null ? '' : `, waits for ${progress.waiting}`}`,
    `  runtime    ${lasted(runtimeMs)}`,
    `  iteration  ${iteration} ${iteration === 1 ? 'try' : 'tries'} that failed`,
    '',
    `Items: ${counts.total}`,
    `  done ${counts.done}, in progress ${counts.running}, pending ${counts.pending}, blocked ${counts.blocked}${counts.skipped > 0 ? `, skipped ${counts.skipped}` : ''}`,
    '',
    'Done since the last report:',
    ...listed(
      recent.map((one) => `${one.id} ${one.title}: ${one.attempts + 1} ${one.attempts === 0 ? 'try' : 'tries'}`),
    ),
    '',
    'In progress:',
    ...listed(current ? currentLines(current) : []),
    '',
    'Blockers:',
    ...listed(blockers.map(({ id, title, why }) => `${id === null ? '' : `${id} ${title}: `}${why}`)),
    '',
    'Next:',
    ...listed(next),
  ];
  return `${lines.join('\n')}\n`;
}

const listed = (all: readonly string[]) => (all.length === 0 ? ['  none'] : all.map((one) => `  ${one}`));

function currentLines({ id, title, state, phase, attempt, max, open }: NonNullable<Progress['current']>): string[] {
  return [
    `${id} ${title}: ${state}${phase === null ? '' : `, ${phase}`}, try ${attempt}${max === null ? '' : ` of ${max}`}`,
    ...(open.length === 0 ? ['  no check is open'] : open.map(({ code, words }) => `  ${code}: ${words}`)),
  ];
}
