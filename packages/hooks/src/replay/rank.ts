import path from 'node:path';
import type { Ending, PastCall } from '@flow/clients/past';
import type { Finding } from '@flow/core';
import type { Effect } from '@flow/shell-effects';
import type { Verdict } from './judge.js';

/** The signs that a refusal is a false alarm, or is none: one line each, shown with the report. */
export const SIGNS = {
  'went-on': { weight: 3, why: 'the call succeeded and the session went on' },
  'only-reads': { weight: 3, why: 'every program in it only reads' },
  quoted: { weight: 2, why: 'the reason for the refusal appears only in quotes or a here-document' },
  unreadable: { weight: 2, why: 'it could not be read, which proves nothing' },
  outside: { weight: 2, why: 'the path is outside the repository' },
  repeated: { weight: 1, why: 'the same call was made three times or more' },
  failed: { weight: -1, why: 'the call failed by itself' },
  'was-refused': { weight: -4, why: 'a hook, a rule or the person also refused it at the time' },
} as const;

export type Sign = keyof typeof SIGNS;

/** Programs that change nothing by themselves; what they write into shows as an effect of its own. */
const READERS = new Set(
  'ag awk basename bat cat cd cmp column comm cut date df diff dirname du echo egrep env false fd fgrep file find fold git grep head hexdump jq less ls man md5sum more nl od paste printf ps pwd readlink realpath rg sed seq sha256sum sort stat strings tail test tr tree true type uname uniq wc which whoami xxd yq ['.split(
    ' ',
  ),
);

/** Finds the signs for and against a refusal that the call alone has. */
export function signsOf(past: PastCall, verdict: Verdict): Sign[] {
  const signs: Sign[] = [];
  const findings = verdict.refused.map(({ finding }) => finding);
  const { command } = past.input;
  if (verdict.analysis?.readable && onlyReads(verdict.analysis.effects)) signs.push('only-reads');
  if (typeof command === 'string' && findings.every((finding) => isQuoted(command, finding))) signs.push('quoted');
  if (findings.every(({ code }) => code === 'COMMAND_UNREADABLE')) signs.push('unreadable');
  if (findings.every((finding) => isOutside(finding, verdict.root))) signs.push('outside');
  return signs;
}

/** Finds the signs of a call that the session itself tells. */
export function signsOfEnd(ending: Ending | null, wentOn: boolean): Sign[] {
  if (ending === 'refused') return ['was-refused'];
  if (ending === 'failed') return ['failed'];
  return ending === 'succeeded' && wentOn ? ['went-on'] : [];
}

/** Adds up the weights of all signs. */
export const scoreOf = (signs: readonly Sign[]): number => signs.reduce((sum, sign) => sum + SIGNS[sign].weight, 0);

function onlyReads(effects: readonly Effect[]): boolean {
  return effects.every((effect) => effect.kind === 'read' || (effect.kind === 'run' && READERS.has(effect.program)));
}

/** The longest command that is looked through. */
const MAX_LOOKED_AT = 20_000;

/** A finding's path or words are in the command, and gone from it without quotes and here-documents. */
function isQuoted(command: string, { path: file, args }: Finding): boolean {
  if (command.length > MAX_LOOKED_AT) return false;
  const word = file !== undefined ? path.basename(file) : String(args.spelled ?? '').split(/\s+/)[0]!;
  const plain = withoutQuotes(command);
  return word !== '' && command.includes(word) && !plain.includes(word) && !RUNS_QUOTES.test(plain);
}

/** Programs for which quoted text is no text. */
const RUNS_QUOTES =
  /\b(?:sh|bash|zsh|dash|ksh|eval|source|xargs|ssh|awk|sed|python[\d.]*|node|deno|bun|perl|ruby|php)\b/;

/**
 * Returns a command without the prose that it hands over: quotes with white space in them, and the lines of
 * here-documents.
 */
function withoutQuotes(command: string): string {
  const kept: string[] = [];
  let end: string | null = null;
  for (const line of command.split('\n')) {
    if (end !== null) {
      if (line.trim() === end) end = null;
      continue;
    }
    kept.push(line);
    end = /<<-?\s*\\?['"]?(\w+)/.exec(line)?.[1] ?? null;
  }
  const isProse = (quoted: string) => /\s/.test(quoted) && !/^".*(?:\$\(|`)/s.test(quoted);
  return kept.join('\n').replace(/'[^']*'|"(?:[^"\\]|\\.)*"/g, (quoted) => (isProse(quoted) ? '' : quoted));
}

function isOutside({ path: file }: Finding, root: string | null): boolean {
  if (file === undefined) return false;
  return path.isAbsolute(file) && (root === null || path.relative(root, file).startsWith('..'));
}
