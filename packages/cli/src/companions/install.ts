import { type Answer, type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { shellWord } from '../shell-word.js';
import { asPerson } from '../workflow/person.js';
import type { Place } from '../workflow/place.js';
import { COMPANIONS, type Companion } from './catalogue.js';
import { add, clientProgram, isThere } from './run-client.js';
import { type Client, prepare, stepsFor } from './steps.js';

declare const FLOW_VERSION: string;

/** An outcome tells what became of a companion. */
interface Outcome {
  name: string;
  state: 'there' | 'added' | 'failed';
  /** The command that failed, and what it said. */
  command?: string;
  why?: string;
}

/** Returns a command line as a person types it. */
export const lineOf = ({ program }: Client, words: readonly string[]): string =>
  [program, ...words].map(shellWord).join(' ');

/**
 * Adds companions by the client's own commands, after the person at the terminal has agreed to exactly these. What is there
 * already is left alone, so that a second run adds what is missing.
 * @throws FlowError CLIENT_MISSING, COMPANION_UNFIT, and as `asPerson`
 */
export async function installCompanions(
  call: Call,
  place: Place,
  client: Client,
  named: readonly Companion[],
): Promise<Answer> {
  const { clean } = await hooks();
  const { root } = place.around.repository;
  const { environment } = call;
  const program = clientProgram(client.program, root, environment);
  if (program === null)
    throw new FlowError(
      'finding',
      'CLIENT_MISSING',
      `${client.product} (${client.program}) is not installed outside of this repository.`,
      client.oldest.fix,
    );
  const where = { cwd: root, environment };
  const wanted = named.map((companion) => {
    const steps = stepsFor(companion, client, environment);
    if (steps) return { companion, steps };
    const fit = COMPANIONS.filter((one) => stepsFor(one, client, environment) !== null).map(({ name }) => name);
    throw new FlowError(
      'usage',
      'COMPANION_UNFIT',
      `${client.product} has no plugins, so it cannot have ${companion.name}.`,
      `${call.program} companions ${fit[0]}`,
    );
  });
  const outcomes: Outcome[] = [];
  const missing: typeof wanted = [];
  for (const one of wanted) {
    if (await isThere(program, one.steps.asks, where)) outcomes.push({ name: one.companion.name, state: 'there' });
    else missing.push(one);
  }
  if (missing.length > 0) {
    const lines = missing.flatMap(({ companion, steps }) => [
      `${companion.name}: ${companion.what}`,
      ...steps.adds.map((words) => `  ${lineOf(client, words)}`),
    ]);
    const shown = `${lines.join('\n')}\nOthers keep these; flow has not checked them. Run these commands of ${client.product} (${clean(program, 300)})?`;
    await asPerson(call, place, shown);
  }
  for (const { companion, steps } of missing) {
    await prepare(companion, call, FLOW_VERSION);
    outcomes.push(await added(companion, steps.adds));
  }
  return answerFor(call, outcomes, clean);

  async function added({ name }: Companion, adds: readonly (readonly string[])[]): Promise<Outcome> {
    for (const words of adds) {
      const command = lineOf(client, words);
      call.tell(`${command}\n`);
      const why = await add(program!, words, where);
      if (why !== null) return { name, state: 'failed', command, why: clean(why, 500) };
    }
    return { name, state: 'added' };
  }
}

function answerFor(
  { program }: Call,
  outcomes: readonly Outcome[],
  clean: (value: unknown, max?: number) => string,
): Answer {
  const width = Math.max(0, ...outcomes.map(({ name }) => name.length));
  const text = outcomes.map(({ name, state }) => `${state.padEnd(6)}  ${name.padEnd(width)}`.trimEnd()).join('\n');
  const failed = outcomes.filter(({ state }) => state === 'failed');
  const problems = failed.map(({ name, command = '', why = '' }) => ({
    code: 'COMPANION_FAILED',
    message: `${name} was not added: ${clean(why, 500)}`,
    remedy: `${clean(command, 300)}, then ${program} companions ${name}`,
  }));
  return {
    exit: failed.length > 0 ? 1 : 0,
    data: { companions: outcomes },
    text: text === '' ? '' : `${text}\n`,
    ...(problems.length > 0 ? { problems } : {}),
  };
}
