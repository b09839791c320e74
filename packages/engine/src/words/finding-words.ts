import type { ApprovalVerdict, Finding } from '@flow/core';
import { clean } from '../text/clean.js';
import { CONVENTIONS_WORDS } from './conventions.js';
import { EDITS_WORDS } from './edits.js';
import { EVIDENCE_WORDS } from './evidence.js';
import { type FindingWords, list } from './facts.js';
import { GUARD_WORDS } from './guard.js';
import { PUSH_WORDS } from './push.js';
import type { Reader } from './reader.js';
import { VERIFY_WORDS } from './verify.js';

/**
 * `FINDING_WORDS` holds the words for findings, by code: the one place where codes become sentences. Everything that comes
 * from a repository, a test or an agent passes through `clean` first, because it is shown in a terminal and read by a model.
 */
export const FINDING_WORDS: FindingWords = {
  ...PUSH_WORDS,
  ...EVIDENCE_WORDS,
  ...EDITS_WORDS,
  ...GUARD_WORDS,
  ...VERIFY_WORDS,
  ...CONVENTIONS_WORDS,
};

/** Stands above what does not hold back what was refused. */
const WARNING = 'Only told, and no reason for the refusal:';

/** Returns one finding in words: what, the facts, and what unblocks it. `now` in epoch milliseconds. */
export function formatFinding(finding: Finding, now: number, reader: Reader = 'agent'): string {
  const { endedDay, endedOwner, endedReason } = finding.args;
  const text = wordsOf(finding, now, reader);
  if (endedDay === undefined) return text;
  return `${text} An exception for it expired on ${clean(endedDay)} (${clean(endedOwner, 60)}: ${clean(endedReason, 200)}).`;
}

function wordsOf(finding: Finding, now: number, reader: Reader): string {
  const words = Object.hasOwn(FINDING_WORDS, finding.code) ? FINDING_WORDS[finding.code] : undefined;
  return words?.(finding, now, reader) ?? `${clean(finding.code)} ${clean(JSON.stringify(finding.args), 400)}`;
}

/** Tells why an approval does not hold, or who gave it. */
export function describeApproval({ state, approval, changed }: ApprovalVerdict): string {
  const by = approval ? clean(approval.signer ?? approval.statement.person, 80) : '';
  switch (state) {
    case 'valid':
      return `approved by ${by}`;
    case 'changed': {
      // Of the whole content no file is named.
      const named = list(
        changed.filter((path) => path !== '(tree)'),
        undefined,
      );
      return `what ${by} approved has changed since${named && `: ${named}`}`;
    }
    case 'expired':
      return `the approval by ${by} has expired`;
    case 'used':
      return `the approval by ${by} was used up`;
    case 'weak':
      return `${by} approved in a way that does not count here (${clean(approval?.statement.method)})`;
    default:
      return 'nobody has approved it here';
  }
}

/**
 * Returns the text of a refusal: what is refused with its facts, then what only warns, under a line of its own: whoever reads it
 * runs what the refusal needs, and no more.
 */
export function formatRefusal(
  what: string,
  findings: readonly Finding[],
  now: number,
  reader: Reader = 'agent',
): string {
  const blocking = findings.filter((finding) => finding.level === 'block');
  // Why evidence may be missing is a part of the refusal.
  const about = findings.filter(({ code, level }) => level !== 'block' && code.startsWith('EVIDENCE_'));
  const warning = findings.filter((finding) => finding.level === 'warn' && !about.includes(finding));
  const linesOf = (some: readonly Finding[]) =>
    some.map((finding) => `- ${finding.code}: ${formatFinding(finding, now, reader)}`);
  const told = linesOf(warning);
  return [
    `flow refused ${what}.`,
    ...new Set([...linesOf([...blocking, ...about]), ...(told.length > 0 ? [WARNING, ...told] : [])]),
  ].join('\n');
}
