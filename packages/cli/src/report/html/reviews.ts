import { FATE_WORDS } from '../labels.js';
import type { ReportFinding, ReportModel, ReportReview, ReportRound } from '../model.js';
import { SEEN } from '../why.js';
import { anchorOf } from '../why-places.js';
import { folded, hash, section, type Tone, table, when } from './parts.js';
import { html, NOTHING, type Safe } from './safe.js';
import { mark } from './why.js';

/** Shows who judged what, and when: each round of a panel with its verdicts, then who spoke alone or said nothing. */
export function reviews(model: ReportModel): Safe {
  const { reviews: all, rounds } = model;
  if (all.length === 0) return NOTHING;
  const placeOf = (one: ReportReview) => anchorOf(model, 'review', String(all.indexOf(one) + 1));
  const shown = (one: ReportReview) => rowOf(one, placeOf(one));
  const isIn = (one: ReportReview, { panel, round }: ReportRound) =>
    !one.broke && one.panel === panel && one.round === round;
  const groups = rounds.map((round) => {
    const { panel, mustFix, score } = round;
    const words = all.filter((one) => isIn(one, round));
    const marks = html`${wordOf(mustFix, words[0] ? placeOf(words[0]) : null)}${score !== null && html` <span class="note">score ${score.toFixed(1)} of 5</span>`}`;
    return html`<h3>${panel}, round ${round.round} ${marks}</h3>
${table(`Verdicts of ${panel} in round ${round.round}`, HEAD, words.map(shown))}
`;
  });
  const alone = all.filter((one) => !rounds.some((round) => isIn(one, round)));
  return section(
    'reviews',
    'Reviews',
    html`<div class="words">${groups}${alone.length > 0 && html`${rounds.length > 0 && html`<h3>Others</h3>\n`}${table('Verdicts outside of rounds', HEAD, alone.map(shown))}`}</div>`,
  );
}

const HEAD = ['Reviewer', 'Verdict', 'Score', 'When'];

const wordOf = (mustFix: number, anchor: string | null) =>
  mark(anchor, mustFix === 0 ? 'good' : 'bad', mustFix === 0 ? 'no must-fix' : `${mustFix} must-fix`);

const rowOf = (one: ReportReview, anchor: string | null) => {
  const { judge, question, subject, pass, broke, time, score, mustFix, notes, present, head, seen } = one;
  return [
    html`${judge}${question !== null && html`<p class="small">${question}</p>`}${subject !== null && html` <span class="soft">on ${subject}</span>`}`,
    html`${broke ? mark(anchor, 'quiet', 'no verdict') : wordOf(pass ? 0 : mustFix, anchor)}${!broke && notes > 0 && html` <span class="soft">${notes} noted</span>`}`,
    score === null ? '' : `${score} of 5`,
    html`${when(time)}<p class="small">${present ? 'on this change' : html`on an earlier change${head !== null && html`, commit ${hash(head)}`}`}${seen !== null && `, ${SEEN[seen] ?? seen}`}</p>`,
  ];
};

const FATE_TONES: Readonly<Record<ReportFinding['fate'], Tone>> = {
  open: 'bad',
  disputed: 'warn',
  answered: 'warn',
  closed: 'good',
  noted: 'quiet',
};

const ORDER = ['open', 'disputed', 'answered', 'closed', 'noted'] as const;

/** Shows what reviewers found, open findings first; notes are folded away. */
export function findings(model: ReportModel, open: boolean): Safe {
  const { findings: all } = model;
  const shown = (one: ReportFinding) => findingOf(one, anchorOf(model, 'finding', one.id));
  if (all.length === 0) return NOTHING;
  const sorted = all.toSorted((a, b) => ORDER.indexOf(a.fate) - ORDER.indexOf(b.fate));
  const must = sorted.filter(({ fate }) => fate !== 'noted');
  const notes = sorted.filter(({ fate }) => fate === 'noted');
  const body = html`${must.slice(0, MAX).map(shown)}${must.length > MAX && html`<p class="soft">and ${must.length - MAX} more</p>`}${
    notes.length > 0 && folded(`${notes.length} that hold nothing up`, html`${notes.slice(0, MAX).map(shown)}`, open)
  }`;
  return section('findings', 'Findings', body, 'and what became of them');
}

const MAX = 200;

function findingOf(
  { id, judge, title, severity, fate, claim, place, quote, reasoning, fix, verified, answers }: ReportFinding,
  anchor: string | null,
): Safe {
  const tone = FATE_TONES[fate];
  return html`<article class="finding ${tone}" id="finding-${id}">
<h3>${mark(anchor, tone, FATE_WORDS[fate])} ${title}</h3>
<p class="small">${judge}, ${severity}${!verified && ', its quote is not where it says'}${claim !== null && html`, about <a href="#claim-${claim}">${claim}</a>`}${place !== null && html`, <code>${place}</code>`}</p>
${quote !== null && html`<pre>${quote}</pre>\n`}${reasoning !== null && html`<p>${reasoning}</p>\n`}${fix !== null && html`<p class="small">To fix it: ${fix}</p>\n`}${answers.map(
  ({ note, disputed }) => html`<p class="small">${disputed ? 'Disputed' : 'Answered'}: ${note}</p>\n`,
)}</article>
`;
}
