import { type Finding, shown } from '../finding.js';
import type { Row, Test } from '../reading/model.js';
import type { Conserved } from './conserved.js';
import type { Matched } from './match.js';
import type { Rest } from './rest.js';
import type { Sides } from './sides.js';

/** Cells that hold what is expected. */
const EXPECTED = /want|expect|result|output|^exp|err|status|code|should|answer|valid|^out$|^res$|outcome/i;
const LABEL = /^(?:name|title|desc|description|label|id|testname|case)$/i;

/** Rows of a test, or of a file outside of tests. */
interface Table {
  path: string;
  test?: Test;
  rows: readonly Row[];
}

/** Compares tables of cases: rows that are gone, and rows whose expected cell changed alone. */
export function compareRows(
  { pairs }: Matched,
  { before, after, goneNames }: Sides,
  rest: Rest,
  conserved: Conserved,
): Finding[] {
  const ofTests = pairs.map(({ before: was, after: is }): [Table, Table] => [
    { path: was.path, rows: was.rows },
    { path: is.path, test: is, rows: is.rows },
  ]);
  const ofFiles = before.flatMap((file): [Table, Table][] => {
    const later = after.find(({ path }) => path === file.path);
    return later
      ? [
          [
            { path: file.path, rows: file.rows },
            { path: file.path, rows: later.rows },
          ],
        ]
      : [];
  });
  const everywhere = new Set(
    after.flatMap((file) => [...file.rows, ...file.tests.flatMap(({ rows }) => rows)]).map(({ text }) => text),
  );
  const values = new Set(rest.tests.flatMap(({ literals }) => literals));
  // Where only ceilings are asked for, a lower one asks for more.
  const isCapped = (path: string): boolean => {
    const own = after.find((file) => file.path === path)?.tests.flatMap(({ assertions }) => assertions) ?? [];
    return (
      own.some(({ claim, operator }) => claim === 'compare' && operator?.startsWith('<')) &&
      !own.some(({ claim }) => claim === 'equal')
    );
  };
  return [...ofTests, ...ofFiles].flatMap(([was, is]) => {
    const left = was.rows.filter(({ text }) => !everywhere.has(text));
    const had = new Set(was.rows.map(({ text }) => text));
    const free = is.rows.filter(({ text }) => !had.has(text));
    const found: Finding[] = [];
    const lost: Row[] = [];
    for (const row of left) {
      const near = free.map((other) => ({ other, score: shared(row, other) })).toSorted((a, b) => b.score - a.score)[0];
      if (!near || near.score < 0.5) {
        lost.push(row);
        continue;
      }
      free.splice(free.indexOf(near.other), 1);
      if (isExpectationAlone(row, near.other) && !(isCapped(is.path) && isLower(row, near.other)))
        found.push(told('expectation-changed', is, row, near.other));
    }
    const gone = lost.filter(
      (row) =>
        !isElsewhere(row, values) &&
        !(is.test && isMadeOf(row, is.test)) &&
        !conserved.ofRow(row) &&
        ![...goneNames].some((name) => row.text.includes(name)),
    );
    if (
      gone.some(
        (row) =>
          row.cells.length > 1 || /[^\W\d_]{3}|\d{2}/.test(row.text.replace(/\b(?:true|false|null|nil|none)\b/gi, '')),
      ) &&
      gone.length > free.length
    )
      found.push(told('test-removed', is, gone[0]!, undefined));
    return found;
  });
}

/** True where what differs between two rows is a number that became less. */
function isLower(before: Row, after: Row): boolean {
  const differing = before.cells.flatMap((cell, index) => {
    const other = after.cells[index];
    return other && other.text !== cell.text ? [[Number(cell.text), Number(other.text)] as const] : [];
  });
  return differing.length > 0 && differing.every(([was, is]) => is < was);
}

function told(kind: Finding['kind'], table: Table, before: Row, after: Row | undefined): Finding {
  return {
    kind,
    path: table.path,
    line: after?.line ?? table.test?.line ?? before.line,
    ...(table.test && { test: table.test.name.join(' › ') }),
    before: shown(before.text),
    after: shown(after?.text ?? ''),
  };
}

/** Returns how much of a row is in another one. */
function shared(one: Row, other: Row): number {
  if (one.cells.length === 0) return 0;
  const same = one.cells.filter(({ key, text }) =>
    other.cells.some((cell) => cell.text === text && (key === null || cell.key === null || cell.key === key)),
  );
  return same.length / one.cells.length;
}

function isExpectationAlone(before: Row, after: Row): boolean {
  const changed = before.cells.flatMap((cell, index) => {
    const other =
      cell.key === null
        ? after.cells[after.cells.length === before.cells.length ? index : -1]
        : after.cells.find(({ key }) => key === cell.key);
    if (other === undefined) return after.cells.some(({ text }) => text === cell.text) ? [] : [{ ...cell, index }];
    return other.text === cell.text || (cell.key !== null && LABEL.test(cell.key)) ? [] : [{ ...cell, index }];
  });
  if (changed.length === 0) return false;
  return changed.every(({ key, index }) =>
    key === null ? index > 0 && index === before.cells.length - 1 : EXPECTED.test(key),
  );
}

/** True where two tables that are gone through together make the values of a row: `"--chars="` and `"fE"`. */
function isMadeOf({ cells }: Row, { literals }: Test): boolean {
  const known = new Set(literals);
  const isMade = (text: string) =>
    known.has(text) ||
    (text.startsWith('"') &&
      literals.some(
        (one) =>
          one.length > 2 &&
          one.startsWith('"') &&
          text.startsWith(one.slice(0, -1)) &&
          known.has(`"${text.slice(one.length - 1)}`),
      ));
  return cells.length > 0 && cells.every(({ text }) => isMade(text));
}

/** True where all of a row's values stand in a test of the later content; its label may be in the test's name. */
function isElsewhere({ cells }: Row, values: ReadonlySet<string>): boolean {
  const isLabel = ({ key, text }: Row['cells'][number], index: number) =>
    key === null ? index === 0 && cells.length > 2 && text.startsWith('"') : LABEL.test(key);
  const asked = cells
    .filter((cell, index) => !isLabel(cell, index))
    .flatMap(({ text }) => text.match(/"(?:[^"\\]|\\.)*"|(?<!\w)\d[\w.]*/g) ?? []);
  return (
    cells.length > 1 && asked.length > 0 && asked.every((value) => values.has(value) || values.has(value.toLowerCase()))
  );
}
