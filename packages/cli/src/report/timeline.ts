import type { FlowEvent } from '@flow/core/workflow';
import type { Account } from '@flow/hooks/program';
import type { Standing } from '../workflow/place.js';
import type { Entered } from './entered.js';
import type { ReportException, ReportMoment } from './model.js';
import type { Tidy } from './words.js';

/** The most moments that a timeline tells; more are left out of the middle. */
const MAX_MOMENTS = 300;

/** Tells what happened, oldest first; runs on one content that say the same are told once. */
export function timelineOf(
  { facts, run, workflow }: Standing,
  account: Account,
  entered: readonly Entered[],
  tidy: Tidy,
): ReportMoment[] {
  const moments: ReportMoment[] = [
    {
      time: run.started,
      kind: 'other',
      what: `${tidy(workflow.id, 60)} begins on ${tidy(run.branch, 100)}`,
      good: null,
    },
    // What happened stands before the phase that it leads to.
    ...facts.events.flatMap((event) => momentOf(event, tidy)),
    ...entered.map(({ time, title, back }) => ({
      time,
      kind: 'phase' as const,
      what: `${back ? 'Back to' : 'Phase'} ${tidy(title, 80)}`,
      good: back ? false : null,
    })),
    ...account.breaches.map(({ time, paths, evidence }) => ({
      time,
      kind: 'breach' as const,
      good: false,
      what: `${evidence ? 'Evidence' : 'Protected files'} changed outside the tools: ${tidy(paths.slice(0, 5).join(', '), 300)}`,
    })),
  ];
  const sorted = moments.toSorted((a, b) => a.time - b.time);
  const fresh = sorted.filter((one, at) => one.what !== sorted[at - 1]?.what);
  return fresh.length > MAX_MOMENTS ? [...fresh.slice(0, 20), ...fresh.slice(20 - MAX_MOMENTS)] : fresh;
}

function momentOf(event: FlowEvent, tidy: Tidy): ReportMoment[] {
  const say = (kind: ReportMoment['kind'], what: string, good: boolean | null = null) => [
    { time: event.time, kind, what, good },
  ];
  const name = (value: string) => tidy(value, 100);
  const ofItem = (item?: string) => (item === undefined ? '' : ` (item ${name(item)})`);
  switch (event.type) {
    case 'run':
      return say(
        'run',
        `${name(event.suite)}: ${RESULTS[event.result]}`,
        event.result === 'unknown' ? null : event.result === 'pass',
      );
    case 'red':
      return say('red', `Seen red: ${tidy(event.tests.map((test) => test.name).join(', '), 200)}`, true);
    case 'verdict':
      return say(
        'verdict',
        `${name(event.judge)}${event.round === undefined ? '' : `, round ${event.round}`}: ${event.failure !== undefined ? 'no verdict' : event.pass ? 'no must-fix' : `${event.findings.length} must-fix`}`,
        event.failure === undefined ? event.pass : null,
      );
    case 'answer':
      return say(
        'other',
        `Finding ${name(event.finding)} ${event.disputed ? 'disputed' : 'answered'}: ${tidy(event.note, 200)}`,
      );
    case 'approval':
      return say(
        'approval',
        `Gate ${name(event.gate)} approved${ofItem(event.subject)} by ${name(event.person)} (${event.strength})`,
        true,
      );
    case 'submission':
      return say('other', `Submitted: ${name(event.name)}${event.note ? `: ${tidy(event.note, 200)}` : ''}`);
    case 'command':
      if (event.shows) return say('red', `Fault seen before it is mended: ${tidy(event.command, 120)}`, true);
      return say('run', `${tidy(event.command, 120)}: ${event.pass ? 'passed' : 'failed'}`, event.pass);
    case 'choice':
      return say(
        'person',
        `${name(event.person)} chose ${name(event.option)} for ${name(event.question)}${ofItem(event.subject)}`,
      );
    case 'confirmation':
      return say(
        'person',
        `${name(event.person)} tried criterion ${name(event.criterion)} of ${name(event.subject)}: ${event.pass ? 'it holds' : `it does not hold${event.note ? ` (${tidy(event.note, 200)})` : ''}`}`,
        event.pass,
      );
    case 'advance':
      return say(
        event.person === null ? 'other' : 'person',
        `${event.person === null ? 'Advanced' : `${name(event.person)} advanced`} from ${name(event.phase)}`,
      );
    case 'await':
      return say(
        'other',
        `Waits for ${tidy(event.what, 200)}${event.item === undefined ? '' : ` (${name(event.item)})`}`,
      );
    case 'await-check':
      return event.pass ? say('other', `What ${name(event.await)} waited for is there`) : [];
    case 'await-end':
      return say(
        event.person === null ? 'other' : 'person',
        `${event.person === null ? 'Stopped' : `${name(event.person)} ended`} the wait ${name(event.await)}: ${tidy(event.reason, 200)}`,
      );
    case 'pause':
    case 'resume': {
      const by = event.person === undefined ? '' : ` by ${name(event.person)}`;
      return say('person', `${event.type === 'pause' ? 'Paused' : 'Resumed'}${by}: ${tidy(event.reason, 200)}`);
    }
    case 'end':
      return say(
        'other',
        `Ended: ${event.how}${event.reason ? ` (${tidy(event.reason, 200)})` : ''}`,
        event.how === 'cancelled' ? null : true,
      );
    default: {
      const exception = exceptionOf(event, tidy);
      if (exception === null) return [];
      const { kind, what, reason, person } = exception;
      if (isAgents(exception)) return say('other', `${KINDS[kind]}: ${what} (by the agent)`);
      const why = kind === 'dial' ? `by ${person}` : reason || 'no reason';
      return say('person', `${KINDS[kind]}: ${what} (${why})`);
    }
  }
}

const RESULTS = { pass: 'green', fail: 'red', unknown: 'no proof' } as const;

export const KINDS: Readonly<Record<ReportException['kind'], string>> = {
  override: 'Override',
  'let-through': 'Refused call allowed',
  waiver: 'Waiver',
  decision: 'Decision',
  reopen: 'Reopened',
  dial: 'Dial',
  skipped: 'Item skipped',
};

/** Tells whether the agent made an exception itself: it may ask for more, where a person alone may ask for less. */
export const isAgents = ({ kind, person }: ReportException) => kind === 'dial' && person === null;

/** Tells what was relaxed, decided, turned or taken back, oldest first. */
export function exceptionsOf({ facts }: Standing, { letThrough }: Account, tidy: Tidy): ReportException[] {
  const calls = letThrough.map(({ time, data }) => ({
    kind: 'let-through' as const,
    what: tidy(`${data.tool}: ${data.what}`, 200),
    reason: tidy(data.reason),
    person: tidy(data.person, 80),
    time,
    expires: data.expires,
  }));
  return [...facts.events.flatMap((event) => exceptionOf(event, tidy) ?? []), ...calls].toSorted(
    (a, b) => a.time - b.time,
  );
}

function exceptionOf(event: FlowEvent, tidy: Tidy): ReportException | null {
  const { time } = event;
  const of = (
    kind: ReportException['kind'],
    what: string,
    { reason, person, expires = null }: { reason: string; person: string | null; expires?: number | null },
  ) => ({
    kind,
    what: tidy(what, 200),
    reason: tidy(reason),
    person: person === null ? null : tidy(person, 80),
    time,
    expires,
  });
  switch (event.type) {
    case 'override':
      return of('override', `${event.scope}, ${event.uses} calls`, event);
    case 'waiver':
      return of('waiver', `${event.check}${event.subject ? ` for ${event.subject}` : ''}`, event);
    case 'decision':
      return of('decision', `${event.check}: ${event.choice}`, event);
    case 'reopen':
      return of('reopen', event.phase ?? event.item ?? '', event);
    case 'dial':
      return of('dial', `${event.dial} to ${event.value}`, { reason: '', person: event.person });
    case 'item':
      return event.state === 'skipped' ? of('skipped', event.item, { ...event, person: event.person ?? null }) : null;
    default:
      return null;
  }
}
