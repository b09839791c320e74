import type { ReportModel } from '../report/model.js';
import type { Tidy } from '../report/words.js';
import type { Room, Standing } from '../workflow/place.js';
import { type Asked, askedOf } from './asked.js';
import { type Checklist, type Entry, type EntryKind, type EntryState, KINDS } from './model.js';

/** The name under which running a checklist is handed in. */
export const CHECKLIST = 'checklist';

/**
 * Makes the checklist for the gate that comes next, of what was read already: what is verified, and what is missing.
 */
export function checklistOf(standing: Standing, report: ReportModel, room: Room, tidy: Tidy): Checklist {
  const { gate, asked } = askedOf(standing);
  const words: Words = { ...standing, room, tidy, gate };
  const entries = [
    ...asked.flatMap((one) => entryOf(one, words)),
    ...claimsOf(report, asked),
    ...suitesOf(report, asked),
    ...openFindingsOf(report),
    ...warningsOf(standing, room, tidy),
    ...debtsOf(standing, report, tidy),
  ].sort((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind));
  const { branch, head, tree } = report.content;
  return {
    version: 1,
    branch,
    workflow: report.run.workflow,
    phase: report.phase.id,
    gate,
    head,
    tree,
    entries,
    counts: countsOf(entries),
  };
}

interface Words extends Standing {
  room: Room;
  tidy: Tidy;
  gate: string | null;
}

/** Checks whose state is told by claims and suites, one by one. */
const TOLD = new Set(['green', 'passing', 'red']);

const KIND: Readonly<Record<string, EntryKind>> = {
  document: 'document',
  section: 'document',
  valid: 'document',
  covered: 'document',
  verdict: 'review',
  panel: 'review',
  analysed: 'review',
  approved: 'approval',
  chosen: 'approval',
  committed: 'shipping',
  pushed: 'shipping',
  'pull-request': 'shipping',
  ci: 'shipping',
};

/**
 * Makes the entries of a check. A check of a phase that is over holds; what is open in the present phase, the engine
 * says.
 */
function entryOf({ spec, key, stage, later }: Asked, words: Words): Entry[] {
  if (TOLD.has(spec.check) || spec.severity === 'warn' || isOwn(spec)) return [];
  const { status, room, tidy, gate } = words;
  const kind = KIND[spec.check] ?? 'work';
  const entry = (state: EntryState, because: string): Entry[] => [
    { kind, what: tidy(nameOf(spec, key), 120), state, because: tidy(because, 300) },
  ];
  const open = status.open.filter(({ check }) => check === key);
  const why = open.map((one) => room.openOf(one)).join('; ');
  if (open.length > 0) {
    const isGate = spec.check === 'approved' && spec.gate === gate;
    const outside = open.every(({ actor }) => actor === 'outside' || actor === 'time');
    return entry(isGate || outside ? 'waits' : 'missing', why);
  }
  if (spec.check === 'approved' && status.gates[spec.gate]?.state === 'approved') return entry('verified', 'approved');
  // Nobody approved it: what stands in its place is told as a debt.
  if (spec.check === 'approved' && status.gates[spec.gate]?.state === 'waived') return [];
  // Nothing is wrong with a document that nobody has written; nothing is right with it either.
  if (kind === 'document' && stage !== 'pending' && !isWritten(spec, words)) return entry('missing', 'not written yet');
  if (stage !== 'pending') return entry('verified', 'holds');
  if (spec.check === 'approved' && spec.gate === gate) return entry('waits', 'comes after everything else');
  return entry(later ? 'later' : 'missing', 'its phase has not been reached');
}

function isWritten(spec: Asked['spec'], { status }: Words): boolean {
  const named = 'document' in spec ? spec.document : 'by' in spec ? spec.by : '';
  return status.open.every(({ finding }) => finding.code !== 'DOCUMENT_MISSING' || finding.args.document !== named);
}

const isOwn = (spec: Asked['spec']) => spec.check === 'submitted' && spec.name === CHECKLIST;

function nameOf(spec: Asked['spec'], key: string): string {
  switch (spec.check) {
    case 'document':
      return `${spec.document} is written`;
    case 'valid':
      return `${spec.document} has no errors`;
    case 'section':
      return `${spec.document} has content in ${spec.section}`;
    case 'covered':
      return `${spec.by} covers every claim`;
    case 'approved':
      return `gate ${spec.gate}`;
    case 'panel':
      return `panel ${spec.panel}`;
    case 'verdict':
      return `verdict of ${spec.judge}`;
    case 'submitted':
      return `${spec.name} was submitted`;
    default:
      return key;
  }
}

/** Tells whether a check of claims or suites is asked for: null by none, `later` only by one behind the gate. */
const asks = (asked: readonly Asked[], fits: (spec: Asked['spec']) => boolean) =>
  asked.some(({ spec, later }) => !later && fits(spec));

function claimsOf({ claims }: ReportModel, asked: readonly Asked[]): Entry[] {
  const green = asks(asked, (spec) => spec.check === 'passing' || (spec.check === 'green' && isTest(spec)));
  const red = asks(asked, ({ check }) => check === 'red');
  return claims.map(({ name, text, state, because, expect, red: seen }) => {
    const holds = state === 'passed' || state === 'suite';
    const wasRed = !red || expect === 'guard' || seen !== null;
    const isShown = wasRed && (holds || !green);
    const isAsked = green || red;
    return {
      kind: 'claim',
      what: `${name}: ${text}`,
      state: !isAsked && !holds ? 'later' : isShown ? 'verified' : 'missing',
      because: wasRed ? because : `${because}, but never seen red`,
    };
  });
}

const isTest = (spec: Extract<Asked['spec'], { check: 'green' }>) => (spec.question ?? 'test') === 'test';

function suitesOf({ suites }: ReportModel, asked: readonly Asked[]): Entry[] {
  return suites.map(({ id, question, state, proof }) => {
    const asking = asked.filter(({ spec, later }) => {
      if (later || spec.check !== 'green') return false;
      return (spec.question ?? 'test') === question;
    });
    const blocks = asking.some(({ spec }) => spec.severity !== 'warn');
    // Red is bad news also where nobody asks yet.
    const open = blocks ? 'missing' : asking.length > 0 || state === 'red' ? 'warning' : 'later';
    return {
      kind: question === 'test' ? 'suite' : 'lint',
      what: id,
      state: state === 'green' ? 'verified' : open,
      because: `${SUITES[state]}${proof ? ` (${proof.command})` : ''}`,
    };
  });
}

const SUITES = {
  green: 'green on this content',
  red: 'red on this content',
  lapsed: 'green on other content',
  unknown: 'no run proves anything',
  pending: 'not run',
} as const;

function openFindingsOf({ findings }: ReportModel): Entry[] {
  return findings
    .filter(({ severity, fate }) => severity === 'must-fix' && fate !== 'closed' && fate !== 'noted')
    .map(({ judge, title, fate }) => ({
      kind: 'review',
      what: `must-fix of ${judge}: ${title}`,
      state: 'missing',
      because: fate,
    }));
}

/** Makes an entry of each warning that no other entry tells. */
function warningsOf({ status }: Standing, room: Room, tidy: Tidy): Entry[] {
  return status.warnings
    .filter(({ code, args }) => code !== 'SUITE_NOT_GREEN' && args.name !== CHECKLIST)
    .map((one) => ({
      kind: 'work',
      what: tidy(one.code, 60),
      state: 'warning',
      because: tidy(room.openWords(one), 300),
    }));
}

function debtsOf({ status }: Standing, { debts, exceptions }: ReportModel, tidy: Tidy): Entry[] {
  const entry = (what: string, because: string): Entry => ({ kind: 'debt', what, state: 'warning', because });
  return [
    ...debts.map(({ check, why, reason }) => entry(check, `${why}: ${reason}`)),
    ...exceptions
      .filter(({ kind }) => kind === 'override' || kind === 'let-through')
      .map(({ what, reason, person }) => entry(what, `allowed by ${person ?? 'somebody'}: ${reason}`)),
    ...(status.paused === null ? [] : [entry('the run is paused', tidy(status.paused, 200))]),
  ];
}

function countsOf(entries: readonly Entry[]): Checklist['counts'] {
  const counts = { verified: 0, missing: 0, waits: 0, warning: 0, later: 0 };
  for (const { state } of entries) counts[state]++;
  return counts;
}
