import type { PathClass } from '../../presets/path-class.js';
import { contentsOf } from '../checks/index.js';
import { compiledOf } from '../compile.js';
import { documentIn } from '../content.js';
import type { Lead } from '../evaluate.js';
import type { Content, Workflow } from '../model.js';
import type { ItemStatus, OpenCheck } from '../status.js';
import { classesOf, mayEdit } from './judges.js';
import { ANY_ITEM } from './survey.js';
import type { World } from './world.js';

/** A step tells how a step of the honest agent went; `stuck` names the check that it can do nothing about. */
export type Step = { did: 'acted' | 'done' } | { did: 'stuck'; check: string };

/**
 * `step` plays an honest agent with the people around it: the agent reads the status alone, does what that asks for, and
 * edits only what the phase allows. It disputes nothing, because nobody has to accept that.
 */
export function step(world: World, status: Lead = world.status): Step {
  const { open, current, waiting, phase } = status;
  if (phase === 'done' || phase === 'ended') return { did: 'done' };
  const all = [...(current?.open ?? []), ...open].filter(({ finding }) => finding.code !== 'ITEMS_OPEN');
  const work = all.filter(({ actor }) => actor === 'agent');
  // A fault is mended before its judge is asked again.
  const mine = work.find(({ finding }) => finding.code === 'FINDING_OPEN') ?? work[0];
  if (mine) {
    const did = doWork(new Hands(world, status, current), mine);
    return did ? { did: 'acted' } : { did: 'stuck', check: sourceOf(mine, status) };
  }
  const theirs = [...all, ...openIn(status.items)].find(({ actor }) => actor !== 'agent');
  if (waiting === 'time') world.wait(600_000);
  if (theirs && answer(world, theirs, current)) return { did: 'acted' };
  return waiting === 'time' ? { did: 'acted' } : { did: 'stuck', check: theirs?.check ?? phase };
}

/** The check that asks for it: of an open finding, the one that raised it. */
const sourceOf = ({ check, finding }: OpenCheck, { findings }: Lead) =>
  findings.find(({ id }) => id === finding.args.finding)?.check ?? check;

const openIn = (items: readonly ItemStatus[]): OpenCheck[] =>
  items.flatMap(({ open = [], items: inner = [] }) => [
    ...open.filter(({ finding }) => finding.code !== 'ITEMS_OPEN'),
    ...openIn(inner),
  ]);

/** Does what the agent can do in a phase. */
class Hands {
  readonly world: World;
  readonly #status: Lead;
  readonly item: string | undefined;
  readonly #state: ItemStatus['state'] | undefined;

  constructor(world: World, status: Lead, current: ItemStatus | null) {
    this.world = world;
    this.#status = status;
    this.item = current?.id;
    this.#state = current?.state;
  }

  get subject(): { subject: string } | Record<never, never> {
    return this.item === undefined ? {} : { subject: this.item };
  }

  /** A run says nothing of an item that nobody works on. */
  begin(): boolean {
    if (this.item === undefined || this.#state !== 'ready') return false;
    return this.did({ type: 'item', item: this.item, state: 'running', reason: '' });
  }

  /** Edits the first of these classes that it may. */
  edit(classes: readonly PathClass[]): boolean {
    const { edits, current } = this.#status;
    const kind = classes.find((one) => mayEdit(current?.edits ?? edits, one));
    if (kind === undefined) return false;
    // An item that a failure has made may be anywhere.
    const isListed = this.world.items.some(({ id }) => id === this.item);
    this.world.edit(isListed && kind !== 'document' ? `item:${this.item}` : kind);
    if (kind === 'test') this.world.edit('test');
    return true;
  }

  write(document: string): boolean {
    if (!mayEdit(this.#status.edits, 'document')) return false;
    this.world.write(document);
    return true;
  }

  /**
   * Mends what failed, with edits of these classes first of all where they are part of what it depends on. What depends on no
   * file is tried again: nothing that could be edited would change it.
   */
  mend(check: string, again: () => boolean, first: readonly PathClass[] = CODE): boolean {
    const contents = contentsIn(this.world.workflow, check);
    if (contents.every((one) => one === 'nothing')) return again();
    const classes = classesOf(contents);
    const fitting = first.filter((one) => classes.includes(one));
    return fitting.length > 0 ? this.edit(fitting) : this.change(contents);
  }

  /** Changes what answers a finding. */
  change(contents: readonly Content[]): boolean {
    const [document] = contents.flatMap((one) => documentIn(one) ?? []);
    return document === undefined ? this.edit(classesOf(contents)) : this.write(document);
  }

  run(question: string, pass: boolean): boolean {
    const { claims, items } = this.world;
    const subjects = Object.fromEntries([...claims, ...items].map(({ id }) => [id, pass]));
    const suite = `suite:${question}`;
    this.world.do({ type: 'run', suite, question: question as 'test', result: pass ? 'pass' : 'fail', subjects });
    return true;
  }

  did(event: Parameters<World['do']>[0]): boolean {
    this.world.do(event);
    return true;
  }

  forge(said: Parameters<World['forge']>[0]): boolean {
    this.world.forge(said);
    return true;
  }
}

type Args = Readonly<Record<string, string & readonly string[]>>;

const CODE: readonly PathClass[] = ['source', 'test'];

/** What a finding asks of the agent, by its code; false where it cannot. */
const WORK: Readonly<Record<string, (hands: Hands, args: Args, open: OpenCheck) => boolean>> = {
  BRANCH_NEEDED: (hands) => hands.forge({ branch: 'feature' }),
  NOT_COMMITTED: (hands) => hands.forge({ committed: true }),
  NOT_PUSHED: (hands) => hands.forge({ pushed: true }),
  PULL_REQUEST_MISSING: (hands) => hands.forge({ pullRequest: '1' }),
  DOCUMENT_MISSING: (hands, { document }) => hands.write(document!),
  DOCUMENT_INVALID: (hands, { document }) => hands.write(document!),
  SECTION_EMPTY: (hands, { document }) => hands.write(document!),
  CLAIM_UNCOVERED: (hands, { by }) => hands.write(by!),
  RESEARCH_OPEN: (hands, { document }) => hands.write(document!),
  RED_MISSING: (hands, { unwritten }) => {
    if (unwritten!.length > 0) return hands.edit(['test']);
    return hands.did({ type: 'red', tests: hands.world.claims.flatMap(({ tests }) => tests) });
  },
  SUITE_NOT_GREEN: (hands, { suite }, { state }) =>
    state === 'failed' ? hands.edit(CODE) : hands.run(suite!.slice('suite:'.length), true),
  TESTS_NOT_PASSING: (hands, _args, { state, check }) => {
    const run = () => hands.run('test', true);
    return state === 'failed' ? hands.mend(check, run) : run();
  },
  COVERAGE_LOW: (hands, _args, { state, check }) => {
    const measure = () => hands.did({ type: 'coverage', percent: 100, ...hands.subject });
    return state === 'failed' ? hands.mend(check, measure, ['test']) : measure();
  },
  BINDING_MISSING: (hands, { claim }, { state, check }) => {
    const prove = () => hands.did({ type: 'binding', claim: claim!, pass: true });
    return state === 'failed' ? hands.mend(check, prove, ['test']) : prove();
  },
  COMMAND_NOT_PASSED: (hands, { command, question }, { state, check }) => {
    const run = () =>
      question === undefined
        ? hands.did({ type: 'command', command: command!, pass: true, ...hands.subject })
        : hands.begin() || hands.run(question, true);
    return state === 'failed' ? hands.mend(check, run) : run();
  },
  NOT_REPRODUCED: (hands, { command }) =>
    hands.did({ type: 'command', command: command!, pass: false, ...hands.subject }),
  SUBMISSION_MISSING: (hands, { name }) => hands.did({ type: 'submission', name: name!, ...hands.subject }),
  VERDICT_MISSING: (hands, { judge }) => judged(hands, judge!),
  PANEL_OPEN: (hands, { reviewers }) => reviewers![0] !== undefined && judged(hands, reviewers![0]),
  FINDING_OPEN: (hands, { change }) => hands.change(change!),
  FINDING_NOT_CLOSED: (hands, { sources }) => {
    const source = sources![0]!;
    return source.startsWith('suite:') ? hands.run(source.slice('suite:'.length), true) : judged(hands, source);
  },
  ANALYSIS_MISSING: (hands, { findings }) =>
    hands.did({ type: 'answer', finding: findings![0]!, disputed: false, note: 'why it is so' }),
  ITEM_NOT_BEGUN: (hands, { item }) => hands.did({ type: 'item', item: item!, state: 'running', reason: '' }),
  ADVANCE_MISSING: (hands, _args, { check }) =>
    hands.did({ type: 'advance', phase: phaseOf(check), ...itemOf(check, hands.item), person: null }),
};

/** Tells what a check depends on. */
function contentsIn(workflow: Workflow, key: string): readonly Content[] {
  const { spec, kind, perItem } = compiledOf(workflow).byKey.get(key)!;
  return [contentsOf(kind, spec, perItem ? ANY_ITEM : null)].flat();
}

const judged = (hands: Hands, judge: string) =>
  hands.did({ type: 'verdict', judge, pass: true, findings: [], ...hands.subject });

const phaseOf = (check: string) => check.slice(0, check.lastIndexOf('.'));

const itemOf = (check: string, item: string | undefined): { item?: string } =>
  check.includes('/') && item !== undefined ? { item } : {};

const doWork = (hands: Hands, open: OpenCheck) =>
  WORK[open.finding.code]?.(hands, open.finding.args as Args, open) ?? false;

/** Tells what people and CI bring about. */
function answer(world: World, { check, finding }: OpenCheck, current: ItemStatus | null): boolean {
  const { gate, question, options } = finding.args as Args;
  const person = 'somebody';
  const { item: subject } = itemOf(check, current?.id);
  const about = subject === undefined ? {} : { subject };
  if (finding.code === 'APPROVAL_MISSING') {
    world.do({ type: 'approval', gate: gate!, strength: 'terminal', person, expires: null, ...about });
  } else if (finding.code === 'CHOICE_MISSING') {
    world.do({ type: 'choice', question: question!, option: options![0]!, person, ...about });
  } else if (finding.code === 'ADVANCE_MISSING') {
    world.do({ type: 'advance', phase: phaseOf(check), ...itemOf(check, current?.id), person });
  } else if (finding.code === 'CI_NOT_GREEN') world.forge({ ci: 'passed' });
  else if (finding.code === 'LOOP_EXHAUSTED') {
    // A budget of items has the key of the phase that walks them.
    const ofItem = typeof finding.args.item === 'string' ? { item: finding.args.item } : {};
    world.do({ type: 'decision', check, ...ofItem, choice: 'again', person, reason: 'once more' });
  } else return false;
  return true;
}
