import path from 'node:path';
import type { FlowEvent } from '@flow/core/workflow';
import {
  commitOf,
  driverOf,
  folderOf,
  landedOf,
  mainTree,
  nameOf,
  type Reading,
  runGit,
  sessionsIn,
  tipOf,
  unlandedOf,
} from '@flow/driver/drive';
import { foreignIn } from '../drive/foreign-words.js';
import { driveFolder, readingOf } from '../drive/house.js';
import { hooks } from '../evidence.js';
import { hindranceText } from '../items/waits.js';
import { tidyText } from '../report/words.js';
import type { Here, Room } from '../workflow/place.js';
import type { LiveSession, RowWords, ScreenView } from './row.js';

/** The ends of a run's sessions, as the journal has them. */
export type Ends = ReturnType<Room['sessionEnds']>;

/** Reads what the rows of a run follow from: journal, records of sessions, git. Nothing is written. */
export async function viewOf(place: Here, ends: Ends): Promise<ScreenView> {
  const { room, standing } = place;
  const { status, run, facts } = standing;
  const reading = readingOf(place, await hooks(), ends);
  const ids = ['', ...reading.items.map(({ id }) => id)];
  const now = Date.now();
  return {
    ...{
      now,
      readAt: now,
      status,
      items: reading.items,
      closedUntil: reading.closedUntil,
      fruitless: reading.fruitless,
    },
    sessions: sessionsOf(place, reading.settled),
    ended: ends,
    histories: new Map(ids.map((id) => [id, room.historyOf(standing, id === '' ? null : id)])),
    touched: touchedBy(facts.events),
    ...(await landingOf(reading)),
    foreign: foreignIn(driveFolder(place), run.id),
    isDriven: driverOf(driveFolder(place), run.id) !== null,
  };
}

/** Lists the sessions of a run that a driver has started and that live on this machine. */
export function sessionsOf(place: Here, settled: ReadonlySet<string>): LiveSession[] {
  const all = sessionsIn(driveFolder(place));
  return all.of(place.standing.run.id).flatMap((record): LiveSession[] => {
    if (settled.has(record.session) || !all.lives(record)) return [];
    const { session, item, task, client, since } = record;
    return [{ ...{ session, item, task, client, since }, heard: all.heard(record) }];
  });
}

/** Finds what has landed; where git does not answer, nothing is known to have landed (R50). */
async function landingOf(reading: Reading): Promise<Pick<ScreenView, 'landed' | 'unlanded' | 'takeOver'>> {
  const { root, run, branch, isPersons, notLanded } = reading;
  try {
    const tip = await tipOf(runGit, reading);
    const tries = await unlandedOf(runGit, reading, tip);
    const trees = folderOf(await mainTree(runGit, root), run);
    const why = new Map(notLanded.map((one) => [one.item, one.why]));
    const unlanded = [...tries].map(([item, count]) => {
      const folder = path.join(trees, nameOf(item));
      return [item, { tries: count, why: why.get(item) ?? '', folder }] as const;
    });
    const own = isPersons ? await commitOf(runGit, root, `refs/heads/${branch}`) : tip;
    return {
      landed: await landedOf(runGit, reading, tip),
      unlanded: new Map(unlanded),
      takeOver: own === tip ? null : tip,
    };
  } catch {
    return { landed: null, unlanded: new Map(), takeOver: null };
  }
}

/** Tells when something last happened to each item, and to the run as a whole. */
function touchedBy(events: readonly FlowEvent[]): Map<string, number> {
  const touched = new Map<string, number>();
  for (const event of events) {
    touched.set('', event.time);
    for (const id of itemsIn(event)) touched.set(id, event.time);
  }
  return touched;
}

function itemsIn(event: FlowEvent): string[] {
  const named = [event.scopedTo];
  if ('item' in event) named.push(event.item);
  if ('subject' in event) named.push(event.subject);
  if (event.type === 'run') named.push(...Object.keys(event.subjects));
  return named.flatMap((one) => one ?? []);
}

/** Returns the words that rows are made of. */
export async function rowWords(room: Room): Promise<RowWords> {
  const tidy = await tidyText();
  return { tidy, open: (check) => tidy(room.openOf(check), 400), hindrance: (one) => hindranceText(one, tidy) };
}
