import { parse } from 'unbash';
import { isKnown } from '../../state.js';

/**
 * Returns the words of a text that a program splits as a shell would, without expanding anything; undefined where it is
 * no plain line.
 */
export function splitWords(text: string): string[] | undefined {
  if (!isKnown(text)) return undefined;
  const command = parse(`_ ${text}`).commands[0]?.command;
  if (command?.type !== 'Command') return undefined;
  return command.suffix.flatMap((word) =>
    word.type === 'Word' ? [word.value] : word.type === 'Assignment' ? [word.text] : [],
  );
}
