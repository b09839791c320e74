import { asTyped } from '../as-typed.js';
import { hooks } from '../evidence.js';
import { fitted, screenWidth, topOf } from '../on-screen.js';
import { here, placeOf } from '../workflow/here.js';
import { showStatus } from '../workflow/show.js';
import { type Answer, type Call, type Command, EXIT, FlowError, type Problem } from './command.js';

export const status: Command = {
  name: 'status',
  group: 'workflow',
  summary: 'show the run of this branch: phase, what blocks it, gates, whom it waits for',
  flags: [
    { flags: '--watch [seconds]', description: 'refresh until Ctrl+C' },
    { flags: '--all', description: 'the runs of all branches, including deleted ones' },
  ],
  examples: [
    ['status', 'the phase and its exit checks'],
    ['status --json', 'all of it, for scripts'],
  ],
  run(call) {
    const drawn = call.options.all ? overview : look;
    return call.options.watch === undefined ? drawn(call) : watch(call, drawn);
  },
};

/** Every run of the repository that has not ended (feature C70). */
async function overview(call: Call): Promise<Answer> {
  const { around, room } = await placeOf(call);
  const { clean, formatAge } = await hooks();
  const runs = room.knownRuns(around);
  const lines = runs.map(({ branch, workflow, dials, started, isHere, isOrphan }) => {
    const turned = Object.entries(dials).map((one) => one.join('='));
    const about = [
      workflow,
      ...turned,
      `begun ${formatAge(started, Date.now())}`,
      ...(isOrphan ? ['branch is gone'] : []),
    ];
    return `${isHere ? '*' : ' '} ${clean(branch, 100)}  ${clean(about.join(', '), 300)}\n`;
  });
  return { ok: true, data: { runs }, text: lines.join('') || 'No workflow runs on any branch.\n' };
}

async function look(call: Call): Promise<Answer> {
  const { standing, room } = await here(call);
  return { ok: true, data: standing.status, text: await showStatus(standing.status, room) };
}

function onThisScreen(text: string): string {
  const width = screenWidth();
  return width === null ? text : topOf(fitted(text, width), process.stdout.rows || 24);
}

const SECONDS = 2;
/** A timer of more than 24 days fires at once. */
const LONGEST = 86_400;
const CLEAR = '\u001b[2J\u001b[H';

function secondsOf({ options, program }: Call): number {
  const given = options.watch === true ? SECONDS : Number(options.watch);
  if (given > 0) return Math.min(Math.max(given, 0.2), LONGEST);
  throw new FlowError('usage', 'USAGE', '--watch expects a number of seconds.', `${program} status --watch ${SECONDS}`);
}

/** What stands in the way, such as no run: one may begin while somebody watches. */
function failed(error: Error) {
  const { code, message, remedy }: Problem =
    error instanceof FlowError ? error.problem : { code: 'INTERNAL', message: error.message, remedy: '' };
  return { ok: false, error: { code, message, remedy }, text: `${code}: ${message}\n${remedy ? `  ${remedy}\n` : ''}` };
}

/** Draws an answer whenever it has changed. Ends with the process. */
async function watch(call: Call, drawn: (call: Call) => Promise<Answer>): Promise<never> {
  const seconds = secondsOf(call);
  // Its reader has seen enough (`| head`), and nobody else is told.
  process.stdout.once('error', () => process.exit(EXIT.ok));
  for (let before = ''; ; ) {
    const { text, ...answer } = await drawn(call).catch(failed);
    const shown = call.json
      ? `${JSON.stringify({ version: 1, ...answer })}\n`
      : onThisScreen(asTyped(text, call.programs));
    // The age of a run is no change of it.
    const now = call.options.all && !process.stdout.isTTY ? JSON.stringify(answer) : shown;
    if (now !== before) process.stdout.write(`${process.stdout.isTTY && !call.json ? CLEAR : ''}${shown}`);
    before = now;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}
