import {
  BY_HAND_WORDS,
  CLAIM_WORDS,
  EVIDENCE_WORDS,
  FATE_WORDS,
  GATE_WORDS,
  ITEM_WORDS,
  PROOF_WORDS,
  SUITE_WORDS,
} from './labels.js';
import type {
  ReportClaim,
  ReportFinding,
  ReportGate,
  ReportItem,
  ReportModel,
  ReportProofState,
  ReportReview,
  ReportShown,
  ReportSuite,
} from './model.js';
import { count } from './words.js';

/** A reason behind a mark: what is known, whether it counts for the content here, and what shows it. */
export interface Reason {
  what: string;
  /** Null for what is neither for nor against it. */
  counts: boolean | null;
  why: string;
  receipt?: string;
  /** Number of the run's event. */
  event?: number;
  /** Epoch milliseconds. */
  time?: number;
}

/** The explanation of a mark, as `flow explain` tells it and as the report links it. */
export interface Why {
  says: string;
  reasons: Reason[];
  /** The command that changes it; null where nothing has to be changed. */
  next: { command: string; why: string } | null;
}

type Told = Pick<ReportModel, 'suites' | 'findings' | 'matrix' | 'attempts' | 'byHand' | 'blocked'>;

/** Explains why a claim stands where the report has it. */
export function whyClaim(claim: ReportClaim, { suites, findings }: Told): Why {
  const { state, proof, red, expect } = claim;
  const reasons: Reason[] = [];
  if (proof)
    reasons.push({
      what: `a run of ${proof.suite}: ${proof.command}`,
      counts: state !== 'lapsed',
      why: claim.because,
      receipt: proof.receipt,
      time: proof.time,
    });
  if (red !== null) reasons.push({ what: 'its tests were seen failing first', counts: true, why: '', time: red });
  else if (expect === 'red' && claim.tests.length > 0)
    reasons.push({
      what: 'its tests were never seen failing first',
      counts: null,
      why: 'no event of the run shows it',
    });
  for (const { name, file, written } of claim.tests)
    reasons.push({
      what: `planned test ${name}`,
      counts: written ? null : false,
      why: written ? (file ?? 'its file is not told') : 'it is not written',
    });
  for (const check of claim.checks) reasons.push({ what: `held by the check ${check}`, counts: null, why: '' });
  for (const { id, title, fate } of findings.filter((one) => claim.findings.includes(one.id)))
    reasons.push({
      ...{ what: `finding ${id}: ${title}`, counts: fate === 'open' ? false : null, why: fate },
      ...eventOf(id),
    });
  return { says: `${CLAIM_WORDS[state]}: ${claim.because}`, reasons, next: nextOf(claim, suites) };
}

function nextOf(claim: ReportClaim, suites: Told['suites']): Why['next'] {
  const { state, proof, tests } = claim;
  if (state === 'passed' || state === 'suite') return null;
  const isWritten = tests.length > 0 && tests.every(({ written }) => written);
  if (!isWritten) return { command: 'flow next', why: 'What comes first' };
  const own = suites.find(({ id }) => id === proof?.suite) ?? suites.find(({ question }) => question === 'test');
  if (!own?.command) return { command: 'flow next', why: 'What comes first' };
  return {
    command: own.command,
    why: state === 'failed' || state === 'red' ? 'Once it is mended' : 'What proves it here',
  };
}

/** The event that a finding was told in: its id begins with the number. */
function eventOf(id: string): Pick<Reason, 'event'> {
  const event = Number(/^(\d+)\./.exec(id)?.[1] ?? Number.NaN);
  return Number.isNaN(event) ? {} : { event };
}

/** Whether evidence of a state counts here. */
const COUNTS: Readonly<Record<ReportProofState, boolean | null>> = {
  holds: true,
  failed: false,
  lapsed: false,
  open: false,
  'let-through': null,
  none: null,
};

/** Explains why an item stands where the report has it. */
export function whyItem(item: ReportItem, { matrix, attempts, byHand, blocked }: Told): Why {
  const reasons: Reason[] = [];
  for (const row of matrix.filter((one) => one.item === item.id))
    for (const kind of Object.keys(EVIDENCE_WORDS) as (keyof ReportShown)[])
      if (row.shown[kind] !== 'none')
        reasons.push({
          what: `${row.id}: ${EVIDENCE_WORDS[kind].toLowerCase()} ${PROOF_WORDS[row.shown[kind]]}`,
          counts: COUNTS[row.shown[kind]],
          why: row.text,
        });
  for (const { severity, reason } of blocked.filter((one) => one.item === item.id))
    reasons.push({ what: `blocked${severity === null ? '' : ` (${severity})`}`, counts: false, why: reason });
  for (const { id, state, person, note } of byHand.filter((one) => one.item === item.id))
    reasons.push({
      what: `${id}, by hand: ${BY_HAND_WORDS[state]}`,
      counts: state === 'holds' ? true : state === 'let-through' ? null : false,
      why: [person, note].filter((one) => one !== null).join(': '),
    });
  for (const { n, time, class: name, status, source, errors } of attempts.filter(({ items }) =>
    items.includes(item.id),
  ))
    reasons.push({
      what: `a try ${status === 'failed' ? 'failed' : 'broke down and says nothing of the work'}: ${name}`,
      counts: status === 'failed' ? false : null,
      why: [source, ...errors.slice(0, 2)].join('; '),
      event: n,
      time,
    });
  const open = reasons.filter(({ counts }) => counts === false).length;
  const because = item.reason ?? (open > 0 && item.state !== 'done' ? `${count(open, 'fact')} against it` : null);
  return {
    says: `${ITEM_WORDS[item.state]}${because === null ? '' : `: ${because}`}`,
    reasons,
    next:
      item.state === 'blocked'
        ? { command: `flow explain --escalation --item ${item.id}`, why: 'The ways on' }
        : ['done', 'skipped', 'dropped', 'gone'].includes(item.state)
          ? null
          : { command: 'flow next', why: 'What comes first' },
  };
}

/** Explains why a suite stands where the report has it: the run that says so, and whether it counts for the content here. */
export function whySuite({ state, proof, counts, named, command }: ReportSuite): Why {
  const reasons: Reason[] = [];
  if (proof)
    reasons.push({
      ...{ what: `a run of ${proof.command}`, counts: state === 'green' ? true : state === 'unknown' ? null : false },
      why: [
        proof.seen,
        ...(counts ? [`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`] : []),
      ]
        .filter((one) => one !== '')
        .join('; '),
      ...{ receipt: proof.receipt, time: proof.time },
    });
  if (proof && !named) reasons.push({ what: 'the run does not name its tests', counts: null, why: '' });
  return {
    says: SUITE_WORDS[state],
    reasons,
    next:
      state === 'green'
        ? null
        : command === null
          ? { command: 'flow next', why: 'What comes first' }
          : { command: `flow exec -- ${command}`, why: state === 'red' ? 'Once it is mended' : 'What proves it here' },
  };
}

/** Explains why a gate stands where the report has it: each approval, and whether it is as strong as the gate asks for. */
export function whyGate({ gate, state, approvals }: ReportGate): Why {
  return {
    says: GATE_WORDS[state],
    reasons: approvals.map(({ person, strength, counts, time, subjects }) => ({
      what: `approval of ${person}`,
      counts: counts && state === 'approved',
      why: [strength, ...(counts ? [] : ['weaker than the gate asks for']), ...subjects].join(', '),
      time,
    })),
    next:
      state === 'approved' || state === 'waived'
        ? null
        : { command: `flow approve ${gate}`, why: 'Once it is its turn, a person, in a terminal' },
  };
}

/** Explains why a finding stands where the report has it: who said it, what was answered, and whether it holds the work up. */
export function whyFinding({ id, judge, severity, fate, verified, answers }: ReportFinding): Why {
  const isHolding = fate === 'open' || fate === 'answered' || fate === 'disputed';
  return {
    says: FATE_WORDS[fate],
    reasons: [
      {
        what: `${judge}: ${severity}`,
        counts: isHolding ? false : null,
        why: isHolding ? 'it holds the work up' : '',
        ...eventOf(id),
      },
      ...(verified ? [] : [{ what: 'its quote is not where it says', counts: null, why: '' }]),
      ...answers.map(({ note, disputed }) => ({ what: disputed ? 'disputed' : 'answered', counts: null, why: note })),
    ],
    next: fate === 'open' ? { command: `flow answer ${id} --note '…'`, why: 'Once it is mended' } : null,
  };
}

/** Explains why a verdict of a reviewer stands where the report has it: which content it judged, and how it came. */
export function whyReview({
  judge,
  panel,
  round,
  subject,
  pass,
  broke,
  mustFix,
  notes,
  time,
  present,
  seen,
}: ReportReview): Why {
  const where = [panel, ...(round === null ? [] : [`round ${round}`]), ...(subject === null ? [] : [`on ${subject}`])];
  return {
    says: broke ? 'no verdict: nothing was said, for or against' : pass ? 'passed' : 'blocked',
    reasons: [
      {
        what: `${judge}: ${where.join(', ')}`,
        counts: broke ? null : present,
        why: [
          ...(broke ? [] : [`${mustFix} must-fix, ${notes} noted`]),
          present ? 'it judged this change' : 'it judged an earlier change',
          ...(seen === null ? [] : [SEEN[seen] ?? seen]),
        ].join('; '),
        time,
      },
    ],
    next: present && pass && !broke ? null : { command: 'flow next', why: 'What comes first' },
  };
}

/** How a verdict came to be known. */
export const SEEN: Readonly<Record<string, string>> = {
  hook: 'seen as the reviewer ended',
  person: 'given by a person',
  handed: 'submitted by the working agent',
};
