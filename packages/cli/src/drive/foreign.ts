import type { Entry } from '@flow/driver';
import { isShownByRunning, OVER } from '@flow/driver/drive';
import type { Call } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { placeOf } from '../workflow/here.js';
import type { Led, Place } from '../workflow/place.js';

/** Lines of foreign words that are shown at once. */
const MOST = 20;

/**
 * Hears what other machines say of a run. An approval counts that a person has signed whom the trusted policy lists; all else is
 * shown as foreign and moves nothing.
 */
export async function hearForeign(call: Call, run: Led['run'], entries: readonly Entry[], own: string): Promise<void> {
  const { clean, takeApproval } = await hooks();
  const { around } = await placeOf(call);
  const lines: string[] = [];
  for (const entry of entries) {
    if (entry.machine === own || entry.what.kind !== 'event' || SILENT.has(entry.what.event.type)) continue;
    const { event } = entry.what;
    const taken = event.type === 'approval' ? takeApproval(around, run, event) : null;
    if (taken !== null && 'known' in taken) continue;
    const who = clean(entry.machine, 60);
    const what = clean(event.type, 40) || 'something';
    if (taken !== null && 'signer' in taken)
      lines.push(
        `${who}: approval of ${clean(taken.gate, 60)}, signed by ${clean(taken.signer, 100)}: it counts here, too.`,
      );
    else {
      const why =
        taken?.failed ??
        (isShownByRunning(event.type) ? 'it counts once it was run again here' : 'it counts for nothing here');
      lines.push(`foreign: ${who} says ${what}: ${clean(why, 200)}.`);
    }
  }
  for (const line of lines.slice(0, MOST)) call.tell(`${line}\n`);
  if (lines.length > MOST) call.tell(`foreign: ${lines.length - MOST} more.\n`);
}

/** Type of the event that says which run this is, so that another machine can begin the same. */
export const RUN = 'run-here';

/** What machines say of themselves all the time, and nobody needs to be told. */
const SILENT: ReadonlySet<unknown> = new Set([RUN, OVER]);

/** Returns what other machines need to know of a run: what it is, and what persons have signed. */
export async function toldToOthers(
  { around }: Pick<Place, 'around'>,
  run: RunHere,
): Promise<Record<string, unknown>[]> {
  const { signedApprovals } = await hooks();
  const { id, branch, workflow, dials, goal } = run;
  const said = { type: RUN, run: id, branch, workflow, dials, ...(goal === undefined ? {} : { goal }) };
  return [said, ...signedApprovals(around).map((one) => ({ type: 'approval', ...one }))];
}

interface RunHere {
  id: string;
  branch: string;
  workflow: string;
  dials: Readonly<Record<string, string>>;
  goal?: unknown;
}
