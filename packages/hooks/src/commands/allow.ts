import {
  findRefusal,
  listRefusals,
  newReceiptId,
  type Override,
  type Refusal,
  type Repository,
  readCode,
  recordOverride,
  recordOverrideUse,
} from '@flow/evidence';
import { challenge, personsTerminal, type Terminal } from '../approvals/ask.js';
import { describeFault } from '../approvals/fault-words.js';
import { personOf } from '../approvals/make.js';
import { formatAge } from '../finding-words/facts.js';
import { readOverrides, stageOf } from '../overrides/overrides.js';
import { GIT_HOOK, isOfContent } from '../overrides/refused-call.js';
import { clean } from '../text/clean.js';
import { printable } from '../text/printable.js';
import { type Call, type Command, err, out, repositoryOf, usage } from './command.js';

/** How long an override holds. Milliseconds. */
const HOLDS = 3_600_000;

export const allow: Command = {
  name: 'allow',
  usage: '<code> | --list | --revoke <code>',
  summary: 'allow one refused call, once (a person, in a terminal)',
  options: {
    list: { type: 'boolean', about: 'list recent refusals and what was allowed' },
    revoke: { type: 'boolean', about: 'revoke what was allowed under this code' },
  },
  run: runAllow,
};

function runAllow(call: Call): number {
  const { list, revoke } = call.values;
  const [word, more] = call.words;
  if (more !== undefined || (word === undefined) !== (list === true) || (list && revoke)) {
    return usage(call, allow, 'One code.');
  }
  const around = repositoryOf(call);
  if (!around) return 3;
  if (word === undefined) return showAll(around.repository);
  const code = readCode(word);
  if (revoke) return takeBack(call, around.repository, code);
  const refusal = findRefusal(around.repository, code, call.environment);
  if (refusal === undefined) return unknown(call, code, 'was refused in this repository in the last day');
  return letThrough(call, around.repository, code, refusal);
}

function unknown({ typed }: Call, code: string, what: string): number {
  err(`CODE_UNKNOWN: nothing with the code ${clean(code, 12)} ${what}. List all: ${typed('allow')} --list\n`);
  return 1;
}

/** Asks a person, who sees all that they let through. */
function letThrough({ environment, typed }: Call, repository: Repository, code: string, refusal: Refusal): number {
  const person = personsTerminal(environment);
  if ('fault' in person) {
    err(`${person.fault}: ${describeFault(person.fault, person.detail)} Run \`${typed('allow')} ${code}\` there.\n`);
    return 1;
  }
  const reason = ask(person.terminal, describe(code, refusal));
  person.terminal.close();
  if (reason === null) return 1;
  const { tool, digest, findings } = refusal;
  const now = Date.now();
  recordOverride(repository, {
    ...{ id: newReceiptId(now), code, tool, digest, reason, person: personOf(repository), expires: now + HOLDS },
    what: clean(refusal.shown, 120),
    findings: findings.map(({ key }) => key),
  });
  out(`Allowed once, for one hour. To revoke it: ${typed('allow')} --revoke ${code}\n`);
  return 0;
}

/** The person's reason; null where nothing is let through, which is said. */
function ask(terminal: Terminal, shown: string): string | null {
  const reason = clean(terminal.ask(`${shown}\nReason (one line, kept in the journal): `));
  if (reason === '') {
    err('NO_REASON: a reason is required. Nothing was allowed.\n');
    return null;
  }
  const answer = challenge(terminal, '');
  if (answer === 'given') return reason;
  const quick = 'TOO_FAST: nobody reads that fast. Nothing was allowed.\n';
  err(answer === 'declined' ? 'Nothing was allowed.\n' : quick);
  return null;
}

/** All that a person lets through, in words: what stands here is what the next call is held against. */
function describe(code: string, refusal: Refusal): string {
  const { tool, directory, session, shown, cut, findings, time } = refusal;
  const by = session === null ? '' : `, session ${clean(session, 40)}`;
  const lines = printable(shown).split('\n');
  if (cut > 0) lines.push(`… ${cut} more characters, not shown but also allowed`);
  return [
    `${code}: refused ${formatAge(time, Date.now())} in ${clean(directory, 200)}${by}`,
    '',
    `${clean(tool, 80)}:`,
    ...lines.map((line) => `    ${line}`),
    '',
    'It was refused because of:',
    ...findings.map(({ text }) => `- ${printable(text).replaceAll('\n', ' ')}`),
    '',
    ...boundsOf(refusal),
  ].join('\n');
}

function boundsOf({ tool, findings }: Refusal): string[] {
  const trees = new Set(findings.flatMap(({ key }) => (isOfContent(key) ? [String(JSON.parse(key)[2])] : [])));
  const content = [...trees].map((tree) => tree.slice(0, 10)).join(', ');
  const only = content ? `, and only for the content ${content}` : '';
  if (tool === GIT_HOOK) {
    return [
      `The next push of exactly this passes the git hook, once within an hour${only}.`,
      "If a coding agent pushes, its client's hook judges the command first; if that refuses, it shows its own code.",
    ];
  }
  return [
    `Exactly this call passes once within an hour, unless there is another reason to refuse it${only}.`,
    ...(content ? ['The git hook then lets the same content pass, once.'] : []),
  ];
}

/** What was refused, and what was let through. */
function showAll(repository: Repository): number {
  const now = Date.now();
  const refused = listRefusals(repository).slice(0, 20);
  const overrides = readOverrides(repository).slice(-20).reverse();
  if (refused.length === 0) out('Nothing was refused in the last day.\n');
  else out('Refused, newest first:\n');
  for (const { code, refusal } of refused) {
    const codes = [...new Set(refusal.findings.map(({ text }) => text.split(':')[0]))].join(', ');
    out(
      `  ${code}  ${formatAge(refusal.time, now)}  ${clean(refusal.tool, 20)}  ${clean(refusal.shown, 80)}  (${clean(codes, 80)})\n`,
    );
  }
  if (overrides.length > 0) out('Allowed by a person:\n');
  for (const override of overrides) out(`  ${describeOverride(override, now)}\n`);
  return 0;
}

/** One line for an override: what, who, why, and whether it still holds. */
export function describeOverride(override: Override, now: number): string {
  const { code, what, person, reason, time, used, expires } = override;
  const stage = stageOf(override);
  const state = used.some((one) => one.stage === 'revoked')
    ? 'taken back'
    : stage === 'call' || (stage === 'git' && used.length === 0)
      ? `open for ${Math.ceil((expires - now) / 60_000)} min`
      : used.length > 0
        ? 'used'
        : 'expired';
  return `${code}  ${formatAge(time, now)}, ${state}: ${clean(what, 80)} (${clean(person, 60)}: ${clean(reason, 120)})`;
}

function takeBack(call: Call, repository: Repository, code: string): number {
  const open = readOverrides(repository).filter((one) => one.code === code && stageOf(one) !== null);
  if (open.length === 0) return unknown(call, code, 'is currently allowed');
  for (const { id } of open) recordOverrideUse(repository, id, 'revoked', 'a person');
  out(`Revoked: ${code} no longer allows anything.\n`);
  return 0;
}
