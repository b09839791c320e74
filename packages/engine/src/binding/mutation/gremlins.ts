import { type Fate, type Mutant, wordsOn } from './mutant.js';
import { lineOf, listOf, partOf, readWhole, textOf } from './report.js';

const FATES: ReadonlyMap<string, Fate> = new Map([
  ['KILLED', 'killed'],
  ['LIVED', 'survived'],
  ['NOT COVERED', 'not-covered'],
  ['TIMED OUT', 'timed-out'],
  ['NOT VIABLE', 'build-error'],
]);

/**
 * Reads what gremlins writes with `--output`; it names no test, and a file from the module's folder.
 * @returns null where the text is no such report
 */
export function readGremlins(text: string): Mutant[] | null {
  const whole = readWhole(text);
  if (whole === null || typeof whole.go_module !== 'string') return null;
  return listOf(whole.files).flatMap((about) => {
    const { file_name: file, mutations } = partOf(about);
    return listOf(mutations).flatMap((given): Mutant[] => {
      const { type, status, line: at } = partOf(given);
      const line = lineOf(at);
      if (line === 0 || textOf(file) === '') return [];
      const what = textOf(type).toLowerCase().replaceAll('_', ' ');
      const fate = FATES.get(textOf(status)) ?? 'not-run';
      return [{ file: textOf(file), line, says: wordsOn(line, what), fate, tests: [], isEmptying: false }];
    });
  });
}
