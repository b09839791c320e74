import { everyItem } from '@flow/core/items';
import { debtName, type ItemStatus, type OpenCheck, type Status } from '@flow/core/workflow';
import { clean } from '../../text/clean.js';
import { awaitLine, pausedWords } from './await-words.js';
import { openOf, openWords } from './open-words.js';

/** Characters that one injection may take of the agent's context; a sub-agent has fewer to spare. */
export const BUDGET = 3000;
export const SUBAGENT_BUDGET = 1500;

/** Number of characters that a section of the plan may take of the text. */
const LINE = 200;

const MORE = '(more: `flow status`)';

/**
 * Text that tells the agent at every prompt where a run stands (features D63 to D66): the phase, the instruction, what is
 * in the way, the gates; then the user's worries; then the standing rules. Parts that do not fit are left out from the end,
 * and the text says so; phase and instruction always fit.
 * @param budget the most characters; at least 400
 * @param known what is to be known before anything is done: claims, where they stand
 */
export function statusText(status: Status, budget = BUDGET, known: readonly string[] = []): string {
  const rest = [...inTheWay(status, budget > BUDGET), ...worries(status), ...rulesOf(status), ...known];
  return fitted([phaseLine(status), ...work(status)], rest, budget);
}

/**
 * Text that tells the agent in the middle of the work that a run has led on or back: where the run stands now, and what is
 * next.
 */
export function movedText(status: Status, budget = SUBAGENT_BUDGET): string {
  return fitted([phaseLine(status), ...work(status)], [...inTheWay(status, false), ...editLines(status)], budget);
}

/**
 * Returns text for a sub-agent as it begins: the phase, the files that the phase closes, the standing rules, and what
 * to probe. A reviewer is not told to do the work that it is to judge.
 */
export function subagentText(status: Status, isReviewer: boolean, budget = SUBAGENT_BUDGET): string {
  const told = isReviewer ? ['You are reviewing: change no files, and report what you find.'] : work(status);
  const rest = [...editLines(status), ...rulesOf(status), ...listed('Reviewers must probe', status.probes)];
  return fitted([phaseLine(status), ...told], rest, budget);
}

/** Text of where a run stands for the person at a screen: whole, and what waits for a person waits for its reader. */
export const statusOnScreen = (status: Status): string =>
  [phaseLine(status), ...work(status), ...inTheWay(status, true, YOURS), ...worries(status), ...rulesOf(status)].join(
    '\n',
  );

const STOP = 'STOP here: only a person can continue this. Say what they have to decide, and wait.';
const YOURS = 'This waits for you: what is open names the command for it.';

function fitted(first: readonly string[], rest: readonly string[], budget: number): string {
  const room = Math.max(budget, 400);
  const kept = first.map((line) => bounded(line, Math.floor((room - MORE.length) / first.length) - 1));
  let length = kept.reduce((sum, line) => sum + line.length + 1, 0);
  for (const [at, line] of rest.entries()) {
    const after = length + line.length + 1;
    if (after + (at < rest.length - 1 ? MORE.length : 0) > room) return [...kept, MORE].join('\n');
    kept.push(line);
    length = after;
  }
  return kept.join('\n');
}

const bounded = (line: string, max: number) => (line.length > max ? `${line.slice(0, max - 1)}…` : line);

/** Returns one line for people: phase, gates, what it waits for. */
export function phaseLine(status: Status): string {
  const gates = Object.entries(status.gates).map(([name, { state }]) => `${clean(name, 60)}: ${state}`);
  const waits = status.waiting === null ? '' : ` | waits for ${waitsFor(status.waiting)}`;
  const branch = clean(status.branch ?? '(no branch)', 100);
  const own = status.scopedTo === undefined ? '' : ` | this work tree: ${clean(status.scopedTo, 60)} alone`;
  return `flow: ${clean(status.workflow, 60)}, phase ${placeOf(status)} on ${branch}${own}${gates.length > 0 ? ` | gates: ${gates.join(', ')}` : ''}${waits}`;
}

/** Returns the phase with its place among all of the run. */
export function placeOf({ phase, position, stage, total }: Status): string {
  return phase === 'done' || phase === 'ended' ? phase : `${clean(position, 120)} [${stage}/${total}]`;
}

/** Tells who or what a run waits for, in words. */
export function waitsFor(waiting: NonNullable<Status['waiting']>): string {
  return waiting === 'pause' ? 'the pause to end' : WHO[waiting];
}

const WHO = { person: 'a person', outside: 'an outside system', time: 'time to pass' } as const;

function work(status: Status): string[] {
  const { instruction, paused, awaits = [] } = status;
  if (paused !== null) return [pausedWords(status)];
  return [
    ...awaits.map(awaitLine),
    ...(instruction === '' ? [] : [`Instruction: ${clean(instruction, 1000)}`]),
    ...itemLines(status),
  ];
}

/** The item to work on, and those that could be begun beside it. */
export function itemLines({ current, items, waiting, scopedTo }: Status): string[] {
  if (current === null || waiting !== null) return [];
  const others = scopedTo === undefined ? readyItems(items).filter((one) => one !== current) : [];
  const ids = others.slice(0, 8).map(({ id }) => clean(id, 40));
  const more = others.length > ids.length ? ` and ${others.length - ids.length} more` : '';
  const besides = ids.length === 0 ? '' : `; also ready: ${ids.join(', ')}${more}`;
  const held = everyItem(items).some(({ reason, state }) => state === 'waiting' && reason === 'at-once');
  const bound = held ? '; the limit of items in progress is reached' : '';
  return [`Item: ${clean(current.id, 40)}, ${clean(current.title, 100)} (${current.state})${besides}${bound}`];
}

/**
 * Returns the innermost items that may be begun now; of one that waits for a person alone there is nothing to begin.
 */
export function readyItems(items: readonly ItemStatus[]): ItemStatus[] {
  return everyItem(items).filter(
    ({ state, open = [], items: parts = [] }) =>
      state === 'ready' && parts.length === 0 && (open.length === 0 || open.some(({ actor }) => actor !== 'person')),
  );
}

/**
 * Returns the items that are spoken of here: in the work tree of one item, that one with its parts and its fixes alone.
 */
export function itemsHere({ items, scope }: Pick<Status, 'items' | 'scope'>): readonly ItemStatus[] {
  if (scope === undefined) return items;
  return items.flatMap((one) => (scope.includes(one.id) ? [one] : [...itemsHere({ items: one.items ?? [], scope })]));
}

/**
 * @param isWhole all notes, for who reads them on a screen
 * @param stop what is said where a person has to continue
 */
function inTheWay(status: Status, isWhole: boolean, stop = STOP): string[] {
  const open = status.open.map((one) => `Open: ${openLine(one)}`);
  const inItems = everyItem(itemsHere(status)).map(({ id, state, open: inner = [] }) =>
    state === 'ready' || state === 'running' ? inner.map((one) => `Open in ${clean(id, 40)}: ${openLine(one)}`) : [],
  );
  const items = inItems.flatMap((lines) => lines.slice(0, 4)).slice(0, 8);
  const told = new Set(status.open.map(({ finding }) => `${finding.code}: ${openWords(finding)}`));
  // What an earlier phase warned of, and a later one asks for, is said once.
  const noted = status.warnings.map((one) => `${one.code}: ${openWords(one)}`).filter((one) => !told.has(one));
  const notes = noted.map((one) => `Note: ${one}`);
  const shownNotes = isWhole ? notes : notes.slice(0, 4);
  return [
    ...(status.waiting === 'person' ? [stop] : []),
    // What a person runs stands with what is open: the agent would try it.
    ...(status.command === null || status.paused !== null || status.waiting === 'person'
      ? []
      : [`Command: ${clean(status.command, LINE)}`]),
    ...questionLines(status),
    ...open.slice(0, 8),
    ...items,
    ...left(open.slice(8).length + inItems.flat().length - items.length, 'open: `flow explain`'),
    ...shownNotes,
    ...left(notes.length - shownNotes.length, 'notes: `flow status`'),
    ...status.debts.map(
      ({ reason, ...one }) => `Debt: ${clean(debtName(one), 100)}${reason === '' ? '' : ` (${clean(reason, 100)})`}`,
    ),
  ];
}

/** Lists questions that only a person answers, word for word: nobody is to answer another one. */
export function questionLines({ questions }: Pick<Status, 'questions'>): string[] {
  return questions.flatMap(({ id, text, lookedUp, options = [], advice }) => [
    `Question ${clean(id, 10)}: ${clean(text, 1000)}`,
    `  Looked up: ${clean(lookedUp, 300)}`,
    ...(options.length > 0 ? [`  Options: ${options.map((one) => clean(one, 200)).join(' | ')}`] : []),
    ...(advice === undefined ? [] : [`  Advice: ${clean(advice, 500)}`]),
    `  A person answers in a terminal: flow clarify answer ${clean(id, 10)} '…'`,
  ]);
}

/** Tells what is taken to be so in place of a person's answer, with the questions. */
export const assumptionLines = ({ assumptions }: Pick<Status, 'assumptions'>): string[] =>
  assumptions.map(
    ({ id, question, text }) =>
      `Assumed ${clean(id, 10)}: ${clean(text, 300)} (nobody was asked: ${clean(question, 300)})`,
  );

/** What is cut off without a word is taken for all there is. */
const left = (count: number, where: string) => (count > 0 ? [`(and ${count} more ${where})`] : []);

/** Tells what the phase says of files; a class without a word is free. */
function editLines({ edits }: Status): string[] {
  const told = edits.map(({ class: of, role, answer, marker }) => {
    const who = role === undefined ? '' : ` for ${clean(role, 40)}`;
    return `${of}${who}: ${answer}${marker === undefined ? '' : ` (unless marked ${clean(marker, 40)})`}`;
  });
  return [`Edits here: ${told.length > 0 ? told.join(', ') : 'all files are allowed'}`];
}

const rulesOf = ({ rules }: Status) => rules.map((one) => `Rule: ${clean(one, LINE)}`);

/** Tells of an open check in one line: its code, and what is missing. */
export const openLine = (open: OpenCheck) => `${open.finding.code}: ${openOf(open)}`;

function worries({ concerns, probes, expectations }: Status): string[] {
  return [
    ...listed('User concerns', concerns),
    ...listed('Reviewers must probe', probes),
    ...listed('User expectations', expectations),
  ];
}

function listed(title: string, all: readonly string[]): string[] {
  const shown = all.slice(0, 10).map((one) => clean(one, LINE));
  const more = all.length > shown.length ? ` (and ${all.length - shown.length} more, in the plan)` : '';
  return shown.length > 0 ? [`${title}: ${shown.join('; ')}${more}`] : [];
}
