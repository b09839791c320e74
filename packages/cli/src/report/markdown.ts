import { CLAIM_WORDS, FATE_WORDS, GATE_WORDS, SUITE_WORDS } from './labels.js';
import { codeOf, detailsOf, tableOf, textOf } from './markdown-text.js';
import type { ReportClaim, ReportModel } from './model.js';
import { KINDS } from './timeline.js';
import { count, shortId, timeOf } from './words.js';

/** A forge takes 65,536 characters for a body. */
const MAX = 60_000;

/** Rows of each table: the first that makes all fit. One long table takes no other from the reader. */
const ROWS = [100, 50, 25, 12, 6] as const;

/**
 * A report as Markdown of GitHub's kind: the body of a pull request. Where all of it is too long, its tables get shorter;
 * a section that is too long even so is left out by itself. Both are said.
 */
export function markdownOf(model: ReportModel, max = MAX): string {
  let text = '';
  for (const [at, rows] of ROWS.entries()) {
    const sections = sectionsOf(model, rows).filter((section) => section !== '');
    const room = max - MORE.length - 3;
    const isLast = at === ROWS.length - 1;
    text = (isLast ? thatFit(sections, room) : sections).join('\n\n');
    if (at === 0 && text.length < max) return `${text}\n`;
    if (text.length <= room) break;
  }
  return `${text}\n\n${MORE}\n`;
}

const MORE = '_More is in the whole report: `flow report`._';

/** Sections from the first on, without those for which there is no room; the first, what holds, is cut instead. */
function thatFit(sections: readonly string[], room: number): string[] {
  let left = room;
  return sections.flatMap((section, at) => {
    if (at > 0 && section.length + 2 > left) return [];
    const shown = section.slice(0, left);
    left -= shown.length + 2;
    return [shown];
  });
}

function sectionsOf(model: ReportModel, rows: number): string[] {
  const { verdict, claims, content } = model;
  return [
    `**${MARKS[verdict.state]} ${textOf(verdict.line)}**`,
    verdict.reasons
      .slice(0, 8)
      .map((reason) => `- ${textOf(reason)}`)
      .join('\n'),
    `${textOf(content.branch)} at ${codeOf(shortId(content.head) || 'no commit')}, content ${codeOf(shortId(content.tree) || 'unknown')}`,
    claims.length === 0 ? '' : `### Claims\n\n${claimTable(claims, rows)}`,
    suiteSection(model, rows),
    approvalSection(model, rows),
    debtSection(model, rows),
    exceptionSection(model, rows),
    findingSection(model, rows),
    reviewDetails(model, rows),
    fileDetails(model, rows),
    workDetails(model),
    `<sub>Made by \`flow report\` of ${textOf(model.run.workflow)}, ${timeOf(model.made)}. Evidence is observed on the machine that did the work; CI is the floor.</sub>`,
  ];
}

function suiteSection({ suites }: ReportModel, rows: number): string {
  const countsOf = ({ counts }: ReportModel['suites'][number]) =>
    counts
      ? `${counts.passed} passed${counts.failed ? `, ${counts.failed} failed` : ''}${counts.skipped ? `, ${counts.skipped} skipped` : ''}`
      : '';
  return section(
    'Suites',
    ['Suite', 'Result', 'Tests', 'Run'],
    suites.map((suite) => [
      codeOf(suite.id),
      SUITE_WORDS[suite.state],
      countsOf(suite),
      suite.proof ? codeOf(suite.proof.command) : '',
    ]),
    rows,
  );
}

function approvalSection({ gates }: ReportModel, rows: number): string {
  return section(
    'Approvals',
    ['Gate', 'State', 'By', 'How', 'When'],
    gates.map(({ gate, state, approvals }) => {
      const last = approvals.findLast(({ counts }) => counts) ?? approvals.at(-1);
      const given = last ? [textOf(last.person), last.strength, timeOf(last.time)] : ['', '', ''];
      return [textOf(gate), GATE_WORDS[state], ...given];
    }),
    rows,
  );
}

function debtSection({ debts }: ReportModel, rows: number): string {
  return section(
    'Debts',
    ['Check', 'Why', 'Reason'],
    debts.map(({ check, why, reason }) => [textOf(check), why, textOf(reason)]),
    rows,
  );
}

function exceptionSection({ exceptions }: ReportModel, rows: number): string {
  return section(
    'Let through by a person',
    ['What', 'Kind', 'Who', 'Reason'],
    exceptions.map(({ what, kind, person, reason }) => [
      textOf(what),
      KINDS[kind],
      textOf(person ?? ''),
      textOf(reason),
    ]),
    rows,
  );
}

function findingSection({ findings }: ReportModel, rows: number): string {
  const open = findings.filter(({ fate }) => fate === 'open' || fate === 'disputed' || fate === 'answered');
  return section(
    'Open findings',
    ['Finding', 'Judge', 'Fate', 'Where'],
    open.map(({ title, judge, fate, place }) => [
      textOf(title),
      textOf(judge),
      FATE_WORDS[fate],
      place ? codeOf(place) : '',
    ]),
    rows,
  );
}

function reviewDetails({ reviews, findings }: ReportModel, rows: number): string {
  if (reviews.length === 0) return '';
  const table = tableOf(
    ['Judge', 'Of', 'Verdict', 'Must-fix', 'Score', 'When', 'On'],
    reviews
      .slice(-rows)
      .map(({ judge, question, panel, round, pass, broke, mustFix, score, time, present, head }) => [
        textOf(question === null ? judge : `${judge}: ${question}`),
        textOf([panel, round === null ? '' : `round ${round}`].filter(Boolean).join(', ')),
        broke ? 'no verdict' : pass ? 'passed' : 'blocked',
        String(mustFix),
        score === null ? '' : String(score),
        timeOf(time),
        present ? 'this change' : codeOf(shortId(head)),
      ]),
  );
  return detailsOf(`Reviews: ${count(reviews.length, 'verdict')}, ${count(findings.length, 'finding')}`, table);
}

function fileDetails({ content: { changed, changedTotal } }: ReportModel, rows: number): string {
  if (changedTotal === null || changed.length === 0) return '';
  const lines = changed.slice(0, rows).map(({ path, state }) => `- ${state} ${codeOf(path)}`);
  return detailsOf(`Files: ${changedTotal} changed`, lines.join('\n'));
}

function workDetails({ work, warnings }: ReportModel): string {
  const cost = work.cost === null ? '' : `, cost ${work.cost.toFixed(2)}`;
  const tokens = `- ${work.tokens.toLocaleString('en')} tokens${work.own ? '' : ' of sub-agents'}${cost}`;
  return detailsOf(
    'How it went',
    [
      `- ${count(work.runs, 'run')} of tests and checks, ${work.green} green`,
      `- ${count(work.edits, 'edit')}, ${count(work.refusals, 'refusal')}`,
      ...(work.tokens > 0 ? [tokens] : []),
      ...warnings.slice(0, 10).map((one) => `- ${textOf(one)}`),
    ].join('\n'),
  );
}

const MARKS = { holds: '✅', open: '🟡', fails: '❌' } as const;

function section(title: string, head: readonly string[], all: readonly string[][], rows: number): string {
  return all.length === 0 ? '' : `### ${title}\n\n${tableOf(head, all.slice(0, rows))}${moreThan(rows, all.length)}`;
}

const moreThan = (rows: number, all: number) => (all > rows ? `\n\n_and ${all - rows} more_` : '');

/** Where not all claims are shown, what is not proven is. */
function claimTable(claims: readonly ReportClaim[], rows: number): string {
  const isHeld = ({ state }: ReportClaim) => state === 'passed' || state === 'suite';
  const sorted = claims.length > rows ? claims.toSorted((a, b) => Number(isHeld(a)) - Number(isHeld(b))) : claims;
  const lines = sorted
    .slice(0, rows)
    .map((claim) => [codeOf(claim.id), textOf(claim.text), CLAIM_WORDS[claim.state], evidenceOf(claim)]);
  return `${tableOf(['Claim', 'What it says', 'Status', 'Evidence'], lines)}${moreThan(rows, claims.length)}`;
}

/** What shows a claim: its tests, when it was red, the run, what is wrong. Already escaped. */
export function evidenceOf({ tests, checks, red, proof, because, state, screenshots }: ReportClaim): string {
  const named = [...tests.slice(0, 4).map(({ name }) => codeOf(name)), ...checks.slice(0, 2).map((one) => textOf(one))];
  const more = tests.length > 4 ? [`and ${tests.length - 4} more`] : [];
  const runs = proof ? [`run ${codeOf(proof.receipt.slice(-8))} at ${codeOf(shortId(proof.tree))}`] : [];
  const seen = red === null ? [] : ['red first'];
  const shots = screenshots.length > 0 ? [count(screenshots.length, 'screenshot')] : [];
  const why = state === 'passed' ? [] : [textOf(because)];
  return [...why, [...named, ...more].join(', '), ...seen, ...runs, ...shots].filter(Boolean).join('; ');
}
