import { everyItem, isByCommand } from '@flow/core/items';
import type { ItemFact, OpenCheck } from '@flow/core/workflow';
import { type Call, EXIT, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { execLine } from '../exec-line.js';
import { timeWords } from '../time-option.js';
import { begin } from './begin-item.js';
import { here } from './here.js';
import { checksOf } from './items.js';
import type { Here, Standing } from './place.js';
import { record } from './record.js';
import { isVerifying } from './verifying.js';

/*
 * `flow next --run`: what a phase or a verifying item asks for as a command needs no model (rows X28, R71). It is run as
 * `flow exec` runs it and judged as the agent's own call; a model is asked only for what is red.
 */

/** A command that was run, and whether what asked for it holds now. */
export interface Ran {
  command: string;
  /** The item, where it was asked of one. */
  item: string | null;
  check: string;
  exit: number | null;
  passed: boolean;
  /** It says something of the content: it passes or fails. One that could not be started says nothing. */
  counts: boolean;
  /** Why it was not recorded, or does not count as it was. */
  remarks: string[];
}

/** A command that is asked for and was not run. */
export interface NotRun {
  command: string;
  item: string | null;
  why: string;
  remedy: string;
}

export interface RunReport {
  ran: Ran[];
  notRun: NotRun[];
  /** What the program handed in, as nothing else was left to do: `complete` of a verifying item. */
  submitted: { name: string; item: string }[];
}

/** A command that stands in the way now. */
interface Due {
  command: string;
  item: ItemFact | null;
  check: string;
  /** The workflow or the policy names it; else a document does. */
  isOwn: boolean;
}

/** How long commands may take, in milliseconds: each, and all of one call together. */
export interface Limits {
  each: number;
  all: number;
}

/** Rounds of one call: whoever has more verifying items than this asks again. */
const ROUNDS = 50;

/** Runs what the position asks for by command, as long as that leads from one verifying item to the next. */
export async function runChecks(call: Call, begun: Here, limits: Limits): Promise<{ report: RunReport; place: Here }> {
  const report: RunReport = { ran: [], notRun: [], submitted: [] };
  let place = begun;
  const seen = new Set<string>();
  const until = Date.now() + limits.all;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = place.standing.status;
    // What a document asks for is recorded from here on, whoever wrote the document.
    place.room.keepCommands(place.around, place.standing);
    const due = dueIn(place).filter((one) => !seen.has(keyOf(one)));
    for (const one of due) {
      seen.add(keyOf(one));
      await runOne(call, place, one, report, { limits, until });
      place = await here(call);
    }
    const handed = await handIn(call, place, report);
    if (handed) place = await here(call);
    const { status } = place.standing;
    if (status.waiting !== null || (!handed && status.position === before.position)) break;
    if (status.current !== null && !isVerifying(place.standing)) break;
  }
  return { report, place };
}

const keyOf = ({ command, item, check }: Due) => JSON.stringify([command, item?.id ?? null, check]);

async function runOne(
  call: Call,
  begun: Here,
  due: Due,
  report: RunReport,
  { limits, until }: { limits: Limits; until: number },
): Promise<void> {
  const { command, item, check } = due;
  const told = { command, item: item?.id ?? null };
  const leave = (why: string, remedy: string) => void report.notRun.push({ ...told, why, remedy });
  const byHand = `${call.program} exec -- ${command}`;
  const why = due.isOwn ? null : unapproved(begun, item!);
  if (why !== null) return leave(why, byHand);
  const again = `${call.program} next --run --within <time>`;
  if (Date.now() >= until) return leave(`the time for all commands, ${timeWords(limits.all)}, is used up`, again);
  const notBegun = item && (await beginFor(call, begun, item.id));
  if (notBegun) return leave(notBegun, `${call.program} item begin ${item.id}`);
  const { around } = await here(call);
  const { root } = around.repository;
  const { judgeLine } = await hooks();
  const judged = judgeLine(command, root, around);
  if (judged.kind === 'refused')
    return leave(`the guards refuse it: ${judged.text}`, `${call.program} explain '${command}'`);
  if (judged.kind === 'own') return leave('it is a command of flow, which records by itself', command);
  const left = Math.min(limits.each, until - Date.now());
  const { exit, isLate, remarks: own } = await execLine(call, root, command, left);
  const late =
    left < limits.each
      ? `it was ended, as the time for all commands, ${timeWords(limits.all)}, is used up: ${again}`
      : `it was ended after ${timeWords(limits.each)}: ${call.program} next --run --timeout <time>`;
  // That nobody saw its end follows from that.
  const remarks = isLate ? [late] : own;
  const { standing } = await here(call);
  const open = openOf(standing, item?.id ?? null);
  // What the run proves is what counts, not its exit code.
  const still = open.find((one) => one.check === check && one.finding.args.command === command);
  const passed = still === undefined;
  report.ran.push({ ...told, check, exit, passed, counts: passed || still.state === 'failed', remarks });
}

/**
 * A command speaks of an item that somebody works on: one that only verifies is begun here, as nobody else has to.
 * @returns why it is not begun
 */
async function beginFor(call: Call, place: Here, id: string): Promise<string | null> {
  if (place.standing.status.current?.state === 'running') return null;
  if (!isVerifying(place.standing)) return 'nobody has begun it';
  try {
    const { exit, problems } = await begin(call, { ...place, apart: false, isBusy: false }, id);
    return exit === EXIT.ok ? null : (problems?.[0]?.message ?? 'it cannot be begun here');
  } catch (error) {
    if (error instanceof FlowError) return error.message;
    throw error;
  }
}

/** Tells what is open where the run stands: of the item at work, else of the phase. */
function openOf({ status }: Standing, item: string | null): readonly OpenCheck[] {
  if (item === null) return [...status.open, ...(status.current?.open ?? [])];
  return everyItem(status.items).find(({ id }) => id === item)?.open ?? [];
}

function dueIn({ room, standing }: Here): Due[] {
  const { status, workflow } = standing;
  if (status.paused !== null || status.ended !== null) return [];
  const item = status.current && (room.itemsOfRun(standing).find(({ id }) => id === status.current!.id) ?? null);
  const asked = status.current ? (status.current.open ?? []) : status.open;
  const literal = new Set(
    checksOf(workflow, 'command').flatMap(({ spec: { command } }) =>
      typeof command === 'string' && command !== 'item' ? [command] : [],
    ),
  );
  return asked.filter(isByCommand).flatMap(({ check, finding }): Due[] => {
    const { command, suite } = finding.args;
    if (typeof command !== 'string') return [];
    return [{ command, item, check, isOwn: suite !== undefined || literal.has(command) }];
  });
}

/**
 * Tells why words of an item are not run without a model; null where a person has approved the document that has them.
 */
function unapproved({ room, standing }: Here, item: ItemFact): string | null {
  const { workflow, status } = standing;
  const name = room.listingOf(standing, item.id)?.[0];
  const gates = checksOf(workflow, 'approved').filter(({ spec }) =>
    [spec.on ?? []].flat().includes(`doc:${name}` as never),
  );
  if (name !== undefined && gates.some(({ spec }) => status.gates[spec.gate]?.state === 'approved')) return null;
  return `nobody has approved ${name ?? 'a document'} as it stands, and the command is from it`;
}

/** A verifying item whose commands have passed has nothing else to be done: the program says so. */
async function handIn(call: Call, place: Here, report: RunReport): Promise<boolean> {
  const { standing } = place;
  const { current } = standing.status;
  if (current === null || standing.status.waiting !== null || !isVerifying(standing)) return false;
  const own = report.ran.filter(({ item }) => item === current.id);
  const open = current.open ?? [];
  // What it verifies has passed on this content, here or before.
  const verified = place.room.itemsOfRun(standing).find(({ id }) => id === current.id)?.verify;
  if (verified === undefined || own.some(({ passed }) => !passed) || open.some(isByCommand)) return false;
  const missing = open.find(({ actor, finding }) => actor === 'agent' && finding.code === 'SUBMISSION_MISSING');
  if (missing === undefined) return false;
  const { clean } = await hooks();
  const name = String(missing.finding.args.name);
  const note = clean(`passed without a model: ${verified}`, 500);
  await record(call, place, { type: 'submission', name, subject: current.id, note });
  report.submitted.push({ name, item: current.id });
  return true;
}

/** Remarks on one run that are shown. */
const MOST_REMARKS = 4;

/** Returns the report in lines, for people. */
export async function runLines({ ran, notRun, submitted }: RunReport): Promise<string[]> {
  const { clean } = await hooks();
  const of = (item: string | null) => (item === null ? '' : ` (${clean(item, 60)})`);
  if (ran.length + notRun.length === 0) return ['Nothing is asked for here that a command decides.'];
  return [
    ...ran.flatMap(({ command, item, exit, passed, remarks }) => [
      passed
        ? `Passed${of(item)}: ${clean(command, 300)}`
        : `Not passed${of(item)}: ${clean(command, 300)} (exit ${exit ?? 'unknown'})`,
      ...remarks.slice(0, MOST_REMARKS).map((one) => `  ${clean(one, 1000)}`),
    ]),
    ...submitted.map(({ name, item }) => `Submitted${of(item)}: ${clean(name, 60)}`),
    ...notRun.flatMap(({ command, item, why, remedy }) => [
      `Not run${of(item)}: ${clean(command, 300)}: ${clean(why, 600)}`,
      `  ${clean(remedy, 400)}`,
    ]),
  ];
}
