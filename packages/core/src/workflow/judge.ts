import type { Finding } from '../finding.js';
import {
  type CheckKind,
  type CheckState,
  type Context,
  contentsOf,
  type Judgement,
  type Subject,
} from './checks/index.js';
import { turnedOn } from './checks/panel.js';
import type { PlacedCheck } from './compile.js';
import { holds } from './conditions.js';
import { absentDocument, contentAt } from './content.js';
import type { ItemFact, Moment } from './facts.js';
import { backoff, IN_A_ROW } from './failures.js';
import { withoutFiles } from './item-contents.js';
import { itemsAt, spenderOf } from './items.js';
import { seeTime } from './look.js';
import { aboutAt } from './marks.js';
import { type CheckMemory, isFlaky } from './memory.js';
import type { Actor, Content } from './model.js';
import { isRunning, memoryOf, type RunState } from './state.js';
import type { Unmet } from './unmet.js';

/** `Judged` tells what a check says at one moment in one walk. */
export interface Judged {
  unmet: Unmet[];
  /** The check holds only because its loop was over, and lets the work go on. */
  owed: boolean;
}

const HELD: Judged = { unmet: [], owed: false };

/**
 * Judges one check for all its subjects. What holds at an event is remembered, so that it can lapse.
 * @param isTold whether anybody reads the findings: their facts are gathered only then
 * @param isEvent whether it is the moment of an event: what holds between two of them never counts, and is not remembered
 */
export function judgeCheck(
  state: RunState,
  check: PlacedCheck,
  moment: Moment,
  item: ItemFact | null,
  now: number,
  isTold: boolean,
  isEvent: boolean,
): Judged {
  const { spec, kind, key, path } = check;
  if (spec.when && !holds(spec.when, state, aboutAt(state, moment, item))) return HELD;
  const memory = memoryOf(state, key);
  if (item === null && memory.held === moment) return HELD;
  const context: Context = { moment, item, now, memory, raised: state.raised, key };
  if (kind.amongItems && item !== null) context.items = itemsAt(state, moment);
  const askedOf = item?.id ?? '';
  const unmet: Unmet[] = [];
  for (const subject of kind.subjects(spec, moment, item)) {
    if (isWaived(check, subject, context)) continue;
    const found = stateOf(kind, kind.judge(spec, subject, context), memory, subject);
    if (found === 'ok') {
      if (isEvent) memory.everHeld.add(subject.key);
      continue;
    }
    const args = isTold
      ? {
          check: key,
          state: found,
          ...ofItem(item),
          ...ofWork(state, item, now),
          ...kind.args?.(spec, subject, context),
        }
      : UNTOLD;
    const passed = hasPassed(memory, subject);
    const code = kind.codeOf?.(spec, item) ?? kind.code;
    const finding: Finding = { code, level: level(check), args };
    const actor = kind.actorOf?.(spec, subject, context) ?? kind.actor;
    // What looks at a document says of it what is wrong; what others say of it, they say once it is there.
    const absent = isTold && kind.words ? absentIn(contentsOf(kind, spec, item), context, state) : null;
    const awaits =
      absent === null ? {} : { awaits: { ...finding, code: absent.code, args: { ...args, ...absent.args } } };
    unmet.push({ key, path, subject: subject.id, item: askedOf, state: found, passed, actor, finding, ...awaits });
  }
  const open = unmet.length > 0 ? [] : state.raised.by(key, askedOf);
  if (open.length > 0) {
    const args = {
      check: key,
      state: 'failed',
      ...ofItem(item),
      findings: open.map(({ id }) => id),
      sources: [...new Set(open.map(({ source }) => source))],
    };
    const finding: Finding = { code: 'FINDING_NOT_CLOSED', level: level(check), args };
    unmet.push({ key, path, subject: '', item: askedOf, state: 'failed', passed: true, actor: kind.actor, finding });
  }
  if (unmet.length === 0) {
    if (isEvent && kind.stays && item === null && memory.waivers.size === 0) memory.held = moment;
    return HELD;
  }
  const spender = item?.part ? spenderOf(item, itemsAt(state, moment)).id : askedOf;
  return limited(check, memory, askedOf, spender, unmet, now);
}

/** Tells the state of a check by what it says now and what it said before: no kind decides that by itself. */
function stateOf(kind: CheckKind, said: Judgement, memory: CheckMemory, subject: Subject): CheckState {
  if (said === 'holds') return 'ok';
  if (said === 'no') return 'failed';
  const hasLapsed = kind.isOfSeveral ? memory.everHeld.has(subject.key) : hasPassed(memory, subject);
  return hasLapsed ? 'lapsed' : 'missing';
}

/** Tells whether a subject passed before, on whatever content. */
function hasPassed({ everHeld, proofs }: CheckMemory, { key }: Subject): boolean {
  return everHeld.has(key) || (proofs.get(key)?.passed.size ?? 0) > 0;
}

/** Code of the finding that a document is not there. */
export const ABSENT = 'DOCUMENT_MISSING';

/** Tells what proofs depend on and that is not there: a document, or the files of an item. */
function absentIn(
  on: Content | readonly Content[],
  { moment, item }: Context,
  { known }: RunState,
): Pick<Finding, 'code' | 'args'> | null {
  const document = absentDocument(on, moment);
  if (document !== null) return { code: ABSENT, args: { document } };
  if (item === null || ![on].flat().includes('item')) return null;
  const items = withoutFiles(item, moment, itemsAt({ known }, moment).all);
  return items.length === 0 ? null : { code: 'ITEM_WITHOUT_FILES', args: { items } };
}

/** Whoever does something about it says for which item. */
export const ofItem = (item: ItemFact | null): Finding['args'] => (item === null ? UNTOLD : { item: item.id });

/** Says of an item that is worked on that it is: nobody is told to begin it. */
const ofWork = (state: RunState, item: ItemFact | null, now: number): Finding['args'] =>
  item !== null && isRunning(state, item.id, now) ? { begun: 'yes' } : UNTOLD;

/** Arguments of findings that nobody is told: one object for all, as most are made while a run is folded. */
const UNTOLD: Finding['args'] = {};

const level = ({ spec }: PlacedCheck): Finding['level'] => spec.severity ?? 'block';

/** A person's word stands for a proof on its content, until it ends. */
function isWaived({ spec, kind }: PlacedCheck, subject: Subject, { memory, moment, item, now }: Context): boolean {
  const waiver = memory.waivers.get(subject.key);
  if (!waiver) return false;
  seeTime(moment);
  if (waiver.expires <= now) return false;
  return waiver.content === contentAt(contentsOf(kind, spec, item), moment, item);
}

/** A loop that is over, or something that broke down, is no work for the agent. */
function limited(
  check: PlacedCheck,
  memory: CheckMemory,
  askedOf: string,
  spender: string,
  unmet: Unmet[],
  now: number,
): Judged {
  const { loop } = check.spec;
  const count = memory.loops.get(spender);
  if (loop && count && count.blocks >= loop.max) {
    if (loop.onExhausted === 'proceed') return { unmet: [], owed: true };
    return { unmet: unmet.map((one) => exhausted(one, loop.max, loop.onExhausted, spender)), owed: false };
  }
  const trouble = memory.trouble.get(askedOf);
  if (!trouble) return { unmet, owed: false };
  // Time helps neither with what is outside nor with an item of which the same broke down three times in a row.
  const isAsked = trouble.failure === 'external' || (askedOf !== '' && trouble.times >= IN_A_ROW);
  const until = isAsked ? null : trouble.since + backoff(trouble.times);
  if (until !== null && until <= now) return { unmet, owed: false };
  const actor: Actor = until === null ? 'person' : 'time';
  return { unmet: unmet.map((one) => ({ ...one, actor })), owed: false };
}

/** @param spender the item whose attempts are used up: a person decides about that one */
function exhausted(one: Unmet, blocks: number, onExhausted: string, spender: string): Unmet {
  const { code, args } = one.finding;
  return {
    ...one,
    actor: 'person',
    finding: {
      ...one.finding,
      code: 'LOOP_EXHAUSTED',
      args: { ...args, ...(args.item !== undefined && { item: spender }), blocks, onExhausted, behind: code },
    },
  };
}

/** Subjects that passed and failed on the present content are told, as a warning. */
export function flakyOf(state: RunState, check: PlacedCheck, moment: Moment, item: ItemFact | null): Finding[] {
  const memory = state.memories.get(check.key);
  if (!memory) return [];
  const told = (subject: string): Finding => ({
    code: 'PROOF_FLAKY',
    level: 'warn',
    args: { check: check.key, subject },
  });
  // In a panel several speak: that one of them found nothing says nothing against another who did.
  if (check.spec.check === 'panel') return turnedOn(check.spec, moment, item, memory).map(told);
  const content = contentAt(contentsOf(check.kind, check.spec, item), moment, item);
  return check.kind
    .subjects(check.spec, moment, item)
    .filter(({ id, key }) => {
      const suite = moment.suites.find((one) => one.id === id)?.content ?? content;
      return isFlaky(memory.proofs.get(key), check.spec.check === 'green' ? suite : content);
    })
    .map(({ id }) => told(id));
}
