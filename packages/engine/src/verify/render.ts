import { clean } from '../text/clean.js';
import { fileOf, type Report, type ReportFinding } from './report.js';

/*
 * A report for terminals, for summaries in Markdown, and for the log of a CI. Names come from repositories and notes, so
 * each of these has its own way of not being steered by them.
 */

const MAX_ROWS = 200;
const MAX_TEXT = 4000;

const MARKS: Record<Report['suites'][number]['state'], string> = {
  tested: 'ok      ',
  untested: 'missing ',
  stale: 'stale   ',
  red: 'red     ',
  unknown: 'unknown ',
  partial: 'partial ',
  flaky: 'flaky   ',
  'no-tests': 'none    ',
  'tests-removed': 'removed ',
};

const short = (id: string) => id.slice(0, 10);

/** Returns the report as text for a terminal. */
export function renderText(report: Report): string {
  const { base, policy } = report;
  const lines = [
    `commit ${short(report.commit)}, base ${base ? `${clean(base.branch)} ${short(base.commit)}` : '(none found)'}`,
    `rules of ${clean(policy.from)}${policy.commit ? ` ${short(policy.commit)}` : ''}${policy.digest ? '' : ' (built-in: it has no flow.config.yaml)'}`,
    '',
    ...report.suites.map((suite) => `${MARKS[suite.state]}${clean(suite.suite)}${proofOf(suite)}`),
    ...report.approvals.map(
      ({ gate, state, signer, person }) =>
        `${state === 'valid' ? 'ok      ' : `${state.padEnd(7)} `}approval ${clean(gate)}${person === null ? '' : `, by ${clean(signer ?? person)}`}`,
    ),
  ];
  if (report.suites.length === 0) lines.push('no suite is needed');
  // Runners obey a line that begins with `::`, with or without space before it.
  for (const { suite, command, output = [] } of report.suites)
    if (output.length > 0)
      lines.push('', `--- ${clean(suite)}: what \`${clean(command)}\` printed`, ...output.map((line) => `| ${line}`));
  if (report.findings.length > 0) lines.push('');
  for (const { code, level, text } of report.findings)
    lines.push(`${level.padEnd(5)} ${code}: ${clean(text, MAX_TEXT)}`);
  if (isUnproven(report)) lines.push('', WAY_OUT);
  lines.push('', report.ok ? 'verified' : 'NOT VERIFIED');
  return `${lines.join('\n')}\n`;
}

const WAY_OUT =
  'A suite is proven by running it now (--rerun), or by an attestation that an allowed signer pushed with `npx flow-hooks attest --push`.';

const isUnproven = ({ ok, suites }: Report) => !ok && suites.some(({ state }) => state !== 'tested' && state !== 'red');

function proofOf({ proof }: Report['suites'][number]): string {
  if (proof === null) return '';
  const isSealed = proof.seal !== undefined && proof.seal !== 'none';
  const from = {
    journal: `this machine's journal (${proof.seen}${isSealed ? `, sealed: ${proof.seal}` : ''})`,
    attestation: `attested by ${clean(proof.signer)} (${proof.seen}${isSealed ? `, said to be sealed: ${proof.seal}` : ''})`,
    rerun: 'run now',
  };
  const { passed, failed, skipped, errors } = proof.counts;
  const counts = [
    `${passed} passed`,
    ...(failed ? [`${failed} failed`] : []),
    ...(errors ? [`${errors} errors`] : []),
    ...(skipped ? [`${skipped} skipped`] : []),
  ];
  const told = passed + failed + skipped + errors > 0 ? `, ${counts.join(', ')}` : '';
  return `: ${from[proof.from]}${told}`;
}

/** Returns the report in Markdown, for a CI's summary page. */
export function renderMarkdown(report: Report): string {
  const lines = [
    `### ${report.ok ? '✅ Verified' : '❌ Not verified'}: ${code(short(report.commit))}`,
    '',
    `Judged by the rules of ${code(report.policy.from)}.`,
    '',
    '| suite | state | proof |',
    '| --- | --- | --- |',
    ...report.suites
      .slice(0, MAX_ROWS)
      .map((suite) => `| ${code(suite.suite)} | ${suite.state} | ${plain(proofOf(suite).replace(/^: /, ''))} |`),
    ...report.approvals.map(
      ({ gate, state, signer, person }) => `| approval ${code(gate)} | ${state} | ${plain(signer ?? person ?? '')} |`,
    ),
  ];
  if (report.findings.length > 0) lines.push('', '| finding | what |', '| --- | --- |');
  for (const { code: name, level, text } of report.findings.slice(0, MAX_ROWS)) {
    lines.push(`| ${name} (${level}) | ${plain(text)} |`);
  }
  for (const { suite, output = [] } of report.suites)
    if (output.length > 0)
      lines.push(
        '',
        `<details><summary>Output of ${code(suite)}</summary>`,
        '',
        `<pre>${output.map(plain).join('&#10;')}</pre>`,
        '',
        '</details>',
      );
  if (isUnproven(report)) lines.push('', plain(WAY_OUT));
  return `${lines.join('\n')}\n\n`;
}

/** Text in Markdown that is neither markup nor HTML, whatever it holds. */
function plain(text: string): string {
  return clean(text, 1000).replace(/[&<>"'`|\\[\](){}*_~#!@:]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const code = (text: string) => `<code>${plain(text)}</code>`;

const ANNOTATED = { block: 'error', warn: 'warning', note: 'notice' } as const;

/** A line break would begin a command of its own, so it is escaped. */
const escaped = (text: string) => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');

/** A property of a command ends at a comma, and the last one at a colon. */
const property = (text: string) => escaped(text).replace(/:/g, '%3A').replace(/,/g, '%2C');

/** Returns findings as annotations of GitHub Actions, at the line that each points to. */
export function renderAnnotations(report: Report): string {
  return report.findings
    .map((finding) => `::${ANNOTATED[finding.level]} ${at(finding)}title=${finding.code}::${escaped(finding.text)}\n`)
    .join('');
}

/** The place of an annotation; empty without a file. */
function at(finding: ReportFinding): string {
  const file = clean(fileOf(finding), 1000);
  if (file === '') return '';
  return `file=${property(file)},${finding.line === undefined ? '' : `line=${finding.line},`}`;
}

/** Runners take `##[…]` and `##vso[…]` for commands wherever they stand in a line. */
export function forLog(text: string): string {
  return text.replace(/#(?=#\w*\[)/g, '# ');
}
