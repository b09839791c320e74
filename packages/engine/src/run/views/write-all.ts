import type { Surroundings } from '../../places/surroundings.js';
import type { StandingRead } from '../standing-read.js';
import { keepCommands } from './keep-commands.js';
import { keepStanding } from './keep-standing.js';
import { writeOverrides } from './override-view.js';
import { writeSkeleton } from './skeleton.js';
import { writeTicks } from './ticks.js';

export { keepCommands } from './keep-commands.js';
export { writeTicks } from './ticks.js';

/** Writes every view of a run: the file of the status line, the page of claims, the list of overrides and the ticks of items. */
export function writeAll(around: Surroundings, { standing, looked }: StandingRead): void {
  keepStanding(around, standing, looked);
  if (standing === null) return;
  keepCommands(around, standing);
  writeSkeleton(around, standing);
  writeTicks(around, standing);
  writeOverrides(around, standing);
}
