import type { DriveView, Worker } from '@flow/core/drive';
import type { House, Reading } from './house.js';
import { landedOf, tipOf, unlandedOf } from './landing.js';
import type { World } from './world.js';

/** Reads all that a driver decides from, and starts nothing. @throws GitUnknown */
export async function lookAt(
  house: Pick<House, 'read'>,
  { git, sessions }: Pick<World, 'git' | 'sessions'>,
): Promise<{ reading: Reading; view: DriveView }> {
  const reading = await house.read();
  const living = sessions.of(reading.run).filter((one) => !reading.settled.has(one.session) && sessions.lives(one));
  const workers = living.map(({ session, item, since }): Worker => ({ lease: session, item, since }));
  const tip = await tipOf(git, reading);
  const landed = await landedOf(git, reading, tip);
  const unlanded = await unlandedOf(git, reading, tip);
  return { reading, view: { ...reading, workers, landed, unlanded } };
}
