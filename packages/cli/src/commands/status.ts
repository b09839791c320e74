import { screenWidth } from '@flow/engine/text/on-screen';
import { hooks } from '../evidence.js';
import { priceHere } from '../figures/price.js';
import { here, placeOf } from '../workflow/here.js';
import { showStatus } from '../workflow/show.js';
import { type Answer, answerOf, type Call, type Command, EXIT, FlowError } from './command.js';

export const status: Command = {
  name: 'status',
  group: 'workflow',
  summary: 'show the run of this branch: phase, what blocks it, gates, whom it waits for',
  flags: [
    { flags: '--watch [seconds]', description: 'refresh until Ctrl+C' },
    {
      flags: '--all',
      description: 'the runs of all branches with the documents that are written, including deleted branches',
    },
  ],
  examples: [
    ['status', 'the phase and its exit checks'],
    ['status --json', 'all of it, for scripts'],
  ],
  run(call) {
    const drawn = call.options.all ? overview : look;
    return call.options.watch === undefined ? drawn(call) : watch(call, drawn, secondsOf(call));
  },
};

/** Lists the runs of the repository that have not ended (feature C70). */
async function overview(call: Call): Promise<Answer> {
  const { around, room } = await placeOf(call);
  const { clean, formatAge } = await hooks();
  const runs = room.knownRuns(around, (id) => room.workflowOf(id, around.policy));
  const lines = runs.map(({ branch, workflow, dials, started, isHere, isOrphan, documents }) => {
    const turned = Object.entries(dials).map((one) => one.join('='));
    const about = [
      workflow,
      ...turned,
      `begun ${formatAge(started, Date.now())}`,
      ...(isOrphan ? ['branch is gone'] : []),
    ];
    const written = Object.keys(documents);
    const has = written.length > 0 ? `    written: ${clean(written.join(', '), 200)}\n` : '';
    return `${isHere ? '*' : ' '} ${clean(branch, 100)}  ${clean(about.join(', '), 300)}\n${has}`;
  });
  return { exit: 0, data: { runs }, text: lines.join('') || 'No workflow runs on any branch.\n' };
}

async function look(call: Call): Promise<Answer> {
  const place = await here(call);
  const { standing, room, around } = place;
  const shown = await showStatus(standing.status, room);
  // Who watches asks every other second.
  if (call.options.watch !== undefined) return { exit: 0, data: standing.status, text: shown };
  const { unlookedHere } = await hooks();
  const weakened = unlookedHere(around, { tree: standing.facts.present.contents.tree ?? null });
  const price = await priceHere(place);
  return {
    exit: 0,
    data: { ...standing.status, weakened, ...(price && { price: price.data }) },
    text: `${shown}${price ? price.lines : ''}${weakened === null ? '' : `${weakened}\n`}`,
  };
}

const SECONDS = 2;
/** `LONGEST` is the longest pause in seconds: a timer of more than 24 days fires at once. */
const LONGEST = 86_400;

function secondsOf({ options, program }: Call): number {
  const given = options.watch === true ? SECONDS : Number(options.watch);
  if (given > 0) return Math.min(Math.max(given, 0.2), LONGEST);
  throw new FlowError('usage', 'USAGE', '--watch expects a number of seconds.', `${program} status --watch ${SECONDS}`);
}

/** Answers with what stands in the way, such as no run: one may begin while somebody watches. */
function failed(error: Error): Answer {
  if (error instanceof FlowError) return answerOf(error);
  return { exit: EXIT.broken, problems: [{ code: 'INTERNAL', message: error.message }] };
}

/** Looks again and again, until the process ends. */
async function* watch(
  call: Call,
  drawn: (call: Call) => Promise<Answer>,
  seconds: number,
): AsyncGenerator<Answer, never> {
  for (let before = ''; ; ) {
    const answer = await drawn(call).catch(failed);
    // The age of a run is no change of the run.
    const now = call.options.all && screenWidth() === null ? JSON.stringify([answer.data, answer.problems]) : '';
    if (now === '' || now !== before) yield answer;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}
