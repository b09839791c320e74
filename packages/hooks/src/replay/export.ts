import { userInfo } from 'node:os';
import { readOverrides } from '@flow/engine/run/overrides/overrides';
import { GIT_HOOK, readKey } from '@flow/engine/run/overrides/refused-call';
import { findRefusal, type Override, type Refusal, type Repository, sha256 } from '@flow/evidence';
import { git } from '@flow/evidence/git/git';
import { type Person, withoutPerson } from './without-person.js';

/** A labelled call of a set for guards, as `pnpm guards` reads it. */
export interface Row {
  readonly id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly setup: string;
  readonly policy: string;
  readonly expect: 'allow';
  readonly class: 'benign-work';
  readonly why: string;
  readonly checked: 'reasoned';
}

/** Why a refusal that a person lifted becomes no row. */
export type Left = 'gone' | 'git' | 'long' | 'unread';

/** Rows of refusals that a person lifted, and how many of these become none, by the reason. */
export interface Exported {
  readonly rows: readonly Row[];
  readonly left: Readonly<Partial<Record<Left, number>>>;
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
  const left: Partial<Record<Left, number>> = {};
  for (const override of overrides) {
    const refusal = findRefusal(repository, override.code, environment);
    const row = refusal?.digest === override.digest ? rowOf(refusal, override, person) : 'gone';
    if (typeof row === 'string') left[row] = (left[row] ?? 0) + 1;
    else rows.set(row.id, row);
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

/** Returns the row of a refused call, or why it has none. */
export function rowOf(
  { tool, shown, cut, findings }: Pick<Refusal, 'tool' | 'shown' | 'cut' | 'findings'>,
  { reason }: Pick<Override, 'reason'>,
  person: Person,
): Row | Left {
  if (tool === GIT_HOOK) return 'git';
  if (cut > 0) return 'long';
  const input = inputOf(tool, shown);
  if (input === null) return 'unread';
  const clean = Object.fromEntries(
    Object.entries(input).map(([name, text]) => [name, inputValue(name, withoutPerson(text, person))]),
  );
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

/** Keys of tools that write files; a text of several lines stands beneath its key. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  Write: ['file_path', 'content'],
  Edit: ['file_path', 'old_string', 'new_string', 'replace_all'],
  MultiEdit: ['file_path', 'edits'],
  NotebookEdit: ['notebook_path', 'cell_id', 'new_source', 'cell_type', 'edit_mode'],
};

/**
 * Returns the input of a call, as texts, from what a person was shown of it; null where that is no call of a tool, or can be
 * read in several ways.
 */
export function inputOf(tool: string, shown: string): Record<string, string> | null {
  if (/^(?:Bash|PowerShell)$/.test(tool)) return { command: shown };
  if (!/^\w+$/.test(tool)) return null;
  const own = KEYS[tool];
  const fields = new Map<string, string[]>();
  let open: string[] | undefined;
  for (const line of shown.split('\n')) {
    const [, name, value] = /^(\w+):(?: (.*))?$/.exec(line) ?? [];
    if (name !== undefined && (own === undefined ? value !== undefined : own.includes(name))) {
      if (fields.has(name)) return null;
      open = value === undefined ? [] : undefined;
      fields.set(name, open ?? [value as string]);
    } else if (open !== undefined) open.push(line);
    else return null;
  }
  return Object.fromEntries([...fields].map(([name, lines]) => [name, lines.join('\n')]));
}

/** Returns a value as the tool takes it: two of the keys hold no text. */
function inputValue(name: string, text: string): unknown {
  if (name !== 'edits' && name !== 'replace_all') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
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
