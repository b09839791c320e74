import type { Criterion } from '../documents/document.js';
import {
  BLOCK_SEVERITIES,
  type ContractGap,
  type CriterionEvidence,
  FAILURES,
  FINDING_SEVERITIES,
  type FlowEvent,
  type FlowEventType,
  GAPS,
  type ItemFact,
  type Lease,
  type MatchedSkill,
  type RaisedFinding,
  REVIEW_STATES,
  SIGHTS,
  SKILL_PASSES,
} from './facts.js';

/** A flow deed tells what happened, before it has a place in a journal and a moment. */
export type FlowDeed = FlowEvent extends infer Event
  ? Event extends FlowEvent
    ? Omit<Event, 'n' | 'time' | 'at' | 'scopedTo' | 'under' | 'by'>
    : never
  : never;

type Test = (value: unknown) => boolean;

const text: Test = (value) => typeof value === 'string';
const flag: Test = (value) => typeof value === 'boolean';
const number: Test = (value) => typeof value === 'number' && Number.isFinite(value);
const maybe =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);
const orNull =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);
const one =
  (...words: readonly string[]): Test =>
  (value) =>
    typeof value === 'string' && words.includes(value);
const list =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const record =
  (fields: Readonly<Record<string, Test>>): Test =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, test]) => test((value as Record<string, unknown>)[name]));

const finding = record({
  title: text,
  item: maybe(text),
  to: maybe(text),
  severity: maybe(one(...FINDING_SEVERITIES)),
  claim: maybe(text),
  rule: maybe(text),
  file: maybe(text),
  line: maybe(number),
  quote: maybe(text),
  reasoning: maybe(text),
  disproof: maybe(text),
  instanceFix: maybe(text),
  classFix: maybe(text),
  unverified: maybe(flag),
} satisfies Fields<RaisedFinding>);

const evidence = record({
  id: text,
  receipt: maybe(text),
  file: maybe(text),
  line: maybe(number),
  quote: maybe(text),
} satisfies Fields<CriterionEvidence>);

const item = record({
  id: text,
  digest: text,
  title: text,
  kind: text,
  parent: maybe(text),
  after: list(text),
  files: list(text),
  claims: maybe(list(text)),
  size: maybe(text),
  flags: maybe(list(text)),
  group: maybe(text),
  verify: maybe(text),
  commit: maybe(text),
  risk: maybe(text),
  criteria: maybe(list(record({ id: text, text, manual: maybe(flag) } satisfies Fields<Criterion>))),
  testsOff: maybe(text),
  part: maybe(flag),
} satisfies Fields<ItemFact>);

const lease = record({
  id: text,
  token: number,
  session: orNull(text),
  machine: text,
  boot: orNull(text),
  pidNamespace: orNull(text),
  pid: orNull(number),
  startedAt: orNull(text),
  worktree: text,
  branch: orNull(text),
  base: orNull(text),
  since: number,
  until: number,
  driver: flag,
  apart: flag,
  unarmed: maybe(flag),
  replaces: maybe(text),
} satisfies Fields<Lease>);

const gap = record({
  kind: one(...GAPS),
  document: text,
  target: text,
  text,
} satisfies Fields<ContractGap>);

type Fields<T> = { [Key in keyof Required<T>]: Test };

/** Events that only the journal's own entries of other types can tell, and never a `flow` event: runs, proofs of red and of binding, approvals. */
const OBSERVED = new Set<FlowEventType>(['run', 'red', 'binding', 'approval']);

const FIELDS: { readonly [Type in FlowEventType]?: Readonly<Record<string, Test>> } = {
  coverage: { percent: number, subject: maybe(text) },
  command: { command: text, pass: flag, subject: maybe(text), failure: maybe(one(...FAILURES)) },
  submission: {
    name: text,
    subject: maybe(text),
    note: maybe(text),
    missing: maybe(number),
    status: maybe(one('done', 'done-with-concerns')),
  },
  verdict: {
    judge: text,
    subject: maybe(text),
    pass: flag,
    findings: list(finding),
    failure: maybe(one(...FAILURES)),
    score: maybe(number),
    notes: maybe(list(finding)),
    criteria: maybe(list(evidence)),
    seen: maybe(one(...SIGHTS)),
    agent: maybe(text),
    session: maybe(text),
    round: maybe(number),
    contract: maybe(text),
  },
  reviewing: {
    judge: text,
    subject: maybe(text),
    agent: text,
    session: text,
    state: one(...REVIEW_STATES),
    reason: maybe(text),
  },
  answer: { finding: text, disputed: flag, note: text },
  choice: { question: text, option: text, person: text, subject: maybe(text) },
  confirmation: { subject: text, criterion: text, pass: flag, person: text, note: maybe(text) },
  skills: {
    pass: one(...SKILL_PASSES),
    matched: list(record({ name: text, words: list(text) } satisfies Fields<MatchedSkill>)),
    others: list(text),
  },
  advance: { phase: text, item: maybe(text), person: orNull(text) },
  waiver: { check: text, subject: maybe(text), expires: number, person: text, reason: text },
  override: { id: text, scope: text, reason: text, uses: number, expires: number, person: text },
  'override-use': { override: text, what: text },
  reopen: { phase: maybe(text), item: maybe(text), person: text, reason: text },
  item: {
    item: text,
    state: one('running', 'blocked', 'skipped', 'open'),
    reason: text,
    severity: maybe(one(...BLOCK_SEVERITIES)),
    person: maybe(orNull(text)),
    lease: maybe(lease),
  },
  'item-added': { added: item },
  proposal: { proposal: text, items: list(item), of: maybe(text), reason: text, gap: maybe(gap) },
  'proposal-taken': { proposal: text, person: text },
  'proposal-left': { proposal: text, person: text, reason: text },
  failure: { item: maybe(text), failure: one(...FAILURES), reason: text, agent: maybe(text), session: maybe(text) },
  analysis: { item: maybe(text), note: text },
  decision: { check: text, item: maybe(text), choice: one('again', 'proceed'), person: text, reason: text },
  question: { question: text, text, lookedUp: text, options: maybe(list(text)), advice: maybe(text) },
  reply: { question: text, text, person: text },
  pause: { reason: text, person: maybe(text) },
  resume: { reason: text, person: maybe(text) },
  await: { await: text, what: text, check: orNull(text), until: number, item: maybe(text) },
  'await-check': { await: text, pass: flag, times: number, item: maybe(text) },
  'await-end': { await: text, person: orNull(text), reason: text, item: maybe(text) },
  dial: { dial: text, value: text, person: orNull(text) },
  end: { how: one('complete', 'merged', 'cancelled'), reason: text },
};

/**
 * Returns the event that a journal's record tells.
 * @returns null for a record of another type, of a newer version, or with other fields than it must have
 */
export function readDeed(what: { readonly type: string }): FlowDeed | null {
  const type = what.type as FlowEventType;
  if (OBSERVED.has(type) || !Object.hasOwn(FIELDS, type)) return null;
  return record(FIELDS[type]!)(what) ? (what as FlowDeed) : null;
}
