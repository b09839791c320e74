import { type Fate, type Mutant, wordsOn } from './mutant.js';
import { lineOf, partOf, readWhole, textOf } from './report.js';

const FATES: ReadonlyMap<string, Fate> = new Map([
  ['CaughtMutant', 'killed'],
  ['MissedMutant', 'survived'],
  ['Timeout', 'timed-out'],
  ['Unviable', 'build-error'],
]);

/**
 * Reads `mutants.out/outcomes.json` of cargo-mutants, which names no test.
 * @returns null where the text is no such report
 */
export function readCargoMutants(text: string): Mutant[] | null {
  const whole = readWhole(text);
  if (!Array.isArray(whole?.outcomes)) return null;
  return whole.outcomes.flatMap((given): Mutant[] => {
    const { scenario, summary } = partOf(given);
    const { name, file, span, replacement } = partOf(partOf(scenario).Mutant);
    const line = lineOf(partOf(partOf(span).start).line);
    if (line === 0 || textOf(file) === '') return [];
    // `src/lib.rs:3:5: replace total -> u32 with 0`
    const what = /^.*?:\d+(?::\d+)?: (.*)$/s.exec(textOf(name))?.[1] ?? textOf(replacement);
    const fate = FATES.get(textOf(summary)) ?? 'not-run';
    return [{ file: textOf(file), line, says: wordsOn(line, what), fate, tests: [], isEmptying: false }];
  });
}
