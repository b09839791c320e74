import { conventionsOf, looksAt, matchesAny, type Policy } from '@flow/core';
import { bypassesIn } from '../imports/judge.js';
import { languageOf } from '../imports/scan.js';
import type { AddedLine } from './added.js';
import { checkPrograms, type ProgramContext } from './programs.js';
import { checkedClass } from './select.js';
import { checkTexts } from './text-rules.js';
import type { ChangedFile, Checked, Violation } from './violation.js';

/** Tells whether any convention or import rule looks at a file. */
export function isLookedAt(file: string, policy: Policy): boolean {
  const kind = checkedClass(file, policy);
  const byRule = kind !== null && conventionsOf(policy).some((rule) => looksAt(rule, file, kind));
  return byRule || guardsImports(file, policy);
}

/** Tells whether the imports of a file are looked at. */
export function guardsImports(file: string, policy: Policy): boolean {
  const isMeant = policy.imports.some(({ files }) => matchesAny(file, files));
  return isMeant && languageOf(file) !== null && checkedClass(file, policy) !== null;
}

/**
 * Holds what a change adds against the conventions and the forbidden imports of the project.
 * @param added lines by path
 * @param textOf whole text of a file, where its imports are looked at or it may be left alone for what it holds
 */
export function checkAdded(
  added: ReadonlyMap<string, readonly AddedLine[]>,
  policy: Policy,
  textOf: (file: string) => string | undefined,
  context: ProgramContext,
): Checked {
  const files = [...added].flatMap(([file, lines]): ChangedFile[] => {
    const kind = checkedClass(file, policy);
    return kind === null || lines.length === 0 ? [] : [{ path: file, class: kind, lines }];
  });
  const rules = conventionsOf(policy);
  const texts = checkTexts(rules, files, textOf, context.until);
  const programs = checkPrograms(rules, files, context);
  const bypasses = [...added].flatMap(([file, lines]) => importsAgainst(file, lines, policy, textOf));
  return {
    violations: [...texts.violations, ...programs.violations, ...bypasses],
    unrun: [...texts.unrun, ...programs.unrun],
  };
}

function importsAgainst(
  file: string,
  lines: readonly AddedLine[],
  policy: Policy,
  textOf: (file: string) => string | undefined,
): Violation[] {
  if (lines.length === 0 || !guardsImports(file, policy)) return [];
  const rules = policy.imports.filter(({ files }) => matchesAny(file, files));
  const numbers = new Set(lines.map(({ line }) => line));
  return bypassesIn(file, textOf(file) ?? '', rules, (line) => numbers.has(line)).map(({ rule, specifier, line }) => ({
    code: 'IMPORT_BYPASS',
    severity: rule.severity,
    file,
    line,
    rule: specifier.slice(0, 120),
    message: rule.message,
  }));
}
