import { createHash } from 'node:crypto';
import { CLAIM_WORDS } from '../labels.js';
import type { ClaimState, ReportModel } from '../model.js';
import { count, lasted } from '../words.js';
import { byHand } from './by-hand.js';
import { CLAIM_TONES, claims, screenshots, suites } from './claims.js';
import { cost } from './cost.js';
import { phases, schema, timeline, work } from './course.js';
import { attempts, items, matrix, waits } from './items.js';
import { hash, list, section, when } from './parts.js';
import { approvals, exceptions } from './people.js';
import { findings, reviews } from './reviews.js';
import { html, NOTHING, prose, Safe } from './safe.js';
import { spanRules, spans } from './spans.js';
import { STYLE } from './style.js';
import { mark, whys } from './why.js';

const VERDICTS = {
  holds: ['good', 'It holds'],
  open: ['warn', 'Not done'],
  fails: ['bad', 'It does not hold'],
} as const;

/**
 * Returns the policy of a page that loads nothing and runs nothing: the style sheet is known by its digest, and pictures are
 * part of the page.
 */
const policyFor = (style: string): string =>
  `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/**
 * Returns a report as one file that needs nothing else: no network, no script, good on a screen and on paper.
 * @param open what is folded away is open: for paper
 */
export function pageOf(model: ReportModel, { open = false } = {}): string {
  const parts: [id: string, title: string, body: Safe][] = [
    ['claims', 'Claims', claims(model)],
    ['items', 'Items', items(model)],
    ['matrix', 'Criteria', matrix(model)],
    ['screenshots', 'Screenshots', screenshots(model)],
    ['suites', 'Suites', suites(model)],
    ['findings', 'Findings', findings(model, open)],
    ['reviews', 'Reviews', reviews(model)],
    ['approvals', 'Approvals', approvals(model)],
    ['by-hand', 'By hand', byHand(model)],
    ['exceptions', 'Exceptions', exceptions(model)],
    ['course', 'Over time', spans(model)],
    ['attempts', 'Attempts', attempts(model, open)],
    ['waits', 'Waits', waits(model)],
    ['schema', 'Schema', schema(model)],
    ['asked', 'Asked for', asked(model)],
    ['cost', 'Cost', cost(model)],
    ['why', 'Why', whys(model)],
    ['timeline', 'Timeline', timeline(model, open)],
    ['work', 'Work', work(model, open)],
  ];
  const style = `${STYLE}${spanRules(model)}`;
  const there = parts.filter(([, , body]) => body.text !== '');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${model.title}: ${VERDICTS[model.verdict.state][1].toLowerCase()}</title>
<style>${new Safe(style)}</style>
</head>
<body>
${head(model)}
<nav aria-label="Parts of this report">${there.map(([id, title]) => html`<a href="#${id}">${title}</a> `)}</nav>
<main>
${phases(model)}${there.map(([, , body]) => body)}</main>
<footer><p>Made by <code>flow report</code>, ${when(model.made)}, for run <code>${model.run.id}</code>. Runs were observed on the machine that did the work and bound to the content that they saw; whoever owns that machine could forge them. Signed approvals hold everywhere. CI is the floor.</p></footer>
</body>
</html>
`.text;
}

function head(model: ReportModel): Safe {
  const { verdict, title, run } = model;
  const [tone, said] = VERDICTS[verdict.state];
  const states = Object.keys(CLAIM_WORDS) as ClaimState[];
  const tally = states.flatMap((state) => {
    const number = model.claims.filter((one) => one.state === state).length;
    return number === 0
      ? []
      : [html`<li>${mark('claims', CLAIM_TONES[state], `${number} ${CLAIM_WORDS[state]}`)}</li>`];
  });
  return html`<header>
<p class="over">${title}, ${run.title}, begun ${when(run.started)}${run.ended ? html`, ended ${when(run.ended.time)} (${run.ended.how})` : NOTHING}</p>
<div class="verdict ${tone}">
<p class="said">${said}</p>
<h1>${verdict.line}</h1>
${tally.length > 0 && html`<ul class="tally" aria-label="Claims by status">${tally}</ul>`}
</div>
${verdict.reasons.length > 0 && html`<h2 class="unseen">What is in the way</h2>${list(verdict.reasons.slice(0, 8).map(prose))}${verdict.reasons.length > 8 && html`<p class="soft">and ${verdict.reasons.length - 8} more below</p>`}`}
${facts(model)}
</header>`;
}

function facts({ content, run, counts }: ReportModel): Safe {
  const { head: commit, tree, base, fork, committed, pushed, pullRequest, ci, changedTotal } = content;
  const fact = (name: string, value: Safe | string | null, width = '') =>
    value === null ? NOTHING : html`<div class="${width}"><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<dl class="facts">
${fact('Goal', run.goal, 'wide')}
${fact('Runtime', html`${lasted(run.runtimeMs)}${run.pausedMs > 0 && html` <span class="soft">of it ${lasted(run.pausedMs)} paused</span>`}`)}
${fact('Items', counts.total === 0 ? null : `${counts.done} of ${counts.total} done`)}
${fact('Content', tree === null ? 'unknown' : hash(tree))}
${fact('Commit', commit === null ? 'none' : html`${hash(commit)}${committed === false && html` <span class="soft">and uncommitted work</span>`}`)}
${fact('Base', base === null ? null : html`${base}${fork !== null && html` at ${hash(fork)}`}`)}
${fact('Changed', changedTotal === null ? null : count(changedTotal, 'file'))}
${fact('Pushed', pushed === null ? null : pushed ? 'yes' : 'no')}
${fact('Pull request', pullRequest, 'wide')}
${fact('CI', ci)}
</dl>`;
}

/** Shows what the person worries about and will see, as the plan says. */
function asked({ concerns, probes, expectations }: ReportModel): Safe {
  if (concerns.length === 0 && probes.length === 0 && expectations.length === 0) return NOTHING;
  return section(
    'asked',
    'What was asked for',
    html`${concerns.length > 0 && html`<h3>Worries</h3>${list(concerns)}`}${probes.length > 0 && html`<h3>Reviewers were to probe</h3>${list(probes)}`}${expectations.length > 0 && html`<h3>A user will see</h3>${list(expectations)}`}`,
  );
}
