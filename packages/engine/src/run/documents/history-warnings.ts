import type { Finding } from '@flow/core';
import type { Facts, FlowEvent, Moment, Status, Workflow } from '@flow/core/workflow';
import { rewordedClaims } from './reworded-claims.js';

/** Sections in which documents list the wishes of the user. */
const ASKED = ['user-concerns', 'probes', 'expectations'] as const;

/** Tells what no content shows by itself, as it is about what was there before. */
export function historyWarnings(facts: Facts, workflow: Workflow, status: Status): Finding[] {
  return [
    ...rewordedClaims(facts, workflow, status),
    ...takenAway(facts, workflow),
    ...greenByTests(facts, workflow, status),
    ...checkedTooEarly(facts, workflow, status),
  ];
}

/** A checklist is asked for here, and the one that was run last on this change had something missing. */
function checkedTooEarly({ events, moments, present }: Facts, { phases }: Workflow, { phase }: Status): Finding[] {
  const asked = phases.find(({ id }) => id === phase)?.exit ?? [];
  return asked.flatMap((spec): Finding[] => {
    if (spec.check !== 'submitted' || spec.severity === 'warn') return [];
    const last = events.findLast((one) => one.type === 'submission' && one.name === spec.name);
    const isOfThis = last !== undefined && moments[last.at]?.contents.diff === present.contents.diff;
    if (last?.type !== 'submission' || !last.missing || !isOfThis) return [];
    return [{ code: 'CHECKED_TOO_EARLY', level: 'warn', args: { what: spec.name, missing: last.missing } }];
  });
}

/**
 * Concerns, probes and expectations that were there when a person approved the documents and are not any more: reviewers no
 * longer hear of them.
 */
function takenAway({ events, moments, present }: Facts, workflow: Workflow): Finding[] {
  const gates = workflow.phases.flatMap(({ exit }) =>
    exit.flatMap((spec) => (spec.check === 'approved' && isOfDocuments(spec.on) ? [spec.gate] : [])),
  );
  const last = events.findLast((one) => one.type === 'approval' && gates.includes(one.gate));
  const then = last && moments[last.at];
  if (last?.type !== 'approval' || !then) return [];
  return Object.entries(then.documents).flatMap(([document, { sections }]) =>
    ASKED.flatMap((section): Finding[] => {
      const now = new Set((present.documents[document]?.sections[section] ?? []).map(wordsOf));
      const entries = (sections[section] ?? []).filter((one) => !now.has(wordsOf(one)));
      if (entries.length === 0) return [];
      return [{ code: 'ASKED_REMOVED', level: 'warn', args: { document, section, entries, gate: last.gate } }];
    }),
  );
}

/** Tells whether a check is of documents alone: what is built comes later, with the report. */
function isOfDocuments(on: string | readonly string[] | undefined): boolean {
  const all = [on ?? []].flat();
  return all.length > 0 && all.every((one) => one.startsWith('doc:'));
}

const wordsOf = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ');

/** What is built. A file of no class may be it, or a flag that a test looks for: it is told which. */
const BUILT = ['source', 'build', 'generated'] as const;

/** Claims whose tests were seen failing and pass now, though no code has changed in between. */
function greenByTests({ events, moments, present }: Facts, { phases }: Workflow, { stages }: Status): Finding[] {
  const home = phases.find(({ exit }) => exit.some(({ check, ...spec }) => check === 'green' && !('question' in spec)));
  if (stages.find(({ id }) => id === home?.id)?.state !== 'done') return [];
  const failed = new Set(events.flatMap((one) => (one.type === 'run' && one.result === 'fail' ? [one.n] : [])));
  const isUnbuilt = ({ n, at }: FlowEvent) => failed.has(n) && isBuiltAlike(moments[at], present);
  const same = events.filter((one) => one.type === 'red' && isUnbuilt(one));
  const isAlone = same.every(({ at }) => moments[at]?.contents.other === present.contents.other);
  const hashes = new Set(same.flatMap((one) => (one.type === 'red' ? one.tests.map(({ hash }) => hash) : [])));
  const claims = present.claims.filter(({ expect, tests }) => {
    const all = tests.map(({ hash }) => hash);
    return expect === 'red' && all.length > 0 && all.every((hash) => hash !== undefined && hashes.has(hash));
  });
  if (claims.length === 0) return [];
  const args = { claims: claims.map(({ id }) => id), alone: isAlone };
  return [{ code: 'GREEN_BY_TESTS', level: 'warn', args }];
}

function isBuiltAlike(then: Moment | undefined, { contents }: Moment): boolean {
  return then !== undefined && BUILT.every((name) => then.contents[name] === contents[name]);
}
