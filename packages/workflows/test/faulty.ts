import type { CheckSpec, Workflow } from '@flow/core/workflow';
import { ceremony, tdd } from '../src/index.js';
import { plan } from './fixtures/plan.js';
import { spec } from './fixtures/spec.js';
import { stories } from './fixtures/stories.js';

/* Workflows with faults, made from good ones by a seed: the same for the same number. */

type Loose<Value> = Value extends readonly (infer Entry)[]
  ? Loose<Entry>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Loose<Value[Key]> }
    : Value;
type Draft = Loose<Workflow>;
type DraftPhase = Draft['phases'][number];

const BASES: readonly Workflow[] = [plan, spec, stories, tdd, ceremony];

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let at = seed;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What a mutation picks from. */
class Picks {
  readonly draft: Draft;
  readonly #next: () => number;

  constructor(draft: Draft, next: () => number) {
    this.draft = draft;
    this.#next = next;
  }

  of<Value>(values: readonly Value[]): Value | undefined {
    return values[Math.floor(this.#next() * values.length)];
  }

  get phases(): DraftPhase[] {
    const all = (phases: readonly DraftPhase[]): DraftPhase[] =>
      phases.flatMap((one) => [one, ...all(one.each?.phases ?? [])]);
    return all(this.draft.phases);
  }

  get phase(): DraftPhase {
    return this.of(this.phases)!;
  }

  /** A check, with the phase that asks for it. */
  check(which: (spec: CheckSpec) => boolean = () => true): { phase: DraftPhase; spec: CheckSpec } | undefined {
    return this.of(
      this.phases
        .flatMap((phase) => phase.exit.map((spec) => ({ phase, spec: spec as CheckSpec })))
        .filter((one) => which(one.spec)),
    );
  }
}

const DENIED = [
  { class: 'source', answer: 'deny' },
  { class: 'test', answer: 'deny' },
] as const;

const isJudged = ({ check }: CheckSpec) => check === 'verdict' || check === 'panel';

/** Ways in which a workflow is broken; one that finds nothing to break leaves it as it is. */
const FAULTS: Readonly<Record<string, (picks: Picks) => void>> = {
  'a check is gone': (picks) => {
    const found = picks.check();
    if (!found) return;
    const { phase, spec } = found;
    phase.exit = phase.exit.filter((one) => one !== spec);
  },
  'a phase is gone': (picks) => {
    const { phases } = picks.draft;
    phases.splice(phases.indexOf(picks.of(phases)!), 1);
  },
  'two phases have changed places': (picks) => {
    const { phases } = picks.draft;
    const at = phases.indexOf(picks.of(phases.slice(1))!);
    [phases[at - 1], phases[at]] = [phases[at]!, phases[at - 1]!];
  },
  'nothing may be edited': (picks) => {
    const { phase } = picks;
    phase.edits = [...DENIED, ...(phase.edits ?? [])];
  },
  'documents may not be edited': (picks) => {
    const { phase } = picks;
    phase.edits = [{ class: 'document', answer: 'deny' }, ...(phase.edits ?? [])];
  },
  'a loop has no bound': (picks) => {
    const found = picks.check(({ loop }) => loop !== undefined);
    if (found) delete (found.spec as { loop?: unknown }).loop;
  },
  'a loop ends otherwise': (picks) => {
    const found = picks.check((spec) => isJudged(spec) || spec.check === 'green');
    if (found) Object.assign(found.spec, { loop: { max: 1, onExhausted: picks.of(['escalate', 'block', 'proceed']) } });
  },
  'nothing is kept': (picks) => {
    for (const one of picks.phases) delete one.keeps;
  },
  'something that comes later is kept': (picks) => {
    picks.phase.keeps = [picks.phase.id];
  },
  'findings go elsewhere': (picks) => {
    const found = picks.check(isJudged);
    if (found) Object.assign(found.spec, { to: picks.phase.id });
  },
  'findings go home': (picks) => {
    const found = picks.check(({ to }) => to !== undefined);
    if (found) delete (found.spec as { to?: unknown }).to;
  },
  'a document has another name': (picks) => {
    const found = picks.check((spec) => 'document' in spec);
    if (found) Object.assign(found.spec, { document: 'lost' });
  },
  'a gate warns': (picks) => {
    const found = picks.check(({ check }) => check === 'approved' || check === 'chosen');
    if (found) Object.assign(found.spec, { severity: 'warn' });
  },
  'a gate shows nothing': (picks) => {
    const found = picks.check(({ check }) => check === 'approved');
    if (found) Object.assign(found.spec, { on: 'nothing' });
  },
  'a worker judges': (picks) => {
    const found = picks.check(({ check }) => check === 'verdict');
    if (found) Object.assign(found.spec, { judge: 'main' });
  },
  'a proof depends on all': (picks) => {
    const found = picks.check(({ on }) => on === 'item');
    if (found) Object.assign(found.spec, { on: 'relevant' });
  },
  'a proof depends on nothing': (picks) => {
    const found = picks.check(({ check }) => ['command', 'verdict', 'submitted', 'coverage'].includes(check));
    if (found) Object.assign(found.spec, { on: 'nothing' });
  },
  'a condition reads ahead': (picks) => {
    picks.phase.when = { chosen: { next: ['implement'] } };
  },
  'a condition asks a dial': (picks) => {
    const dial = picks.of(Object.entries(picks.draft.dials));
    if (dial) picks.phase.when = { dial: { [dial[0]]: [picks.of(dial[1].values)!] } };
  },
  'a check asks a dial': (picks) => {
    const dial = picks.of(Object.entries(picks.draft.dials));
    if (dial) Object.assign(picks.check()!.spec, { when: { dial: { [dial[0]]: [picks.of(dial[1].values)!] } } });
  },
  'somebody else says that it goes on': (picks) => {
    picks.phase.advance = picks.of(['command', 'person'] as const)!;
  },
  'a command is asked for': (picks) => {
    picks.phase.exit.push({ check: 'command', command: 'make', id: 'made' });
  },
  'a suite is asked for': (picks) => {
    picks.phase.exit.push({ check: 'green', question: 'lint', id: 'linted' });
  },
  'a judge is asked for': (picks) => {
    picks.phase.exit.push({
      check: 'verdict',
      judge: 'somebody',
      id: 'read',
      loop: { max: 2, onExhausted: 'escalate' },
    });
  },
  'one budget bounds all': (picks) => {
    const attempts = { max: 2, onExhausted: picks.of(['escalate', 'block', 'proceed'] as const)! };
    const { each } = picks.phase;
    Object.assign(each ?? picks.phase, { attempts });
  },
  'items have the whole': (picks) => {
    for (const { each } of picks.phases) if (each) each.isolated = true;
    picks.phase.exit.push({ check: 'green', id: 'whole' });
  },
  'a document may be missing': (picks) => {
    const name = picks.of(Object.keys(picks.draft.documents));
    const found = picks.check(isJudged);
    if (name && found) Object.assign(found.spec, { on: ['diff', `doc:${name}?`] });
  },
  'an analysis is asked for': (picks) => {
    const found = picks.check(isJudged);
    if (found)
      picks.phase.exit.push({ check: 'analysed', of: `${found.phase.id}.${found.spec.id ?? found.spec.check}` });
  },
};

/** A good workflow with one to three faults. */
export function faulty(seed: number): { faults: string[]; workflow: Workflow } {
  const next = numbersFrom(seed);
  const draft = structuredClone(BASES[seed % BASES.length]!) as Draft;
  const picks = new Picks(draft, next);
  const faults = Array.from({ length: 1 + Math.floor(next() * 3) }, () => picks.of(Object.keys(FAULTS))!);
  for (const fault of faults) FAULTS[fault]!(picks);
  return { faults, workflow: draft as Workflow };
}
