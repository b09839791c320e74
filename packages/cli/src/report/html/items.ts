import { ATTEMPT_WORDS, EVIDENCE_WORDS, ITEM_WORDS, PROOF_WORDS, WAIT_WORDS } from '../labels.js';
import type { ReportItem, ReportModel, ReportProofState, ReportRow } from '../model.js';
import { anchorOf } from '../why-places.js';
import { count, lasted } from '../words.js';
import { folded, list, pill, section, type Tone, table, when } from './parts.js';
import { html, NOTHING, type Safe } from './safe.js';
import { mark } from './why.js';

const STATE_TONES: Readonly<Record<ReportItem['state'], Tone>> = {
  done: 'good',
  running: 'info',
  ready: 'quiet',
  waiting: 'quiet',
  pending: 'quiet',
  blocked: 'bad',
  gone: 'bad',
  skipped: 'warn',
  dropped: 'warn',
};

/** Shows every item: where it stands, how often it was tried, and what is to be known of it. */
export function items(model: ReportModel): Safe {
  const { items: all, counts } = model;
  if (all.length === 0) return NOTHING;
  const rows = all.map((one) => [
    html`<span id="item-${one.id}">${one.id}</span>`,
    html`${one.title}${aboutItem(one)}`,
    html`${mark(anchorOf(model, 'item', one.id), STATE_TONES[one.state], ITEM_WORDS[one.state])}${one.reason !== null && html`<p class="small">${one.reason}</p>`}`,
    html`${one.failed > 0 && `${one.failed} failed`}${one.failed > 0 && one.brokeDown > 0 && ', '}${one.brokeDown > 0 && `${one.brokeDown} broke down`}`,
  ]);
  const rest = (['running', 'pending', 'blocked', 'skipped'] as const).filter((state) => counts[state] > 0);
  const note = [`${counts.done} of ${counts.total} done`, ...rest.map((state) => `${counts[state]} ${COUNTS[state]}`)];
  return section(
    'items',
    'Items',
    html`<div class="claims">${table('Items of the run', ['Item', 'What it is', 'State', 'Tries'], rows)}</div>`,
    note.join(', '),
  );
}

const COUNTS = { running: 'in progress', pending: 'pending', blocked: 'blocked', skipped: 'skipped' } as const;

function aboutItem({ kind, parent, phase, files, flags, testsOff }: ReportItem): Safe {
  const parts = [
    html`${kind}${parent !== null && ` of ${parent}`}${phase !== null && `, in ${phase}`}`,
    ...(files.length > 0
      ? [html`${files.slice(0, 6).map((file, at) => html`${at > 0 && ' '}<code>${file}</code>`)}`]
      : []),
    ...(flags.length > 0 ? [html`${flags.join(', ')}`] : []),
    ...(testsOff === null ? [] : [html`no tests: ${testsOff}`]),
  ];
  return html`<p class="small">${parts.map((part, at) => html`${at > 0 && '; '}${part}`)}</p>`;
}

const PROOF_TONES: Readonly<Record<ReportProofState, Tone>> = {
  holds: 'good',
  failed: 'bad',
  lapsed: 'warn',
  'let-through': 'warn',
  open: 'quiet',
  none: 'quiet',
};

/** Shows each criterion with what every kind of evidence says of it. */
export function matrix(model: ReportModel): Safe {
  const { matrix: rows, items: all } = model;
  if (all.length === 0 || rows.length === 0) return NOTHING;
  const kinds = Object.keys(EVIDENCE_WORDS) as (keyof ReportRow['shown'])[];
  const asked = kinds.filter((kind) => rows.some(({ shown }) => shown[kind] !== 'none'));
  const cells = rows.map(({ id, item, text, shown }) => [
    html`${item !== null && item !== id && html`<span class="soft">${item}</span> `}${id}`,
    text,
    ...asked.map((kind) =>
      shown[kind] === 'none'
        ? html`<span class="soft">–</span>`
        : mark(
            item === null ? anchorOf(model, 'claim', id) : anchorOf(model, 'item', item),
            PROOF_TONES[shown[kind]],
            PROOF_WORDS[shown[kind]],
          ),
    ),
  ]);
  const head = ['Criterion', 'What it says', ...asked.map((kind) => EVIDENCE_WORDS[kind])];
  return section(
    'matrix',
    'Criteria by evidence',
    html`<div class="matrix">${table('Criteria by evidence', head, cells)}</div>`,
    'what each kind of evidence says on this content',
  );
}

const SHOWN = 40;

/** Shows the tries that did not lead on, oldest first; the oldest of many are folded away. */
export function attempts(model: ReportModel, open: boolean): Safe {
  const { attempts: all } = model;
  if (all.length === 0) return NOTHING;
  const rowsOf = (some: ReportModel['attempts']) =>
    some.map(({ time, items: of, class: name, status, source, errors, tried }) => [
      html`${of.length > 0 ? of.join(', ') : 'the run'}`,
      html`${mark(of[0] === undefined ? null : anchorOf(model, 'item', of[0]), status === 'failed' ? 'bad' : 'warn', name)}<p class="small">${ATTEMPT_WORDS[status]}</p>`,
      html`${source}${errors.length > 0 && list(errors.slice(0, 5), 'small')}`,
      tried.length > 0 ? html`${list(tried.slice(-3), 'small')}` : html`<span class="soft">nothing was said</span>`,
      when(time),
    ]);
  const head = ['Of', 'Class', 'What failed', 'Tried before', 'When'];
  const [older, newer] = [all.slice(0, -SHOWN), all.slice(-SHOWN)];
  const failed = all.filter(({ status }) => status === 'failed').length;
  return section(
    'attempts',
    'Attempts',
    html`${older.length > 0 && folded(`${older.length} earlier`, table('Earlier attempts', head, rowsOf(older)), open)}${table('Attempts that did not lead on', head, rowsOf(newer))}`,
    `${count(failed, 'try').replace(/trys$/, 'tries')} that failed, ${count(all.length - failed, 'breakdown')} that ${all.length - failed === 1 ? 'says' : 'say'} nothing of the work`,
  );
}

/** Shows what is taken to be so, and what the work waited for. */
export function waits({ waits: all, assumptions, run, made }: ReportModel): Safe {
  const until = run.ended?.time ?? made;
  const rows = all.map(({ kind, what, item, since, until: end }) => [
    html`${WAIT_WORDS[kind]}`,
    html`${item !== null && html`<span class="soft">${item}</span> `}${what}`,
    html`${lasted(Math.max(0, (end ?? until) - since))}${end === null && html` ${pill('warn', 'still')}`}`,
    when(since),
  ]);
  const assumed = assumptions.map(({ id, text, question }) => [html`${id}`, text, question]);
  return html`${
    assumed.length > 0 &&
    section(
      'assumptions',
      'Assumptions',
      table('What is taken to be so', ['Assumption', 'What is assumed', 'In place of an answer to'], assumed),
      'nobody was asked',
    )
  }${rows.length > 0 && section('waits', 'Waits', table('What the work waited for', ['For', 'What', 'How long', 'Since'], rows))}`;
}
