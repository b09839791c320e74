import type { Finding } from '@flow/core';
import type { ClaimFact, OpenCheck, Status } from '@flow/core/workflow';

type Told = Pick<Status, 'open' | 'items' | 'current' | 'warnings'>;

/** Arguments of findings that name claims, by the name of the fact. */
const NAMED = ['claim', 'claims', 'subject'] as const;

/**
 * Names claims in open and told findings as the specification writes them: whoever wrote `INV-1` looks for `INV-1`. The
 * subject of a check stays the id that the engine knows.
 */
export function withClaimsAsWritten(told: Told, claims: readonly ClaimFact[]): Told {
  const names = new Map(claims.flatMap(({ id, written }) => (written === undefined ? [] : [[id, written] as const])));
  if (names.size === 0) return told;
  const nameOf = (id: string) => names.get(id) ?? id;
  const named = (finding: Finding): Finding => {
    const args = { ...finding.args };
    for (const key of NAMED) {
      const value = args[key];
      if (typeof value === 'string') args[key] = nameOf(value);
      else if (Array.isArray(value)) args[key] = value.map(nameOf);
    }
    return { ...finding, args };
  };
  const open = (all: readonly OpenCheck[]) => all.map((one) => ({ ...one, finding: named(one.finding) }));
  const items = told.items.map((one) => (one.open ? { ...one, open: open(one.open) } : one));
  const current = told.current && (items[told.items.indexOf(told.current)] ?? told.current);
  return { open: open(told.open), items, current, warnings: told.warnings.map(named) };
}
