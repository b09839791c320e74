import type { FlowEvent, Moment, Workflow } from '@flow/core/workflow';

/**
 * Marks the runs of a command that show a fault before it is mended (the check `reproduced`): they have to fail, and nobody tried
 * anything yet. Once an item was begun, the command that fails still is a failed try, but for the first time it is seen to.
 */
export function markShownFaults(
  events: readonly FlowEvent[],
  { phases }: Pick<Workflow, 'phases'>,
  moments: readonly Pick<Moment, 'documents'>[],
): FlowEvent[] {
  const asked = phases.flatMap(({ exit }) => exit.flatMap((one) => (one.check === 'reproduced' ? [one.command] : [])));
  if (asked.length === 0) return [...events];
  const shown = new Set<string>();
  let isBegun = false;
  return events.map((event) => {
    if (event.type === 'item' && event.state === 'running') isBegun = true;
    if (event.type !== 'command' || event.pass || event.subject !== undefined || event.failure !== undefined)
      return event;
    const documents = moments[event.at]?.documents ?? {};
    const isMeant = asked.some(
      (one) => (typeof one === 'string' ? one : documents[one.document]?.command) === event.command,
    );
    if (!isMeant || (isBegun && shown.has(event.command))) return event;
    shown.add(event.command);
    return { ...event, shows: true as const };
  });
}
