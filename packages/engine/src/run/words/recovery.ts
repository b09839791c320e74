import { blockedBy, everyItem } from '@flow/core/items';
import type { FlowEvent, ItemStatus } from '@flow/core/workflow';
import { git, splitZ } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import { clean } from '../../text/clean.js';
import { historyOf } from '../brief.js';
import type { Standing } from '../status.js';
import { awaitLine, pausedWords, timeWords } from './await-words.js';
import { itemsHere, placeOf, waitsFor } from './status-text.js';

/** So many items, files and results are told; of the rest it is told how many they are. */
const MOST = 8;

/** Characters of a cell. */
const CELL = 600;

/**
 * A table of what was found of a run, for a session that begins, goes on or was compacted (features M5, M54): all of it from
 * the journal and git, and the same on the same content whenever it is told.
 */
export function recoveryText(around: Surroundings, standing: Standing): string {
  const rows: [string, string][] = [
    ['run', runCell(standing)],
    ['phase', placeOf(standing.status)],
    ['items', itemsCell(standing)],
    ['uncommitted', uncommittedCell(around, standing)],
    ['waits', waitsCell(standing)],
    ['leases', leasesCell(standing)],
    ['proven last', provenCell(standing)],
    ['results already used', usedCell(standing)],
  ];
  const told = rows.filter(([, found]) => found !== '');
  const lines = told.map(([what, found]) => `| ${what} | ${clean(found.replaceAll('|', '/'), CELL)} |`);
  return ['flow: found here, from the journal and git:', '| what | found |', '| --- | --- |', ...lines].join('\n');
}

function runCell({ run, status }: Standing): string {
  const goal = run.goal ? `: ${run.goal.text}` : '';
  return `${status.workflow} on ${status.branch ?? '(no branch)'}, begun ${timeWords(run.started)}${goal}`;
}

/** Items that are not over, each with its tries, and how many there are of each state. */
function itemsCell(standing: Standing): string {
  const all = everyItem(itemsHere(standing.status));
  if (all.length === 0) return '';
  const isOver = ({ state }: ItemStatus) => state === 'done' || state === 'skipped' || state === 'dropped';
  const open = all.filter((one) => !isOver(one));
  // What is worked on, or stuck, matters more than what has not begun.
  const order = ['running', 'blocked', 'ready', 'waiting'];
  const sorted = open.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  const told = sorted.slice(0, MOST).map((one) => itemWords(standing, one));
  const more = open.length > told.length ? [`${open.length - told.length} more`] : [];
  return [`${all.length - open.length} of ${all.length} are over`, ...told, ...more].join('; ');
}

function itemWords(standing: Standing, item: ItemStatus): string {
  const { id, state, phase } = item;
  const reason = blockedBy(item);
  const tries = historyOf(standing, id).attempts.length;
  const about = [
    ...(phase === undefined || state === 'waiting' ? [] : [phase]),
    ...(state === 'blocked' && reason !== '' ? [reason] : []),
    ...(tries === 0 ? [] : [`${tries} failed ${tries === 1 ? 'attempt' : 'attempts'}`]),
  ];
  return `${id} ${state}${about.length === 0 ? '' : ` (${about.join(', ')})`}`;
}

function uncommittedCell({ repository, start }: Surroundings, { facts }: Standing): string {
  if (facts.present.git.committed === true) return 'nothing';
  const answer = git(repository, ['status', '--porcelain', '-z', '--no-renames'], { deadline: start.deadline });
  if (answer.status !== 0) return 'git does not say';
  const names = splitZ(answer.stdout).map((one) => one.slice(3));
  if (names.length === 0) return 'nothing';
  const more = names.length > MOST ? ` and ${names.length - MOST} more` : '';
  return `${names.length} ${names.length === 1 ? 'file' : 'files'}: ${names.slice(0, MOST).join(', ')}${more}`;
}

function waitsCell({ status }: Standing): string {
  const { waiting, paused, awaits = [], questions } = status;
  const lines = [
    ...(paused === null ? [] : [pausedWords(status)]),
    ...(waiting === null || waiting === 'pause' ? [] : [`for ${waitsFor(waiting)}`]),
    ...awaits.map(awaitLine),
    ...questions.map(({ text }) => `question: ${text}`),
  ];
  return lines.length === 0 ? 'for nobody: there is work for you' : lines.join('; ');
}

function leasesCell({ status }: Standing): string {
  const held = everyItem(status.items).filter((one) => one.lease !== undefined);
  const told = held.slice(0, MOST).map(({ id, lease }) => {
    const who = lease!.session === null ? `a process on ${lease!.machine}` : `session ${lease!.session}`;
    return `${id}: ${lease!.driver ? 'a driver, for ' : ''}${who} in ${lease!.worktree}, since ${timeWords(lease!.since)}`;
  });
  return [...told, ...(held.length > told.length ? [`${held.length - told.length} more`] : [])].join('; ');
}

/** Returns the newest proof of each kind, newest first. */
function provenCell({ facts }: Standing): string {
  const kinds = new Map<string, string>();
  for (const event of facts.events.toReversed()) {
    const words = proofWords(event);
    if (words !== null && !kinds.has(event.type)) kinds.set(event.type, `${words} (${timeWords(event.time)})`);
  }
  return [...kinds.values()].join('; ');
}

function proofWords(event: FlowEvent): string | null {
  switch (event.type) {
    case 'run':
      return event.result === 'pass' ? `${event.suite} passed` : null;
    case 'red':
      return `red: ${event.tests[0]?.name ?? 'a test'}${event.tests.length > 1 ? ` and ${event.tests.length - 1} more` : ''}`;
    case 'command':
      return event.pass ? `\`${event.command}\` passed` : null;
    case 'approval':
      return `${event.gate} approved${event.subject === undefined ? '' : ` for ${event.subject}`} by ${event.person}`;
    default:
      return null;
  }
}

/** Tells what sub-agents and the work have handed in: it counts already, and is not to be done a second time (R21). */
function usedCell({ facts }: Standing): string {
  const told = new Map<string, string>();
  for (const event of facts.events) {
    if (event.type !== 'verdict' && event.type !== 'submission') continue;
    const name = event.type === 'verdict' ? event.judge : event.name;
    const of = event.subject === undefined ? '' : ` of ${event.subject}`;
    const how = event.type === 'submission' ? 'submitted' : verdictWords(event);
    const key = `${event.type} ${name}${of}`;
    told.delete(key);
    told.set(key, `${name}${of}: ${how} (${timeWords(event.time)})`);
  }
  return [...told.values()].slice(-MOST).toReversed().join('; ');
}

const verdictWords = ({ pass, findings, failure }: Extract<FlowEvent, { type: 'verdict' }>) =>
  failure !== undefined ? 'does not count' : pass ? 'passed' : `${findings.length} must-fix`;
