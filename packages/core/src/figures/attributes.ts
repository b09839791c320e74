/** Names of the attributes by which figures and what clients export are split. */
export const RESOURCE_RUN = 'flow.run';
export const RESOURCE_ITEM = 'flow.item';
export const RESOURCE_TASK = 'flow.task';
