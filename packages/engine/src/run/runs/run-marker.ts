/** Name of the file in the state folder that says: a workflow may be running here. The fast path asks for it. */
export const RUN_MARKER = 'runs';
