import type { Surroundings, workflowRoom } from '@flow/hooks/program';

/** A room is that of workflows in the engine, which reads facts, evaluates and records. */
export type Room = ReturnType<typeof workflowRoom>;
export type Standing = NonNullable<ReturnType<Room['standingOf']>>;
export type Deed = Parameters<Room['recordDeed']>[2];

/** A repository, and what leads a session in it. */
export interface Place {
  around: Surroundings;
  room: Room;
}

/** A place with the run of its branch, whether or not anything can be told of the run. */
export interface Led extends Place {
  run: NonNullable<ReturnType<Room['runHere']>>;
}

/** A place in which a workflow runs on the branch that is checked out. */
export interface Here extends Place {
  standing: Standing;
}
