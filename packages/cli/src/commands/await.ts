import type { AwaitStatus } from '@flow/core/workflow';
import { hooks } from '../evidence.js';
import { timeOption, UNITS } from '../time-option.js';
import { here } from '../workflow/here.js';
import { knownItem } from '../workflow/items.js';
import { asPerson } from '../workflow/person.js';
import type { Here } from '../workflow/place.js';
import { reasonFrom } from '../workflow/reason.js';
import { record } from '../workflow/record.js';
import { runCheck } from '../workflow/run-check.js';
import { answerAfter } from '../workflow/show.js';
import { type Answer, type Call, type Command, EXIT, FlowError } from './command.js';
import { mayTake } from './item.js';

export const awaitCommand: Command = {
  name: 'await',
  group: 'workflow',
  arguments: '[what]',
  summary: 'wait for what only somebody else can bring about, and check whether it is there',
  flags: [
    { flags: '--check <command>', description: 'the command that ends the wait when it exits with 0' },
    { flags: '--timeout <time>', description: 'how long: 90s, 30m, 2h, 3d (default: 1h; 1d without a check)' },
    { flags: '--item <id>', description: 'the item that waits; others go on' },
    { flags: '--watch [seconds]', description: 'check again and again until it is there or the time is over' },
    { flags: '--done <note>', description: 'a person says that it is there' },
    { flags: '--drop <reason>', description: 'stop waiting, and go on without it' },
  ],
  examples: [
    [
      "await 'the staging database' --check 'pg_isready -h staging' --timeout 2h",
      'the agent may stop until it is there',
    ],
    ["await 'the sandbox key' --item S3", 'S3 waits until a person says so; others go on'],
    ['await', 'what is waited for, and each check once'],
    ['await w1 --watch 60', 'checks every minute'],
    ["await w1 --done 'the key is in the vault'", 'a person ends the wait'],
  ],
  async run(call) {
    const place = await here(call);
    const known = await knownAwait(call, place);
    const { check, done, drop } = call.options;
    if (done !== undefined) return endByPerson(call, place, known);
    if (drop !== undefined) return giveUp(call, place, known);
    const isNew = known === null && call.words[0] !== undefined;
    if (isNew) return begin(call, place);
    if (check !== undefined)
      throw new FlowError(
        'usage',
        'USAGE',
        '--check needs to be told what is waited for.',
        `${call.program} await '…' --check '…'`,
      );
    return look(call, place, known === null ? awaitsOf(place) : [known]);
  },
};

const awaitsOf = ({ standing }: Here): readonly AwaitStatus[] => standing.status.awaits ?? [];

/** Returns the wait whose name was typed; where something ends one, the only one there is. */
async function knownAwait(call: Call, place: Here): Promise<AwaitStatus | null> {
  const all = awaitsOf(place);
  const [word] = call.words;
  const named = all.find(({ id }) => id === word);
  if (named) return named;
  const isEnding = call.options.done !== undefined || call.options.drop !== undefined;
  if (!isEnding) return null;
  if (word === undefined && all.length === 1) return all[0]!;
  const ids = all.map(({ id }) => id);
  throw new FlowError(
    'finding',
    'AWAIT_UNKNOWN',
    all.length === 0 ? 'nothing is waited for.' : `name one of the waits: ${ids.join(', ')}.`,
    all.length === 0
      ? `${call.program} next`
      : `${call.program} await ${ids[0]} --${call.options.done === undefined ? 'drop' : 'done'} '…'`,
  );
}

const timeoutOf = (call: Call): number =>
  timeOption(
    call,
    'timeout',
    call.options.check === undefined ? UNITS.d : UNITS.h,
    `${call.program} await '…' --timeout 2h`,
  );

/** Characters of a command that is kept. */
const LONGEST_CHECK = 2000;

async function begin(call: Call, place: Here): Promise<Answer> {
  const { room, around, standing } = place;
  const { clean } = await hooks();
  const what = await reasonFrom(call, call.words[0], "await '…'");
  const timeout = timeoutOf(call);
  const line = typeof call.options.check === 'string' ? call.options.check.trim() : null;
  if (line !== null && (line === '' || line.length > LONGEST_CHECK))
    throw new FlowError(
      'usage',
      'USAGE',
      `--check expects a command of at most ${LONGEST_CHECK} characters.`,
      `${call.program} await '…' --check '…'`,
    );
  const item = typeof call.options.item === 'string' ? call.options.item : standing.status.scopedTo;
  if (item !== undefined) {
    await knownItem(call, place, item);
    await mayTake(call, place, item, 'block');
  }
  const same = awaitsOf(place).find(
    (one) => one.what === what && one.check === line && one.item === item && !one.isOver,
  );
  if (same) return told(place, [same], [`Waited for already. ${room.awaitLine(same)}`]);
  if (line !== null) {
    const looked = await lookOnce(call, place, line);
    if (looked.isThere)
      return {
        exit: EXIT.ok,
        data: { awaits: awaitsOf(place), passed: [] },
        text: `The check passes: ${clean(what, 200)} is there, and nothing has to be waited for.\n`,
      };
    if (looked.exit === 127 || looked.exit === 126)
      throw new FlowError(
        'finding',
        'CHECK_NOT_STARTED',
        `the check cannot be started, so it never passes: ${clean(looked.output, 200) || `exit code ${looked.exit}`}.`,
        `${call.program} await '…' --check '<a command that exists here>'`,
      );
  }
  const id = nameFor(standing.facts.events.filter(({ type }) => type === 'await').length + 1);
  const until = Date.now() + timeout;
  await record(call, place, {
    type: 'await',
    await: id,
    what,
    check: line,
    until,
    ...(item !== undefined && { item }),
  });
  const after = room.standingOf(around);
  const begun = after?.status.awaits?.find((one) => one.id === id);
  if (!after || !begun) return answerAfter('Waiting.', room, around);
  return told({ ...place, standing: after }, [begun], room.awaitLines(begun));
}

const nameFor = (number: number) => `w${number}`;

function told({ standing, room }: Here, awaits: readonly AwaitStatus[], lines: readonly string[]): Answer {
  const { status } = standing;
  return { exit: EXIT.ok, data: { status, awaits }, text: `${[...lines, room.phaseLine(status)].join('\n')}\n` };
}

/** Milliseconds that one run of a check has. */
const CHECK_DEADLINE = 120_000;

interface Looked {
  isThere: boolean;
  exit: number | null;
  output: string;
}

/**
 * Runs a check once, if every guard lets it: as the agent's own call, each time anew.
 * @throws FlowError CHECK_REFUSED, CHECK_IS_FLOW
 */
async function lookOnce(call: Call, { around }: Here, line: string, milliseconds = CHECK_DEADLINE): Promise<Looked> {
  const { judgeLine } = await hooks();
  const { directory, environment, program } = call;
  const judged = judgeLine(line, directory, around);
  const again = `${program} await '…' --check '<a command that only looks>'`;
  if (judged.kind === 'refused') throw new FlowError('finding', 'CHECK_REFUSED', judged.text, again);
  if (judged.kind === 'own')
    throw new FlowError(
      'finding',
      'CHECK_IS_FLOW',
      'a check only looks: it cannot be a command of flow, which records what it does.',
      again,
    );
  const { exit, output, isLate } = await runCheck(line, { directory, environment, milliseconds });
  return { isThere: exit === 0, exit, output: isLate ? `no end after ${Math.round(milliseconds / 1000)} s` : output };
}

/** Checks each of some waits once, or again and again, and says which of them are over. */
async function look(call: Call, place: Here, awaits: readonly AwaitStatus[]): Promise<Answer> {
  const { clean } = await hooks();
  const { room, around } = place;
  if (awaits.length === 0) return { exit: EXIT.ok, data: { awaits: [], passed: [] }, text: 'Nothing is waited for.\n' };
  const passed: string[] = [];
  const lines: string[] = [];
  let standing = place.standing;
  for (const one of awaits) {
    const { check } = one;
    if (check === null) {
      lines.push(...room.awaitLines(one));
      continue;
    }
    const { times, looked } = await lookUntil(call, place, { ...one, check });
    const { id, item } = one;
    await record(call, place, {
      type: 'await-check',
      await: id,
      pass: looked.isThere,
      times,
      ...(item !== undefined && { item }),
    });
    standing = room.standingOf(around) ?? standing;
    if (looked.isThere) {
      passed.push(id);
      lines.push(
        `${id}: ${clean(one.what, 200)} is there.${item === undefined ? '' : ` ${clean(item, 60)} can be begun.`}`,
      );
      continue;
    }
    const why = looked.exit === null ? '' : ` (exit code ${looked.exit})`;
    const said = clean(looked.output.trim().split('\n').at(-1), 200);
    const now = standing.status.awaits?.find((other) => other.id === id) ?? one;
    lines.push(`${id} is not there yet${why}${said === '' ? '' : `: ${said}`}`, ...room.awaitLines(now));
  }
  const { status } = standing;
  const left = status.awaits ?? [];
  const isLeft = awaits.some(({ id }) => left.some((one) => one.id === id));
  const data = { awaits: left, passed };
  return { exit: isLeft ? EXIT.finding : EXIT.ok, data, text: `${[...lines, room.phaseLine(status)].join('\n')}\n` };
}

/** Checks a wait once; with `--watch`, until it is there, its time is over, or somebody else has ended it. */
async function lookUntil(
  call: Call,
  place: Here,
  { id, check, until }: AwaitStatus & { check: string },
): Promise<{ times: number; looked: Looked }> {
  const pause = pauseOf(call);
  for (let times = 1; ; times += 1) {
    const looked = await lookOnce(call, place, check);
    if (looked.isThere || pause === null || Date.now() + pause >= until) return { times, looked };
    await new Promise((resolve) => setTimeout(resolve, pause));
    const isOpen = place.room.standingOf(place.around)?.status.awaits?.some((one) => one.id === id) === true;
    if (!isOpen) return { times, looked };
  }
}

const PAUSE_SECONDS = 30;

/** Returns milliseconds between two checks; null where one is enough. */
function pauseOf({ options, program }: Call): number | null {
  const { watch } = options;
  if (watch === undefined || watch === false) return null;
  const seconds = watch === true ? PAUSE_SECONDS : Number(watch);
  if (seconds > 0) return Math.min(Math.max(seconds, 0.2), 86_400) * 1000;
  throw new FlowError(
    'usage',
    'USAGE',
    '--watch expects a number of seconds.',
    `${program} await --watch ${PAUSE_SECONDS}`,
  );
}

async function endByPerson(call: Call, place: Here, known: AwaitStatus | null): Promise<Answer> {
  const reason = await reasonFrom(call, call.options.done, "await --done '…'");
  const { room, around } = place;
  const { id, item } = known!;
  const person = await asPerson(call, place, `${room.awaitLine(known!)}\nIt is there: ${reason}`);
  await record(call, place, { type: 'await-end', await: id, person, reason, ...(item !== undefined && { item }) });
  return answerAfter(`${id} is over.`, room, around);
}

/** Whoever waits may go on without it. An item that waits is begun again by its check or by a person (R16). */
async function giveUp(call: Call, place: Here, known: AwaitStatus | null): Promise<Answer> {
  const reason = await reasonFrom(call, call.options.drop, "await --drop '…'");
  const { room, around } = place;
  const { id, item } = known!;
  const refusal = new FlowError(
    'finding',
    'ITEM_AWAITS',
    `${item} waits for it: only its check or a person ends that.`,
    `${call.program} await ${id} (runs its check), or a person: ${call.program} await ${id} --done '…'`,
  );
  const person =
    item === undefined
      ? null
      : await asPerson(call, place, `${room.awaitLine(known!)}\nStop waiting: ${reason}`, refusal);
  await record(call, place, { type: 'await-end', await: id, person, reason, ...(item !== undefined && { item }) });
  return answerAfter(`${id} is dropped.`, room, around);
}
