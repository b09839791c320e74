import type { Finding } from '@flow/core';
import type { Facts, Moment, Status, Workflow } from '@flow/core/workflow';

/**
 * Tells which claims say something else than when a person approved them, or than when an item that fulfils them was worked on,
 * and what lapses with that: approvals, items that cite them, and what was proven of them; nothing else (R66).
 */
export function rewordedClaims({ events, moments, present }: Facts, workflow: Workflow, status: Status): Finding[] {
  const now = new Map(present.claims.map(({ id, digest }) => [id, digest]));
  const isOther = ({ id, digest }: Moment['claims'][number]) => now.get(id) !== digest;
  const gates = workflow.phases.flatMap(({ exit }) =>
    exit.flatMap((spec) => (spec.check === 'approved' && bindsDocuments(spec.on) ? [spec.gate] : [])),
  );
  const approved = events.findLast((event) => event.type === 'approval' && gates.includes(event.gate));
  const before = approved === undefined ? [] : (moments[approved.at]?.claims ?? []);
  const changed = new Set(before.filter(isOther).map(({ id }) => id));
  const worked = lastWork(events);
  const items = present.items.flatMap(({ id, claims = [] }) => {
    const then = claims.length === 0 ? undefined : moments[worked.get(id) ?? -1];
    const other = (then?.claims ?? []).filter((one) => claims.includes(one.id) && isOther(one));
    for (const one of other) changed.add(one.id);
    return other.length > 0 ? [id] : [];
  });
  if (changed.size === 0) return [];
  const lapsed = gates.filter((gate) => status.gates[gate]?.state === 'lapsed');
  const proven = [...changed].filter((id) => events.some((one) => one.type === 'run' && one.subjects[id] === true));
  return [{ code: 'CLAIMS_REWORDED', level: 'warn', args: { claims: [...changed], items, gates: lapsed, proven } }];
}

function bindsDocuments(on: string | readonly string[] | undefined): boolean {
  return [on ?? []].flat().some((one) => one.startsWith('doc:'));
}

/** Moments in which somebody last began each item or said that it is done. */
function lastWork(events: Facts['events']): Map<string, number> {
  const worked = new Map<string, number>();
  for (const event of events) {
    if (event.type === 'submission' && event.subject !== undefined) worked.set(event.subject, event.at);
    if (event.type === 'item' && event.state === 'running') worked.set(event.item, event.at);
  }
  return worked;
}
