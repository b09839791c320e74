import { weightedScore } from '@flow/agents/roster';
import { readClaimId } from '@flow/core/documents';
import { type FlowEvent, type Moment, probesAt, type RaisedFinding, seatsOf } from '@flow/core/workflow';
import type { Standing } from '../workflow/place.js';
import type { ReportFinding, ReportReview, ReportRound } from './model.js';
import type { Tidy } from './words.js';

type Verdict = Extract<FlowEvent, { type: 'verdict' }>;

const MAX_REVIEWS = 200;

/** Tells every verdict of the run, oldest first. */
export function reviewsOf({ facts, workflow, status }: Standing, tidy: Tidy): ReportReview[] {
  const seats = seatsOf(workflow, facts.present, status.dials);
  // One who sits in no panel is called after what it judges.
  const panels = new Map(seats.map(({ judge, panel }) => [judge, panel === judge ? '' : panel]));
  return verdictsOf(facts.events)
    .slice(-MAX_REVIEWS)
    .map((event) => {
      const { judge, subject, pass, time, findings, at, score, notes, round, seen } = event;
      const then = facts.moments[at];
      return {
        judge: tidy(judge, 60),
        panel: tidy(panels.get(judge) ?? '', 60),
        subject: subject === undefined ? null : tidy(subject, 60),
        question: tidy(questionOf(workflow, judge, then), 200) || null,
        broke: event.failure !== undefined,
        pass,
        time,
        mustFix: findings.length,
        notes: notes?.length ?? 0,
        round: round ?? null,
        score: score ?? null,
        head: then?.git.head ?? null,
        present: then?.contents.diff !== undefined && then.contents.diff === facts.present.contents.diff,
        seen: seen ?? null,
      };
    });
}

/** The words of a probe as they were when its reviewer spoke; empty for other reviewers. */
function questionOf({ phases }: Standing['workflow'], judge: string, then: Moment | undefined): string {
  const panels = phases.flatMap(({ exit }) => exit.flatMap((spec) => (spec.check === 'panel' ? [spec] : [])));
  const probes = then ? panels.flatMap((panel) => probesAt(panel.probes, then)) : [];
  return probes.find((one) => one.judge === judge)?.text ?? '';
}

/** Returns the rounds of each panel, in the order in which they began; who sits in none has none. */
export function roundsOf(reviews: readonly ReportReview[]): ReportRound[] {
  const rounds = new Map<string, ReportReview[]>();
  for (const one of reviews) {
    if (one.broke || one.panel === '' || one.round === null) continue;
    const key = `${one.panel} ${one.round}`;
    rounds.set(key, [...(rounds.get(key) ?? []), one]);
  }
  return [...rounds.values()].map((words) => ({
    panel: words[0]!.panel,
    round: words[0]!.round!,
    mustFix: words.reduce((sum, { mustFix }) => sum + mustFix, 0),
    score: weightedScore(words.flatMap(({ judge, score }) => (score === null ? [] : [{ judge, score }]))),
  }));
}

const verdictsOf = (events: readonly FlowEvent[]) => events.filter((one): one is Verdict => one.type === 'verdict');

/**
 * Tells every finding of every verdict with its fate: open or answered as the engine says, disputed by its answer,
 * closed by a newer word of its judge. Notes hold nothing up.
 */
export function findingsOf({ facts, status }: Standing, tidy: Tidy): ReportFinding[] {
  const open = new Map(status.findings.map((one) => [one.id, one]));
  const answers = facts.events.filter((one): one is Extract<FlowEvent, { type: 'answer' }> => one.type === 'answer');
  return verdictsOf(facts.events).flatMap((event) => {
    const { n, judge, findings, notes = [] } = event;
    const must = findings.map((finding, index): ReportFinding => {
      const id = `${n}.${index + 1}`;
      const own = answers
        .filter((one) => one.finding === id)
        .map(({ note, disputed }) => ({ note: tidy(note), disputed }));
      const known = open.get(id);
      const isDisputed = own.at(-1)?.disputed === true;
      const fate = !known ? 'closed' : isDisputed ? 'disputed' : known.answered ? 'answered' : 'open';
      return { ...told(finding, judge, tidy), id, severity: 'must-fix', fate, answers: own };
    });
    const others = notes.map((note, index): ReportFinding => {
      const severity = note.severity ?? 'note';
      return { ...told(note, judge, tidy), id: `${n}.n${index + 1}`, severity, fate: 'noted', answers: [] };
    });
    return [...must, ...others];
  });
}

type Told = Omit<ReportFinding, 'id' | 'severity' | 'fate' | 'answers'>;

function told(finding: RaisedFinding, judge: string, tidy: Tidy): Told {
  const text = (value: string | undefined, max: number) =>
    value === undefined || value === '' ? null : tidy(value, max);
  const file = text(finding.file, 200);
  const { claim, line } = finding;
  return {
    judge: tidy(judge, 60),
    title: tidy(finding.title || '(no words)', 300),
    claim: (claim === undefined ? null : readClaimId(claim)?.id) ?? text(claim, 60),
    place: file === null || line === undefined ? file : `${file}:${line}`,
    quote: text(finding.quote, 400),
    reasoning: text(finding.reasoning, 600),
    fix: text(finding.classFix ?? finding.instanceFix, 400),
    verified: finding.unverified !== true,
  };
}
