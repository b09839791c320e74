import type { Finding, Severity } from '@flow/core';
import type { Unseen, WeakenedFacts } from '../facts/weakened-facts.js';

/** Weakenings that one push tells, at most. */
const MAX_TOLD = 8;

/**
 * Judges what became of the tests' strength. Each weakening is told by itself; where nobody could look, that is said and never
 * that nothing was found.
 * @param level of the rule, for the destination
 */
export function judgeWeakened(
  weakened: WeakenedFacts | null,
  level: Severity,
  content: { tree?: string } = {},
): Finding[] {
  if (weakened === null || level === 'off') return [];
  if (weakened.state === 'unseen') return [unseenFinding(weakened, level, content)];
  // What nobody has answered comes first.
  const findings = weakened.findings.toSorted((a, b) => Number(a.claim !== undefined) - Number(b.claim !== undefined));
  const told = findings.slice(0, MAX_TOLD).map(
    ({ kind, path, line, test, before, after, claim }, index): Finding => ({
      // What a claim of this work says is its point, and told for whoever reads.
      ...{ code: 'PUSH_WEAKENED', level: claim === undefined ? level : 'note', path },
      args: {
        ...{ kind, line, before, after, ...content },
        ...(test !== undefined && { test }),
        ...(claim !== undefined && { claim }),
        ...(index === MAX_TOLD - 1 && findings.length > MAX_TOLD && { more: findings.length - MAX_TOLD }),
      },
    }),
  );
  return [...told, ...(weakened.unread ? [unseenFinding(weakened.unread, level, content)] : [])];
}

/** The command that has somebody look, by what kept them from it; what no program reads has none. */
const COMMANDS: Readonly<Partial<Record<Unseen['way'], string>>> = {
  install: 'npm i -D @flow/weakened',
  anew: 'npm ci',
  sealed: 'npx flow-hooks verify',
  longer: 'npx flow-hooks verify',
};

/** Says that nobody looked, and why: the one finding that push, status, report and explanations have for it. */
export function unseenFinding(
  { why, way, isAside }: Unseen,
  level: Exclude<Severity, 'off'> | 'note',
  content: { tree?: string } = {},
): Finding {
  return {
    code: 'PUSH_WEAKENED_UNSEEN',
    // Where nobody here can look, CI does.
    level: isAside ? 'note' : way === 'sealed' ? 'warn' : level,
    args: { why, way, ...(COMMANDS[way] && { command: COMMANDS[way] }), ...content },
  };
}
