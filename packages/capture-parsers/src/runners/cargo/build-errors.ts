import { Collector } from '../../collect.js';
import { readRustc } from '../../formats/rustc.js';

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Tells how many targets did not build; the compiler's errors become problems with their places.
 * @param outside lines that are no test binary's
 * @param notBuilt how many targets cargo has said that of
 */
export function addBuildErrors(
  outside: readonly string[],
  notBuilt: number,
  collected: Collector,
  root: string | undefined,
): number {
  const scratch = new Collector(root);
  const { loose, failed } = readRustc(outside.join('\n'), scratch);
  const told = notBuilt || (failed ? 1 : 0);
  if (!told) return 0;
  for (const { file, line, column, message, severity } of scratch.issues)
    if (severity === 'error') collected.addProblem({ message, ...({ file, line, column } as Place) });
  for (const message of loose) collected.addProblem({ message });
  return told;
}
