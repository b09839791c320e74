import type { Limits } from '@flow/core/drive';
import {
  type Agent,
  type DriveOptions,
  drive,
  driverOf,
  type Outcome,
  pauseWords,
  runGit,
  type Told,
  worktreesIn,
  worldIn,
} from '@flow/driver/drive';
import { hereOrAdopted } from '../drive/adopt.js';
import { agentFor, agentLine, readerOf } from '../drive/agents.js';
import { budgetOf } from '../drive/budget.js';
import { adoptSessions, claimsHere } from '../drive/claims.js';
import { cleanUp } from '../drive/clean-up.js';
import { driveFolder, houseOf, slotsFolder } from '../drive/house.js';
import { toldLine } from '../drive/lines.js';
import { takePart } from '../drive/part.js';
import { tellPlan } from '../drive/plan.js';
import { makeReady } from '../drive/ready.js';
import { hooks } from '../evidence.js';
import { canDraw } from '../screen/live.js';
import { findNotifier, notificationOf, notify, ToldReasons } from '../screen/notify.js';
import { lookAtRun, type SeenRun, type ShownRun, screenOfRun, showRun } from '../screen/shown.js';
import { tellingOnce } from '../screen/tell-once.js';
import { limitWords } from '../screen/words.js';
import { here, seenOrEnded } from '../workflow/here.js';
import type { Here } from '../workflow/place.js';
import { type Answer, type Call, type Command, EXIT, FlowError } from './command.js';

/** Tools that a session may use without being asked. */
const TOOLS = ['Bash', 'Edit', 'Write', 'Read', 'Grep', 'Glob', 'Agent', 'Task', 'NotebookEdit'];

const HOUR = 3_600_000;

export const run: Command = {
  name: 'run',
  group: 'workflow',
  summary: 'start headless agents for the items of the run, each in a worktree of its own, and land what is proven',
  flags: [
    { flags: '--at-once <number>', description: 'sessions at the same time (default: 2)' },
    { flags: '--sessions <number>', description: 'sessions of the whole run (default: 50)' },
    { flags: '--hours <number>', description: 'hours in which sessions are started (default: 8)' },
    {
      flags: '--budget <limit>',
      description: 'what the run may use: 20usd, 2Mtok, or both as 20usd,2Mtok; unknown prices are limited by no money',
    },
    {
      flags: '--item-budget <limit>',
      description: 'what all sessions of one item may use: 5usd,2Mtok,4sessions,300turns,90min, or some of these',
    },
    { flags: '--turns <number>', description: 'turns of one session (default: 200)' },
    { flags: '--notify', description: 'show a desktop notification when a person is needed (default: as configured)' },
    { flags: '--clean', description: 'start nothing, and remove worktrees whose work has landed' },
    {
      flags: '--agent <name>',
      description: 'the agent that is started: claude-code (default), codex, or one that the configuration names',
    },
    { flags: '--program <path>', description: "the agent's program (default: its usual name)" },
    {
      flags: '--unarmed',
      description:
        'let sessions go without the hooks of flow: what they say counts for nothing, only what commands show',
    },
    {
      flags: '--once',
      description: 'work on one item alone; exit code 42: it waits for a person, 43: try again later',
    },
    { flags: '--item <id>', description: 'for --once: the item' },
    { flags: '--plan', description: 'only tell what could start now; with --json also as the matrix of CI jobs' },
  ],
  examples: [
    ['run', 'works until nothing is left that needs no person'],
    ['run --at-once 4 --budget 20usd', 'four at once, and a pause at 20 dollars'],
    ['run --plan --json', 'what could start now, each with its labels'],
    ['run --once --item S1', 'one item, on this machine or a further one'],
  ],
  run: runRun,
};

async function runRun(asked: Call) {
  await hereOrAdopted(asked);
  const call = await atHome(asked);
  const place = await here(call);
  const { clean } = await hooks();
  if (call.options.clean === true) {
    const driver = driverOf(driveFolder(place), place.standing.run.id);
    return driver === null ? cleanUp(call, place) : ended(call, { how: 'driven', pid: driver.pid }, {});
  }
  const flow = [process.execPath, process.argv[1] ?? ''];
  const folder = driveFolder(place);
  const world = worldIn(folder, slotsFolder(call.environment));
  if (call.options.plan === true) {
    const claims = claimsHere(place);
    claims.close();
    return tellPlan(call, place, houseOf(call, flow, claims), world);
  }
  await refuseAgents(call);
  const limits = limitsOf(call);
  const agent = agentFor(call, place.around.policy);
  refuseUnpriced(call, agent, limits);
  const { environment, form } = await makeReady(call, place, agent, { folder, flow });
  call.tell(`${agentLine(agent)}\n`);
  const controller = new AbortController();
  // A screen is for eyes: programs, pipes and whoever wants it quiet get lines.
  const shown = call.json || call.isQuiet || !canDraw(call.environment) ? null : showRun(call, limitWords(limits));
  const say = (line: string) => (shown === null ? call.tell(`${line}\n`) : shown.log(line));
  const watching = watcherOf(call, place, shown);
  // What the driver runs itself hears Ctrl+C, too, so nothing is waited for: whoever is killed is gone on with.
  const interrupted = () => {
    shown?.end();
    if (!call.json) call.tell(`${outcomeLine({ how: 'interrupted' }, call.program)}\n`);
  };
  const stop = () => controller.abort();
  process.prependOnceListener('SIGINT', interrupted).once('SIGTERM', stop);
  const told: Told[] = [];
  const reading = tellingOnce(call, (text) => say(text.trimEnd()));
  const looking = watching && (async (now: Here) => watching(await lookAtRun(now)));
  const claims = claimsHere(place);
  try {
    await adoptSessions(claims, place, world.sessions);
    const part = await takePart(call, place, houseOf(reading, flow, claims, looking), world, folder);
    if ('answer' in part) return part.answer;
    const options: DriveOptions = {
      limits,
      client: agent,
      readerOf: (client) => readerOf(client, place.around.policy),
      spec: { turns: count(call, 'turns', 200), tools: TOOLS, form },
      environment,
      silence: 20 * 60_000,
      whole: 2 * HOUR,
      signal: controller.signal,
      tell(one) {
        told.push(one);
        const line = toldLine(one, clean);
        if (line !== null) say(line);
      },
    };
    const outcome = await drive(part.house, options, world);
    // Where every item stands now, and who or what each waits for.
    const seen = await lookAtRun(await seenOrEnded(reading));
    watching?.(seen);
    const { state, counts, rows } = screenOfRun(seen);
    const answer = ended(call, outcome, {
      agent: { name: agent.name, unarmed: agent.unarmed },
      ...{ told, state, counts },
      open: rows.filter(({ group }) => group !== 'over'),
    });
    return { ...answer, ...(await part.leave(outcome)) };
  } finally {
    claims.close();
    shown?.end();
    process.removeListener('SIGINT', interrupted).removeListener('SIGTERM', stop);
  }
}

const ended = ({ program }: Call, outcome: Outcome, data: object): Answer => ({
  ...{ exit: exitOf(outcome), data: { outcome, ...data }, text: `${outcomeLine(outcome, program)}\n` },
});

/** A run is driven where it lives, wherever it is asked for: in the work tree of an item as well (R11). */
async function atHome(call: Call): Promise<Call> {
  const { around, standing } = await here(call);
  const { root } = around.repository;
  const isOfRun = (branch: string | null) => standing.run.names.some(({ name }) => name === branch);
  const trees = await worktreesIn(runGit, root);
  if (trees.some((one) => one.root === root && isOfRun(one.branch))) return call;
  const home = trees.find(({ branch }) => isOfRun(branch));
  return home ? { ...call, directory: home.root } : call;
}

/**
 * Refuses a limit of money alone where the client names no price: it would limit nothing, as an unknown sum is never held to
 * be 0.
 */
function refuseUnpriced({ options, program }: Call, { name, headless }: Agent, { money, tokens }: Limits): void {
  if (money === null || tokens !== null || headless.hasPrices || options.hours !== undefined) return;
  throw new FlowError(
    'usage',
    'MONEY_UNKNOWN',
    `${name} names no price, so a limit of money alone would limit nothing.`,
    `${program} run --agent ${name} --budget 2Mtok (or beside the money a limit of time: --budget ${options.budget} --hours 2)`,
  );
}

/**
 * Makes what looks at each reading of a driver: the screen, and whoever tells a person on their desktop that they are needed, once
 * for each reason.
 */
function watcherOf(call: Call, place: Here, shown: ShownRun | null): ((seen: SeenRun) => void) | null {
  const { around, standing } = place;
  const isTold = call.options.notify === true || around.policy.drive?.notify === true;
  const notifier = isTold ? findNotifier(call.environment, around.repository.root) : null;
  if (isTold && notifier === null) call.tell('No program that shows notifications was found: nobody is notified.\n');
  if (shown === null && notifier === null) return null;
  const told = new ToldReasons(driveFolder(place), standing.run.id);
  return (seen) => {
    shown?.see(seen);
    const notification = notifier === null ? null : notificationOf(seen.title, told.take(screenOfRun(seen)));
    if (notifier !== null && notification !== null) notify(notifier, notification, call.environment);
  };
}

/** Sessions that a session starts would be paid for by nobody's word (R31). */
async function refuseAgents({ environment, program }: Call): Promise<void> {
  const { personsTerminal } = await hooks();
  const person = personsTerminal(environment);
  if (!('fault' in person)) return person.terminal.close();
  if (!AGENTS.has(person.fault)) return;
  throw new FlowError(
    'finding',
    'RUN_BY_AGENT',
    'a coding agent starts no others: a person or CI runs this.',
    `${program} next (what you can do yourself), and a person runs in their own terminal: ${program} run`,
  );
}

/** What says that a coding agent asks. */
const AGENTS = new Set(['AGENT_ENVIRONMENT', 'AGENT_ANCESTOR']);

function exitOf({ how }: Outcome): number {
  if (how === 'done' || how === 'over') return EXIT.ok;
  // Somebody else has it, on this machine as on another one.
  if (how === 'driven') return EXIT.later;
  return how === 'interrupted' ? EXIT.interrupted : EXIT.finding;
}

function outcomeLine(outcome: Outcome, program: string): string {
  switch (outcome.how) {
    case 'done':
      return 'Done: nothing is left to prove.';
    case 'over':
      return 'The run has ended.';
    case 'driven':
      return `Another flow run (process ${outcome.pid}) drives this run already.`;
    case 'waiting':
      return `Waits for ${outcome.for === 'person' ? 'you' : outcome.for}: \`${program} status\` says for what.`;
    case 'paused': {
      const why = `Paused: ${pauseWords(outcome.why)}.`;
      if (outcome.why === 'item')
        return `${why} \`${program} status\` says which; \`${program} resume\` gives it as much again.`;
      if (outcome.why === 'budget')
        return `${why} \`${program} next\` says what of it; once it is raised and applied, \`${program} resume\` and \`${program} run\` go on.`;
      return outcome.why === 'standstill'
        ? `${why} \`${program} status\` says where; \`${program} resume\` lets it go on.`
        : `${why} \`${program} resume\`, and a higher limit, go on.`;
    }
    case 'interrupted':
      return `Interrupted: sessions go on, and \`${program} run\` takes them up again.`;
  }
}

function limitsOf(call: Call): Limits {
  const whole = budgetOf(call, 'budget');
  const item = budgetOf(call, 'itemBudget');
  return {
    atOnce: count(call, 'atOnce', 2),
    sessions: count(call, 'sessions', 50),
    tokens: whole?.tokens ?? null,
    money: whole?.money ?? null,
    until: Date.now() + count(call, 'hours', 8) * HOUR,
    item,
  };
}

function count({ options, program }: Call, name: string, usual: number): number {
  const given = options[name];
  if (given === undefined) return usual;
  const value = Number(given);
  if (Number.isFinite(value) && value > 0 && value <= 10_000) return value;
  throw new FlowError(
    'usage',
    'USAGE',
    `--${name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)} is a number above 0.`,
    `${program} run --help`,
  );
}
