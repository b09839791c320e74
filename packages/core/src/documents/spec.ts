import type { Finding } from '../finding.js';
import { idOf } from './claim-id.js';
import { type Claims, SECTION_OF } from './claims.js';
import { findingAt, type Section } from './document.js';

/** Tells what is wrong with the claims of a spec: each finding names the line and, where there is one, the text to write. */
export function specFindings(path: string, sections: Record<string, Section>, found: Claims): Finding[] {
  const at = (line: number, code: string, args: Finding['args'] = {}) => findingAt(path, line, code, args);
  const findings: Finding[] = [];
  for (const { id, line, derived, section, unlike } of found.claims)
    if (derived) findings.push(at(line, 'CLAIM_ID_MISSING', { write: `${id}:`, section, ...(unlike && { unlike }) }));
  for (const { unlike, line, kind } of found.unlike)
    findings.push(at(line, 'CLAIM_ID_MISSING', { write: `${idOf(kind, 1)}:`, section: SECTION_OF[kind], unlike }));
  for (const { line, section } of found.empty) findings.push(at(line, 'CLAIM_EMPTY', { section }));
  for (const { id, line, first } of found.duplicates) findings.push(at(line, 'CLAIM_DUPLICATE', { id, first }));
  for (const { id, written = id, line, kind, section } of found.claims) {
    const home = SECTION_OF[kind];
    const listed = kind === 'do' || kind === 'not';
    // A rule with its own prefix says what it is; it may stand anywhere but in the list of the opposite.
    const misplaced = listed ? section !== home : section !== undefined && negative(section) !== negative(home);
    if (misplaced)
      findings.push(at(line, 'CLAIM_WRONG_SECTION', { id: written, section: section ?? '', expected: home }));
  }
  for (const { id, line, where } of found.lost) findings.push(at(line, 'CLAIM_NOT_DEFINED', { id, where }));
  return [...findings, ...emptySections(path, sections, found)];
}

function negative(section: string): boolean {
  return section === 'must-not' || section === 'prohibitions';
}

const SIDES = { 'must-do': ['must-do', 'invariants', 'boundaries'], 'must-not': ['must-not', 'prohibitions'] } as const;

/** A specification needs both sides: what must happen, and what must not, the latter at least as "None" with a reason. */
function emptySections(path: string, sections: Record<string, Section>, { claims, none }: Claims): Finding[] {
  return (['must-do', 'must-not'] as const).flatMap((name) => {
    const wanted = name === 'must-not';
    if (claims.some(({ kind }) => negative(SECTION_OF[kind]) === wanted)) return [];
    const said = none.get(name) ?? (wanted ? none.get('prohibitions') : undefined);
    if (wanted && said && said.reason !== '') return [];
    if (wanted && said) return [findingAt(path, said.line, 'REASON_MISSING', { section: name })];
    // Whoever writes rules has other headings for the same.
    const there = SIDES[name].find((key) => sections[key]);
    const line = there ? sections[there]!.line : 1;
    return [findingAt(path, line, there ? 'SECTION_EMPTY' : 'SECTION_MISSING', { section: there ?? name })];
  });
}
