import { clean } from '../../text/clean.js';
import { type Fate, type Mutant, wordsOn } from './mutant.js';
import { lineOf, listOf, partOf, readWhole, textOf } from './report.js';

const FATES: ReadonlyMap<string, Fate> = new Map([
  ['Killed', 'killed'],
  ['Survived', 'survived'],
  ['NoCoverage', 'not-covered'],
  ['Timeout', 'timed-out'],
  ['CompileError', 'build-error'],
  ['RuntimeError', 'build-error'],
]);

/** Mutators that leave nothing of a body. */
const EMPTYING = new Set(['BlockStatement', 'ArrowFunction']);

/** Tests that are named for a mutant. */
const MAX_TESTS = 5;

/**
 * Reads StrykerJS' JSON report, after the schema of `mutation-testing-report-schema`.
 * @returns null where the text is no such report
 */
export function readStryker(text: string): Mutant[] | null {
  const whole = readWhole(text);
  if (whole === null || typeof whole.files !== 'object') return null;
  const names = testNames(whole.testFiles);
  return Object.entries(partOf(whole.files)).flatMap(([file, about]) =>
    listOf(partOf(about).mutants).flatMap((given): Mutant[] => {
      const { mutatorName, replacement, status, location, killedBy } = partOf(given);
      const line = lineOf(partOf(partOf(location).start).line);
      if (line === 0) return [];
      const mutator = textOf(mutatorName);
      return [
        {
          ...{ file, line },
          says: wordsOn(line, `${textOf(replacement)} (${mutator})`.trim()),
          fate: FATES.get(textOf(status)) ?? 'not-run',
          tests: listOf(killedBy)
            .flatMap((id) => names.get(textOf(id)) ?? [])
            .slice(0, MAX_TESTS),
          isEmptying: EMPTYING.has(mutator),
        },
      ];
    }),
  );
}

/** Names of tests by their ids in the report, as receipts have them. */
function testNames(testFiles: unknown): Map<string, string> {
  const files = Object.entries(partOf(testFiles));
  return new Map(
    files.flatMap(([file, about]) =>
      listOf(partOf(about).tests).map((given) => {
        const { id, name } = partOf(given);
        const own = textOf(name);
        return [textOf(id), clean(file === '' || own.startsWith(file) ? own : `${file} > ${own}`, 300)] as const;
      }),
    ),
  );
}
