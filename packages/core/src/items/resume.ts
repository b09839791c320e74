import type { FlowEvent } from '../workflow/facts.js';

/** Resume facts hold what the steps after a wait are made from. */
export interface ResumeFacts {
  events: readonly FlowEvent[];
  /** Null for the run as a whole. */
  item: string | null;
  /** Open checks of the item, or of the run, in words. */
  open: readonly string[];
  suites: readonly { question: string; id: string; command?: string }[];
  /** How `flow` is started, with the item where there is one. */
  context: string;
}

/** Lists words of why the work stood still, newest first; null where it never did. */
function waitIn(events: readonly FlowEvent[], item: string | null): string[] | null {
  let begun = 0;
  let isAway = false;
  let reasons: string[] = [];
  for (const event of events) {
    if (event.type === 'item' && event.item === item) {
      if (event.state === 'running') {
        begun += 1;
        if (begun > 1) isAway = true;
      } else if (event.state === 'blocked') reasons = [event.reason, ...reasons];
    } else if (event.type === 'await' && (event.item ?? null) === item) reasons = [event.what, ...reasons];
    else if ((event.type === 'await-check' && event.pass) || event.type === 'await-end') {
      if ((event.item ?? null) === item) isAway = true;
    } else if (event.type === 'resume' && (item === null || begun > 0)) isAway = true;
    else if (event.type === 'pause') reasons = [event.reason, ...reasons];
    else if (isAway && moved(event, item)) [isAway, reasons] = [false, []];
  }
  return isAway ? reasons.filter((one) => one.trim() !== '').slice(0, 3) : null;
}

/** Tells whether an event shows that somebody has worked since: the order of coming back is over. */
const moved = (event: FlowEvent, item: string | null): boolean =>
  event.type === 'run' ||
  ((event.type === 'submission' || event.type === 'command') && (event.subject ?? null) === item);

/**
 * Says what is to be done first where work goes on after a wait, in this order: read where it stands, check what it waited
 * for, see which tests are red, run build and tests anew, go on (row M57).
 * @returns nothing where there was no wait, or somebody has run something since
 */
export function stepsAfterWait({ events, item, open, suites, context }: ResumeFacts): string[] {
  const reasons = waitIn(events, item);
  if (reasons === null) return [];
  const red = events.findLast((one) => one.type === 'run' && (item === null || Object.hasOwn(one.subjects, item)));
  const of = (question: string) =>
    suites.filter((one) => one.question === question).map(({ id, command }) => command ?? id);
  const again = [...of('build'), ...of('test')];
  const tests =
    red?.type !== 'run'
      ? 'no test has run for it yet'
      : `the last run of ${red.suite} ${red.result === 'pass' ? 'was green' : red.result === 'fail' ? 'was red' : 'tells nothing'}`;
  return [
    `Read where it stands: ${context}`,
    reasons.length > 0
      ? `Check that what it waited for is there: ${reasons.join('; ')}`
      : 'Check what changed meanwhile',
    `See where the tests stand: ${tests}${open.length > 0 ? `; open: ${open.slice(0, 4).join('; ')}` : ''}`,
    again.length > 0 ? `Run build and tests anew: ${again.slice(0, 6).join(', ')}` : 'Run what there is to run anew',
    'Then go on with the instruction',
  ];
}
