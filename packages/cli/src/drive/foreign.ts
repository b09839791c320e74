import type { Entry } from '@flow/driver';
import { isShownByRunning, OVER } from '@flow/driver/drive';
import type { Call } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { placeOf } from '../workflow/here.js';
import type { Led, Place } from '../workflow/place.js';

/** Lines of foreign words that are shown at once. */
const MOST = 20;

/**
 * Hears what other machines say of a run. Approvals, choices, waivers and decisions count that a person has signed whom the trusted
 * policy lists; all else is shown as foreign and moves nothing.
 */
export async function hearForeign(call: Call, run: Led['run'], entries: readonly Entry[], own: string): Promise<void> {
  const { clean, takeApproval, takeWord } = await hooks();
  const { around } = await placeOf(call);
  const takenBy = (event: Readonly<Record<string, unknown>>) => {
    if (event.type === 'approval') return takeApproval(around, run, event);
    return WORDS.has(event.type) ? takeWord(around, run, event.word) : null;
  };
  const lines: string[] = [];
  for (const entry of entries) {
    if (entry.machine === own || entry.what.kind !== 'event' || SILENT.has(entry.what.event.type)) continue;
    const { event } = entry.what;
    const taken = takenBy(event);
    if (taken !== null && 'known' in taken) continue;
    const who = clean(entry.machine, 60);
    const what = clean(event.type, 40) || 'something';
    if (taken !== null && 'signer' in taken)
      lines.push(`${who}: ${clean(taken.what, 200)}, signed by ${clean(taken.signer, 100)}: it counts here, too.`);
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

/** Types of what a person says and can sign. */
const WORDS: ReadonlySet<unknown> = new Set(['choice', 'waiver', 'decision']);

/** Type of the event that says which run this is, so that another machine can begin the same. */
export const RUN = 'run-here';

/** What machines say of themselves all the time, and nobody needs to be told. */
const SILENT: ReadonlySet<unknown> = new Set([RUN, OVER]);

/** Returns what other machines need to know of a run: what it is, and what persons have signed. */
export async function toldToOthers(
  { around }: Pick<Place, 'around'>,
  run: RunHere,
): Promise<Record<string, unknown>[]> {
  const { signedApprovals, signedWords } = await hooks();
  const { id, branch, workflow, dials, goal } = run;
  const said = { type: RUN, run: id, branch, workflow, dials, ...(goal === undefined ? {} : { goal }) };
  const approvals = signedApprovals(around).map((one) => ({ type: 'approval', ...one }));
  return [said, ...approvals, ...signedWords(around, run).map((word) => ({ type: word.what.type, word }))];
}

interface RunHere {
  id: string;
  branch: string;
  workflow: string;
  dials: Readonly<Record<string, string>>;
  goal?: unknown;
}
