import { contentsOf, type Word } from './checks/index.js';
import type { PlacedCheck, PlacedPhase } from './compile.js';
import { contentAt } from './content.js';
import type { ItemFact, Moment, RaisedFinding } from './facts.js';
import { itemsAt } from './items.js';
import type { RaisedRecord } from './raised.js';
import { closeRaised, type RunState, touchRaised, unDo } from './state.js';

/** A newer word of a source closes what it raised before, and raises its own. */
export function takeFindings(
  state: RunState,
  check: PlacedCheck,
  word: Word,
  n: number,
  moment: Moment,
  item: ItemFact | null,
): void {
  const walk = item?.id ?? '';
  for (const one of state.raised.by(check.key, walk)) if (one.source === word.source) closeRaised(state, one);
  if (word.pass) return;
  // A suite that fails gives its failures to items only after their phase; else its own red says enough.
  const isSuite = check.spec.check === 'green';
  const { byId } = itemsAt(state, moment);
  const raised = (word.findings ?? []).filter((one) => !isSuite || byId.has(one.item ?? ''));
  if (isSuite && state.reached < check.phase) return;
  const all: readonly RaisedFinding[] = raised.length > 0 || isSuite ? raised : [{ title: '' }];
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
  const named = finding.item === undefined ? undefined : itemsAt(state, moment).byId.get(finding.item);
  const target = targetOf(state, check, finding.to ?? check.to, named ?? null, walked);
  const on = named ? 'item' : (check.spec.answeredBy ?? contentsOf(check.kind, check.spec, walked));
  const record: RaisedRecord = {
    id,
    check: check.key,
    source: word.source ?? '',
    walk: walked?.id ?? '',
    title: finding.title,
    item: target.item,
    to: target.path,
    on,
    content: contentAt(on, moment, named ?? walked),
    n,
    disputed: false,
    answers: [],
  };
  state.raised.add(record);
  touchRaised(state, record);
  if (named) unDo(state, named, itemsAt(state, moment));
}

/** The phase that answers: in the named item's walk, in the check's own walk, or among the phases of the run. */
function targetOf(
  state: RunState,
  check: PlacedCheck,
  to: string,
  named: ItemFact | null,
  walked: ItemFact | null,
): { path: string; item: string } {
  const { phases } = state.walk;
  const id = to.slice(to.lastIndexOf('/') + 1);
  if (named && named.id !== walked?.id) {
    const inner = innerOf(phases, named.kind === 'fix' ? null : named.kind);
    const phase = inner.find((one) => one.phase.id === id) ?? inner[0];
    if (phase) return { path: phase.path, item: named.id };
  }
  const siblings = siblingsOf(phases, check.key);
  const sibling = siblings.find((one) => one.phase.id === id);
  if (sibling) return { path: sibling.path, item: walked?.id ?? '' };
  const top = phases.find((one) => one.phase.id === id);
  return top
    ? { path: top.path, item: '' }
    : { path: check.key.slice(0, check.key.lastIndexOf('.')), item: walked?.id ?? '' };
}

/** The phases that an item of a kind is walked through. */
function innerOf(phases: readonly PlacedPhase[], kind: string | null): readonly PlacedPhase[] {
  for (const { phase, inner } of phases) {
    if (phase.each && (kind === null || phase.each.kind === kind)) return inner;
    const deeper = innerOf(inner, kind);
    if (deeper.length > 0) return deeper;
  }
  return [];
}

function siblingsOf(phases: readonly PlacedPhase[], key: string): readonly PlacedPhase[] {
  if (phases.some(({ checks }) => checks.some((check) => check.key === key))) return phases;
  for (const { inner } of phases) {
    const found = siblingsOf(inner, key);
    if (found.length > 0) return found;
  }
  return [];
}
