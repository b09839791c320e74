import { type Convention, lineMatcher, looksAt } from '@flow/core';
import type { ChangedFile, Checked, Violation } from './violation.js';

/** Characters of a line, and findings of a rule, beyond which nothing is looked at. */
const MAX_LINE = 1000;
const MAX_FOUND = 500;

/**
 * Holds added lines against the rules that are texts and patterns. What takes too long is told as not asked.
 * @param textOf whole text of a file, asked where a line breaks a rule that leaves some files alone
 */
export function checkTexts(
  rules: readonly Convention[],
  files: readonly ChangedFile[],
  textOf: (file: string) => string | undefined,
  until: number,
): Checked {
  const checked: Checked = { violations: [], unrun: [] };
  for (const rule of rules) {
    const { how } = rule;
    if (!('text' in how || 'pattern' in how)) continue;
    const matches = lineMatcher(how);
    const left = until - Date.now();
    try {
      if (left <= 0) throw new Error('no time was left');
      const found = bounded(() => placesOf(rule, files, matches), left);
      const { unlessFile } = rule;
      const isLeft = (file: string) => unlessFile !== undefined && textOf(file)?.includes(unlessFile) === true;
      const excused = new Set(unlessFile === undefined ? [] : found.map(({ file }) => file).filter(isLeft));
      checked.violations.push(...found.filter(({ file }) => !excused.has(file)));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const why = code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? 'it did not finish in time' : message;
      checked.unrun.push({ rule: rule.name, why });
    }
  }
  return checked;
}

/** Calls a function and ends it when its time is over, in the middle of a regular expression, too. */
function bounded<T>(work: () => T, timeout: number): T {
  const vm = process.getBuiltinModule('node:vm');
  return vm.runInNewContext('work()', { work }, { timeout: Math.ceil(timeout) }) as T;
}

function placesOf(rule: Convention, files: readonly ChangedFile[], matches: (line: string) => boolean): Violation[] {
  const { name, message, severity } = rule;
  const found: Violation[] = [];
  for (const file of files) {
    if (!looksAt(rule, file.path, file.class)) continue;
    for (const { line, text } of file.lines) {
      if (found.length >= MAX_FOUND || !matches(text.slice(0, MAX_LINE))) continue;
      found.push({ code: 'CONVENTION_BROKEN', severity, file: file.path, line, rule: name, message });
    }
  }
  return found;
}
