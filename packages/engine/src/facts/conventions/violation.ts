import type { Finding } from '@flow/core';
import type { AddedLine } from './added.js';

/** A file with the lines that a change adds to it. */
export interface ChangedFile {
  /** Relative to the repository, with `/`. */
  path: string;
  class: string;
  lines: readonly AddedLine[];
}

/** A violation is a line that breaks a rule. */
export interface Violation {
  code: 'CONVENTION_BROKEN' | 'IMPORT_BYPASS';
  severity: 'warn' | 'block';
  file: string;
  line: number;
  rule: string;
  message: string;
}

/** A rule was not run where it could not be asked: what it has to say is not known. */
export interface Unrun {
  rule: string;
  why: string;
}

/** Findings of rules about a change. */
export interface Checked {
  violations: Violation[];
  unrun: Unrun[];
}

const MAX_PLACES = 8;

/** Returns one finding for each file, code and severity, and one for each rule that could not be asked. */
export function findingsOf({ violations, unrun }: Checked): Finding[] {
  const groups = new Map<string, Violation[]>();
  for (const one of violations) {
    const key = `${one.severity} ${one.code} ${one.file}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  const broken = [...groups.values()].map((group): Finding => {
    const sorted = group.toSorted((a, b) => a.line - b.line);
    const { code, severity, file, line: first } = sorted[0]!;
    const places = sorted.map(
      ({ line, rule, message }) => `${file}:${line} ${rule}${message === '' ? '' : `: ${message}`}`,
    );
    return {
      code,
      level: severity,
      path: file,
      args: { line: first, places: places.slice(0, MAX_PLACES), placesTotal: places.length },
    };
  });
  const open = unrun.map(
    ({ rule, why }): Finding => ({ code: 'CONVENTION_UNRUN', level: 'warn', args: { rule, why } }),
  );
  return [...broken, ...open];
}
