import type { ItemStatus, OpenCheck, Status } from '@flow/core/workflow';
import type { Sim } from './sim.js';

/** What goes wrong beside the honest work, as data that a test can shrink. */
export interface Mishap {
  kind:
    | 'edit'
    | 'document'
    | 'item'
    | 'run-fails'
    | 'verdict-fails'
    | 'breakdown'
    | 'slow-person'
    | 'claim'
    | 'blocked';
  /** Picks what it happens to. */
  pick: number;
}

/**
 * An honest agent with the people around it: it reads the status alone and does what that says. Whoever is asked acts, one
 * step at a time.
 * @returns the phase in which it acted
 */
export function step(sim: Sim, mishap: Mishap | null, people = true): string {
  const { status } = sim;
  act(sim, status, mishap, people);
  return status.phase;
}

function act(sim: Sim, { open, current, items, waiting, phase }: Status, mishap: Mishap | null, people: boolean): void {
  if (mishap) happen(sim, mishap);
  if (phase === 'done' || phase === 'ended') return;
  const all = [...(current?.open ?? []), ...open].filter(isNoSum);
  const mine = all.find(({ actor }) => actor === 'agent');
  const theirs = [...all, ...blockedIn(items)].find(({ actor }) => actor !== 'agent');
  const stuck = allItems(items).find(({ state }) => state === 'blocked');
  if (waiting === 'time') sim.time += 600_000;
  if (mine) work(sim, mine, current, mishap?.kind ?? null);
  else if (!people || mishap?.kind === 'slow-person') sim.time += 60_000;
  else if (theirs) answer(sim, theirs, current);
  else if (stuck) sim.do({ type: 'item', item: stuck.id, ...(stuck.reason === 'fixes' ? SKIP : OPEN) });
}

const SKIP = { state: 'skipped', reason: 'enough', person: 'ann' } as const;
const OPEN = { state: 'open', reason: 'there it is' } as const;

/** That items are open says nothing but what the items say. */
const isNoSum = ({ finding }: OpenCheck) => finding.code !== 'ITEMS_OPEN';

const allItems = (items: readonly ItemStatus[]): ItemStatus[] =>
  items.flatMap((item) => [item, ...allItems(item.items ?? [])]);

const blockedIn = (items: readonly ItemStatus[]) =>
  allItems(items).flatMap(({ state, open = [], id }) =>
    state === 'done' ? [] : open.filter(isNoSum).map((one) => ({ ...one, item: id })),
  );

/** New content, which no step had before. */
const fresh = (sim: Sim) => `v${sim.events.length}-${sim.time}`;

type Args = Readonly<Record<string, string & readonly string[]>>;

interface About {
  /** The item. */
  id: string | undefined;
  check: string;
  subject: string;
  fails: boolean;
}

/** What a finding asks of the agent, by its code. */
const WORK: Readonly<Record<string, (sim: Sim, args: Args, about: About) => unknown>> = {
  BRANCH_NEEDED: (sim) => forge(sim, { branch: 'feature/x' }),
  NOT_COMMITTED: (sim) => forge(sim, { committed: true }),
  NOT_PUSHED: (sim) => forge(sim, { pushed: true }),
  PULL_REQUEST_MISSING: (sim) => forge(sim, { pullRequest: 'https://example.org/1' }),
  DOCUMENT_MISSING: (sim, { document }) => sim.document(document!, fresh(sim)),
  DOCUMENT_INVALID: (sim, { document }) => sim.document(document!, fresh(sim)),
  CLAIM_UNCOVERED: (sim, { by }) => sim.document(by!, fresh(sim)),
  SECTION_EMPTY: (sim, { document, section }) =>
    sim.document(document!, fresh(sim), { sections: { [section!]: ['x'] } }),
  RED_MISSING: (sim, { unwritten }, { subject }) =>
    unwritten!.length > 0 ? sim.claim(subject, `text of ${subject}`, fresh(sim)) : sim.red(subject),
  SUITE_NOT_GREEN: (sim, { suite }, { fails }) => rerun(sim, suite!, fails),
  TESTS_NOT_PASSING: (sim, _args, { fails }) => rerun(sim, 'go:.', fails),
  SUBMISSION_MISSING: (sim, { name }, { id }) => sim.submit(name!, id),
  VERDICT_MISSING: (sim, { judge }, { id }) => sim.verdict(judge!, true, [], id),
  PANEL_OPEN: (sim, { reviewers }, { id }) => sim.verdict(reviewers![0]!, true, [], id),
  FINDING_OPEN: (sim, { change }, { id }) => changeContent(sim, change![0]!, id),
  FINDING_NOT_CLOSED: (sim, { sources }, { id }) =>
    sources![0]!.includes(':') ? rerun(sim, sources![0]!, false) : sim.verdict(sources![0]!, true, [], id),
  COMMAND_NOT_PASSED: (sim, { command }, { id }) => runCommand(sim, command!, true, id),
  NOT_REPRODUCED: (sim, { command }, { id }) => runCommand(sim, command!, false, id),
  BINDING_MISSING: (sim, { claim }) => sim.do({ type: 'binding', claim: claim as string, pass: true }),
  COVERAGE_LOW: (sim, _args, { id }) => sim.do({ type: 'coverage', percent: 100, ...(id ? { subject: id } : {}) }),
  ANALYSIS_MISSING: (sim, { findings }) =>
    sim.do({ type: 'answer', finding: findings![0]!, disputed: false, note: 'why it is so' }),
  ADVANCE_MISSING: (sim, _args, { check }) => sim.advance(phaseOf(check), null),
  ITEM_NOT_BEGUN: (sim, { item }) => sim.do({ type: 'item', item: item!, state: 'running', reason: '' }),
  ITEMS_MISSING: () => {},
};

function work(sim: Sim, open: OpenCheck, item: ItemStatus | null, mishap: Mishap['kind'] | null): void {
  const { finding, check, subject = '' } = open;
  const args = finding.args as Args;
  const judge = args.judge ?? args.reviewers?.[0];
  if (judge !== undefined && (mishap === 'verdict-fails' || mishap === 'breakdown')) {
    const about = item ? { subject: item.id } : {};
    const failure = mishap === 'breakdown' ? ({ failure: 'infra' } as const) : {};
    sim.do({ type: 'verdict', judge, pass: false, findings: [], ...about, ...failure });
    return;
  }
  const todo = WORK[finding.code];
  if (!todo) throw new Error(`nobody told the agent what to do about ${finding.code}`);
  todo(sim, args, { id: item?.id, check, subject, fails: mishap === 'run-fails' });
}

const phaseOf = (check: string) => check.slice(0, check.lastIndexOf('.'));

function forge(sim: Sim, said: Partial<Sim['git']>): void {
  sim.git = { ...sim.git, ...said };
}

function runCommand(sim: Sim, command: string, pass: boolean, subject: string | undefined): void {
  sim.do({ type: 'command', command, pass, ...(subject === undefined ? {} : { subject }) });
}

function rerun(sim: Sim, suite: string, fails: boolean): void {
  const subjects = Object.fromEntries([...sim.items, ...sim.claims].map(({ id }) => [id, !fails]));
  const question = suite.startsWith('lint') ? 'lint' : 'test';
  sim.do({ type: 'run', suite, question, result: fails ? 'fail' : 'pass', subjects });
}

/** Changes what has to change for a finding to be answered. */
function changeContent(sim: Sim, on: string, item: string | undefined): void {
  if (on === 'item' && item !== undefined) sim.editItem(item, fresh(sim));
  else if (on.startsWith('doc:')) rewrite(sim, on.slice('doc:'.length), fresh(sim));
  else sim.edit(on === 'test' ? 'test' : 'source', fresh(sim));
}

function rewrite(sim: Sim, name: string, digest: string): void {
  sim.document(name, digest, { sections: sim.documents[name]?.sections ?? {} });
}

/** What people, CI and time bring about. */
function answer(sim: Sim, { check, finding, item }: OpenCheck & { item?: string }, current: ItemStatus | null): void {
  const { gate, question, options } = finding.args as Args;
  const about = item ?? current?.id;
  const which = check.includes('/') && about !== undefined ? { item: about } : {};
  const person = 'ann';
  if (finding.code === 'APPROVAL_MISSING') sim.approve(gate!);
  else if (finding.code === 'CHOICE_MISSING')
    sim.do({ type: 'choice', question: question!, option: options![0]!, person });
  else if (finding.code === 'ADVANCE_MISSING') sim.advance(phaseOf(check));
  else if (finding.code === 'CI_NOT_GREEN') forge(sim, { ci: 'passed' });
  else sim.do({ type: 'decision', check, ...which, choice: 'again', person, reason: 'once more' });
}

function happen(sim: Sim, { kind, pick }: Mishap): void {
  const of = <Value>(values: readonly Value[]) => values[pick % values.length];
  if (kind === 'edit') sim.edit(of(['source', 'test'])!, `s${pick % 3}`);
  if (kind === 'document') {
    const name = of(Object.keys(sim.documents));
    if (name) rewrite(sim, name, `d${pick % 3}`);
  }
  if (kind === 'item') {
    const item = of(sim.items);
    if (item) sim.editItem(item.id, `i${pick % 3}`);
  }
  if (kind === 'claim') {
    const claim = of(sim.claims);
    if (claim) sim.claim(claim.id, claim.digest, pick % 2 ? null : `body${pick % 3}`);
  }
  if (kind === 'blocked') {
    const item = of(sim.items);
    if (item) sim.do({ type: 'item', item: item.id, state: 'blocked', reason: 'no key' });
  }
}
