import type { AwaitStatus, Status } from '@flow/core/workflow';
import { clean } from '../../text/clean.js';

/** Returns a time that reads the same whenever it is told. */
export const timeWords = (time: number): string => new Date(time).toISOString().replace(/:\d\d\.\d+Z$/, 'Z');

/** Tells what is waited for, in one line: what, which item, since when, until when, and how often somebody looked. */
export function awaitLine({ id, what, item, since, until, checks, isOver }: AwaitStatus): string {
  const of = item === undefined ? '' : ` of ${clean(item, 60)}`;
  const looked = checks === 0 ? '' : `, checked ${checks} ${checks === 1 ? 'time' : 'times'}`;
  const end = isOver ? `; its time was over at ${timeWords(until)}` : `, until ${timeWords(until)}`;
  return `Wait ${clean(id, 20)}${of}: ${clean(what, 200)} (since ${timeWords(since)}${looked}${end})`;
}

/** Tells what is waited for, how to check it, how to say that it is there, and how the work goes on (M55). */
export function awaitLines(one: AwaitStatus): string[] {
  const { id, check } = one;
  const isThere = check === null ? '' : ' once the check passes, or';
  return [
    awaitLine(one),
    ...(check === null ? [] : [`  To check: \`flow await\` runs \`${clean(check, 200)}\`.`]),
    `  When it is there:${isThere} a person runs \`flow await ${clean(id, 20)} --done '<what was done>'\`.`,
    '  To go on: write to the agent again, or start a session here. `flow next` says what is next.',
  ];
}

/** Tells who has paused a run, and why. */
export const pausedWords = ({ paused, pausedBy }: Pick<Status, 'paused' | 'pausedBy'>): string =>
  `Paused${pausedBy === undefined ? '' : ` by ${clean(pausedBy, 60)}`}: ${clean(paused, 200)}. Nothing is required until \`flow resume\`.`;
