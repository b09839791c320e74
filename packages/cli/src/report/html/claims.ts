import { CLAIM_WORDS, SEAL_WORDS, SUITE_WORDS } from '../labels.js';
import type { ClaimState, ReportClaim, ReportModel, ReportProof, ReportSuite } from '../model.js';
import { anchorOf } from '../why-places.js';
import { count } from '../words.js';
import { hash, list, section, type Tone, table, when } from './parts.js';
import { html, NOTHING, prose, type Safe } from './safe.js';
import { mark } from './why.js';

export const CLAIM_TONES: Readonly<Record<ClaimState, Tone>> = {
  passed: 'good',
  suite: 'good',
  failed: 'bad',
  lapsed: 'warn',
  red: 'info',
  pending: 'quiet',
};

/** Shows every claim with how far it is proven, and what shows it. */
export function claims(model: ReportModel): Safe {
  if (model.claims.length === 0 && model.items.length > 0) return NOTHING;
  if (model.claims.length === 0)
    return section('claims', 'Claims', html`<p class="soft">The specification has no claims yet.</p>`);
  const rows = model.claims.map((claim) => [
    html`<span id="claim-${claim.id}">${claim.name}</span>`,
    html`${claim.text}${testsOf(claim)}${findingsOf(claim)}`,
    html`${mark(anchorOf(model, 'claim', claim.id), CLAIM_TONES[claim.state], CLAIM_WORDS[claim.state])}${claim.state !== 'passed' && html`<p class="small">${prose(claim.because)}</p>`}`,
    evidenceOf(claim),
  ]);
  return section(
    'claims',
    'Claims',
    html`<div class="claims">${table('Claims of the specification', ['Claim', 'What it says', 'Status', 'Shown by'], rows)}</div>`,
  );
}

function testsOf({ tests, checks, expect }: ReportClaim): Safe {
  const named = tests
    .slice(0, 12)
    .map(({ name, written }) => html`<code>${name}</code>${!written && ' (not written)'}`);
  const more = tests.length > 12 ? [html`and ${tests.length - 12} more`] : [];
  const held = checks.map((one) => html`held by ${one}`);
  const all = [...named, ...more, ...held];
  const guard = expect === 'guard' && html`guard: must stay green. `;
  return html`<p class="small">${guard}${all.length > 0 ? joined(all) : 'No test is planned for it.'}</p>`;
}

const joined = (parts: readonly Safe[]) => html`${parts.map((part, at) => html`${at > 0 && ', '}${part}`)}`;

function findingsOf({ findings }: ReportClaim): Safe {
  if (findings.length === 0) return NOTHING;
  return html`<p class="small">${joined(findings.map((id) => html`<a href="#finding-${id}">finding ${id}</a>`))}</p>`;
}

function evidenceOf({ red, proof, screenshots, shown, id }: ReportClaim): Safe {
  const lines = [
    ...(red === null ? [] : [html`Seen red ${when(red)}`]),
    ...(proof === null ? [] : [runOf(proof)]),
    ...(screenshots.length > 0 ? [html`<a href="#shots-${id}">${count(screenshots.length, 'screenshot')}</a>`] : []),
    ...(shown && screenshots.length === 0 ? [html`No screenshot yet`] : []),
  ];
  return lines.length === 0
    ? html`<span class="soft">nothing yet</span>`
    : html`${lines.map((line) => html`<p class="small">${line}</p>`)}`;
}

const runOf = ({ receipt, head, tree, time, seen, seal }: ReportProof) =>
  html`Run <code title="${receipt}">${receipt.slice(-8)}</code> ${when(time)} on content ${hash(tree)}${head !== null && html`, commit ${hash(head)}`}, ${SEEN[seen] ?? 'seen'}${seal !== null && `, ${SEAL_WORDS[seal]}`}`;

const SEEN: Readonly<Record<string, string>> = { hook: 'seen by the hook', exec: 'run by flow exec', ci: 'run by CI' };

const SUITE_TONES: Readonly<Record<ReportSuite['state'], Tone>> = {
  green: 'good',
  red: 'bad',
  lapsed: 'warn',
  unknown: 'warn',
  pending: 'quiet',
};

/** Returns the suites that the change needs. */
export function suites(model: ReportModel): Safe {
  const { suites: all } = model;
  if (all.length === 0) return NOTHING;
  const rows = all.map(({ id, question, state, counts, proof, command }) => [
    html`<code>${id}</code>${question !== 'test' && html` <span class="soft">${question}</span>`}`,
    mark(anchorOf(model, 'suite', id), SUITE_TONES[state], SUITE_WORDS[state]),
    counts
      ? [
          `${counts.passed} passed`,
          counts.failed > 0 && `${counts.failed} failed`,
          counts.skipped > 0 && `${counts.skipped} skipped`,
        ]
          .filter(Boolean)
          .join(', ')
      : '',
    proof
      ? html`<code>${proof.command}</code><p class="small">${runOf(proof)}</p>`
      : command === null
        ? ''
        : html`<span class="soft">run</span> <code>flow exec -- ${command}</code>`,
  ]);
  return section(
    'suites',
    'Suites',
    html`<div class="pills">${table('Suites that the change needs', ['Suite', 'Result', 'Tests', 'Run'], rows)}</div>`,
    'that the changed files need',
  );
}

/** Pictures by claim, and what is wrong with those that are there. */
export function screenshots({ claims: all, screenshots: { folder, faults } }: ReportModel): Safe {
  const shown = all.filter((claim) => claim.screenshots.length > 0);
  if (shown.length === 0 && faults.length === 0) return NOTHING;
  const groups = shown.map(
    ({
      id,
      name: called,
      text,
      screenshots: pictures,
    }) => html`<h3 id="shots-${id}">${called} <span class="note">${text}</span></h3>
<div class="shots">
${pictures.map(
  ({ name, path, data }) =>
    html`<figure>${data === null ? html`<p class="soft">Too much for this page; it lies in <code>${path}</code>.</p>` : html`<img src="${data}" alt="Screenshot of ${called}: ${name}">`}<figcaption>${name}</figcaption></figure>
`,
)}</div>
`,
  );
  return section('screenshots', 'Screenshots', html`${groups}${faults.length > 0 && list(faults, 'soft')}`, folder);
}
