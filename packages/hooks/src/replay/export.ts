import { userInfo } from 'node:os';
import { readOverrides } from '@flow/engine/run/overrides/overrides';
import { readKey } from '@flow/engine/run/overrides/refused-call';
import { findRefusal, type Override, type Refusal, type Repository, sha256 } from '@flow/evidence';
import { git } from '@flow/evidence/git/git';
import { type Person, withoutPerson } from './without-person.js';

/** A labelled call of a set for guards, as `pnpm guards` reads it. */
export interface Row {
  readonly id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, string>>;
  readonly setup: string;
  readonly policy: string;
  readonly expect: 'allow';
  readonly class: 'benign-work';
  readonly why: string;
  readonly checked: 'reasoned';
}

/** Rows of refusals that a person lifted, and how many of these cannot be told as a call any more. */
export interface Exported {
  readonly rows: readonly Row[];
  readonly left: number;
}

/** Makes a row of each refusal that a person lifted with `allow`, as long as the refused call is kept, which is a day. */
export function exportAllowed(
  repository: Repository,
  home: string,
  environment: NodeJS.ProcessEnv,
  deadline: number,
): Exported {
  const overrides = readOverrides(repository).filter(({ used }) => !used.some(({ stage }) => stage === 'revoked'));
  const person = { root: repository.root, home, names: namesOf(repository, environment, deadline) };
  const rows = new Map<string, Row>();
  let left = 0;
  for (const override of overrides) {
    const refusal = findRefusal(repository, override.code, environment);
    const row = refusal?.digest === override.digest ? rowOf(refusal, override, person) : null;
    if (row) rows.set(row.id, row);
    else left++;
  }
  return { rows: [...rows.values()], left };
}

/** Names of the person who works here: of the account, and as their commits have it. */
function namesOf(repository: Repository, environment: NodeJS.ProcessEnv, deadline: number): string[] {
  const asked = ['user.name', 'user.email', 'github.user'].map((key) =>
    git(repository, ['config', '--get', key], { deadline }).stdout.toString('utf8').trim().replace(/@.*$/s, ''),
  );
  const { USER, LOGNAME, USERNAME } = environment;
  return [accountName(), USER, LOGNAME, USERNAME, ...asked].filter(
    (name): name is string => name !== undefined && name !== '',
  );
}

/** Returns the name of the account; undefined where the system has none for this user, as in a container. */
function accountName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

/** Codes of pushes, with the state of the tests that each speaks of. */
const SET_UPS: Readonly<Record<string, string>> = {
  PUSH_UNTESTED: 'tests-missing',
  PUSH_STALE: 'tests-stale',
  PUSH_RED: 'tests-failing',
};

function rowOf({ tool, shown, cut, findings }: Refusal, { reason }: Override, person: Person): Row | null {
  const input = cut > 0 ? null : inputOf(tool, shown);
  if (input === null) return null;
  const clean = Object.fromEntries(Object.entries(input).map(([name, text]) => [name, withoutPerson(text, person)]));
  const codes = [...new Set(findings.map(({ key }) => readKey(key).code))];
  const [policy, setup] = ruleOf(codes, findings.map(({ text }) => text).join(' '));
  return {
    id: `allowed-${sha256(JSON.stringify([tool, clean])).slice(0, 8)}`,
    tool,
    input: clean,
    setup: `${setup}: as it was when a person let it through`,
    policy,
    expect: 'allow',
    class: 'benign-work',
    why: withoutPerson(`${codes.join(', ')}, lifted by a person: ${reason}`, person),
    checked: 'reasoned',
  };
}

/** Returns the input of a call from what a person was shown of it; null where that is no call of a tool, or not plain. */
function inputOf(tool: string, shown: string): Record<string, string> | null {
  if (/^(?:Bash|PowerShell)$/.test(tool)) return { command: shown };
  if (!/^\w+$/.test(tool)) return null;
  const fields = shown.split('\n').map((line) => /^(\w+): (.*)$/.exec(line));
  if (!fields.every((field) => field !== null)) return null;
  return Object.fromEntries(fields.map(([, name, value]) => [name, value]));
}

/** The rule that refused, by the names that sets have for rules, and the set-up that belongs to it. */
function ruleOf(codes: readonly string[], text: string): [policy: string, setup: string] {
  const pushed = codes.find((code) => code in SET_UPS);
  if (pushed !== undefined) return ['push', SET_UPS[pushed]!];
  if (codes.some((code) => /^SENSITIVE/.test(code))) return ['sensitive', 'secrets-present'];
  if (codes.some((code) => /^EDIT_/.test(code))) return ['phase-red', 'phase-red'];
  if (codes.some((code) => /^(?:PUSH|REF|BASE)_/.test(code))) return ['push', 'tests-stale'];
  if (/\((?:captured results|evidence)\)/.test(text)) return ['evidence', 'evidence-failing'];
  if (/\(an approval\)/.test(text)) return ['gate-files', 'gate-present'];
  return ['hook-config', 'hooks-installed'];
}
