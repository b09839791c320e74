import type { Criterion } from '../documents/document.js';
import type { ItemFact } from '../workflow/facts.js';
import { type Attempt, isAnalysisDue, type Retry } from './attempts.js';
import type { BriefFacts, BriefFinding, BriefRole } from './brief-facts.js';
import { citedIn } from './citations.js';
import { type OutsideNeeds, scanItem } from './outside.js';
import { firstOf, said } from './said.js';

/** Exactly what a role is given (R69, R70): words of documents as they stand there, by id. */
export interface Brief {
  version: 1;
  role: string;
  workflow: string;
  position: string;
  instruction: string;
  rules: readonly string[];
  item: Pick<
    ItemFact,
    | 'id'
    | 'title'
    | 'kind'
    | 'parent'
    | 'after'
    | 'files'
    | 'size'
    | 'flags'
    | 'verify'
    | 'commit'
    | 'risk'
    | 'testsOff'
  > | null;
  /** Where the item is written, with the digest of the contract that the words are from. */
  source: { path: string; line: number; digest: string } | null;
  criteria: readonly Criterion[];
  /** Outside services that it needs, with what stands in for each in tests. */
  outside: OutsideNeeds;
  claims: readonly { id: string; text: string; expect: 'red' | 'guard' }[];
  details: readonly string[];
  cited: readonly { document: string; section: string; line: number; entries: readonly string[] }[];
  findings: readonly BriefFinding[];
  attempts: readonly Attempt[];
  /** What failed last, as far as that is known. */
  failedLast: Attempt | null;
  retry: Retry | null;
  /** Skills of the client that fit the work; a judge is told of none. */
  skills: BriefFacts['skills'];
  touched: readonly string[];
  since: BriefFacts['since'];
  open: readonly string[];
  first: readonly string[];
  platform: BriefFacts['platform'];
}

/** Says what a role is given for an item; null for the run as a whole. */
export function briefOf(role: BriefRole, item: ItemFact | null, facts: BriefFacts): Brief {
  const { documents } = facts;
  const listing = item && documents.find(({ items }) => items.some(({ id }) => id === item.id));
  const written = listing?.items.find(({ id }) => id === item!.id);
  const all = documents.flatMap(({ claims }) => claims);
  const claims = item ? all.filter(({ id, written: as }) => item.claims?.some((one) => one === id || one === as)) : all;
  const criteria = criteriaOf(item, facts.parts);
  const details = written?.details ?? [];
  const texts = [...criteria.map(({ text }) => text), ...details, ...claims.map(({ text }) => text)];
  const attempts = role.isJudge ? [] : facts.attempts;
  return {
    version: 1,
    role: role.name,
    workflow: facts.workflow.id,
    position: facts.position,
    instruction: role.isJudge ? '' : facts.instruction,
    rules: facts.workflow.rules,
    item: item && itemPart(item),
    source: listing && written ? { path: listing.path, line: written.line, digest: listing.digest } : null,
    criteria,
    outside: item ? scanItem(item, [...details, ...claims.map(({ text }) => text)]) : { services: [], live: [] },
    claims: claims.map(({ id, written: as, text, expect }) => ({ id: as ?? id, text, expect })),
    details,
    cited: citedIn(texts, documents, listing?.name),
    findings: facts.findings,
    attempts,
    failedLast: attempts.at(-1) ?? null,
    retry: role.isJudge ? null : facts.retry,
    skills: role.isJudge ? [] : facts.skills,
    touched: facts.touched,
    since: facts.since,
    open: role.isJudge ? [] : facts.open,
    first: role.isJudge ? [] : facts.first,
    platform: facts.platform,
  };
}

/** Lists the criteria that whoever judges an item is held to: its own, and those of its parts by the id of the part (V21). */
export function criteriaOf(item: Pick<ItemFact, 'criteria'> | null, parts: readonly ItemFact[]): Criterion[] {
  const ofParts = parts.flatMap(({ id, criteria = [] }) => criteria.map((one) => ({ ...one, id: `${id}/${one.id}` })));
  return [...(item?.criteria ?? []), ...ofParts];
}

function itemPart({ id, title, kind, parent, after, files, size, flags, verify, commit, risk, testsOff }: ItemFact) {
  return {
    ...{ id, title, kind, after, files },
    ...(parent === undefined ? {} : { parent }),
    ...(size === undefined ? {} : { size }),
    ...(flags === undefined ? {} : { flags }),
    ...(verify === undefined ? {} : { verify }),
    ...(commit === undefined ? {} : { commit }),
    ...(risk === undefined ? {} : { risk }),
    ...(testsOff === undefined ? {} : { testsOff }),
  };
}

/** Characters of one line, and of the whole text. */
const LINE = 600;
const MOST = 12_000;

/**
 * Returns a brief as text. Parts that matter most come first: what does not fit is named, with the command that shows
 * it.
 */
export function briefText(brief: Brief, most = MOST): string {
  const { item, source, criteria, claims, details, cited, findings, attempts, retry, touched, platform } = brief;
  const { since, first, open } = brief;
  const whole = `flow brief${item ? ` --item ${said(item.id, 60)}` : ''} --json`;
  const list = (title: string, lines: readonly string[], most = 20) =>
    lines.length === 0 ? [] : [`${title}:`, ...firstOf(lines, most, whole)];
  const where = source ? ` (${said(source.path, 300)}:${source.line}, contract ${source.digest.slice(0, 12)})` : '';
  const parts: string[][] = [
    item
      ? [
          `Item ${said(item.id, 60)}: ${said(item.title, 200)} [${[item.kind, item.size, ...(item.flags ?? [])]
            .filter(Boolean)
            .map((one) => said(one!, 40))
            .join(', ')}]${where}`,
        ]
      : [`The run of ${said(brief.workflow, 60)} as a whole`],
    [`Position: ${said(brief.position, 200)}`],
    list(
      'First, as it goes on after a wait',
      first.map((one, at) => `${at + 1}. ${said(one, LINE)}`),
    ),
    brief.instruction === '' ? [] : [`Instruction: ${said(brief.instruction, 1000)}`],
    list(
      'Criteria, word for word',
      criteria.map(
        (one) => `- ${said(one.id, 60)}${one.manual ? ' (only a person can check it)' : ''}: ${said(one.text, 2000)}`,
      ),
      40,
    ),
    list('Outside services, and what stands in for each in tests', outsideLines(brief)),
    list(
      'Claims, word for word',
      claims.map(
        (one) => `- ${said(one.id, 60)}${one.expect === 'guard' ? ' (stays green)' : ''}: ${said(one.text, 2000)}`,
      ),
      40,
    ),
    list('Open findings', findings.map(findingLine)),
    list(
      'Still open',
      open.map((one) => `- ${said(one, LINE)}`),
      8,
    ),
    list('Attempts so far', attempts.map(attemptLine).reverse(), 6),
    retryLines(brief, retry),
    list(
      'Also written there',
      details.map((one) => `- ${said(one, LINE)}`),
    ),
    cited.flatMap(({ document, section, entries }) =>
      list(
        `Cited, ${said(document, 60)}#${said(section, 80)}`,
        entries.map((one) => `- ${said(one, LINE)}`),
        12,
      ),
    ),
    item
      ? [
          `Its files: ${
            item.files.length > 0
              ? item.files
                  .slice(0, 40)
                  .map((one) => said(one, 200))
                  .join(', ')
              : 'none are named'
          }`,
        ]
      : [],
    touched.length > 0
      ? [
          `Touched so far: ${touched
            .slice(0, 40)
            .map((one) => said(one, 200))
            .join(', ')}${touched.length > 40 ? ` and ${touched.length - 40} more` : ''}`,
        ]
      : [],
    sinceLines(brief, since),
    item?.verify === undefined ? [] : [`Verify (words of the document, not yet run): ${said(item.verify, 1000)}`],
    item?.commit === undefined ? [] : [`Commit message: ${said(item.commit, 200)}`],
    item?.risk === undefined ? [] : [`Risk: ${said(item.risk, LINE)}`],
    item?.testsOff === undefined ? [] : [`Tests are off: ${said(item.testsOff, 200)}`],
    list(
      'Skills of this client that share words with the work; use one where it fits',
      brief.skills.map(({ name, words }) => `- ${said(name, 100)} (${said(words.join(', '), 200)})`),
    ),
    list(
      'Rules',
      brief.rules.map((one) => `- ${said(one, 300)}`),
    ),
    platformLines(platform),
  ];
  return fitted(
    parts.filter((lines) => lines.length > 0),
    whole,
    most,
  );
}

/** The change since the item was begun, and never since the base branch: what was there before has been judged (X35). */
function sinceLines({ item, role }: Brief, since: Brief['since']): string[] {
  if (since === null || item === null) return [];
  const { commit, files } = since;
  const from = commit === null ? '' : ` (at ${said(commit, 12)})`;
  if (files.length === 0) return [`Changed since it was begun${from}: nothing`];
  const shown = files
    .slice(0, 40)
    .map(({ path, added, removed }) => `${said(path, 200)}${added === null ? '' : ` +${added} -${removed}`}`);
  const more = files.length > shown.length ? ` and ${files.length - shown.length} more` : '';
  const how = `flow brief --item ${said(item.id, 60)} --role ${said(role, 60)} --diff`;
  return [`Changed since it was begun${from}: ${shown.join(', ')}${more}; the change itself: ${how}`];
}

function platformLines({ system, folders, suites }: Brief['platform']): string[] {
  const checks = suites
    .slice(0, 12)
    .map(({ question, id, command }) => `; ${said(question, 40)}: ${said(command ?? id, 200)}`);
  return [
    `Platform: ${said(system, 60)}${checks.join('')}`,
    ...folders.slice(0, 6).map(({ folder, title, commands, coverage, gates = {}, skills = [] }) => {
      const typed = Object.entries(commands).map(([name, command]) => `${name}: ${said(command, 120)}`);
      const tested = coverage === undefined ? [] : [`coverage: ${coverage} %`];
      const asked = Object.entries(gates).map(([name, severity]) => `${said(name, 40)} ${said(severity, 20)}`);
      const more = [
        ...(asked.length > 0 ? [`gates: ${asked.join(', ')}`] : []),
        ...(skills.length > 0
          ? [
              `skills: ${skills
                .slice(0, 12)
                .map((one) => said(one, 80))
                .join(', ')}`,
            ]
          : []),
      ];
      const where = folder === '.' ? '' : ` in ${said(folder, 120)}`;
      return `- ${said(title, 60)}${where}${[...typed, ...tested, ...more].map((one) => `; ${one}`).join('')}`;
    }),
  ];
}

function outsideLines({ outside: { services, live }, item }: Brief): string[] {
  const asked = live.map(
    (one) => `- criterion ${said(one.id, 60)} asks for the service itself: listed under Manual:, it waits for a person`,
  );
  const secrets = services.some((one) => one.needsSecrets)
    ? [
        `- secrets: test credentials from the environment, none in a file; while they are missing: flow await '…'; if nothing can stand in: flow item block ${said(item?.id ?? '', 60)} --severity high --reason '…'`,
      ]
    : [];
  return [
    ...services.map(({ type, keyword, mock }) => `- ${type} (${said(keyword, 60)}): ${mock}`),
    ...asked,
    ...secrets,
  ];
}

function findingLine({ id, title, source, file, line, reasoning, instanceFix, classFix }: BriefFinding): string {
  const at = file === undefined ? '' : `, ${said(file, 200)}${line === undefined ? '' : `:${line}`}`;
  const more = [reasoning, instanceFix, classFix].filter((one) => one !== undefined).map((one) => said(one, LINE));
  return `- ${said(id, 40)} (${said(source, 60)}${at}): ${[said(title, 300), ...more].join(' | ')}`;
}

function attemptLine({ class: name, source, errors, tried, n, status }: Attempt): string {
  const what =
    errors.length > 0
      ? `: ${errors
          .slice(0, 5)
          .map((one) => said(one, 200))
          .join('; ')}`
      : '';
  const since =
    tried.length > 0
      ? ` (tried before: ${tried
          .slice(-3)
          .map((one) => said(one, 200))
          .join('; ')})`
      : '';
  return `- ${n}. ${name}${status === 'broke-down' ? ', not counted' : ''}, ${said(source, 100)}${what}${since}`;
}

function retryLines({ attempts, item }: Brief, retry: Retry | null): string[] {
  if (retry === null) return [];
  const of = retry.max === null ? '' : ` of ${retry.max}`;
  const words = {
    outside: 'it waits for something outside: a person decides',
    'repeated-breakdown': 'the same broke down three times in a row: a person decides',
    exhausted: 'all attempts are used up: a person decides',
    'same-failure': 'the same failed twice',
    breakdown: retry.backoffSeconds > 0 ? `wait ${retry.backoffSeconds} s, then try again` : 'try again',
    failed: 'try again, differently',
  }[retry.reason];
  const lines = [`Attempts spent: ${retry.spent}${of}; ${words}`];
  if (isAnalysisDue(attempts))
    lines.push(`Say first why it fails${item ? `: flow item analyse ${said(item.id, 60)} --reason '…'` : ''}`);
  return lines;
}

function fitted(parts: readonly (readonly string[])[], whole: string, most: number): string {
  const lines = parts.flat();
  const more = `(more: ${whole})`;
  let length = 0;
  for (const [at, line] of lines.entries()) {
    length += line.length + 1;
    if (length + more.length > most) return `${[...lines.slice(0, at), more].join('\n')}\n`;
  }
  return `${lines.join('\n')}\n`;
}
