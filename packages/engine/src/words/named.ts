import { REPEATING, repeated } from '../policy/repeating.js';
import { clean } from '../text/clean.js';
import { personsStep, type Reader } from './reader.js';

/* Words about commands that a person named in the configuration. */

/** Returns words for what helps where the named command itself says nothing by its exit code. */
export const namedHides = (reader: Reader) =>
  `${personsStep(reader, 'name a command in flow.config.yaml that ends with the exit code of its tests (a script, or `set -o pipefail` before the pipe), and run `npx flow-hooks apply`')}.`;

/** Returns words for what makes a tool run again what it only repeated. */
export function againWords(command: string, tool: string): string {
  const again = repeated(command, tool);
  if (again !== null) return `Run \`${clean(again)}\`.`;
  const clearing = REPEATING[tool]?.clearing;
  return `Have its tests run${clearing === undefined ? '' : ` (first ${clearing})`}, with \`${clean(command)}\`.`;
}
