import { clean } from '../text/clean.js';
import { shellWord } from '../text/quoted.js';
import { personCan, type Reader } from './reader.js';

/** Test commands that were found and that no push asks for, as facts of a finding. */
export interface UnreadFacts {
  /** The first of them: a folder relative to the root, and a command, of each. */
  roots: string[];
  commands: string[];
  /** How many there are. */
  total: number;
  /** Name of the configuration that is there. */
  config?: string | undefined;
}

/** The tests that pushes do not ask for, and the one command after which they do. */
export function unreadWords({ roots, commands, total, config }: UnreadFacts, reader: Reader): string {
  const places = commands.map((command, at) => ({ command, root: roots[at] ?? '.' }));
  const shown = places.map(
    ({ root, command }) => `\`${clean(command, 100)}\`${root === '.' ? '' : ` in ${clean(root, 100)}`}`,
  );
  const more = total > shown.length ? ` and ${total - shown.length} more` : '';
  const [first] = places;
  const option = first === undefined || first.root === '.' ? first?.command : `${first.root}: ${first.command}`;
  const words = config === undefined ? '--config' : `--tests ${clean(shellWord(option ?? ''), 400)}`;
  const isOne = total === 1;
  return `Pushes are not checked: the runner${isOne ? '' : 's'} behind ${shown.join(', ')}${more} ${isOne ? 'is' : 'are'} unknown. ${personCan(reader)} run \`npx flow-hooks install ${words}\` to require that ${isOne || config !== undefined ? 'it exits' : 'they exit'} with 0, then \`npx flow-hooks apply\` in a terminal.`;
}
