import { challenge, personsTerminal, type Terminal } from '@flow/engine/run/approvals/ask';
import { describeFault } from '@flow/engine/run/approvals/fault-words';
import { personOf } from '@flow/engine/run/approvals/make';
import { readOverrides, stageOf } from '@flow/engine/run/overrides/overrides';
import { GIT_HOOK, readKey } from '@flow/engine/run/overrides/refused-call';
import { clean } from '@flow/engine/text/clean';
import { printable } from '@flow/engine/text/printable';
import { formatAge } from '@flow/engine/words/facts';
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
import { type Answer, failed } from '../answer/answer.js';
import { type Call, type Command, noRepository, repositoryOf, usage } from './command.js';

/** Milliseconds that an override holds. */
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

function runAllow(call: Call): Answer {
  const { list, revoke } = call.values;
  const [word, more] = call.words;
  if (more !== undefined || (word === undefined) !== (list === true) || (list && revoke)) {
    return usage(call, allow, 'One code.');
  }
  const around = repositoryOf(call);
  if (!around) return noRepository(call);
  if (word === undefined) return showAll(around.repository);
  const code = readCode(word);
  if (revoke) return takeBack(call, around.repository, code);
  const refusal = findRefusal(around.repository, code, call.environment);
  if (refusal === undefined) return unknown(call, code, 'was refused in this repository in the last day');
  return letThrough(call, around.repository, code, refusal);
}

function unknown({ typed }: Call, code: string, what: string): Answer {
  return failed(
    1,
    'CODE_UNKNOWN',
    `nothing with the code ${clean(code, 12)} ${what}. List all: ${typed('allow')} --list`,
  );
}

/** Asks a person, who sees all that they let through. */
function letThrough({ environment, typed }: Call, repository: Repository, code: string, refusal: Refusal): Answer {
  const asked = personsTerminal(environment);
  if ('fault' in asked) {
    const why = describeFault(asked.fault, asked.detail);
    return failed(1, asked.fault, `${why} Run \`${typed('allow')} ${code}\` there.`);
  }
  const reason = ask(asked.terminal, describe(code, refusal));
  asked.terminal.close();
  if (typeof reason !== 'string') return reason;
  const { tool, digest, findings } = refusal;
  const now = Date.now();
  const person = personOf(repository);
  const expires = now + HOLDS;
  recordOverride(repository, {
    id: newReceiptId(now),
    code,
    tool,
    digest,
    reason,
    person,
    expires,
    what: clean(refusal.shown, 120),
    findings: findings.map(({ key }) => key),
  });
  return {
    exit: 0,
    data: { ok: true, allowed: { code, tool, person, reason, expires } },
    text: `Allowed once, for one hour. To revoke it: ${typed('allow')} --revoke ${code}\n`,
  };
}

/** Returns the person's reason; where nothing is let through, the answer that says so. */
function ask(terminal: Terminal, shown: string): string | Answer {
  const reason = clean(terminal.ask(`${shown}\nReason (one line, kept in the journal): `));
  if (reason === '') {
    return failed(1, 'NO_REASON', 'a reason is required. Nothing was allowed.');
  }
  const answer = challenge(terminal, '');
  if (answer === 'given') return reason;
  return answer === 'declined'
    ? failed(1, 'DECLINED', 'Nothing was allowed.')
    : failed(1, 'TOO_FAST', 'nobody reads that fast. Nothing was allowed.');
}

/** Describes everything that a person lets through: the next call is held against what stands here. */
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
  const trees = new Set(findings.map(({ key }) => readKey(key).tree?.slice(0, 10)));
  const content = [...trees].filter((tree) => tree !== undefined).join(', ');
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

/** Lists what was refused, and what was let through. */
function showAll(repository: Repository): Answer {
  const now = Date.now();
  const refused = listRefusals(repository).slice(0, 20);
  const overrides = readOverrides(repository).slice(-20).reverse();
  const lines = [refused.length === 0 ? 'Nothing was refused in the last day.' : 'Refused, newest first:'];
  for (const { code, refusal } of refused) {
    lines.push(
      `  ${code}  ${formatAge(refusal.time, now)}  ${clean(refusal.tool, 20)}  ${clean(refusal.shown, 80)}  (${clean(codesOf(refusal).join(', '), 80)})`,
    );
  }
  if (overrides.length > 0) lines.push('Allowed by a person:');
  for (const override of overrides) lines.push(`  ${describeOverride(override, now)}`);
  return {
    exit: 0,
    data: {
      ok: true,
      refused: refused.map(({ code, refusal }) => ({
        code,
        time: refusal.time,
        tool: refusal.tool,
        call: refusal.shown,
        directory: refusal.directory,
        session: refusal.session,
        findings: codesOf(refusal),
      })),
      allowed: overrides.map((one) => {
        const { code, time, what, person, reason, expires } = one;
        return { code, time, what, person, reason, expires, state: stateOf(one) };
      }),
    },
    text: `${lines.join('\n')}\n`,
  };
}

const codesOf = ({ findings }: Refusal) => [...new Set(findings.map(({ key }) => readKey(key).code))];

/** Tells whether an override still lets something through, and its fate. */
function stateOf(override: Override): 'revoked' | 'open' | 'used' | 'expired' {
  const { used } = override;
  const stage = stageOf(override);
  if (used.some((one) => one.stage === 'revoked')) return 'revoked';
  if (stage === 'call' || (stage === 'git' && used.length === 0)) return 'open';
  return used.length > 0 ? 'used' : 'expired';
}

/** Describes an override in one line: what, who, why, and whether it still holds. */
export function describeOverride(override: Override, now: number): string {
  const { code, what, person, reason, time, expires } = override;
  const standing = stateOf(override);
  const state =
    standing === 'revoked'
      ? 'taken back'
      : standing === 'open'
        ? `open for ${Math.ceil((expires - now) / 60_000)} min`
        : standing;
  return `${code}  ${formatAge(time, now)}, ${state}: ${clean(what, 80)} (${clean(person, 60)}: ${clean(reason, 120)})`;
}

function takeBack(call: Call, repository: Repository, code: string): Answer {
  const open = readOverrides(repository).filter((one) => one.code === code && stageOf(one) !== null);
  if (open.length === 0) return unknown(call, code, 'is currently allowed');
  for (const { id } of open) recordOverrideUse(repository, id, 'revoked', 'a person');
  return { exit: 0, data: { ok: true, revoked: code }, text: `Revoked: ${code} no longer allows anything.\n` };
}
