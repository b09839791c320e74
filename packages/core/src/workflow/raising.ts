import { contentsOf, type Word } from './checks/index.js';
import { answering, type PlacedCheck, type PlacedPhase } from './compile.js';
import { contentAt } from './content.js';
import type { ItemFact, Moment, RaisedFinding } from './facts.js';
import { itemFor } from './found-items.js';
import { type ItemSet, itemsAt, rootOf } from './items.js';
import type { Content } from './model.js';
import type { RaisedRecord } from './raised.js';
import { closeRaised, hasReached, type RunState, touchRaised, unDo } from './state.js';

/** A newer word of a source closes what it raised before, and raises its own. */
export function takeFindings(
  state: RunState,
  check: PlacedCheck,
  word: Word,
  n: number,
  moment: Moment,
  item: ItemFact | null,
): void {
  const askedOf = item?.id ?? '';
  for (const one of state.raised.by(check.key, askedOf)) if (one.source === word.source) closeRaised(state, one);
  if (word.pass) return;
  // A suite that fails gives its failures to items only after their phase; else its own red says enough.
  const isSuite = check.spec.check === 'green';
  if (isSuite && (check.spec.check !== 'green' || check.spec.blame === undefined || !hasReached(state, check))) return;
  const { byId } = itemsAt(state, moment);
  const named = (word.findings ?? []).filter((one) => !isSuite || byId.has(one.item ?? ''));
  // What names nobody goes to a new item where items answer it; else a suite's own red says enough.
  const all: readonly RaisedFinding[] =
    named.length > 0 ? named : isSuite && walkerIn(check, check.to) === null ? [] : [{ title: '' }];
  for (const [index, finding] of all.entries())
    raise(state, check, word, finding, `${n}.${index + 1}`, n, moment, item);
}

function raise(
  state: RunState,
  check: PlacedCheck,
  word: Word,
  finding: RaisedFinding,
  id: string,
  n: number,
  moment: Moment,
  walked: ItemFact | null,
): void {
  const all = itemsAt(state, moment);
  const to = targetOf(state, check, finding.to);
  const written = finding.to === undefined ? [] : writtenIn(to, check);
  const isOfDocument = written.length > 0;
  const walker = isOfDocument ? null : walkerIn(check, to);
  const said = finding.item === undefined || isOfDocument ? undefined : all.byId.get(finding.item);
  // What is sent to an earlier walk of the same item goes to the item there.
  const isWalkedThere = walked !== null && walker !== null && rootOf(walked, all).kind === walker.phase.each!.kind;
  const named = said ?? (isWalkedThere ? walked : undefined);
  const own = check.spec.answeredBy ?? contentsOf(check.kind, check.spec, walked);
  const made = { id, check: check.key, finding, names: word.failing?.names ?? [], walked };
  const isOther = named !== undefined && (named.id !== walked?.id || isWalkedThere);
  const target = isOther ? ofNamed(state, to, named, check, all) : null;
  const item = walker && !named ? itemFor(state, walker, made, moment) : (target?.item ?? null);
  // What is within the walk of the check is answered there, what is in the run by the run.
  const isOurs = to.outer === check.outer;
  const path = walker && !named ? (within(walker, to) ?? walker.inner[0]!).path : (target?.path ?? to.path);
  const on: readonly (Content | readonly Content[])[] = isOfDocument
    ? written
    : named
      ? ['item', ...(check.spec.answeredBy ? [check.spec.answeredBy] : [])]
      : item && walker
        ? ['relevant', own]
        : [own];
  const about = named ?? walked;
  const record: RaisedRecord = {
    id,
    check: check.key,
    source: word.source ?? '',
    askedOf: walked?.id ?? '',
    title: finding.title,
    answeredBy: item?.id ?? (isOurs ? (walked?.id ?? '') : ''),
    to: path,
    on,
    about: about?.id ?? '',
    contents: on.map((one) => contentAt(one, moment, about)),
    n,
    disputed: false,
    answers: [],
  };
  state.raised.add(record);
  touchRaised(state, record);
  if (named) unDo(state, named, all);
}

/**
 * Returns the documents of the phase that a finding names in place of the check's own: their words are at fault, and no work on
 * the code answers it (feature X37).
 */
function writtenIn({ phase, path }: PlacedPhase, check: PlacedCheck): Content[] {
  if (path === check.to.path || phase.each) return [];
  return (phase.produces ?? []).map((name) => `doc:${name}?`);
}

/**
 * Returns the phase that answers: the one that the finding names, where it is not ahead of the check; else the one of
 * the check.
 */
function targetOf({ compiled }: RunState, check: PlacedCheck, to: string | undefined): PlacedPhase {
  const named = answering(compiled, check, to);
  if (!named) return check.to;
  const isAhead =
    named.outer === check.outer ? named.siblingIndex > check.siblingIndex : named.topIndex > check.topIndex;
  return isAhead ? check.to : named;
}

/**
 * Returns the phase whose items answer what a check found, where the phase that it is sent to walks items: beside the
 * check, or in the run; null where the phase itself answers it.
 */
function walkerIn({ outer }: PlacedCheck, to: PlacedPhase): PlacedPhase | null {
  let walker: PlacedPhase | null = to.phase.each ? to : to.outer;
  // From a phase within items it is the one around them that stands beside the check, or in the run.
  while (walker !== null && walker !== outer && walker.outer !== outer && walker.outer !== null) walker = walker.outer;
  return walker === outer ? null : walker;
}

/** Returns the inner phase of a walker that a finding was sent to. */
function within(walker: PlacedPhase, to: PlacedPhase): PlacedPhase | undefined {
  return walker.inner.find((one) => one === to || to.path.startsWith(`${one.path}/`));
}

/**
 * Returns the place of the answer of an item that is named: in the phase that walks it and that the finding was sent
 * to, else in the last before the check.
 */
function ofNamed(
  { compiled }: RunState,
  to: PlacedPhase,
  named: ItemFact,
  check: PlacedCheck,
  all: ItemSet,
): { path: string; item: ItemFact } | null {
  const walkers = compiled.walkers.get(rootOf(named, all).kind) ?? [];
  const isSent = (one: PlacedPhase) => one === to || to.path.startsWith(`${one.path}/`);
  const walker =
    walkers.findLast(isSent) ?? walkers.findLast(({ topIndex }) => topIndex <= check.topIndex) ?? walkers[0];
  if (!walker) return null;
  const inner = within(walker, to) ?? walker.inner.find(({ phase }) => phase.id === to.phase.id) ?? walker.inner[0];
  return inner ? { path: inner.path, item: named } : null;
}
