import { journalStamp } from '../journal-stamp.js';
import { folderOfRun } from '../screen/find.js';
import { canDraw } from '../screen/live.js';
import { linesOfRun, lookAtRun, screenOfRun, showRun } from '../screen/shown.js';
import { tellingOnce } from '../screen/tell-once.js';
import { type HereOrEnded, seenOrEnded } from '../workflow/here.js';
import { type Answer, type Call, type Command, EXIT, FlowError } from './command.js';

export const watch: Command = {
  name: 'watch',
  group: 'workflow',
  arguments: '[where]',
  summary:
    'show on one screen that refreshes what works, waits, needs you and is ready in a run that goes on elsewhere',
  flags: [{ flags: '--once', description: 'print it once, as is done without a terminal' }],
  examples: [
    ['watch', 'the run of this branch, else the only one that goes on in this repository'],
    ['watch feature/login', 'the run of that branch, in whichever worktree it lives'],
    ['watch ../other-clone', "the run of another clone's journal"],
    ['watch --once --json', 'the rows, for programs'],
  ],
  async run(call) {
    const at = { ...call, directory: await folderOfRun(call, 'watch') };
    const place = await seenOrEnded(at);
    const isOnce = call.options.once === true || call.json || !canDraw(call.environment);
    return isOnce ? once(call, place) : follow(call, at, place);
  },
};

async function once(call: Call, place: HereOrEnded): Promise<Answer> {
  const seen = await lookAtRun(place);
  const { run } = place.standing;
  const lines = linesOfRun(seen, call, { width: process.stdout.isTTY ? process.stdout.columns : null, height: null });
  return {
    exit: EXIT.ok,
    data: { run: { id: run.id, branch: run.branch, started: run.started }, ...screenOfRun(seen) },
    text: `${lines.join('\n')}\n`,
    isVerbatim: true,
  };
}

/** Milliseconds after which a run is read again though its journal has not grown: files change without it. */
const LONGEST = 30_000;
/** Milliseconds between two looks at whether the journal has grown. */
const PULSE = 1000;

/** Shows the run until it is over. */
async function follow(call: Call, where: Call, place: HereOrEnded): Promise<Answer> {
  const shown = showRun(call);
  const at = tellingOnce(where, shown.log);
  let problem = '';
  try {
    shown.see(await lookAtRun(place));
    const stampNow = () => journalStamp(place.around.repository);
    for (let stamp = stampNow(), read = Date.now(); place.ended === null; ) {
      await new Promise((done) => setTimeout(done, PULSE));
      const now = stampNow();
      if (now === stamp && Date.now() - read < LONGEST) continue;
      [stamp, read] = [now, Date.now()];
      try {
        place = await seenOrEnded(at);
        shown.see(await lookAtRun(place));
        problem = '';
      } catch (error) {
        // A branch is switched, a file is written in this moment: it may be readable again soon.
        if (!(error instanceof FlowError)) throw error;
        if (error.message !== problem) shown.log(`${error.problem.code}: ${error.message}`);
        problem = error.message;
      }
    }
  } finally {
    shown.end();
  }
  return { exit: EXIT.ok, data: null, text: '' };
}
